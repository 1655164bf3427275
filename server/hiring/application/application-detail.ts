/** The effect of an application: hours that are not rented today, their revenue, and what the professional keeps. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'
import { type Application, ApplicationDetail } from '#contract/hiring/application.ts'
import { untilAgreed } from '#contract/conversation/outside-contact.ts'
import { chairsOf, unitOf } from '#server/hiring/fit/chair.ts'
import { one } from '#server/hiring/application/applicant-profile.ts'
import { estimateOf } from '#server/hiring/fit/estimate.ts'
import { after } from '#server/hiring/fit/hiring.ts'
import { livingBookings } from '#server/hiring/fit/agreement-terms.ts'
import type { Work } from '#server/platform/work.ts'

/** One of the viewer's, with its history. Refuses `not_found`, also for another party's. */
export const application = async (work: Work, id: number): Promise<ApplicationDetail> => {
  const shown = await one(work, id)
  const spaceHours = await hoursOf(work, shown.space.id)
  const isHost = shown.role === 'host'
  const occupancy = isHost ? await occupancyOf(work, shown.space.id, shown.terms, spaceHours) : null
  return z.parse(ApplicationDetail, {
    ...shown,
    history: await historyOf(work, id, shown.agreementId !== null),
    spaceHours,
    occupancy: occupancy?.hours ?? [],
    freeMinutes: occupancy?.freeMinutes ?? null,
    chairs: isHost ? await chairsFor(work, shown) : [],
    estimate: isHost ? null : await estimateOf(work, shown.professional.id, shown.terms, shown.space.zone),
  })
}

const hoursOf = async (work: Work, spaceId: number): Promise<z.output<typeof WeeklyWindow>[]> => {
  const row = await work.db
    .selectFrom('schedules')
    .select('weekly')
    .where('owner_kind', '=', 'space')
    .where('owner_id', '=', spaceId)
    .executeTakeFirst()
  return row === undefined ? [] : z.parse(z.array(WeeklyWindow), row.weekly)
}

const chairsFor = async (work: Work, { vacancy, space, terms }: Application) => {
  const chairs = await chairsOf(work, space.id, terms.windows)
  const named = unitOf(terms) ?? (vacancy === null ? null : await unitOfVacancy(work, vacancy.id))
  return chairs.map((chair) => ({ ...chair, isNamed: chair.id === named }))
}

const unitOfVacancy = async (work: Work, id: number): Promise<number | null> => {
  const row = await work.db.selectFrom('vacancies').select('unit_id').where('id', '=', id).executeTakeFirst()
  return row?.unit_id ?? null
}

/** Every step, with contact details hidden until it was agreed. A host's text of a decline is in `decline`, shown only if shared. */
const historyOf = async (work: Work, id: number, agreed: boolean) => {
  const rows = await work.db
    .selectFrom('application_moves')
    .select(['at', 'move', 'actor', 'text', 'terms'])
    .where('application_id', '=', id)
    .orderBy('version')
    .execute()
  // What one side wrote in several steps is checked as one text.
  const before = (place: number) =>
    rows
      .slice(0, place)
      .flatMap(({ actor, text }) => (actor === rows[place]?.actor && text !== '' ? [text] : []))
  return rows.map((row, place) => ({
    ...row,
    text: untilAgreed(row.text, agreed, before(place)),
    at: row.at.toISOString(),
  }))
}

const weeks = 4

/** For each hour of the week, over the last four weeks: the occupied share of all units. A team member's chair counts in its hours. */
const occupancyOf = async (
  work: Work,
  spaceId: number,
  terms: AgreementTerms,
  spaceHours: readonly z.output<typeof WeeklyWindow>[],
) => {
  const { rows } = await sql<{ weekday: number; hour: number; percent: number }>`
    with chairs as (
      select member.professional_id, shift.weekday, shift.minutes
      from membership_shifts shift join memberships member on member.id = shift.membership_id
        and member.status in ('pending_details', 'active')
      join units u on u.id = shift.unit_id and u.space_id = ${spaceId} and u.active
    ), local as (
      select k.professional_id, k.starts_at at time zone k.zone as starts, k.ends_at at time zone k.zone as ends
      from bookings k where k.host_id = (select host_id from spaces where id = ${spaceId}) and k.space_id = ${spaceId} and k.status in ${livingBookings}
        and k.starts_at >= ${after(work.now, -weeks * 7 * dayMs)} and k.starts_at < ${work.now}
    ), parts as (
      select extract(isodow from hour)::int as weekday, extract(hour from hour)::int as hour,
        extract(epoch from least(ends, hour + interval '1 hour') - greatest(starts, hour)) / 60 as minutes
      from local, generate_series(date_trunc('hour', starts), ends - interval '1 minute', interval '1 hour') hour
      -- In the hours of her own chair she takes what is hers already.
      where not exists (select from chairs where chairs.professional_id = local.professional_id
        and chairs.weekday = extract(isodow from hour)
        and chairs.minutes && int4range(60 * extract(hour from hour)::int, 60 * extract(hour from hour)::int + 60))
      union all
      select weekday, hour, ${weeks} * (least(upper(minutes), 60 * hour + 60) - greatest(lower(minutes), 60 * hour))
      from chairs, generate_series(0, 23) hour where minutes && int4range(60 * hour, 60 * hour + 60)
    )
    select weekday, hour, least(100, round(100 * sum(minutes) / (60 * ${weeks} * greatest(1,
      (select count(*) from units u where u.space_id = ${spaceId} and u.active)))))::int as percent
    from parts group by weekday, hour`.execute(work.db)
  const taken = new Map(rows.map(({ weekday, hour, percent }) => [`${weekday}/${hour}`, percent]))
  const windows = terms.windows ?? spaceHours
  const hours = spaceHours.flatMap(({ weekday, fromMinute, toMinute }) =>
    Array.from({ length: Math.ceil(toMinute / 60) - Math.floor(fromMinute / 60) }, (_, index) => {
      const hour = Math.floor(fromMinute / 60) + index
      return {
        weekday,
        hour,
        percent: taken.get(`${weekday}/${hour}`) ?? 0,
        wanted: windows.some(
          (one) => one.weekday === weekday && one.fromMinute < (hour + 1) * 60 && one.toMinute > hour * 60,
        ),
      }
    }),
  )
  const free = hours
    .filter(({ wanted }) => wanted)
    .reduce((sum, { percent }) => sum + Math.round((60 * (100 - percent)) / 100), 0)
  return { hours, freeMinutes: free }
}
