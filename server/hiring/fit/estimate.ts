/** What a professional would keep per month under some terms, computed from their past visits. */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import type { AgreementTerms, MonthEstimate } from '#contract/hiring/agreement-terms.ts'
import { shareOf } from '#contract/platform/money.ts'
import { after } from '#server/hiring/fit/hiring.ts'
import { fixedMonthly, rentOfVisit } from '#server/hiring/fit/rules.ts'
import type { Work } from '#server/platform/work.ts'

/** Completed visits of the last ninety days that fit these terms, as if they had been here. */
export const estimateOf = async (
  work: Work,
  professionalId: number,
  terms: AgreementTerms,
  zone: string,
): Promise<MonthEstimate | null> => {
  const { rows } = await sql<{
    totalCents: number
    minutes: number
    weekday: number
    minute: number
    category: string
  }>`
    select k.total_cents as "totalCents", round(extract(epoch from k.ends_at - k.starts_at) / 60)::int as minutes,
      extract(isodow from k.starts_at at time zone ${zone})::int as weekday,
      (extract(hour from k.starts_at at time zone ${zone}) * 60 + extract(minute from k.starts_at at time zone ${zone}))::int as minute,
      v.category
    from bookings k join services v on v.id = k.service_id
    where k.professional_id = ${professionalId} and k.status in ('to_settle', 'completed', 'closed')
      and k.starts_at > ${after(work.now, -90 * dayMs)} and k.starts_at <= ${work.now}`.execute(work.db)
  const known: readonly string[] = terms.categories
  const within = rows.filter(
    (visit) =>
      (known.length === 0 || known.includes(visit.category)) &&
      (terms.windows === null ||
        terms.windows.some(
          (window) =>
            window.weekday === visit.weekday &&
            window.fromMinute <= visit.minute &&
            window.toMinute >= visit.minute + visit.minutes,
        )),
  )
  if (within.length === 0) return null
  const minutes = within.reduce((sum, visit) => sum + visit.minutes, 0)
  // No more hours than the terms allow in ninety days.
  const most = terms.quotaMinutesPerWeek === null ? minutes : Math.round((terms.quotaMinutesPerWeek * 90) / 7)
  const part = Math.min(1, most / minutes) / 3
  const monthly = (cents: number) => Math.round(cents * part)
  const income = within.reduce((sum, visit) => sum + visit.totalCents, 0)
  // A fixed rent is due regardless of visits.
  const fixedRentCents = fixedMonthly(terms.rent)
  const perUseCents = within.reduce(
    (sum, { minutes, totalCents }) => sum + rentOfVisit(terms.rent, { minutes, priceCents: totalCents }),
    0,
  )
  const rentCents = fixedRentCents + monthly(perUseCents)
  const commissionBp = await commissionNow(work)
  const commission = shareOf(income, commissionBp)
  return {
    visits: Math.round(within.length * part),
    incomeCents: monthly(income),
    commissionCents: monthly(commission),
    rentCents,
    fixedRentCents,
    netCents: monthly(income) - monthly(commission) - rentCents,
  }
}

const commissionNow = async (work: Work): Promise<number> => {
  const row = await work.db
    .selectFrom('commission_rules')
    .select('professional_bp')
    .where('source', 'is', null)
    .where('valid_from', '<=', work.now)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.professional_bp
}
