/** Options of services: a visit has exactly one of each group. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { AddOn, type AddOnRef, openGroups } from '#contract/service/add-on.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** Refuses option_needed with the groups that are `open`. */
export const requireOptions = (open: readonly string[]) => {
  if (open.length > 0)
    throw new Refusal(
      'option_needed',
      { groups: open },
      `Falta elegir una opción de cada uno: ${[...new Set(open)].join(', ')}.`,
    )
}

/** For one person's visit of these services, before any hour of it is searched. Refuses option_needed. */
export const requireOptionsOf = async (
  work: Work,
  serviceIds: readonly number[],
  addOns: readonly AddOnRef[],
) => {
  const { rows } = await sql<{ id: number; addOns: unknown }>`
    select id, add_ons as "addOns" from services where id = any(${[...serviceIds]}::bigint[])`.execute(
    work.db,
  )
  requireOptions(
    rows.flatMap((row) =>
      openGroups(z.parse(z.array(AddOn), row.addOns), ({ id }) =>
        addOns.some((ref) => ref.serviceId === row.id && ref.id === id),
      ),
    ),
  )
}
