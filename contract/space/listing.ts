import * as z from 'zod/mini'
import { type Allowed, checkMove } from '#contract/platform/allowed.ts'

/** The status of a listing (product.md §6): borrador → en_revision (≤ 48 h) → publicado ⇄ pausado → suspendido → archivado. */
export const ListingState = z.enum(['draft', 'in_review', 'published', 'paused', 'suspended', 'archived'])
export type ListingState = z.output<typeof ListingState>

export const listingStates: Readonly<Record<ListingState, string>> = {
  draft: 'Borrador',
  in_review: 'En revisión',
  published: 'Publicado',
  paused: 'En pausa',
  suspended: 'Suspendido',
  archived: 'Archivado',
}

/** `platform`: automatic, by the check or the expiry of a document. */
export type ListingActor = 'host' | 'platform' | 'administrator'

/**
 * The table of moves of a listing. The server refuses by it, screens draw buttons by it, and a database trigger checks
 * the same pairs (`spaces_moves`).
 */
export const listingMoves = {
  submit: { by: ['host'], from: ['draft'], to: 'in_review' },
  /** Back to draft, before a decision. */
  withdraw: { by: ['host'], from: ['in_review'], to: 'draft' },
  publish: { by: ['platform'], from: ['in_review'], to: 'published' },
  approve: { by: ['administrator'], from: ['in_review'], to: 'published' },
  reject: { by: ['administrator'], from: ['in_review'], to: 'draft' },
  pause: { by: ['host'], from: ['published'], to: 'paused' },
  resume: { by: ['host'], from: ['paused'], to: 'published' },
  /** A required document has expired or was rejected. */
  lapse: { by: ['platform'], from: ['published'], to: 'paused' },
  suspend: { by: ['administrator'], from: ['published', 'paused'], to: 'suspended' },
  reinstate: { by: ['administrator'], from: ['suspended'], to: 'paused' },
  archive: { by: ['host'], from: ['draft', 'paused', 'suspended'], to: 'archived' },
} as const satisfies Record<
  string,
  { by: readonly ListingActor[]; from: readonly ListingState[]; to: ListingState }
>
export type ListingMove = keyof typeof listingMoves

/** What a move depends on beside the status. */
export type ListingFacts = {
  state: ListingState
  /** What the nine steps still lack for a review. */
  missing: readonly unknown[]
  bookingsToCome: number
}

const notFromHere: Readonly<Record<ListingState, string>> = {
  draft: 'Todavía es un borrador.',
  in_review: 'Está en revisión: espera la respuesta o vuelve a borrador.',
  published: 'Está publicado: primero ponlo en pausa.',
  paused: 'Ya está en pausa.',
  suspended: 'Kalli suspendió este espacio. Escríbenos para revisarlo.',
  archived: 'Está archivado.',
}

/** Whether this actor may make this move now. */
export const mayMoveListing = (move: ListingMove, actor: ListingActor, listing: ListingFacts): Allowed =>
  checkMove<ListingActor, ListingState>(
    listingMoves[move],
    { party: actor, status: listing.state },
    { wrongStatus: (state) => notFromHere[state], otherwise: () => reasonAgainst(move, listing) },
  )

const reasonAgainst = (move: ListingMove, { missing, bookingsToCome }: ListingFacts): string | null => {
  const whole = move === 'submit' || move === 'publish' || move === 'approve' || move === 'resume'
  if (whole && missing.length > 0)
    return missing.length === 1
      ? 'Falta 1 cosa por completar.'
      : `Faltan ${missing.length} cosas por completar.`
  if (move === 'archive' && bookingsToCome > 0)
    return bookingsToCome === 1
      ? 'Tiene 1 reserva por venir. Espera a que termine o cancélala.'
      : `Tiene ${bookingsToCome} reservas por venir. Espera a que terminen o cancélalas.`
  return null
}
