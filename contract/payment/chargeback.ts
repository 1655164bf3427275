/**
 * Chargebacks by a client's bank (money.md J17–J19): staff sees the deadline and the evidence that the charge was
 * right, and submits it once. Who bears a lost one follows from a rule (docs/payment/chargebacks.md).
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, LongText, Text, Uuid, Zone } from '#contract/platform/shapes.ts'

export const ChargebackReason = z.enum([
  'fraud',
  'not_received',
  'not_as_described',
  'duplicate',
  'refund_due',
  'other',
])
export type ChargebackReason = z.output<typeof ChargebackReason>

/** The client's reason given to their bank, as staff and payees read it. */
export const chargebackReasons = {
  fraud: 'no reconoce el cargo',
  not_received: 'dice que no recibió el servicio',
  not_as_described: 'dice que no fue lo acordado',
  duplicate: 'dice que se cobró dos veces',
  refund_due: 'dice que debía devolverse',
  other: 'no dio un motivo claro',
} as const satisfies Record<ChargebackReason, string>

export const ChargebackState = z.enum(['open', 'won', 'lost'])
export type ChargebackState = z.output<typeof ChargebackState>

/** Who bears the retained amount; `nobody` if it was being refunded anyway. */
export const ChargebackBearer = z.enum(['nobody', 'platform', 'professional', 'payer', 'gift'])
export type ChargebackBearer = z.output<typeof ChargebackBearer>
export const chargebackBearers = {
  nobody: 'nadie: de todos modos iba de vuelta',
  platform: 'Kalli',
  professional: 'quien atendió',
  payer: 'quien pagó, de sus próximos depósitos',
  gift: 'la tarjeta de regalo, o el saldo en que se convirtió',
} as const satisfies Record<ChargebackBearer, string>

/**
 * Who bears a lost chargeback. Purchases for a professional's own work are owed by the professional; a tip is taken
 * back from its recipient, a gift card from itself or from the credit that it became, as far as available; a visit is
 * covered by its professional only if the bank says that it was not given and nothing proves that it was.
 */
export const bearerOf = (about: {
  kind: 'visit' | 'rent' | 'tip' | 'gift' | 'other'
  reason: ChargebackReason
  /** The client's presence is proved by the arrival code or the unit's code. */
  isProved: boolean
  /** It took place, as stated. */
  tookPlace: boolean
}): Exclude<ChargebackBearer, 'nobody'> => {
  if (about.kind === 'tip') return 'professional'
  if (about.kind === 'gift') return 'gift'
  if (about.kind !== 'visit') return 'payer'
  return about.reason === 'not_received' && about.tookPlace && !about.isProved ? 'professional' : 'platform'
}

/** Evidence for the bank: facts, and additions by staff. No names, addresses or messages. */
export const Evidence = z.object({
  about: z.string(),
  servedOn: z.string(),
  log: z.string(),
  policy: z.string(),
  rest: z.string(),
})
export type Evidence = z.output<typeof Evidence>

export const Chargeback = z.object({
  id: Uuid,
  bookingId: Uuid,
  version: z.int(),
  kind: z.enum(['visit', 'rent', 'tip', 'gift', 'other']),
  state: ChargebackState,
  reason: ChargebackReason,
  /** The disputed amount. */
  amountCents: z.int(),
  /** The part that had been refunded before: Kalli's loss, unless the bank returns it. */
  beyondCents: z.int(),
  paidCents: z.int(),
  feeCents: z.int(),
  /** The payees' money retained until the bank decides. */
  withheldCents: z.int(),
  openedAt: Instant,
  respondBy: z.nullable(Instant),
  submittedAt: z.nullable(Instant),
  closedAt: z.nullable(Instant),
  /** Who bears it if lost, or who bore it. */
  chargedTo: ChargebackBearer,
  isPosted: z.boolean(),
  service: z.string(),
  startsAt: z.nullable(Instant),
  zone: Zone,
  place: z.string(),
  names: z.object({ client: z.string(), professional: z.string(), host: z.string() }),
  evidence: Evidence,
  /** Available and missing evidence for the charge. */
  proofs: z.array(z.object({ label: z.string(), text: z.string(), isThere: z.boolean() })),
  moves: z.array(z.object({ move: z.string(), at: Instant, by: z.string(), reason: z.string() })),
  may: z.object({ allowed: z.boolean(), reason: z.nullable(z.string()) }),
})
export type Chargeback = z.output<typeof Chargeback>

export const chargebacks = endpoint({
  method: 'GET',
  path: '/api/admin/chargebacks',
  summary: 'List chargebacks: open ones by deadline, then the latest decided',
  access: 'admin',
  reply: z.object({ chargebacks: z.array(Chargeback) }),
})

export const answerChargeback = endpoint({
  method: 'POST',
  path: '/api/admin/chargebacks/:id/evidence',
  summary: 'Submit evidence against a chargeback, once',
  access: 'admin',
  params: z.object({ id: Uuid }),
  body: z.object({
    version: z.int(),
    /** Added to the facts, for the bank. */
    note: z._default(LongText(1000), ''),
    /** For the audit log. */
    reason: Text(300),
  }),
  reply: z.object({ submitted: z.boolean() }),
  idempotent: true,
  refusals: ['not_found', 'stale_version', 'chargeback_not_movable', 'payment_in_progress'],
})
