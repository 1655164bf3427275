/**
 * Session packs: massage professionals offer five sessions for less, and the demo's client bought one such pack, as the verbs would have
 * left it. Her visits are among the demo data's appointments; here is the pack and its money.
 */
import type pg from 'pg'
import { dayMs } from '#contract/platform/duration.ts'
import { shareOf } from '#contract/platform/money.ts'
import { packLabel } from '#contract/pricing/price-names.ts'
import {
  availableLines,
  captureLines,
  feeLines,
  type Line,
  movedLines,
} from '#server/payment/ledger/journals.ts'
import { hasOwnPlace } from '#server/seed/booking/groups.ts'
import { fullProfessionals, type Settled } from '#server/seed/people/people.ts'

/** The professional with session packs. */
export const packedBy = 7
const sessions = 5
const validityDays = 180
export const packCharge = 'ch_town_sessions_1'
const packId = '019e0000-0000-7000-a000-00000000a001'
const paymentId = '019e0000-0000-7000-b000-00000000a001'

/** The first service at the professional's own place without options. */
export const packedOffer = (settled: Settled) => {
  const { draft, serviceIds } = settled
  const index = hasOwnPlace(settled)
    ? draft.offers.findIndex(({ phases, addOns = [] }) => phases === undefined && addOns.length === 0)
    : -1
  const [offer, serviceId] = [draft.offers[index], serviceIds[index]]
  return offer === undefined || serviceId === undefined ? undefined : { offer, serviceId }
}

/** 15 % less than singly, in whole pesos. */
export const sessionWorth = ({ priceCents }: { priceCents: number }) =>
  Math.round((priceCents * 0.85) / 100) * 100

type Visit = {
  id: string
  service_id: number
  client_id: number
  terms: unknown
  worth: number
  booked: Date
}

export const writeSessionPacks = async (client: pg.Client, now: Date) => {
  await client.query(
    `update services set packs = jsonb_build_array(jsonb_build_object('id', 1, 'sessions', $1::integer,
       'priceCents', (round(price_cents * 0.85 / 100) * 100)::bigint * $1::integer, 'validityDays', $2::integer))
     where class_capacity is null and add_ons = '[]' and upfront_bp is null and upfront_cents is null
       and (professional_id = $3 or category = 'massage' and professional_id % 3 = 0) and professional_id <= ${fullProfessionals}`,
    [sessions, validityDays, packedBy],
  )
  const { rows: visits } = await client.query<Visit>(
    `select id, service_id::integer, client_id::integer, terms, total_cents::integer as worth, created_at as booked from bookings
     where professional_id = $1 and quote -> 'lines' @> jsonb_build_array(jsonb_build_object('label', $2::text)) order by created_at`,
    [packedBy, packLabel],
  )
  const [first] = visits
  if (first === undefined) return
  const boughtAt = new Date(Math.min(first.booked.getTime(), now.getTime()) - 2 * dayMs)
  const cents = first.worth * sessions
  await client.query(
    `insert into session_packs (id, version, status, client_id, professional_id, service_id, sessions, price_cents, single_cents, validity_days,
       terms, created_at, paid_at, valid_until)
     select $1, $2, 'active', $3, $4, $5, $6, $7, price_cents, $8, $9, $10, $10, $10::timestamptz + make_interval(days => $8)
     from services where id = $5`,
    [
      packId,
      2 + visits.length,
      first.client_id,
      packedBy,
      first.service_id,
      sessions,
      cents,
      validityDays,
      JSON.stringify(first.terms),
      boughtAt,
    ],
  )
  await writeMoney(client, { cents, usedCents: visits.reduce((sum, { worth }) => sum + worth, 0), boughtAt })
  for (const visit of visits) {
    await client.query('update bookings set session_pack_id = $2 where id = $1', [visit.id, packId])
    await client.query(
      'update payments set part_of = $2, restorable = true, card_ref = null where booking_id = $1',
      [visit.id, paymentId],
    )
    await post(client, 'set_aside', visit.booked, movedLines(visit.worth), `sessions:${visit.id}`)
  }
}

/** Charged at once by a card; her visits' share is the professional's. */
const writeMoney = async (
  client: pg.Client,
  { cents, usedCents, boughtAt }: { cents: number; usedCents: number; boughtAt: Date },
) => {
  const feeCents = shareOf(cents, 360) + 300
  const feeIvaCents = shareOf(feeCents, 1600)
  const availableAt = new Date(boughtAt.getTime() + dayMs)
  await client.query(
    `insert into payments (id, booking_id, payer, provider, method, status, amount_cents, authorized_cents, captured_cents, moved_cents, card_ref,
       charge_ref, card_brand, card_last4, capture_at, fee_cents, fee_iva_cents, available_at, made_available_at, created_at)
     values ($1, $2, 'visitor:town-1', 'standin', 'card', 'captured', $3, $3, $3, $4, 'card_ok_visa_4242_a001', $5, 'visa', '4242', $6, $7, $8,
       $9, $9, $6)`,
    [paymentId, packId, cents, usedCents, packCharge, boughtAt, feeCents, feeIvaCents, availableAt],
  )
  await client.query(
    `insert into standin.charges (id, idem_key, request, kind, behaviour, status, amount_cents, captured_cents, fee_cents, fee_iva_cents,
       available_at, card_ref, card_brand, card_last4, reference, return_url, created_at)
     values ($1, $1, '{}', 'charge', 'ok', 'captured', $2, $2, $3, $4, $5, 'card_ok_visa_4242_a001', 'visa', '4242', $6, '', $7)`,
    [packCharge, cents, feeCents, feeIvaCents, availableAt, paymentId, boughtAt],
  )
  await post(client, 'capture', boughtAt, captureLines(cents, 0), `${packCharge}:capture`)
  await post(client, 'fee', boughtAt, feeLines(feeCents, feeIvaCents), `${packCharge}:fee`)
  await post(
    client,
    'available',
    availableAt,
    availableLines(cents - feeCents - feeIvaCents),
    `${packCharge}:available`,
  )
}

const post = async (client: pg.Client, kind: string, at: Date, lines: readonly Line[], key: string) => {
  const { rows } = await client.query<{ id: number }>(
    `insert into journals (idem_key, kind, booking_id, at) values ($1, $2, $3, $4) returning id`,
    [`town:${key}`, kind, packId, at],
  )
  const saved = lines.filter(({ amountCents }) => amountCents !== 0)
  for (const [index, line] of saved.entries())
    await client.query(
      `insert into entries (journal_id, line, account, party_id, side, amount_cents) values ($1, $2, $3, $4, $5, $6)`,
      [rows[0]?.id, index + 1, line.account, line.partyId ?? null, line.side ?? null, line.amountCents],
    )
}
