/** Lengths of time in milliseconds. A day on the clock of a place can be longer or shorter: clock.ts and availability/zone.ts count those. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
