/** Draft key of the extras: a note to one professional never appears in the form of another. */
export const extrasOf = ({ professional }: { professional: { id: number } }) =>
  `checkout-extras-${professional.id}`

/** Draft key of the companions. */
export const companionsDraft = 'companions'
