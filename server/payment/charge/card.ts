/** A card that its processor knows already, by the processor's name for it and by what its owner is shown. */
export type SavedCard = { cardRef: string; brand: string | null; last4: string | null }
