/**
 * The deposit for hours at a space: authorised on a card on arrival, apart from the price; released automatically three days after the end;
 * captured in part or whole for damage that the host has shown and that the professional could answer.
 */
import * as z from 'zod/mini'
import { checkInOpensMinutes } from '#contract/booking/moves.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Instant, Text, Uuid, Zone } from '#contract/platform/shapes.ts'
import { StaffReason } from '#contract/booking/staff-reason.ts'
import { type Allowed, checkMove } from '#contract/platform/allowed.ts'
import { minuteMs } from '#contract/platform/duration.ts'

/** Damage is reported within three days of the end, and answered within two (product.md §3, §4). */
export const claimHours = 72
export const answerHours = 48
export const maxDepositPhotos = 6

/** `waiting`: no card was authorised yet. */
export const DepositState = z.enum([
  'waiting',
  'asked',
  'refused',
  'held',
  'released',
  'claimed',
  'contested',
  'kept',
  'lost',
])
export type DepositState = z.output<typeof DepositState>

/** The table of moves of a deposit. */
export const depositMoves = {
  /** A card is authorised: automatically on arrival, or another one manually. */
  ask: { by: ['professional'], from: ['waiting', 'asked', 'refused'], to: 'asked' },
  hold: { by: ['platform'], from: ['asked', 'held'], to: 'held' },
  /** The bank declined. */
  refuse: { by: ['platform'], from: ['asked', 'held'], to: 'refused' },
  /** No damage: by the host before the three days are over, otherwise automatic. */
  release: { by: ['host', 'platform'], from: ['asked', 'held'], to: 'released' },
  claim: { by: ['host'], from: ['held'], to: 'claimed' },
  accept: { by: ['professional'], from: ['claimed'], to: 'kept' },
  contest: { by: ['professional'], from: ['claimed'], to: 'contested' },
  /** No answer in two days. */
  stand: { by: ['platform'], from: ['claimed'], to: 'kept' },
  withdraw: { by: ['host'], from: ['claimed', 'contested'], to: 'released' },
  /** Above the limit of one administrator: a second one must uphold it. */
  propose: { by: ['platform'], from: ['contested'], to: 'contested' },
  uphold: { by: ['platform'], from: ['contested'], to: 'kept' },
  drop: { by: ['platform'], from: ['contested'], to: 'released' },
  /** The bank released the hold before it could be charged. */
  lose: { by: ['platform'], from: ['claimed', 'contested', 'kept'], to: 'lost' },
} as const satisfies Record<
  string,
  { by: readonly DepositParty[]; from: readonly DepositState[]; to: DepositState }
>
export type DepositMove = keyof typeof depositMoves
export type DepositParty = 'professional' | 'host' | 'platform'

type CurrentDeposit = {
  state: DepositState
  /** Start of the rent. */
  startsAt: string
  claimBy: string
  contestBy: string | null
}

/** Whether this party may make this move now. */
export const mayMoveDeposit = (
  move: DepositMove,
  party: DepositParty,
  deposit: CurrentDeposit,
  now: Date,
): Allowed =>
  checkMove<DepositParty, DepositState>(
    depositMoves[move],
    { party, status: deposit.state },
    {
      wrongStatus: () => 'La garantía ya no permite esa acción.',
      otherwise: () => reasonAgainst(move, deposit, now.getTime()),
    },
  )

const reasonAgainst = (move: DepositMove, deposit: CurrentDeposit, at: number): string | null => {
  if (move === 'ask' && at < Date.parse(deposit.startsAt) - checkInOpensMinutes * minuteMs)
    return `Se aparta al llegar, desde ${checkInOpensMinutes} minutos antes.`
  if (move === 'claim' && at >= Date.parse(deposit.claimBy)) return 'Ya pasaron los tres días para reclamar.'
  if (move === 'contest' && (deposit.contestBy === null || at >= Date.parse(deposit.contestBy)))
    return 'Ya pasaron los dos días para responder.'
  return null
}

/** How an administrator settles it; each party reads the sentence. */
export const depositVerdicts = {
  stands: 'Revisamos las dos versiones: el daño se muestra y el espacio conserva lo que reclamó.',
  falls: 'Revisamos las dos versiones: el daño no se muestra y la garantía se libera completa.',
} as const
export const DepositVerdict = z.enum(['stands', 'falls'])
export type DepositVerdict = z.output<typeof DepositVerdict>

const Card = z.nullable(z.object({ brand: z.string(), last4: z.string() }))

const parts = {
  /** The id of the rent. */
  id: Uuid,
  /** Zero in state `waiting`. */
  version: z.int(),
  state: DepositState,
  amountCents: z.int(),
  retainedCents: z.int(),
  /** Deadline for the host to report damage. */
  claimBy: Instant,
  heldAt: z.nullable(Instant),
  claim: z.nullable(
    z.object({
      amountCents: z.int(),
      reason: z.string(),
      claimedAt: Instant,
      contestBy: Instant,
      photos: z.array(Uuid),
    }),
  ),
  contest: z.nullable(z.object({ text: z.string(), at: Instant, photos: z.array(Uuid) })),
  decidedAt: z.nullable(Instant),
  rent: z.object({
    startsAt: Instant,
    endsAt: Instant,
    zone: Zone,
    spaceName: z.string(),
    unitName: z.string(),
  }),
  professional: z.string(),
  host: z.string(),
}

