/**
 * How a booking ended before its time, as each party reads it. The stored rule was written for the payer (a visit's client, a rental's
 * professional); the others read their own sentence, never one about another's money.
 */
import { formatCents } from '#contract/platform/money.ts'
import type { Side } from '#server/booking/moves/party.ts'

type Ended = { kind: string; status: string }
/** The part of a stored ending (ending.ts) that the sentences need. */
type Ending = {
  by: Side | 'platform'
  reason: string
  said?: string | undefined
  feeCents: number
}

/** Fewer clients than the minimum booked a class, as its professional and each of its clients read it. */
export const tooFew = {
  client: 'No se juntó el grupo mínimo para dar la clase: no te cuesta nada.',
  professional: 'No se juntó el grupo mínimo para dar la clase.',
} as const

/** One or two sentences for this reader. Absences and declined requests are stored in words that suit all. */
export const sentenceFor = (ending: Ending, { kind, status }: Ended, side: Side): string => {
  if (!status.startsWith('cancelled_')) return ending.reason
  return kind === 'rent' ? ofRent(ending, side) : ofVisit[side](ending)
}

const ofRent = (ending: Ending, side: Side): string => {
  if (side !== 'host' || ending.by !== 'professional') return ending.reason
  return ending.feeCents > 0
    ? `Canceló quien rentó: según tu política se quedan ${formatCents(ending.feeCents)}.`
    : 'Canceló quien rentó, a tiempo: no hay renta por cobrar.'
}

const ofVisit: Readonly<Record<Side, (ending: Ending) => string>> = {
  client: ({ by, reason, said }) => {
    if (by === 'client') return reason
    if (by === 'professional') return 'Canceló quien te atiende: cancelar no te cuesta nada.'
    if (by === 'host') return 'Canceló el espacio: cancelar no te cuesta nada.'
    if (said !== undefined) return `${said} No te cuesta nada.`
    return isBare(reason) ? 'La canceló Kalli: no te cuesta nada.' : reason
  },
  professional: ({ by, reason, said, feeCents }) => {
    if (by === 'client')
      return feeCents > 0
        ? `Canceló tu cliente después del límite: paga una cuota de ${formatCents(feeCents)}.`
        : 'Canceló tu cliente, sin costo.'
    if (by === 'professional') return 'Cancelaste: a tu cliente no le cuesta nada.'
    if (by === 'host') return 'Canceló el espacio: a tu cliente no le cuesta nada.'
    if (said !== undefined) return `${said} A tu cliente no le cuesta nada.`
    return isBare(reason) ? 'La canceló Kalli: a tu cliente no le cuesta nada.' : ofClass(reason)
  },
  host: ({ by, reason, said }) => {
    if (by === 'host') return 'Cancelaste: a quien reservó no le cuesta nada.'
    if (by === 'client') return 'Canceló quien reservó.'
    if (by === 'professional') return 'Canceló quien atiende.'
    return said ?? (isBare(reason) ? 'La canceló Kalli.' : ofClass(reason))
  },
}

/** The rule alone (pricing/cancellation.ts), without a reason. */
const isBare = (reason: string) => reason.startsWith('Cancela Kalli:')

const ofClass = (reason: string) => (reason === tooFew.client ? tooFew.professional : reason)
