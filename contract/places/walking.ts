/** Streets are a third longer than the crow's way; one walks 80 m in a minute. */
export const walkingMinutes = (meters: number) => Math.max(1, Math.ceil((meters * 1.3) / 80))
