/**
 * Before the token of a waitlist entry in the address that offers share (`/bookings/{token}/accept`). A file of its own: pages read it
 * without zod.
 */
export const selectionPrefix = 'espera-'
