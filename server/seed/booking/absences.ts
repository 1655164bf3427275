/**
 * No-show visits: one that the demo's client may contest, one that waits for an administrator, one that the demo's stylist may contest, one
 * for which the client has credit; and three past visits not reported yet: in two the client did not come, in the other the professional.
 */
import { hourMs, minuteMs } from '#contract/platform/duration.ts'
import type pg from 'pg'
import {
  availableLines,
  captureLines,
  divideLines,
  type Line,
  refundLines,
} from '#server/payment/ledger/journals.ts'
import type { JournalKind } from '#server/payment/ledger/ledger.ts'
import { cancellation } from '#server/pricing/cancellation.ts'
import { settlementOfCancellation } from '#server/pricing/settlement.ts'
import { openTerms } from '#server/pricing/terms.ts'
import { pastHour, sameHours, unlike } from '#server/seed/booking/past-hour.ts'

type Absence = {
  number: number
  absent: 'client' | 'professional'
  saidBy: 'client' | 'professional' | 'host'
  hoursAgo: number
  /** `unsaid`: not registered. */
  state: 'unsaid' | 'open' | 'contested' | 'stands'
  /** The demo's stylist, or another professional. */
  own: boolean
  /** The demo's client, or another client. */
  mine: boolean
  evidence: string | null
}

const absences: readonly Absence[] = [
  {
    number: 1,
    absent: 'client',
    saidBy: 'professional',
    hoursAgo: 3,
    state: 'open',
    own: true,
    mine: true,
    evidence: null,
  },
  {
    number: 2,
    absent: 'client',
    saidBy: 'professional',
    hoursAgo: 60,
    state: 'contested',
    own: true,
    mine: false,
    evidence:
      'Llegué diez minutos tarde y toqué el timbre dos veces; nadie abrió. Tengo la foto de la puerta y el viaje en la app.',
  },
  {
    number: 3,
    absent: 'professional',
    saidBy: 'client',
    hoursAgo: 5,
    state: 'open',
    own: true,
    mine: false,
    evidence: null,
  },
  {
    number: 4,
    absent: 'professional',
    saidBy: 'client',
    hoursAgo: 9 * 24,
    state: 'stands',
    own: false,
    mine: true,
    evidence: null,
  },
  {
    number: 5,
    absent: 'client',
    saidBy: 'professional',
    hoursAgo: 2,
    state: 'unsaid',
    own: true,
    mine: true,
    evidence: null,
  },
  {
    number: 6,
    absent: 'professional',
    saidBy: 'client',
    hoursAgo: 2,
    state: 'unsaid',
    own: false,
    mine: true,
    evidence: null,
  },
  {
    number: 7,
    absent: 'client',
    saidBy: 'professional',
    hoursAgo: 2,
    state: 'unsaid',
    own: true,
    mine: true,
    evidence: null,
  },
]

type Like = {
  id: string
  same_hours: string
  terms: unknown
  zone: string
  total_cents: number
  rent_cents: number
  cleaning_cents: number
  professional_id: number
  host_id: number
  client_id: number
}

/** After the history: each copies a visit that took place, at another time. */
export const writeAbsences = async (client: pg.Client, now: Date) => {
  for (const absence of absences) {
    const range = rangeOf(absence, now)
    for (const like of unlike(await likesOf(client, absence))) {
      const startsAt = await pastHour(client, { like: like.id, clientId: like.client_id, ...range })
      if (startsAt === undefined) continue
      await write(client, startsAt, absence, like)
      break
    }
  }
}

/** A no-show that may still be contested was reported less than a day ago. */
const rangeOf = ({ hoursAgo, state }: Absence, now: Date) => {
  const latest = new Date(now.getTime() - hoursAgo * hourMs)
  latest.setUTCMinutes(0, 0, 0)
  const back = state === 'open' || state === 'unsaid' ? 22 - hoursAgo : 7 * 24
  return { latest, earliest: new Date(latest.getTime() - back * hourMs) }
}

