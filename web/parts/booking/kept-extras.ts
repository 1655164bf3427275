import type { Hold } from '#contract/booking.ts'

/** Where what is typed beside a visit is kept: a note to one professional never stands in the form of another. */
export const extrasOf = ({ professional }: Pick<Hold, 'professional'>) => `checkout-extras-${professional.id}`
