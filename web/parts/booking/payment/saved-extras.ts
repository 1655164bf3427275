/** Where what is typed beside a visit is saved: a note to one professional never appears in the form of another. */
export const extrasOf = ({ professional }: { professional: { id: number } }) =>
  `checkout-extras-${professional.id}`

/** Where those who come along are saved. */
export const companionsDraft = 'companions'