/** Visits to copy, the best first: not all of them have a free hour in the range. */
const likesOf = async (client: pg.Client, { number, own, mine }: Absence): Promise<readonly Like[]> => {
  const { rows } = await client.query<Like>(
    `select booking.id, ${sameHours} as same_hours, booking.terms, booking.zone, booking.total_cents::int as total_cents, booking.rent_cents::int as rent_cents,
       booking.cleaning_cents::int as cleaning_cents, booking.professional_id, booking.host_id,
       coalesce((select id from clients where account_id = (select id from accounts where email = 'clienta@kalli.test') and $2),
         booking.client_id) as client_id
     from bookings booking
     where (booking.professional_id = 1) = $1 and booking.professional_id <> 7 and booking.status in ('completed', 'closed')
       and booking.kind = 'visit' and booking.parent_rent_id is null and booking.host_id is not null
       and booking.rent_cents > 0 and booking.ends_at - booking.starts_at <= interval '1 hour'
       and booking.client_id is distinct from (select id from clients where account_id = 1)
     order by booking.total_cents desc, booking.id offset $3 limit 1000`,
    [own, mine, number],
  )
  return rows
}

const write = async (client: pg.Client, startsAt: Date, absence: Absence, like: Like) => {
  const id = `019aa000-0000-7000-8000-0000000ab${String(absence.number).padStart(3, '0')}`
  const markedAt = new Date(startsAt.getTime() + 20 * minuteMs)
  const terms = openTerms(like.terms)
  const priced = {
    terms,
    totalCents: like.total_cents,
    rentCents: like.rent_cents - like.cleaning_cents,
    startsAt,
    confirmedAt: new Date(startsAt.getTime() - 48 * hourMs),
    zone: like.zone,
    now: startsAt,
  }
  const outcome = cancellation(priced, `${absence.absent}_no_show`)
  const { feeCents } = cancellation(priced, 'client_no_show')
  const ending = {
    by: absence.absent,
    at: markedAt.toISOString(),
    reason: outcome.reason,
    refundCents: outcome.refundCents,
    feeCents: outcome.feeCents,
    professionalNetCents:
      outcome.feeSplit.professional.netCents - outcome.creditCents - outcome.rentChargedCents,
    hostNetCents: outcome.feeSplit.host.netCents + outcome.rentSplit.host.netCents,
  }
  const arrivedAt = absence.absent === 'client' ? startsAt : null
  const moves = movesFor(absence)
  const isSaid = absence.state !== 'unsaid'
  await client.query(
    `with visit as (insert into bookings (id, version, status, holder, professional_id, service_id, client_id, space_id, unit_id, host_id,
       starts_at, ends_at, buffer_before_minutes, buffer_after_minutes, unit_after_minutes, zone, local_start,
       service_name, total_cents, rent_cents, rent_minutes, rent_lines, cleaning_cents, terms, quote, quote_hash, contact, created_at,
       confirmed_at, ended_at, arrival_code, cancellation)
     select $1::uuid, $2, $3, holder, professional_id, service_id, $4, space_id, unit_id, host_id,
       $5::timestamptz, $5::timestamptz + (ends_at - starts_at), buffer_before_minutes, buffer_after_minutes, unit_after_minutes, zone,
       $5::timestamptz at time zone zone, service_name, total_cents, rent_cents, rent_minutes, rent_lines, cleaning_cents, terms, quote,
       quote_hash,
       coalesce((select jsonb_build_object('firstName', first_name, 'lastName', last_name, 'email', email, 'phone', phone)
         from clients where clients.id = $4), contact),
       $6::timestamptz, $6::timestamptz, $7::timestamptz, '000000', $8::jsonb
     from bookings where id = $10 returning id)
     insert into attendances (booking_id, professional_arrived_at, professional_arrival_method)
     select id, $9, 'station_code' from visit where $9::timestamptz is not null`,
    [
      id,
      moves.length,
      isSaid ? `${absence.absent}_no_show` : 'confirmed',
      like.client_id,
      startsAt,
      priced.confirmedAt,
      isSaid ? markedAt : null,
      isSaid ? JSON.stringify(ending) : null,
      arrivedAt,
      like.id,
    ],
  )
  for (const [place, [move, from, to, actor]] of moves.entries())
    await client.query(
      `insert into booking_moves (booking_id, version, move, from_status, to_status, actor, reason, at) values ($1, $2, $3, $4, $5, $6, '', $7)`,
      [id, place + 1, move, from, to, actor, place < 3 ? priced.confirmedAt : markedAt],
    )
  if (!isSaid)
    return pay(client, { id, absence, like, feeCents: like.total_cents, settlement: null, markedAt })
  await client.query(
    `insert into no_shows (booking_id, absent, reported_by, state, fee_cents, marked_at, contest_by, evidence, contested_at, decided_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz, $6::timestamptz + interval '24 hours', $7, $8, $9)`,
    [
      id,
      absence.absent,
      absence.saidBy,
      absence.state,
      feeCents,
      markedAt,
      absence.evidence,
      absence.state === 'contested' ? new Date(markedAt.getTime() + hourMs) : null,
      absence.state === 'stands' ? new Date(markedAt.getTime() + 24 * hourMs) : null,
    ],
  )
  const settlement =
    absence.state === 'stands'
      ? settlementOfCancellation(outcome, {
          clientId: like.client_id,
          professionalId: like.professional_id,
          hostId: like.host_id,
        })
      : null
  await pay(client, { id, absence, like, feeCents, settlement, markedAt })
  if (absence.state === 'open' && absence.absent === 'professional') await ring(client, id, markedAt)
}

