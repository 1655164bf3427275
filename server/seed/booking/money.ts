/** Payments, the stand-in's own books, journals and payouts of the demo data's history. */
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import { shareOf } from '#contract/platform/money.ts'
import {
  arrivedLines,
  availableLines,
  captureLines,
  divideLines,
  endHoldLines,
  feeLines,
  holdLines,
  type Line,
  transferLines,
} from '#server/payment/ledger/journals.ts'
import type { JournalKind } from '#server/payment/ledger/ledger.ts'
import { scheduleOf } from '#server/payment/provider/rules.ts'
import { settlementOfSplit } from '#server/pricing/settlement.ts'
import { releaseAt } from '#server/pricing/pricing.ts'
import { table } from '#server/seed/people/copy.ts'
import { type Past, splitOf } from '#server/seed/booking/past.ts'
import { packCharge } from '#server/seed/booking/session-packs.ts'

export const openLedger = () => ({
  payments: table('payments', [
    'id',
    'booking_id',
    'payer',
    'provider',
    'method',
    'status',
    'amount_cents',
    'authorized_cents',
    'captured_cents',
    'card_ref',
    'charge_ref',
    'card_brand',
    'card_last4',
    'authorize_at',
    'capture_at',
    'fee_cents',
    'fee_iva_cents',
    'available_at',
    'made_available_at',
    'settlement',
    'settled_at',
    'release_professional_at',
    'release_host_at',
    'created_at',
  ]),
  charges: table('standin.charges', [
    'id',
    'idem_key',
    'request',
    'kind',
    'behaviour',
    'status',
    'amount_cents',
    'captured_cents',
    'fee_cents',
    'fee_iva_cents',
    'available_at',
    'card_ref',
    'card_brand',
    'card_last4',
    'reference',
    'return_url',
    'created_at',
  ]),
  journals: table('journals', ['id', 'idem_key', 'kind', 'booking_id', 'external_id', 'at']),
  entries: table('entries', ['journal_id', 'line', 'account', 'party_id', 'side', 'amount_cents']),
  payouts: table('payouts', [
    'id',
    'party',
    'party_id',
    'booking_id',
    'amount_cents',
    'status',
    'release_at',
    'external_id',
    'paid_at',
  ]),
})
type Ledger = ReturnType<typeof openLedger>

export const writeMoney = (books: Ledger, past: Past, now: number) => {
  const plan = planOf(past, now)
  writePayment(books, past, plan)
  let journal = past.number * 8
  const post = (kind: JournalKind, at: number, lines: readonly Line[], externalId: string | null = null) => {
    journal += 1
    books.journals.add(journal, `town:${past.number}:${journal}`, kind, past.id, externalId, new Date(at))
    const stored = lines.filter(({ amountCents }) => amountCents !== 0)
    for (const [index, line] of stored.entries())
      books.entries.add(
        journal,
        index + 1,
        line.account,
        line.partyId ?? null,
        line.side ?? null,
        line.amountCents,
      )
  }
  const { totalCents } = past
  // It was paid with its pack (session-packs.ts).
  if (past.appointment.sessionCents !== undefined) {
    post('part', past.at.booked, arrivedLines(totalCents))
    if (past.at.completed !== null) divide(books, past, now, post)
    return
  }
  if (plan.heldAt !== null) post('hold', plan.heldAt, holdLines(totalCents), `${plan.chargeRef}:hold`)
  if (past.status === 'cancelled_by_client') {
    if (plan.heldAt !== null) post('end_hold', past.at.ended ?? plan.heldAt, endHoldLines(totalCents))
    return
  }
  if (plan.capturedAt === null) return
  post('capture', plan.capturedAt, captureLines(totalCents, totalCents), `${plan.chargeRef}:capture`)
  post('fee', plan.capturedAt, feeLines(plan.feeCents, plan.feeIvaCents), `${plan.chargeRef}:fee`)
  if (plan.madeAvailableAt !== null)
    post('available', plan.madeAvailableAt, availableLines(totalCents - plan.feeCents - plan.feeIvaCents))
  if (past.at.completed !== null) divide(books, past, now, post)
}

type Post = (kind: JournalKind, at: number, lines: readonly Line[], externalId?: string | null) => void

const divide = (books: Ledger, past: Past, now: number, post: Post) => {
  const { settled, agreement, endsAt } = past.appointment
  const parties = {
    clientId: past.client.id,
    professionalId: settled.draft.id,
    hostId: agreement?.space.hostId ?? null,
  }
  const split = splitOf(past)
  const settlement = settlementOfSplit(split, parties)
  post('split', past.at.completed ?? endsAt, divideLines(past.totalCents, past.totalCents, settlement.shares))
  const release = releaseAt(past.terms, new Date(endsAt))
  const payees = [
    {
      side: 'professional' as const,
      id: parties.professionalId,
      cents: split.professional.netCents,
      at: release.professional,
    },
    ...(parties.hostId === null
      ? []
      : [{ side: 'host' as const, id: parties.hostId, cents: split.host.netCents, at: release.host }]),
  ]
  for (const payee of payees) {
    if (payee.cents <= 0) continue
    const paid = payee.at.getTime() < now - hourMs
    const transfer = `tr_town_${past.number}_${payee.side}`
    books.payouts.add(
      derived(past.id, payee.side === 'host' ? 'd' : 'c'),
      payee.side,
      payee.id,
      past.id,
      payee.cents,
      paid ? 'paid' : 'accrued',
      payee.at,
      paid ? transfer : null,
      paid ? payee.at : null,
    )
    if (paid)
      post(
        'transfer',
        payee.at.getTime(),
        transferLines({ side: payee.side, id: payee.id }, payee.cents),
        transfer,
      )
  }
}

