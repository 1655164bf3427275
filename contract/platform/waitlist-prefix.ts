/**
 * Prefix of a waitlist token in the address shared with offers (`/bookings/{token}/accept`). Separate file, so that
 * pages can read it without zod.
 */
export const selectionPrefix = 'espera-'
