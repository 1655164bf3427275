/**
 * Prices by demand of the demo data: a sixth of its professionals have a rule or two; the demo's stylist has two. Existing bookings keep
 * their price.
 */
import type pg from 'pg'
import { type DemandRule, type DemandRules, noDemandRules } from '#contract/pricing/demand.ts'
import { chance } from '#server/seed/people/random.ts'
import { fullProfessionals } from '#server/seed/people/people.ts'

type Service = { id: number; name: string; baseCents: number }
type Row = {
  id: number
  accountId: number
  services: Service[]
}

const rule = (id: string, name: string, part: Partial<DemandRule>): DemandRule => ({
  id,
  name,
  days: [2, 3],
  windows: [{ fromMinute: 540, toMinute: 720 }],
  serviceIds: [],
  change: { kind: 'percent', bp: -1500 },
  minCents: null,
  maxCents: null,
  channel: null,
  ...part,
})
const quiet = rule('manana', 'Mañanas tranquilas', {})
const busy = rule('sabado', 'Sábado por la mañana', {
  days: [6],
  windows: [{ fromMinute: 540, toMinute: 840 }],
  change: { kind: 'percent', bp: 1000 },
})

/** The demo's stylist's cut, which visitors try first, keeps one price. */
const rulesOf = ({ id, services }: Row): DemandRules | null => {
  if (id === 1) {
    const serviceIds = services.filter(({ name }) => name !== 'Corte caballero').map((one) => one.id)
    return {
      ...noDemandRules,
      rules: [
        { ...quiet, serviceIds },
        { ...busy, serviceIds },
      ],
    }
  }
  const rng = chance(id * 4421 + 17)
  if (!rng.happens(1 / 6)) return null
  return {
    ...noDemandRules,
    rules: rng.some([quiet, busy], rng.whole(1, 2)),
    firstVisit: rng.happens(0.3) ? { bp: -1000 } : null,
  }
}

export const writeDemandPrices = async (client: pg.Client, now: Date) => {
  const { rows } = await client.query<Row>(
    `select p.id::integer, p.account_id::integer as "accountId",
       (select coalesce(json_agg(json_build_object('id', s.id, 'name', s.name, 'baseCents', s.price_cents) order by s.position, s.id), '[]') from services s where s.professional_id = p.id and s.visibility = 'visible') as services
     from professionals p where p.id <= ${fullProfessionals} order by p.id`,
  )
  const saved = rows.flatMap((row) => {
    const rules = rulesOf(row)
    return rules === null ? [] : [{ ...row, rules }]
  })
  const given = [
    saved.map(({ id }) => id),
    saved.map(({ rules }) => JSON.stringify(rules)),
    saved.map(({ accountId }) => accountId),
  ]
  // The demo data loads without triggers: both the current state and its history are written.
  await client.query(
    `insert into demand_prices (professional_id, version, rules, author_account_id, at)
     select id, 2, rules::jsonb, author, $4::timestamptz - interval '9 days'
     from unnest($1::bigint[], $2::text[], $3::bigint[]) as one(id, rules, author)`,
    [...given, now],
  )
  await client.query(
    `update professionals set demand_rules = one.rules::jsonb, demand_version = 2
     from unnest($1::bigint[], $2::text[]) as one(id, rules) where professionals.id = one.id`,
    given.slice(0, 2),
  )
  // Some sell five visits of a service for the price of four and a half.
  await client.query(
    `update services set packs = jsonb_build_array(jsonb_build_object('id', 1, 'sessions', 5,
       'priceCents', price_cents * 9 / 2, 'validityDays', 180))
     where position = 0 and visibility = 'visible' and (professional_id = 1 or professional_id % 5 = 2)
       and professional_id <= ${fullProfessionals}`,
  )
  // The demo's stylist has two promotion codes, one of them for colour alone.
  await client.query(
    `insert into coupons (professional_id, code, percent_bp, amount_cents, service_ids, max_uses, once_each, created_at)
     select 1, 'HOLA10', 1000, null::bigint, '[]'::jsonb, null::integer, true, $1::timestamptz - interval '20 days'
     union all
     select 1, 'COLOR200', null, 20000, jsonb_agg(id order by id), 30, false, $1::timestamptz - interval '6 days'
     from services where professional_id = 1 and name in ('Balayage', 'Tinte de raíz') having count(*) > 0`,
    [now],
  )
}
