/**
 * Recent visits of the demo's client: one with a reported problem, two that she may still report (one of them at the demo's host), one
 * there that took longer than booked, and one with a tip.
 */
import type pg from 'pg'
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import { roundedDivide } from '#contract/platform/money.ts'
import {
  availableLines,
  captureLines,
  divideLines,
  type Line,
  payeeLine,
} from '#server/payment/ledger/journals.ts'
import type { JournalKind } from '#server/payment/ledger/ledger.ts'
import { overtimeLines, settlementOfSplit } from '#server/pricing/settlement.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { openTerms } from '#server/pricing/terms.ts'
import { postTo } from '#server/seed/booking/absences.ts'
import { pastHour, sameHours, unlike } from '#server/seed/booking/past-hour.ts'

type Problem = {
  number: number
  /** With the demo's stylist, with another professional, or null: with any who has time. */
  own: boolean | null
  hoursAgo: number
  statement: string | null
  /** At the demo's host. */
  atHost?: true
  /** How long the professional stayed after the end. */
  overMinutes?: number
  /** Her tip beside the price. */
  tipCents?: number
}

const problems: readonly Problem[] = [
  {
    number: 1,
    own: true,
    hoursAgo: 9,
    statement:
      'Pedí el peinado con prueba incluida, como dice el servicio, y la prueba no se hizo: salí sin tiempo de corregir nada.',
  },
  { number: 2, own: true, hoursAgo: 12, statement: null },
  { number: 3, own: true, hoursAgo: 17, statement: null, atHost: true, overMinutes: 25 },
  { number: 4, own: true, hoursAgo: 21, statement: null, tipCents: 15_000 },
  { number: 5, own: null, hoursAgo: 25, statement: null, atHost: true },
]

type Like = {
  id: string
  same_hours: string
  terms: unknown
  total_cents: number
  rent_cents: number
  rent_minutes: number
  professional_id: number
  host_id: number
  client_id: number
}

/** After the history: each copies a visit that took place, at another time. */
export const writeProblems = async (client: pg.Client, now: Date) => {
  for (const problem of problems) {
    const { rows } = await client.query<Like>(
      `select booking.id, ${sameHours} as same_hours, booking.terms, booking.total_cents::int as total_cents, booking.rent_cents::int as rent_cents,
         booking.rent_minutes,
         booking.professional_id::int as professional_id, booking.host_id::int as host_id,
         (select id::int from clients where account_id = (select id from accounts where email = 'clienta@kalli.test')) as client_id
       from bookings booking
       where ($1::boolean is null or (booking.professional_id = 1) = $1) and booking.professional_id <> 7 and booking.status in ('completed', 'closed')
         and booking.kind = 'visit' and booking.parent_rent_id is null and booking.host_id is not null
         and booking.rent_cents > 0 and booking.cleaning_cents = 0 and booking.ends_at - booking.starts_at <= interval '1 hour'
       order by $3 and booking.host_id = (select hosts.id from hosts join accounts on accounts.id = hosts.account_id
         where email = 'host@kalli.test') desc, booking.total_cents desc, booking.id offset $2 limit 1000`,
      [problem.own, 5 + problem.number, problem.atHost ?? false],
    )
    const latest = new Date(now.getTime() - problem.hoursAgo * hourMs)
    latest.setUTCMinutes(0, 0, 0)
    // Visits that the client reported, or still may, ended less than 48 hours ago.
    const earliest = new Date(now.getTime() - 46 * hourMs)
    for (const like of unlike(rows)) {
      const startsAt = await pastHour(client, { like: like.id, clientId: like.client_id, latest, earliest })
      if (startsAt === undefined) continue
      await write(client, startsAt, problem, like)
      break
    }
  }
}

const moves = [
  ['hold', null, 'held', 'client'],
  ['pay', 'held', 'awaiting_payment', 'client'],
  ['confirm', 'awaiting_payment', 'confirmed', 'platform'],
  ['check_in', 'confirmed', 'in_progress', 'professional'],
  ['check_out', 'in_progress', 'to_settle', 'professional'],
  ['complete', 'to_settle', 'completed', 'client'],
] as const

