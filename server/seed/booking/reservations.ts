/**
 * Hours that the demo's stylist rented without a client yet, at the salon where she works: paid, and hers tomorrow; some of yesterday,
 * whose deposit the host may still claim; and a pack of which most is left. For the future ones the host proposes another hour.
 */
import type pg from 'pg'
import { hourMs } from '#contract/platform/duration.ts'
import { formatCents, shareOf } from '#contract/platform/money.ts'
import { changeBy } from '#server/booking/moves/proposal-row.ts'
import { captureLines, feeLines, holdLines, type Line } from '#server/payment/ledger/journals.ts'

const professionalId = 1
/** The same in all demo data. */
const toCome = {
  name: 'rent',
  id: '019aa000-0000-7000-8000-00000000a001',
  paymentId: '019aa000-0000-7000-8000-00000000b001',
}
const lately = {
  name: 'used',
  id: '019aa000-0000-7000-8000-00000000a0d2',
  paymentId: '019aa000-0000-7000-8000-00000000b0d2',
}
const pack = {
  name: 'pack',
  id: '019aa000-0000-7000-8000-00000000a0d3',
  paymentId: '019aa000-0000-7000-8000-00000000b0d3',
}
const guarantee = {
  name: 'guarantee',
  id: '019aa000-0000-7000-8000-00000000a0d4',
  paymentId: '019aa000-0000-7000-8000-00000000b0d4',
}
const moveId = '019aa000-0000-7000-8000-00000000d0d5'
/** A card of the stand-in that its bank approves. */
const cardRef = 'card_ok_visa_4242_b001'
type Names = { name: string; id: string; paymentId: string }

/** After appointments and closures: the first free stretch, today's evening or the days after. */
export const writeReservations = async (client: pg.Client, now: Date) => {
  for (const hours of [4, 3, 2]) {
    const found = await freeHours(client, now, { hours, days: [1, 2, 3] })
    if (found === undefined) continue
    await write(client, toCome, found, { hours, bookedAt: new Date(now.getTime() - 20 * hourMs) })
    await proposeOther(client, now, found, hours)
    break
  }
  const used = await freeHours(client, now, { hours: 2, days: [-1, -2] })
  if (used !== undefined) {
    const bookedAt = new Date(used.starts_at.getTime() - 30 * hourMs)
    await write(client, lately, used, { hours: 2, bookedAt })
    await use(client, used, 2)
  }
  await writePack(client, now)
}

/** At the same salon some days later; it waits for her answer. */
const proposeOther = async (client: pg.Client, now: Date, was: Found, hours: number) => {
  const other = await freeHours(client, now, { hours, days: [4, 5, 6, 7, 8] })
  if (other === undefined || other.space_id !== was.space_id) return
  const until = changeBy(was.starts_at, other.starts_at, now)
  if (until <= now) return
  const endsAt = new Date(other.starts_at.getTime() + hours * hourMs)
  await client.query(
    `insert into claims (booking_id, resource_id, during, state, expires_at) values
      ($1, $2, tstzrange($4, $5), 'hold', $7), ($1, $3, tstzrange($4, $5::timestamptz + $6 * interval '1 minute'), 'hold', $7)`,
    [toCome.id, professionalId, other.unit_id, other.starts_at, endsAt, other.cleaning_minutes, until],
  )
  await client.query(
    `insert into change_proposals (id, booking_id, proposed_by, client_acceptance, professional_acceptance, was_at, starts_at, ends_at,
       changes, note, created_at, expires_at)
     select $1::uuid, booking.id, 'host', 'not_needed', 'pending', booking.starts_at, $3, $4,
       jsonb_build_object('unit_id', unit.id, 'agreement_id', booking.agreement_id, 'starts_at', $5::text, 'ends_at', $6::text,
         'local_start', to_char($3::timestamptz at time zone booking.zone, 'YYYY-MM-DD"T"HH24:MI:SS'),
         'rent_cents', rent_cents, 'cleaning_cents', cleaning_cents,
         'rent_stretches', jsonb_build_array(jsonb_build_object('startsAt', $5::text, 'endsAt', $6::text, 'hourlyCents', $9::int)),
         'refundCents', 0, 'place', unit.name || ', ' || booking.service_name),
       'Ese día pintamos el salón. ¿Te queda esta otra hora?', $7, $8
     from bookings booking join units unit on unit.id = $10 where booking.id = $2`,
    [
      moveId,
      toCome.id,
      other.starts_at,
      endsAt,
      other.starts_at.toISOString(),
      endsAt.toISOString(),
      now,
      until,
      other.rate,
      other.unit_id,
    ],
  )
  await client.query(
    `with moved as (update bookings set version = version + 1 where id = $1 returning version)
     insert into booking_moves (booking_id, version, move, from_status, to_status, actor, at)
     select $1, version, 'propose_change', 'confirmed', 'confirmed', 'host', $2 from moved`,
    [toCome.id, now],
  )
}

