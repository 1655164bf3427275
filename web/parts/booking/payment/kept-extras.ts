/** Where what is typed beside a visit is kept: a note to one professional never stands in the form of another. */
export const extrasOf = ({ professional }: { professional: { id: number } }) =>
  `checkout-extras-${professional.id}`