const write = async (client: pg.Client, startsAt: Date, problem: Problem, like: Like) => {
  const id = `019aa000-0000-7000-8000-0000000ae${String(problem.number).padStart(3, '0')}`
  const confirmedAt = new Date(startsAt.getTime() - 48 * hourMs)
  // Until the overtime is charged.
  const late = problem.overMinutes ?? 0
  const { rows } = await client.query<{ ends_at: Date }>(
    `with visit as (insert into bookings (id, version, status, holder, professional_id, service_id, client_id, space_id, unit_id, host_id,
       starts_at, ends_at, buffer_before_minutes, buffer_after_minutes, unit_after_minutes, zone, local_start,
       service_name, total_cents, rent_cents, rent_minutes, rent_lines, cleaning_cents, terms, quote, quote_hash, contact, created_at,
       confirmed_at, arrival_code)
     select $1::uuid, 5, 'to_settle', holder, professional_id, service_id, $2::bigint, space_id, unit_id, host_id,
       $3::timestamptz, $3::timestamptz + (ends_at - starts_at), buffer_before_minutes, buffer_after_minutes, unit_after_minutes, zone,
       $3::timestamptz at time zone zone, service_name, total_cents, rent_cents, rent_minutes, rent_lines, cleaning_cents, terms, quote,
       quote_hash,
       (select jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email, 'phone', phone)
         from clients where clients.id = $2::bigint),
       $4::timestamptz, $4::timestamptz, '000000'
     from bookings where id = $5 returning id, starts_at, ends_at),
     came as (insert into attendances (booking_id, check_in_method, checked_in_at, checked_out_at)
       select id, 'client_code', starts_at, ends_at + $6 * interval '1 minute' from visit)
     select ends_at from visit`,
    [id, like.client_id, startsAt, confirmedAt, like.id, late],
  )
  const endsAt = rows[0]?.ends_at ?? startsAt
  const leftAt = new Date(endsAt.getTime() + late * minuteMs)
  for (const [place, [move, from, to, actor]] of moves.entries())
    await client.query(
      `insert into booking_moves (booking_id, version, move, from_status, to_status, actor, reason, at) values ($1, $2, $3, $4, $5, $6, '', $7)`,
      [id, place + 1, move, from, to, actor, place < 3 ? confirmedAt : place === 3 ? startsAt : leftAt],
    )
  const openedAt = new Date(endsAt.getTime() + hourMs / 2)
  await pay(client, { id, problem, like, endsAt })
  if (late > 0) await stay(client, { id, like, endsAt, leftAt, late })
  await client.query(
    `update bookings set status = 'completed', version = 6, completed_at =
       (select checked_out_at from attendances where booking_id = $1) where id = $1`,
    [id],
  )
  if (problem.tipCents !== undefined)
    await give(client, { id, problem, like, leftAt, cents: problem.tipCents })
  if (problem.statement !== null) await report(client, { id, like, openedAt, statement: problem.statement })
}

