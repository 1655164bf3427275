/** Degrees of latitude or longitude to five decimals, about a metre. */
export const roundedDegrees = (degrees: number) => Math.round(degrees * 1e5) / 1e5