type Plan = {
  status: 'card_saved' | 'authorized' | 'captured' | 'voided'
  heldAt: number | null
  capturedAt: number | null
  madeAvailableAt: number | null
  availableAt: number | null
  authorizeAt: Date | null
  captureAt: Date | null
  feeCents: number
  feeIvaCents: number
  chargeRef: string
}

const paidByPack: Plan = {
  status: 'captured',
  heldAt: 0,
  capturedAt: 0,
  madeAvailableAt: null,
  availableAt: null,
  authorizeAt: null,
  captureAt: null,
  feeCents: 0,
  feeIvaCents: 0,
  chargeRef: packCharge,
}

/** Authorized and charged when the rules say so, for a booking made at that moment. */
const planOf = (past: Past, now: number): Plan => {
  if (past.appointment.sessionCents !== undefined) return paidByPack
  const schedule = scheduleOf(new Date(past.appointment.startsAt), new Date(past.at.booked))
  const until = past.status === 'cancelled_by_client' ? (past.at.ended ?? now) : now
  const holdAt = schedule.authorizeAt?.getTime() ?? past.at.booked + minuteMs
  const heldAt = holdAt <= until ? holdAt : null
  const chargeAt = Math.max(schedule.captureAt.getTime(), holdAt)
  const capturedAt = past.status !== 'cancelled_by_client' && chargeAt <= now ? chargeAt : null
  const availableAt = capturedAt === null ? null : capturedAt + 24 * hourMs
  // 3.6 % + $3.00, and IVA on that: what card processors in Mexico publish.
  const feeCents = capturedAt === null ? 0 : shareOf(past.totalCents, 360) + 300
  const cancelled = past.status === 'cancelled_by_client'
  return {
    status: cancelled
      ? 'voided'
      : capturedAt !== null
        ? 'captured'
        : heldAt !== null
          ? 'authorized'
          : 'card_saved',
    heldAt,
    capturedAt,
    availableAt,
    madeAvailableAt:
      past.at.completed !== null || (availableAt !== null && availableAt <= now)
        ? Math.min(availableAt ?? now, now)
        : null,
    authorizeAt: schedule.authorizeAt,
    captureAt: schedule.captureAt,
    feeCents,
    feeIvaCents: shareOf(feeCents, 1600),
    chargeRef: `ch_town_${past.number}`,
  }
}

const writePayment = (books: Ledger, past: Past, plan: Plan) => {
  const { id, totalCents, appointment, at, rng } = past
  const paymentId = derived(id, 'b')
  const brand = rng.pick(['visa', 'visa', 'mastercard'])
  const last4 = String(rng.whole(1000, 9999))
  const captured = plan.capturedAt === null ? 0 : totalCents
  // As the stand-in names a saved card: its behaviour is encoded in it.
  const cardRef = `card_ok_${brand}_${last4}_${past.number.toString(16)}`
  const settledAt = past.at.completed === null ? null : new Date(past.at.completed)
  const { agreement, settled } = appointment
  const settlement =
    settledAt === null
      ? null
      : {
          json: settlementOfSplit(splitOf(past), {
            clientId: past.client.id,
            professionalId: settled.draft.id,
            hostId: agreement?.space.hostId ?? null,
          }),
        }
  const release = settledAt === null ? null : releaseAt(past.terms, new Date(appointment.endsAt))
  const available = plan.availableAt === null ? null : new Date(plan.availableAt)
  books.payments.add(
    paymentId,
    id,
    `visitor:town-${appointment.client}`,
    'standin',
    'card',
    plan.status,
    totalCents,
    plan.heldAt === null ? 0 : totalCents,
    captured,
    cardRef,
    plan.chargeRef,
    brand,
    last4,
    plan.authorizeAt,
    plan.captureAt,
    plan.feeCents,
    plan.feeIvaCents,
    available,
    plan.madeAvailableAt === null ? null : new Date(plan.madeAvailableAt),
    settlement,
    settledAt,
    release?.professional ?? null,
    release?.host ?? null,
    new Date(at.booked),
  )
  // The processor keeps what may still be charged or refunded.
  if (
    past.status === 'closed' ||
    past.status === 'cancelled_by_client' ||
    appointment.sessionCents !== undefined
  )
    return
  const saved = plan.status === 'card_saved'
  books.charges.add(
    plan.chargeRef,
    `town:${past.number}`,
    { json: {} },
    saved ? 'setup' : 'charge',
    'ok',
    saved ? 'saved' : plan.status,
    saved ? 0 : totalCents,
    captured,
    plan.feeCents,
    plan.feeIvaCents,
    available,
    cardRef,
    brand,
    last4,
    paymentId,
    '',
    new Date(at.booked),
  )
}

/** Derives the id of its payment or payout from a booking's. */
const derived = (bookingId: string, mark: 'b' | 'c' | 'd') =>
  `${bookingId.slice(0, 19)}${mark}${bookingId.slice(20)}`