const movesFor = ({ absent, saidBy, state }: Absence) => {
  const ended = `${absent}_no_show`
  const of = absent === 'client' ? 'no_show' : 'absence'
  return [
    ['hold', null, 'held', 'client'],
    ['pay', 'held', 'awaiting_payment', 'client'],
    ['confirm', 'awaiting_payment', 'confirmed', 'platform'],
    ...(absent === 'client' ? [['arrive', 'confirmed', 'confirmed', 'professional']] : []),
    ...(state === 'unsaid' ? [] : [[ended, 'confirmed', ended, saidBy]]),
    ...(state === 'contested' ? [[`contest_${of}`, ended, ended, absent]] : []),
    ...(state === 'stands' ? [[`uphold_${of}`, ended, ended, 'platform']] : []),
  ] as const
}

type Paid = {
  id: string
  absence: Absence
  like: Like
  feeCents: number
  settlement: ReturnType<typeof settlementOfCancellation> | null
  markedAt: Date
}

/** Charged the day before; the undisputed part was refunded at once, of an unreported no-show nothing. */
const pay = async (client: pg.Client, { id, absence, like, feeCents, settlement, markedAt }: Paid) => {
  const { total_cents: totalCents } = like
  const backCents = settlement === null ? totalCents - feeCents : totalCents
  const charge = `ch_town_absence_${absence.number}`
  const payment = id.replace('0ab', '0bc')
  const settledAt = settlement === null ? null : new Date(markedAt.getTime() + 24 * hourMs)
  await client.query(
    `insert into payments (id, booking_id, payer, provider, method, status, amount_cents, authorized_cents, captured_cents,
       refunded_cents, returned_cents, card_ref, charge_ref, card_brand, card_last4, settlement, settled_at,
       release_professional_at, release_host_at, created_at)
     select $2::uuid, id, holder, 'standin', 'card', case when $5::bigint = 0 then 'captured' when $5::bigint = $3::bigint then 'refunded' else 'partially_refunded' end,
       $3::bigint, $3::bigint, $3::bigint, $5::bigint, $6::bigint, 'card_ok_visa_4242_' || $4, $4, 'visa', '4242', $7::jsonb, $8::timestamptz,
       $8::timestamptz, $8::timestamptz, created_at
     from bookings where id = $1`,
    [
      id,
      payment,
      totalCents,
      charge,
      backCents,
      totalCents - feeCents,
      settlement === null ? null : JSON.stringify(settlement),
      settledAt,
    ],
  )
  await client.query(
    `insert into standin.charges (id, idem_key, request, kind, behaviour, status, amount_cents, captured_cents, refunded_cents,
       card_ref, card_brand, card_last4, reference, return_url, created_at)
     values ($1, $1, '{}', 'charge', 'ok', 'captured', $2, $2, $3, 'card_ok_visa_4242_' || $1, 'visa', '4242', $4, '', $5)`,
    [charge, totalCents, backCents, payment, markedAt],
  )
  const post = (kind: JournalKind, lines: readonly Line[], at: Date) =>
    postTo(client, { id, key: `town:absence:${absence.number}:${kind}`, kind, lines, at })
  await post('capture', captureLines(totalCents, 0), markedAt)
  await post('available', availableLines(totalCents), markedAt)
  await post('return', divideLines(totalCents - feeCents, 0, []), markedAt)
  await post('refund', refundLines(backCents), markedAt)
  if (settlement === null || settledAt === null) return
  await post('cancellation', divideLines(feeCents, settlement.keepCents, settlement.shares), settledAt)
  for (const { kind, lines } of settlement.extras) await post(kind, lines, settledAt)
  const host = settlement.extras.flatMap(({ lines }) => lines).find(({ account }) => account === 2030)
  if (host?.partyId !== undefined)
    await client.query(
      `insert into payouts (id, party, party_id, booking_id, amount_cents, status, release_at) values ($1, 'host', $2, $3, $4, 'accrued', $5)`,
      [
        id.replace('0ab', '0cd'),
        host.partyId,
        id,
        -host.amountCents,
        new Date(settledAt.getTime() + 30 * 24 * hourMs),
      ],
    )
}