type Found = {
  unit_id: string
  space_id: string
  host_id: string
  agreement_id: string
  space_name: string
  zone: string
  starts_at: Date
  cleaning_minutes: number
  rate: number
  terms: object
  account_id: string
  deposit: number | null
}

const freeHours = async (
  client: pg.Client,
  now: Date,
  { hours, days }: { hours: number; days: readonly number[] },
): Promise<Found | undefined> => {
  const { rows } = await client.query<Found>(
    `select unit.id as unit_id, space.id as space_id, space.host_id, agreement.id as agreement_id, space.name as space_name,
      space.zone, stretch.starts_at, space.cleaning_minutes, agreement.rate_per_hour_cents::int as rate, own.terms,
      professional.account_id, (space.price_rules ->> 'depositCents')::int as deposit
    from professionals professional
    join agreements agreement on agreement.professional_id = professional.id and agreement.status = 'active'
      and agreement.quota_minutes is null and agreement.trial_uses is null and agreement.windows is null
    join spaces space on space.id = agreement.space_id and space.status = 'published'
    join units unit on unit.space_id = space.id and unit.active
    cross join lateral (select terms from bookings where professional_id = professional.id and space_id = space.id limit 1) own
    cross join unnest($4::int[]) as ahead
    cross join generate_series(9, 18 - $3::int) as hour
    cross join lateral (select ((($1::timestamptz at time zone space.zone)::date + ahead)::timestamp + hour * interval '1 hour')
      at time zone space.zone as starts_at) stretch
    where professional.id = $2
      and exists (select from schedules open, jsonb_to_recordset(open.weekly) as w(weekday int, "fromMinute" int, "toMinute" int)
        where open.owner_kind = 'space' and open.owner_id = space.id
          and w.weekday = extract(isodow from ($1::timestamptz at time zone space.zone)::date + ahead)
          and w."fromMinute" <= hour * 60 and w."toMinute" >= (hour + $3) * 60)
      and not exists (select from claims where claims.resource_id in (unit.id, professional.id)
        and claims.during && tstzrange(stretch.starts_at, stretch.starts_at + ($3 + 1) * interval '1 hour'))
    order by space.price_rules ->> 'depositCents' is null, abs(ahead), hour, unit.number limit 1`,
    [now, professionalId, hours, days],
  )
  return rows[0]
}

const write = async (
  client: pg.Client,
  names: Names,
  found: Found,
  { hours, bookedAt }: { hours: number; bookedAt: Date },
) => {
  const { id } = names
  const totalCents = found.rate * hours
  const endsAt = new Date(found.starts_at.getTime() + hours * hourMs)
  const lines = [
    {
      kind: 'time',
      label: 'Convenio',
      detail: `${hours} h a ${formatCents(found.rate)} por hora`,
      amountCents: totalCents,
    },
  ]
  const stretches = [{ startsAt: found.starts_at, endsAt, hourlyCents: found.rate }]
  await client.query(
    `insert into bookings (id, version, status, kind, holder, professional_id, paid_by, space_id, unit_id, host_id, agreement_id,
      booked_by, starts_at, ends_at, unit_after_minutes, zone, local_start, service_name, total_cents, rent_cents, rent_minutes,
      rent_lines, rent_stretches, terms, quote, quote_hash, confirmed_at, created_at, deposit_cents)
    values ($1, 3, 'confirmed', 'rent', $2, $3, $3, $4, $5, $6, $7, 'professional', $8, $9, $10, $11,
      $8::timestamptz at time zone $11, $12, $13, $13, $14, $15, $16,
      $17::jsonb || '{"client": {"tier": "free", "lateBp": 0, "noShowBp": 0, "cutoffMinutes": 0}}', $18, 'town', $19, $19, $20)`,
    [
      id,
      `account:${found.account_id}`,
      professionalId,
      found.space_id,
      found.unit_id,
      found.host_id,
      found.agreement_id,
      found.starts_at,
      endsAt,
      found.cleaning_minutes,
      found.zone,
      found.space_name,
      totalCents,
      hours * 60,
      JSON.stringify(lines),
      JSON.stringify(stretches),
      JSON.stringify(found.terms),
      JSON.stringify({ lines, totalCents }),
      bookedAt,
      found.deposit,
    ],
  )
  await client.query(
    `insert into booking_moves (booking_id, version, move, from_status, to_status, actor, actor_account_id, at) values
      ($1, 1, 'hold', null, 'held', 'professional', $2, $3),
      ($1, 2, 'pay', 'held', 'awaiting_payment', 'professional', $2, $3),
      ($1, 3, 'confirm', 'awaiting_payment', 'confirmed', 'platform', null, $3)`,
    [id, found.account_id, bookedAt],
  )
  await client.query(
    `insert into claims (booking_id, resource_id, during, state) values
      ($1, $2, tstzrange($4, $5), 'firm'), ($1, $3, tstzrange($4, $5::timestamptz + $6 * interval '1 minute'), 'firm')`,
    [id, professionalId, found.unit_id, found.starts_at, endsAt, found.cleaning_minutes],
  )
  await writeMoney(client, { ...names, totalCents, accountId: found.account_id, at: bookedAt })
}

