/** The lowest hourly price of a week, which cards, filters and the order of the search show; updated when the base price changes. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { fromHourly } from '#contract/pricing/rent-part.ts'
import { PriceRules } from '#contract/pricing/space-pricing.ts'
import { publish } from '#server/platform/jobs.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Writes nothing if it is right already, so that announcing a change does not announce another one. */
export const keepFromPrice = (work: Work, spaceId: number): Promise<void> =>
  inTransaction(work, async (work) => {
    const { rows } = await sql<Row>`
      select s.price_per_hour_cents as "baseCents", s.minimum_minutes as "minimumMinutes",
        s.rounding_minutes as "roundingMinutes", s.price_rules as rules, s.from_price_cents as "fromCents",
        coalesce((select weekly from schedules where owner_kind = 'space' and owner_id = s.id), '[]') as weekly
      from spaces s where s.id = ${spaceId} for update`.execute(work.db)
    const [row] = rows
    if (row === undefined || row.baseCents === 0) return
    const rules = row.rules === null ? null : z.parse(PriceRules, row.rules)
    const lowest = rules === null ? row.baseCents : fromHourly({ ...row, rules }, row.weekly)
    if (lowest === (row.fromCents ?? row.baseCents)) return
    await work.db.updateTable('spaces').set({ from_price_cents: lowest }).where('id', '=', spaceId).execute()
    await publish(work, 'space.changed', { spaceId })
  })

type Row = {
  baseCents: number
  minimumMinutes: number
  roundingMinutes: number
  rules: unknown
  fromCents: number | null
  weekly: { weekday: number; fromMinute: number; toMinute: number }[]
}
