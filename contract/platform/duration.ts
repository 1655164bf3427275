/** Durations in milliseconds. Local days can be longer or shorter: clock.ts and availability/zone/zone.ts handle those. */
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
