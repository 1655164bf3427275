/**
 * Staff actions on other people's money: each is previewed with its amounts per party, requires a reason, and is
 * recorded in its own log. docs/booking/support.md.
 */
import * as z from 'zod/mini'
import { DepositVerdict } from '#contract/booking/settlement/deposit.ts'
import { Bearer, DisputeOutcome } from '#contract/booking/settlement/dispute-subject.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Verdict } from '#contract/booking/visit/no-show.ts'
import { Id, Instant, Uuid } from '#contract/platform/shapes.ts'

/** Change of each party's amount (negative: less). The sum is zero except for what the processor already has. */
export const PartyAmounts = z.object({
  clientCents: z.int(),
  professionalCents: z.int(),
  hostCents: z.int(),
  platformCents: z.int(),
  taxCents: z.int(),
})
export type PartyAmounts = z.output<typeof PartyAmounts>

export const partyLabels = {
  clientCents: 'El cliente',
  professionalCents: 'Quien da el servicio',
  hostCents: 'El espacio',
  platformCents: 'Kalli',
  taxCents: 'Impuestos',
} as const satisfies Record<keyof PartyAmounts, string>

const of = { id: Uuid, version: z.int() }
/** The action's own request, without its reason. */
export const MoneyActRequested = z.discriminatedUnion('act', [
  z.object({ act: z.literal('no_show'), ...of, verdict: Verdict }),
  z.object({
    act: z.literal('dispute'),
    ...of,
    outcome: DisputeOutcome,
    chargedTo: z._default(z.nullable(Bearer), null),
  }),
  z.object({ act: z.literal('deposit'), ...of, verdict: DepositVerdict }),
  z.object({
    act: z.literal('goodwill'),
    id: Uuid,
    amountCents: z.int().check(z.minimum(100), z.maximum(10_000_000)),
  }),
  z.object({ act: z.literal('reverse'), id: Uuid, journal: Id }),
])
export type MoneyActRequested = z.input<typeof MoneyActRequested>

export const previewMoneyAct = endpoint({
  method: 'POST',
  path: '/api/admin/money-acts/preview',
  summary: 'Preview what an action of staff means for each party; changes nothing',
  access: 'admin',
  body: MoneyActRequested,
  reply: PartyAmounts,
  refusals: [
    'not_found',
    'move_not_allowed',
    'stale_version',
    'dispute_not_movable',
    'deposit_not_movable',
    'invalid_input',
    'payment_in_progress',
  ],
})

export const MoneyAct = z.object({
  ...PartyAmounts.shape,
  id: Uuid,
  act: z.enum(['no_show', 'dispute', 'deposit', 'cancel', 'goodwill', 'reverse', 'suspend']),
  step: z.enum(['proposed', 'done']),
  bookingId: z.nullable(Uuid),
  service: z.string(),
  what: z.string(),
  reason: z.string(),
  by: z.string(),
  at: Instant,
})
export type MoneyAct = z.output<typeof MoneyAct>

export const moneyActs = endpoint({
  method: 'GET',
  path: '/api/admin/money-acts',
  summary: 'List the latest hundred money actions of staff, newest first',
  access: 'admin',
  reply: z.object({ acts: z.array(MoneyAct) }),
})
