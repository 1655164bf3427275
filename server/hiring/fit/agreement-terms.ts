/** Agreements as their parties see them, and the terms that an agreement's row holds. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import { Agreement } from '#contract/hiring/agreement.ts'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { agreementMoves, mayMoveAgreement, type AgreementMove } from '#contract/hiring/agreement-moves.ts'
import { documentWarningDays } from '#contract/platform/document.ts'
import { dateAt, lastDateBefore, type Side } from '#server/hiring/fit/hiring.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

/** The viewer's, as professional and as host: first those that end soon or are suspended, then the others in force, the newest first. */
export const agreements = (work: Work): Promise<Agreement[]> => read(work, null)

/** Refuses `not_found`, also for another party's. */
export const agreement = async (work: Work, id: number): Promise<Agreement> => {
  const [found] = await read(work, id)
  return found ?? refuse('not_found')
}

/** Another party's agreement is not found. */
export const isParty = ({ viewer }: Work) =>
  sql<boolean>`(a.professional_id = ${viewer.professionalId}::bigint or s.host_id = ${viewer.hostId}::bigint)`

/** The columns of the terms. */
export const termColumns =
  sql.raw(`a.rate_per_hour_cents as "ratePerHourCents", a.fixed_every as "fixedEvery", a.fixed_cents as "fixedCents", a.rent_share_bp as "rentShareBp",
  a.rent_minimum_cents as "rentMinimumCents", a.windows, a.categories, a.quota_minutes as "quotaMinutes",
  a.trial_uses as "trialUses", a.on_trial as "onTrial", a.valid_from as "validFrom", a.valid_to as "validTo",
  a.notice_days as "noticeDays", a.auto_accept as "autoAccept", a.unit_id as "namedUnitId",
  (select named.name from units named where named.id = a.unit_id) as "namedUnitName", s.zone`)

export type TermsRow = {
  ratePerHourCents: number
  fixedEvery: string | null
  fixedCents: number | null
  rentShareBp: number | null
  rentMinimumCents: number
  windows: unknown
  categories: string[]
  quotaMinutes: number | null
  trialUses: number | null
  onTrial: boolean
  validFrom: Date
  validTo: Date | null
  noticeDays: number
  autoAccept: boolean
  namedUnitId: number | null
  namedUnitName: string | null
  zone: string
}

/** The agreed terms, from the row. */
export const termsOf = (row: TermsRow): AgreementTerms =>
  z.parse(AgreementTerms, {
    rent:
      row.fixedEvery !== null
        ? {
            kind: 'fixed',
            every: row.fixedEvery,
            amountCents: row.fixedCents,
            // A fixed rent that covers the hours has neither.
            perUse: row.rentShareBp === null && row.ratePerHourCents === 0 ? null : perUseOf(row),
            unit: row.namedUnitId === null ? null : { id: row.namedUnitId, name: row.namedUnitName },
          }
        : perUseOf(row),
    windows: row.windows,
    categories: row.categories,
    quotaMinutesPerWeek: row.quotaMinutes,
    autoAccept: row.autoAccept,
    trial: trialOf(row),
    validFrom: dateAt(row.validFrom, row.zone),
    validTo: row.validTo === null ? null : lastDateBefore(row.validTo, row.zone),
    noticeDays: row.noticeDays,
  })

const perUseOf = (row: TermsRow) =>
  row.rentShareBp === null
    ? { kind: 'per_hour', ratePerHourCents: row.ratePerHourCents }
    : { kind: 'share', shareBp: row.rentShareBp, minimumCents: row.rentMinimumCents }

const trialOf = (row: TermsRow) => {
  if (row.trialUses !== null) return { kind: 'uses', uses: row.trialUses }
  if (!row.onTrial || row.validTo === null) return null
  // It begins within a day and ends with one; the clocks may change in between.
  const days = Math.ceil((row.validTo.getTime() - row.validFrom.getTime()) / dayMs - 0.1)
  return { kind: 'days', days: Math.min(90, Math.max(7, days)) }
}