export const Deposit = z.object({
  ...parts,
  side: z.enum(['professional', 'host']),
  /** The authorised or intended card; null if one must be given. Hidden from the host. */
  card: Card,
  /** The bank's approval page. */
  actionUrl: z.nullable(z.string()),
  /** For long stays: the card is saved, and authorised at this time. */
  holdAt: z.nullable(Instant),
  moves: z.array(z.object({ move: z.string(), allowed: z.boolean(), reason: z.nullable(z.string()) })),
})
export type Deposit = z.output<typeof Deposit>

const One = z.object({ id: Uuid })
const Side = z.object({ as: z._default(z.enum(['professional', 'host']), 'professional') })
const Version = z.object({ version: z.int() })
const Photos = z.array(Uuid).check(z.maxLength(maxDepositPhotos))

export const deposits = endpoint({
  method: 'GET',
  path: '/api/deposits',
  summary: 'List held or contested deposits, soonest release first',
  access: 'account',
  query: Side,
  reply: z.array(Deposit),
})

export const deposit = endpoint({
  method: 'GET',
  path: '/api/deposits/:id',
  summary: 'Get the deposit of a rental, as professional or host; null where none is asked for',
  access: 'account',
  params: One,
  query: Side,
  reply: z.object({ deposit: z.nullable(Deposit) }),
  refusals: ['not_found'],
})

export const holdDeposit = endpoint({
  method: 'POST',
  path: '/api/deposits/:id/hold',
  summary: 'Hold a deposit on a card: a new one, or without a token the one that paid the hours',
  access: 'professional',
  params: One,
  body: z.object({ cardToken: z.optional(z.string().check(z.minLength(4), z.maxLength(200))) }),
  reply: Deposit,
  idempotent: true,
  limit: 'bookings',
  refusals: ['not_found', 'deposit_not_movable', 'deposit_declined', 'deposit_needed', 'payment_in_progress'],
})

export const depositPhoto = endpoint({
  method: 'PUT',
  path: '/api/deposits/:id/photos/:photo',
  summary:
    'Add a photo of the damage, or of none (JPEG, PNG, WebP or AVIF up to 8 MB); the same number is the same photo',
  access: 'account',
  upload: { maxBytes: 8 * 1024 * 1024 },
  params: z.object({ id: Uuid, photo: Uuid }),
  query: Side,
  reply: z.object({ id: Uuid }),
  refusals: [
    'not_found',
    'deposit_not_movable',
    'file_missing',
    'file_too_large',
    'not_a_picture',
    'picture_too_large',
    'picture_too_small',
    'too_many_photos',
  ],
  limit: 'uploads',
})

export const claimDeposit = endpoint({
  method: 'POST',
  path: '/api/deposits/:id/claim',
  summary: 'Claim part or all of a deposit, with a reason and at least one photo',
  access: 'host',
  params: One,
  body: z.object({
    version: z.int(),
    amountCents: z.int().check(z.minimum(1)),
    reason: Text(1000),
    photos: Photos.check(z.minLength(1)),
  }),
  reply: Deposit,
  idempotent: true,
  refusals: ['not_found', 'deposit_not_movable', 'stale_version', 'invalid_input'],
})

export const contestDeposit = endpoint({
  method: 'POST',
  path: '/api/deposits/:id/contest',
  summary: 'Contest a claim: the deposit stays frozen until an administrator decides',
  access: 'professional',
  params: One,
  body: z.object({ version: z.int(), text: Text(1000), photos: z._default(Photos, []) }),
  reply: Deposit,
  idempotent: true,
  refusals: ['not_found', 'deposit_not_movable', 'stale_version', 'invalid_input'],
})

export const settleDeposit = endpoint({
  method: 'POST',
  path: '/api/deposits/:id/:move',
  summary: 'Accept a claim as the professional; release the deposit or withdraw the claim as the host',
  access: 'account',
  params: z.object({ id: Uuid, move: z.enum(['accept', 'release', 'withdraw']) }),
  body: Version,
  reply: Deposit,
  idempotent: true,
  refusals: ['not_found', 'deposit_not_movable', 'stale_version'],
})

export const ContestedDeposit = z.object({
  ...parts,
  /** A second administrator must approve upholding the claim: above the limit two decide. */
  proposal: z.nullable(z.object({ mine: z.boolean() })),
})
export type ContestedDeposit = z.output<typeof ContestedDeposit>

export const contestedDeposits = endpoint({
  method: 'GET',
  path: '/api/admin/deposits',
  summary: 'List contested claims that await a decision, oldest first',
  access: 'admin',
  reply: z.object({ deposits: z.array(ContestedDeposit) }),
})

export const decideDeposit = endpoint({
  method: 'POST',
  path: '/api/admin/deposits/:id/decide',
  summary:
    'Decide a contested claim: charge it or release the deposit; above the limit a second administrator confirms',
  access: 'admin',
  params: One,
  body: z.object({ version: z.int(), verdict: DepositVerdict, reason: StaffReason }),
  reply: z.object({ proposed: z.boolean() }),
  idempotent: true,
  refusals: ['not_found', 'deposit_not_movable', 'stale_version', 'second_person_needed'],
})
