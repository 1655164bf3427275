/** The team of the demo host's business: residents who pay by the week, an employee, a reception, and a pending invitation link. */
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import type pg from 'pg'

const hostAccount = 3
const clientAccount = 1

type Draft = {
  /** The position among professionals with an agreement here; null: reception, or no one yet. */
  tenant: number | null
  account?: number
  name: string
  email: string
  role: 'resident' | 'employee' | 'reception'
  permissions: readonly string[]
  terms: object
  unit: number | null
  shift: readonly { weekday: number; fromMinute: number; toMinute: number }[] | null
  status: 'active' | 'invited' | 'ended'
}

const days = (weekdays: readonly number[], fromMinute: number, toMinute: number) =>
  weekdays.map((weekday) => ({ weekday, fromMinute, toMinute }))

const drafts: readonly Draft[] = [
  {
    tenant: 0,
    name: 'Residente de mañanas',
    email: 'residente-1@kalli.test',
    role: 'resident',
    permissions: ['see_own'],
    terms: { fixed: { every: 'week', amountCents: 120_000 }, perUse: null },
    unit: 6,
    shift: days([2, 3, 4, 5, 6], 540, 840),
    status: 'active',
  },
  {
    tenant: 1,
    name: 'Residente de tardes',
    email: 'residente-2@kalli.test',
    role: 'resident',
    permissions: ['see_own', 'see_all'],
    terms: { fixed: { every: 'month', amountCents: 380_000 }, perUse: { kind: 'share', shareBp: 1000 } },
    unit: 6,
    shift: days([2, 3, 4, 5, 6], 840, 1140),
    status: 'active',
  },
  {
    tenant: null,
    account: clientAccount,
    name: 'Sofía, de recepción',
    email: 'clienta@kalli.test',
    role: 'reception',
    permissions: ['see_all', 'charge', 'cancel', 'reports'],
    terms: { fixed: null, perUse: null },
    unit: null,
    shift: null,
    status: 'active',
  },
  {
    tenant: null,
    name: 'Renata Solís',
    email: 'renata.solis@correo.test',
    role: 'resident',
    permissions: ['see_own'],
    terms: { fixed: { every: 'week', amountCents: 110_000 }, perUse: null },
    unit: 2,
    shift: days([6, 7], 600, 1080),
    status: 'invited',
  },
  {
    tenant: null,
    name: 'Mario Peña',
    email: 'mario.pena@correo.test',
    role: 'reception',
    permissions: ['see_all'],
    terms: { fixed: null, perUse: null },
    unit: null,
    shift: null,
    status: 'ended',
  },
]

export const writeTeam = async (client: pg.Client, now: number) => {
  const { rows: tenants } = await client.query<{
    id: string
    professional: string
    account: string
    host: string
  }>(
    `select a.id, a.professional_id as professional, p.account_id as account, s.host_id as host
     from agreements a join spaces s on s.id = a.space_id join hosts h on h.id = s.host_id
     join professionals p on p.id = a.professional_id
     where h.account_id = $1 and s.id = 1 and a.status = 'active' and p.id > 1 and p.account_id <> h.account_id order by a.id limit 2`,
    [hostAccount],
  )
  for (const [index, draft] of drafts.entries()) {
    const tenant = draft.tenant === null ? undefined : tenants[draft.tenant]
    if (draft.tenant !== null && tenant === undefined) continue
    await write(client, draft, index + 1, now, tenant)
  }
  const [first, second] = tenants
  if (second !== undefined) await keepCard(client, now, second.professional)
  if (first !== undefined) await writeRuns(client, now, Number(first.host), Number(first.professional))
}

const write = async (
  client: pg.Client,
  draft: Draft,
  id: number,
  now: number,
  tenant: { id: string; professional: string; account: string } | undefined,
) => {
  const at = (ago: number) => new Date(now - ago * dayMs)
  const isIn = draft.status === 'active'
  await client.query(
    `insert into memberships (id, version, host_id, space_id, unit_id, name, email, account_id, professional_id, agreement_id, role,
       permissions, shift, terms, status, token_hash, invited_at, expires_at, joined_at, ended_at, ended_how)
     select $1, $2, s.host_id, s.id, (select u.id from units u where u.space_id = s.id and u.number = $3), $4, $5, $6, $7, $8, $9, $10,
       $11, $12, $13, $14, $15, $16, $17, $18, $19 from spaces s where s.id = 1`,
    [
      id,
      draft.status === 'invited' ? 1 : 2,
      draft.unit,
      draft.name,
      draft.email,
      draft.account ?? tenant?.account ?? null,
      tenant?.professional ?? null,
      tenant?.id ?? null,
      draft.role,
      draft.permissions,
      draft.shift === null ? null : JSON.stringify(draft.shift),
      JSON.stringify(draft.terms),
      draft.status,
      // No one has this link: another is sent from the screen.
      draft.status === 'invited' ? Buffer.from(`seed-${id}`) : null,
      at(isIn ? 64 : 2),
      at(isIn ? 57 : -5),
      isIn ? at(63) : null,
      draft.status === 'ended' ? at(1) : null,
      draft.status === 'ended' ? 'declined' : null,
    ],
  )
  await client.query(
    `insert into membership_moves (membership_id, version, move, from_status, to_status, actor, at)
     select id, 1, 'invite', null, 'invited', 'host', invited_at from memberships where id = $1
     union all select id, 2, case status when 'ended' then 'decline' else 'accept' end, 'invited', status, 'member',
       coalesce(ended_at, joined_at) from memberships where id = $1 and status <> 'invited'`,
    [id],
  )
  if (draft.unit !== null && draft.status !== 'ended')
    for (const { weekday, fromMinute, toMinute } of draft.shift ?? [])
      await client.query(
        `insert into membership_shifts (membership_id, unit_id, weekday, minutes)
         select $1, u.id, $3, int4range($4, $5) from units u where u.space_id = 1 and u.number = $2`,
        [id, draft.unit, weekday, fromMinute, toMinute],
      )
}