type Row = TermsRow & {
  id: number
  version: number
  status: Agreement['status']
  spaceId: number
  spaceName: string
  businessName: string
  professionalId: number
  professionalName: string
  isProfessional: boolean
  origin: Agreement['origin']
  usedMinutesThisWeek: number
  usesSoFar: number
  upcomingBookings: number
  pausedBy: Side | null
  ending: Agreement['ending']
  renewal: Agreement['renewal']
  missingDocuments: string[]
  documentEnding: Agreement['documentEnding']
}

/** Bookings that hold or held their time. */
export const livingBookings = sql.raw(
  `('held', 'awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle', 'completed', 'closed')`,
)

/** The first of its documents to expire within a week. Later bookings remain valid, and the parties should know. */
const documentEnding = (work: Work) => sql`(
  select json_build_object('kind', d.kind, 'lastDay', to_char(d.valid_to, 'YYYY-MM-DD'), 'bookings', (
    select count(*) from bookings k where k.agreement_id = a.id and k.status in ('requested', 'confirmed')
      and k.starts_at >= (d.valid_to + 1)::timestamp at time zone s.zone))
  from documents d where d.owner_kind = 'professional' and d.owner_id = a.professional_id and d.kind = any(s.required_documents)
    and d.status in ('valid', 'expiring') and a.status in ('active', 'expiring', 'paused')
    and d.valid_to <= (${work.now}::timestamptz at time zone s.zone)::date + ${documentWarningDays[1]}::int
  order by d.valid_to, d.kind limit 1)`

const read = async (work: Work, id: number | null): Promise<Agreement[]> => {
  const { rows } = await sql<Row>`
    select a.id, a.version, a.status, a.space_id as "spaceId", s.name as "spaceName", b.name as "businessName",
      a.professional_id as "professionalId", concat_ws(' ', p.first_name, p.last_name) as "professionalName",
      coalesce(a.professional_id = ${work.viewer.professionalId}::bigint, false) as "isProfessional", a.origin,
      a.paused_by as "pausedBy", a.ending, a.renewal, a.missing_documents as "missingDocuments", ${termColumns},
      week.minutes as "usedMinutesThisWeek",
      case when a.trial_uses is null then 0 else (select count(*) from bookings k where k.agreement_id = a.id
        and k.status in ${livingBookings} and not (k.status = 'held' and k.hold_expires_at <= ${work.now})) end as "usesSoFar",
      (select count(*) from bookings k where k.agreement_id = a.id and k.starts_at > ${work.now}
        and k.status in ('requested', 'confirmed')) as "upcomingBookings", ${documentEnding(work)} as "documentEnding"
    from agreements a
    join spaces s on s.id = a.space_id
    join businesses b on b.id = s.business_id
    join professionals p on p.id = a.professional_id
    cross join lateral (
      select coalesce(sum(k.rent_minutes), 0)::int as minutes from bookings k where k.agreement_id = a.id
        and k.starts_at >= date_trunc('week', ${work.now}::timestamptz at time zone s.zone) at time zone s.zone
        and k.starts_at < (date_trunc('week', ${work.now}::timestamptz at time zone s.zone) + interval '7 days') at time zone s.zone
        and k.status in ${livingBookings} and not (k.status = 'held' and k.hold_expires_at <= ${work.now})
    ) week
    where ${isParty(work)} and (${id}::bigint is null or a.id = ${id})
    order by a.status in ('expiring', 'suspended') desc, a.status in ('active', 'paused') desc,
      case when a.status = 'expiring' then a.valid_to end, a.id desc limit 500`.execute(work.db)
  return rows.map((row) => present(work, row))
}

const present = (work: Work, row: Row): Agreement => {
  const { isProfessional, ...shown } = row
  const role: Side = isProfessional ? 'professional' : 'host'
  const validTo = row.validTo?.toISOString() ?? null
  const isMove = (name: string): name is AgreementMove => name in agreementMoves
  return z.parse(Agreement, {
    ...shown,
    role,
    terms: termsOf(row),
    validFrom: row.validFrom.toISOString(),
    validTo,
    moves: Object.keys(agreementMoves)
      .filter(isMove)
      .filter((move) => agreementMoves[move].by.some((party) => party === role))
      .map((move) => {
        const answer = mayMoveAgreement(move, role, { ...row, validTo }, work.now)
        return { move, allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }
      }),
  })
}
