/** The demo's stylist has rules for her spaces, loose enough to be booked every day. */
import type pg from 'pg'
import { noServiceRules, type SpaceRules } from '#contract/availability/space-rules.ts'

export const writeSpaceRules = async (client: pg.Client, now: Date) => {
  const { rows } = await client.query<{ spaceId: number }>(
    `select space_id::integer as "spaceId" from agreements where professional_id = 1 and status in ('active', 'expiring') order by space_id`,
  )
  const rules: SpaceRules = {
    order: rows.map(({ spaceId }) => spaceId),
    excluded: [],
    elsewhere: true,
    usual: {
      ...noServiceRules,
      minNet: { kind: 'share', bp: 2500 },
      maxKm: 30,
    },
    services: [],
  }
  await client.query(
    `insert into professional_space_rules (professional_id, rules, updated_at)
     select id, $1, $2 from professionals where id = 1`,
    [JSON.stringify(rules), now],
  )
}
