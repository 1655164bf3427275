/** A card that its processor already knows: the processor's reference, and what its owner is shown. */
export type SavedCard = { cardRef: string; brand: string | null; last4: string | null }
