/** How accepting would change a professional's agenda: hours, existing appointments, and what they keep of a service. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import type { InvitationPreview, invitationPreview } from '#contract/hiring/invitation.ts'
import type { WeeklyWindow } from '#server/availability/hours/hours.ts'
import { dayAt, weekdayOf, zoneTable } from '#server/availability/zone/zone.ts'
import { estimateOf } from '#server/hiring/fit/estimate.ts'
import { after } from '#server/hiring/fit/hiring.ts'
import { byId, requireInvited } from '#server/hiring/invitation/invitation.ts'
import { common, hoursIn, rentOfVisit, without } from '#server/hiring/fit/rules.ts'
import type { Work } from '#server/platform/work.ts'
import { splitUnder } from '#server/pricing/split.ts'
import { termsOfMany } from '#server/pricing/pricing.ts'

/** Refuses as reading the invitation does. */
export const preview = async (
  work: Work,
  { params, query }: Input<typeof invitationPreview>,
): Promise<InvitationPreview> => {
  const row = await byId(work, params.id)
  requireInvited(work, row, query.token)
  const terms = z.parse(AgreementTerms, row.terms)
  const hours = await hoursOf(work, row.spaceId)
  const allowed = terms.windows === null ? hours.space : common(hours.space, terms.windows)
  // Without own hours so far, all of the space's are possible.
  const windows = hours.own === null ? allowed : common(hours.own, allowed)
  return {
    zone: row.zone,
    windows,
    hoursAWeek: hoursIn(windows),
    newHoursAWeek: hoursIn(hours.elsewhere.reduce((left, taken) => without(left, taken), windows)),
    bookingsThen: await bookingsIn(work, row.zone, windows),
    services: await servicesAt(work, row.spaceId, terms),
    estimate:
      work.viewer.professionalId === null
        ? null
        : await estimateOf(work, work.viewer.professionalId, terms, row.zone),
  }
}

type Hours = { own: WeeklyWindow[] | null; space: WeeklyWindow[]; elsewhere: WeeklyWindow[][] }

const hoursOf = async (work: Work, spaceId: number): Promise<Hours> => {
  const { rows } = await sql<Hours>`
    select
      (select weekly from schedules where owner_kind = 'professional' and owner_id = ${work.viewer.professionalId}::bigint) as own,
      coalesce((select weekly from schedules where owner_kind = 'space' and owner_id = ${spaceId}), '[]') as space,
      (select coalesce(json_agg(coalesce(a.windows, h.weekly)), '[]') from agreements a
        join schedules h on h.owner_kind = 'space' and h.owner_id = a.space_id
        where a.professional_id = ${work.viewer.professionalId}::bigint and a.space_id <> ${spaceId}
          and a.status in ('active', 'expiring')) as elsewhere`.execute(work.db)
  return rows[0] ?? { own: null, space: [], elsewhere: [] }
}

const lookedAhead = 14 * dayMs

/** Appointments of the next two weeks that start in those hours. */
const bookingsIn = async (work: Work, zone: string, windows: readonly WeeklyWindow[]): Promise<number> => {
  const rows = await work.db
    .selectFrom('bookings')
    .select('starts_at')
    .where('professional_id', '=', work.viewer.professionalId)
    .where('status', '=', 'confirmed')
    .where('starts_at', '>=', work.now)
    .where('starts_at', '<', after(work.now, lookedAhead))
    .execute()
  const table = zoneTable(zone)
  return rows.filter(({ starts_at }) => {
    const day = dayAt(table, starts_at.getTime())
    const clock = Temporal.Instant.fromEpochMilliseconds(starts_at.getTime()).toZonedDateTimeISO(zone)
    const minute = clock.hour * 60 + clock.minute
    return windows.some(
      (window) =>
        window.weekday === weekdayOf(day) && window.fromMinute <= minute && minute < window.toMinute,
    )
  }).length
}

const shownServices = 3

const servicesAt = async (
  work: Work,
  spaceId: number,
  terms: AgreementTerms,
): Promise<InvitationPreview['services']> => {
  const { rows } = await sql<{
    id: number
    name: string
    minutes: number
    priceCents: number
    least: number
  }>`
    select s.id, s.name, s.duration_minutes as minutes, s.price_cents as "priceCents", place.minimum_minutes as least
    from services s, spaces place
    where s.professional_id = ${work.viewer.professionalId}::bigint and s.visibility <> 'hidden' and place.id = ${spaceId}
      and (${terms.categories.length} = 0 or s.category = any(${terms.categories}))
    order by s.position, s.id limit ${shownServices}`.execute(work.db)
  const rules = await termsOfMany(work, {
    offers: rows.map(({ id }) => ({ serviceId: id, spaceId })),
    at: work.now,
  })
  return rows.flatMap(({ id, least, ...service }) => {
    const rule = rules.find(({ serviceId }) => serviceId === id)
    if (rule === undefined) return []
    const rentCents = rentOfVisit(terms.rent, {
      minutes: Math.max(service.minutes, least),
      priceCents: service.priceCents,
    })
    const { professional } = splitUnder(rule.terms, { serviceCents: service.priceCents, rentCents })
    return [
      {
        ...service,
        rentCents,
        netCents: service.priceCents - professional.commissionCents - rentCents,
      },
    ]
  })
}
