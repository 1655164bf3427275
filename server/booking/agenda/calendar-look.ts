/** The colours of an account's calendar; only its owner reads and writes them. */
import { sql } from 'kysely'
import type {
  CalendarLook,
  CalendarSide,
  ChosenColour,
  saveCalendarLook,
} from '#contract/booking/agenda/calendar-look.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Refuses not_found where the account is not a professional, or not a host. */
const ownLook = (work: Work, side: CalendarSide) => {
  if ((side === 'professional' ? work.viewer.professionalId : work.viewer.hostId) === null)
    refuse('not_found')
  return { account_id: work.viewer.accountId ?? refuse('not_found'), side }
}

type LookRow = { by: CalendarLook['by']; colours: ChosenColour[] }

/** Refuses not_found. Without a choice: coloured by kind, no colour chosen. */
export const read = async (work: Work, side: CalendarSide): Promise<CalendarLook> => {
  const own = ownLook(work, side)
  const { rows } = await sql<LookRow>`
    select coloured_by as by, (select coalesce(json_agg(json_build_object('of', of_kind, 'id', of_id, 'colour', colour)
        order by of_kind, of_id), '[]')
      from calendar_colours chosen where chosen.account_id = own.account_id and chosen.side = own.side) as colours
    from calendar_looks own where account_id = ${own.account_id} and side = ${side}`.execute(work.db)
  return rows[0] ?? { by: 'kind', colours: [] }
}

/** Refuses not_found, and invalid_input where the same item has two colours. */
export const save = (work: Work, { params, body }: Input<typeof saveCalendarLook>): Promise<CalendarLook> =>
  inTransaction(work, async (inside) => {
    const own = ownLook(inside, params.side)
    const things = new Set(body.colours.map(({ of, id }) => `${of} ${id}`))
    if (things.size < body.colours.length) refuse('invalid_input')
    // Concurrent saves wait for each other here.
    await inside.db
      .insertInto('calendar_looks')
      .values({ ...own, coloured_by: body.by })
      .onConflict((conflict) =>
        conflict.columns(['account_id', 'side']).doUpdateSet({ coloured_by: body.by }),
      )
      .execute()
    await inside.db
      .deleteFrom('calendar_colours')
      .where('account_id', '=', own.account_id)
      .where('side', '=', own.side)
      .execute()
    if (body.colours.length > 0)
      await inside.db
        .insertInto('calendar_colours')
        .values(body.colours.map(({ of, id, colour }) => ({ ...own, of_kind: of, of_id: id, colour })))
        .execute()
    return read(inside, params.side)
  })

export const forgetCalendarLook = async (work: Work, accountId: number): Promise<void> => {
  await work.db.deleteFrom('calendar_looks').where('account_id', '=', accountId).execute()
}