/** Charged the day before, divided at the end; each share is paid out three days later. */
const pay = async (
  client: pg.Client,
  { id, problem, like, endsAt }: { id: string; problem: Problem; like: Like; endsAt: Date },
) => {
  const { total_cents: totalCents, rent_cents: rentCents } = like
  const split = splitUnder(openTerms(like.terms), { serviceCents: totalCents, rentCents })
  const settlement = settlementOfSplit(split, {
    clientId: like.client_id,
    professionalId: like.professional_id,
    hostId: like.host_id,
  })
  const [payment, charge] = [id.replace('0ae', '0be'), `ch_town_problem_${problem.number}`]
  const releaseAt = new Date(endsAt.getTime() + 72 * hourMs)
  await client.query(
    `insert into payments (id, booking_id, payer, provider, method, status, amount_cents, authorized_cents, captured_cents,
       card_ref, charge_ref, card_brand, card_last4, settlement, settled_at, release_professional_at, release_host_at, created_at)
     select $2::uuid, id, holder, 'standin', 'card', 'captured', $3::bigint, $3::bigint, $3::bigint, 'card_ok_visa_4242_0' || right($4, 1), $4,
       'visa', '4242', $5::jsonb, $6::timestamptz, $7::timestamptz, $7::timestamptz, created_at from bookings where id = $1`,
    [id, payment, totalCents, charge, JSON.stringify(settlement), endsAt, releaseAt],
  )
  await client.query(
    `insert into standin.charges (id, idem_key, request, kind, behaviour, status, amount_cents, captured_cents,
       card_ref, card_brand, card_last4, reference, return_url, created_at)
     values ($1, $1, '{}', 'charge', 'ok', 'captured', $2, $2, 'card_ok_visa_4242_0' || right($1, 1), 'visa', '4242', $3, '', $4)`,
    [charge, totalCents, payment, endsAt],
  )
  const post = (kind: JournalKind, lines: readonly Line[]) =>
    postTo(client, { id, key: `town:problem:${problem.number}:${kind}`, kind, lines, at: endsAt })
  await post('capture', captureLines(totalCents, 0))
  await post('available', availableLines(totalCents))
  await post('split', divideLines(totalCents, settlement.keepCents, settlement.shares))
  const dues = [
    ['professional', like.professional_id, split.professional.netCents],
    ['host', like.host_id, split.host.netCents],
  ] as const
  for (const [place, [party, partyId, cents]] of dues.entries())
    await client.query(
      `insert into payouts (id, party, party_id, booking_id, amount_cents, status, release_at) values ($1, $2, $3, $4, $5, 'accrued', $6)`,
      [id.replace('0ae', `${place + 1}ce`), party, partyId, id, cents, releaseAt],
    )
}

/** By the card that paid the visit, whole to the professional; paid out with the rest (server/booking/settlement/tip.ts). */
const give = async (
  client: pg.Client,
  {
    id,
    problem,
    like,
    leftAt,
    cents,
  }: { id: string; problem: Problem; like: Like; leftAt: Date; cents: number },
) => {
  const [tip, payment] = [id.replace('0ae', '0fe'), id.replace('0ae', '4ce')]
  const charge = `ch_town_tip_${problem.number}`
  const share = payeeLine({ side: 'professional', id: like.professional_id }, cents)
  const releaseAt = new Date(leftAt.getTime() + 72 * hourMs)
  await client.query(
    `insert into tips (id, booking_id, client_id, professional_id, amount_cents, state, version, requested_at, paid_at)
     values ($1, $2, $3, $4, $5, 'paid', 2, $6, $6)`,
    [tip, id, like.client_id, like.professional_id, cents, leftAt],
  )
  await client.query(
    `insert into payments (id, booking_id, payer, provider, method, status, amount_cents, authorized_cents, captured_cents,
       card_ref, charge_ref, card_brand, card_last4, settlement, settled_at, release_professional_at, release_host_at, created_at)
     select $2::uuid, $3::uuid, holder, 'standin', 'card', 'captured', $4::bigint, $4::bigint, $4::bigint,
       'card_ok_visa_4242_0' || right($5, 1), $5, 'visa', '4242', $6::jsonb, $7::timestamptz, $8::timestamptz, $8::timestamptz, $7::timestamptz
     from bookings where id = $1`,
    [
      id,
      payment,
      tip,
      cents,
      charge,
      JSON.stringify({ kind: 'tip', keepCents: cents, shares: [share], extras: [] }),
      leftAt,
      releaseAt,
    ],
  )
  await client.query(
    `insert into standin.charges (id, idem_key, request, kind, behaviour, status, amount_cents, captured_cents,
       card_ref, card_brand, card_last4, reference, return_url, created_at)
     values ($1, $1, '{}', 'charge', 'ok', 'captured', $2, $2, 'card_ok_visa_4242_0' || right($1, 1), 'visa', '4242', $3, '', $4)`,
    [charge, cents, payment, leftAt],
  )
  const post = (kind: JournalKind, lines: readonly Line[]) =>
    postTo(client, { id: tip, key: `town:tip:${problem.number}:${kind}`, kind, lines, at: leftAt })
  await post('capture', captureLines(cents, 0))
  await post('available', availableLines(cents))
  await post('tip', divideLines(cents, cents, [share]))
  await client.query(
    `insert into payouts (id, party, party_id, booking_id, amount_cents, status, release_at)
     values ($1, 'professional', $2, $3, $4, 'accrued', $5)`,
    [id.replace('0ae', '5ce'), like.professional_id, tip, cents, releaseAt],
  )
}