/** The second resident pays their rent automatically by card. */
const keepCard = (client: pg.Client, now: number, professional: string) =>
  client.query(
    `insert into rent_cards (professional_id, provider, card_ref, brand, last4, saved_at)
     values ($1, 'standin', 'card_ok_visa_4242_00', 'visa', '4242', $2)`,
    [professional, new Date(now - 40 * dayMs)],
  )

/** The week before last is paid, last week still owed; the ledger has both (money.md J12, J22). */
const writeRuns = async (client: pg.Client, now: number, host: number, professional: number) => {
  const { rows } = await client.query<{ monday: Date }>(
    `select date_trunc('week', $1::timestamptz at time zone zone) at time zone zone as monday from spaces where id = 1`,
    [new Date(now)],
  )
  const thisMonday = rows[0]?.monday.getTime() ?? now
  for (const [place, paid] of [true, false].entries()) {
    const [run, charge, payout] = [1, 2, 3].map(
      (part) => `00000000-0000-4000-8000-0000007${String(place * 10 + part).padStart(5, '0')}`,
    )
    const begin = thisMonday - (place === 0 ? 14 : 7) * dayMs
    const date = (shift: number) => new Date(begin + shift * dayMs).toISOString().slice(0, 10)
    // Due on the Monday after; a debt older than three days would block the resident's new hours.
    const monday = begin + 7 * dayMs + 9 * hourMs
    const madeAt = new Date(paid ? monday : Math.min(now, Math.max(monday, now - 2 * dayMs)))
    await client.query(
      `insert into rent_runs (id, host_id, period_from, period_to, made_by, made_at) values ($1, $2, $3, $4, $5, $6)`,
      [run, host, date(0), date(6), hostAccount, madeAt],
    )
    await client.query(
      `insert into rent_charges (id, run_id, membership_id, host_id, professional_id, period, amount_cents, explanation, rates,
         status, charged_at, paid_at)
       values ($1, $2, 1, $3, $4, daterange($5::date, $6::date, '[]'), 120000, '$1,200 a la semana, 7 días',
         '{"rentBp": 500, "commissionIvaBp": 1600, "hostTax": {"ivaBp": 1600, "isrBp": 0, "ivaWithheldBp": 0}}', $7, $8, $9)`,
      [
        charge,
        run,
        host,
        professional,
        date(0),
        date(6),
        paid ? 'paid' : 'due',
        madeAt,
        paid ? new Date(madeAt.getTime() + dayMs) : null,
      ],
    )
    // 5 % of 1,200 is 60, of which 51.72 are ours and 8.28 are IVA.
    await post(client, 'rent_charge', `house-rent:${charge}`, charge, madeAt, [
      [1120, professional, 'professional', 120_000],
      [2030, host, 'host', -114_000],
      [4020, null, 'host', -5172],
      [2130, null, 'host', -828],
    ])
    if (paid)
      await post(client, 'clawback', `seed-rent:${charge}`, charge, new Date(madeAt.getTime() + dayMs), [
        [2020, professional, null, 120_000],
        [1120, professional, null, -120_000],
      ])
    await client.query(
      `insert into payouts (id, party, party_id, booking_id, amount_cents, status, release_at, paid_at)
       values ($1, 'host', $2, $3, 114000, $4, $5, $6)`,
      [
        payout,
        host,
        charge,
        paid ? 'paid' : 'withheld',
        madeAt,
        paid ? new Date(madeAt.getTime() + 2 * dayMs) : null,
      ],
    )
    if (paid)
      await post(
        client,
        'transfer',
        `seed-rent-paid:${charge}`,
        charge,
        new Date(madeAt.getTime() + 2 * dayMs),
        [
          [2030, host, null, 114_000],
          [1020, null, null, -114_000],
        ],
      )
  }
}

type Line = readonly [account: number, party: number | null, side: string | null, cents: number]

const post = async (
  client: pg.Client,
  kind: string,
  key: string,
  reference: string | undefined,
  at: Date,
  lines: readonly Line[],
) => {
  const { rows } = await client.query<{ id: string }>(
    `insert into journals (id, kind, idem_key, booking_id, at)
     select coalesce(max(id), 0) + 1, $1, $2, $3, $4 from journals returning id`,
    [kind, key, reference, at],
  )
  for (const [place, [account, party, side, cents]] of lines.entries())
    await client.query(
      `insert into entries (journal_id, line, account, party_id, side, amount_cents) values ($1, $2, $3, $4, $5, $6)`,
      [rows[0]?.id, place + 1, account, party, side, cents],
    )
}
