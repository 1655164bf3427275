/** Streets are a third longer than a straight line; walking speed is 80 m per minute. */
export const walkingMinutes = (meters: number) => Math.max(1, Math.ceil((meters * 1.3) / 80))