/** The journal, and the projection that no trigger maintains while demo data is loaded. */
export const postTo = async (
  client: pg.Client,
  {
    id,
    key,
    kind,
    lines,
    at,
  }: { id: string; key: string; kind: JournalKind; lines: readonly Line[]; at: Date },
) => {
  const saved = lines.filter(({ amountCents }) => amountCents !== 0)
  if (saved.length === 0) return
  const { rows } = await client.query<{ id: number }>(
    `insert into journals (idem_key, kind, booking_id, at) values ($1, $2, $3, $4) returning id`,
    [key, kind, id, at],
  )
  const { rows: mode } = await client.query<{ replica: boolean }>(
    `select current_setting('session_replication_role') = 'replica' or tgenabled = 'D' as replica
     from pg_trigger where tgname = 'entries_project' and not tgisinternal`,
  )
  for (const [index, line] of saved.entries()) {
    await client.query(
      `insert into entries (journal_id, line, account, party_id, side, amount_cents) values ($1, $2, $3, $4, $5, $6)`,
      [rows[0]?.id, index + 1, line.account, line.partyId ?? null, line.side ?? null, line.amountCents],
    )
    if (mode[0]?.replica === true && line.partyId !== undefined)
      await client.query(
        `insert into balances as b values ($1, $2, $3)
         on conflict (account, party_id) do update set amount_cents = b.amount_cents + excluded.amount_cents`,
        [line.account, line.partyId, line.amountCents],
      )
  }
}

const ring = (client: pg.Client, id: string, at: Date) =>
  client.query(
    `insert into notifications (account_id, type, title, message, about_kind, about_id, created_at, dedupe_key)
     select professional.account_id, 'other', 'Registraron que no llegaste: ' || booking.service_name,
       coalesce(booking.contact ->> 'firstName', 'Tu cliente') || ' registró que no llegaste. Si no fue así, dilo en las próximas 24 horas.',
       'no_show', booking.id::text, $2::timestamptz, 'booking_no_show:' || booking.id || ':professional'
     from bookings booking join professionals professional on professional.id = booking.professional_id where booking.id = $1`,
    [id, at],
  )