type Paid = Names & { totalCents: number; accountId: string; at: Date }

/** Charged at once, as hours without a client are; the processor's fee is the usual one. */
const writeMoney = async (client: pg.Client, { name, id, paymentId, totalCents, accountId, at }: Paid) => {
  const feeCents = shareOf(totalCents, 360) + 300
  const feeIvaCents = shareOf(feeCents, 1600)
  const charge = `ch_town_${name}_${professionalId}`
  const available = new Date(at.getTime() + 48 * hourMs)
  await client.query(
    `insert into payments (id, booking_id, payer, provider, method, status, amount_cents, authorized_cents, captured_cents,
      card_ref, charge_ref, card_brand, card_last4, capture_at, fee_cents, fee_iva_cents, available_at, created_at)
    values ($1, $2, $3, 'standin', 'card', 'captured', $4, $4, $4, $10, $5, 'visa', '4242', $6, $7, $8, $9, $6)`,
    [
      paymentId,
      id,
      `account:${accountId}`,
      totalCents,
      charge,
      at,
      feeCents,
      feeIvaCents,
      available,
      cardRef,
    ],
  )
  await client.query(
    `insert into standin.charges (id, idem_key, request, kind, behaviour, status, amount_cents, captured_cents, fee_cents,
      fee_iva_cents, available_at, card_ref, card_brand, card_last4, reference, return_url, created_at)
    values ($1, $8, '{}', 'charge', 'ok', 'captured', $2, $2, $3, $4, $5, $9, 'visa', '4242', $6, '', $7)`,
    [charge, totalCents, feeCents, feeIvaCents, available, paymentId, at, `town:${name}`, cardRef],
  )
  for (const [kind, lines] of [
    ['capture', captureLines(totalCents, 0)],
    ['fee', feeLines(feeCents, feeIvaCents)],
  ] as const)
    await post(client, { name, id, kind, charge, at, lines })
}

const post = async (
  client: pg.Client,
  journal: { name: string; id: string; kind: string; charge: string; at: Date; lines: readonly Line[] },
) => {
  const saved = journal.lines.filter(({ amountCents }) => amountCents !== 0)
  await client.query(
    `with made as (insert into journals (idem_key, kind, booking_id, external_id, at)
      values ($1, $2, $3, $4, $5) returning id)
    insert into entries (journal_id, line, account, amount_cents)
    select made.id, line, account, cents from made,
      unnest($6::smallint[], $7::smallint[], $8::bigint[]) as given(line, account, cents)`,
    [
      `town:${journal.name}:${journal.kind}`,
      journal.kind,
      journal.id,
      `${journal.charge}:${journal.kind}`,
      journal.at,
      saved.map((_, place) => place + 1),
      saved.map(({ account }) => account),
      saved.map(({ amountCents }) => amountCents),
    ],
  )
}