/** Ten minutes free, then each started quarter of an hour; out of the professional's share (server/booking/settlement/meter.ts). */
const stay = async (
  client: pg.Client,
  { id, like, endsAt, leftAt, late }: { id: string; like: Like; endsAt: Date; leftAt: Date; late: number },
) => {
  const overtime = id.replace('0ae', '0ee')
  const charged = Math.ceil((late - 10) / 15) * 15
  const cents = roundedDivide(like.rent_cents * charged, like.rent_minutes)
  const line = { kind: 'overtime', label: 'Tiempo extra', detail: `${charged} min`, amountCents: cents }
  await client.query(
    `insert into overtimes (id, booking_id, paid_until, left_at, charged_until, minutes, charged_minutes, cut_short, amount_cents,
       lines, contest_by, posted_at)
     values ($1, $2, $3::timestamptz, $4::timestamptz, $3::timestamptz + $6 * interval '1 minute', $5, $6, false, $7, $8,
       $4::timestamptz + interval '48 hours', $4)`,
    [overtime, id, endsAt, leftAt, late, charged, cents, JSON.stringify([line])],
  )
  const split = splitUnder(openTerms(like.terms), { serviceCents: 0, rentCents: cents })
  const whose = { professionalId: like.professional_id, hostId: like.host_id }
  const key = `town:overtime:${id}`
  await postTo(client, { id, key, kind: 'overtime', lines: overtimeLines(split, whose), at: leftAt })
  await client.query(
    `update payouts set amount_cents = amount_cents - $2 where booking_id = $1 and party = 'professional'`,
    [id, cents],
  )
  await client.query(
    `insert into payouts (id, party, party_id, booking_id, amount_cents, status, release_at)
     values ($1, 'host', $2, $3, $4, 'accrued', $5)`,
    [
      id.replace('0ae', '3ce'),
      like.host_id,
      overtime,
      split.host.netCents,
      new Date(leftAt.getTime() + 72 * hourMs),
    ],
  )
}

/** Reported by the client; the stylist has two days to answer, and their share of it waits. */
const report = async (
  client: pg.Client,
  { id, like, openedAt, statement }: { id: string; like: Like; openedAt: Date; statement: string },
) => {
  const dispute = id.replace('0ae', '0de')
  await client.query(
    `update payouts set status = 'withheld', frozen_for = $2 where booking_id = $1 and party = 'professional'`,
    [id, dispute],
  )
  await client.query(
    `insert into disputes (id, booking_id, opened_by, respondent, subject, line, line_cents, frozen_cents, state, statement, opened_at,
       answer_by)
     select $1, $2::uuid, 'client', 'professional', 'not_as_agreed', 'service', $3, amount_cents, 'waiting', $4, $5::timestamptz,
       $5::timestamptz + interval '48 hours' from payouts where booking_id = $2::uuid and party = 'professional'`,
    [dispute, id, like.total_cents, statement, openedAt],
  )
  await client.query(
    `insert into dispute_moves (dispute_id, version, move, to_state, actor, at) values ($1, 1, 'open', 'waiting', 'client', $2)`,
    [dispute, openedAt],
  )
  await client.query(
    `insert into notifications (account_id, type, title, message, about_kind, about_id, created_at, dedupe_key)
     select professional.account_id, 'other', 'Reportaron un problema: responde',
       'Tu cliente reportó un problema de ' || booking.service_name || '. Tienes 48 horas para responder; lo demás sigue su curso.',
       'problem', booking.id::text, $2::timestamptz, 'dispute:' || $3::text || ':open:professional'
     from bookings booking join professionals professional on professional.id = booking.professional_id where booking.id = $1`,
    [id, openedAt, dispute],
  )
}