/** She was there and her deposit is held; the app closes the rent itself as it does any. */
const use = async (client: pg.Client, found: Found, hours: number) => {
  const { starts_at: at, deposit } = found
  const endsAt = new Date(at.getTime() + hours * hourMs)
  await client.query(
    `with came as (insert into attendances (booking_id, checked_in_at, check_in_method, checked_out_at)
       values ($1, $2, 'station_code', $3))
     update bookings set status = 'to_settle', version = 5 where id = $1`,
    [lately.id, at, endsAt],
  )
  await client.query(
    `insert into booking_moves (booking_id, version, move, from_status, to_status, actor, actor_account_id, reason, at) values
       ($1, 4, 'check_in', 'confirmed', 'in_progress', 'professional', $2, 'station_code', $3),
       ($1, 5, 'check_out', 'in_progress', 'to_settle', 'professional', $2, '', $4)`,
    [lately.id, found.account_id, at, endsAt],
  )
  if (deposit === null) return
  await client.query(
    `insert into deposits (id, booking_id, professional_id, host_id, amount_cents, state, version, requested_at, held_at)
     values ($1, $2, $3, $4, $5, 'held', 2, $6, $6)`,
    [guarantee.id, lately.id, professionalId, found.host_id, deposit, at],
  )
  await client.query(
    `insert into deposit_moves (deposit_id, version, move, from_state, to_state, actor, actor_account_id, at) values
      ($1, 1, 'ask', null, 'asked', 'professional', $2, $3), ($1, 2, 'hold', 'asked', 'held', 'platform', null, $3)`,
    [guarantee.id, found.account_id, at],
  )
  const charge = `ch_town_${guarantee.name}_${professionalId}`
  await client.query(
    `insert into payments (id, booking_id, payer, provider, method, status, amount_cents, authorized_cents, card_ref, charge_ref,
      card_brand, card_last4, return_path, created_at)
    values ($1, $2, $3, 'standin', 'card', 'authorized', $4, $4, $5, $6, 'visa', '4242', '/professional-appointments?tab=rents', $7)`,
    [guarantee.paymentId, guarantee.id, `account:${found.account_id}`, deposit, cardRef, charge, at],
  )
  await client.query(
    `insert into standin.charges (id, idem_key, request, kind, behaviour, status, amount_cents, card_ref, card_brand, card_last4,
      reference, return_url, created_at)
    values ($1, $2, '{}', 'charge', 'ok', 'authorized', $3, $4, 'visa', '4242', $5, '', $6)`,
    [charge, `town:${guarantee.name}`, deposit, cardRef, guarantee.paymentId, at],
  )
  await post(client, { ...guarantee, kind: 'hold', charge, at, lines: holdLines(deposit) })
}

/** Ten hours at the salon, bought last week; none is used yet. */
const writePack = async (client: pg.Client, now: Date) => {
  const at = new Date(now.getTime() - 6 * 24 * hourMs)
  const { rows } = await client.query<{ price: number; account_id: string }>(
    `insert into hour_packs (id, version, status, professional_id, space_id, host_id, hours, price_cents, validity_days,
      transferable, terms, created_at, paid_at, valid_until, hourly_cents)
    select $1, 2, 'active', professional.id, space.id, space.host_id, (sold ->> 'hours')::int, (sold ->> 'priceCents')::bigint,
      (sold ->> 'validityDays')::int, (sold ->> 'transferable')::boolean,
      own.terms || '{"client": {"tier": "free", "lateBp": 0, "noShowBp": 0, "cutoffMinutes": 0}}', $3, $3,
      $3::timestamptz + (sold ->> 'validityDays')::int * interval '1 day',
      greatest(agreement.rate_per_hour_cents, (sold ->> 'priceCents')::bigint / (sold ->> 'hours')::int)
    from professionals professional
    join agreements agreement on agreement.professional_id = professional.id and agreement.status = 'active'
    join spaces space on space.id = agreement.space_id and space.status = 'published'
    cross join lateral jsonb_array_elements(space.price_rules -> 'packs') sold
    cross join lateral (select terms from bookings where professional_id = professional.id and space_id = space.id limit 1) own
    where professional.id = $2 order by space.id, (sold ->> 'hours')::int limit 1
    returning price_cents::int as price,
      (select account_id from professionals where id = professional_id) as account_id`,
    [pack.id, professionalId, at],
  )
  const [bought] = rows
  if (bought === undefined) return
  await writeMoney(client, { ...pack, totalCents: bought.price, accountId: bought.account_id, at })
}
