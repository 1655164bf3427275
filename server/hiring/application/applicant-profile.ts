/** Applications as their two parties see them. Another party's is not found. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs, hourMs } from '#contract/platform/duration.ts'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { Application } from '#contract/hiring/application.ts'
import {
  applicationLimits,
  applicationMoves,
  mayMoveApplication,
  waitingFor,
  type ApplicationMove,
  type ApplicationStatus,
} from '#contract/hiring/application-moves.ts'
import { EndReason, endReasons } from '#contract/hiring/decline-reason.ts'
import type { hostApplications } from '#contract/hiring/application-review.ts'
import { documentLabel } from '#contract/hiring/document.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { rentFor, shareOf } from '#contract/platform/money.ts'
import { untilAgreed } from '#contract/conversation/outside-contact.ts'
import { answerColumns, countsFor, presentAnswers, type AnswersRow } from '#server/hiring/fit/answers.ts'
import { after, type Side } from '#server/hiring/fit/hiring.ts'
import { fixedMonthly, perUseOf, rentOfVisit } from '#server/hiring/fit/rules.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { hostsSay } from '#server/professional/rating.ts'

/** The viewer's, those that wait for them first, then by deadline, then the newest. */
export const applications = async (work: Work): Promise<Application[]> => {
  if (work.viewer.professionalId === null) return []
  const all = await read(work, sql`a.professional_id = ${work.viewer.professionalId}`)
  return all.toSorted(byUrgency('professional'))
}

/** To the viewer's spaces, by deadline; decided ones newest first. Drafts are not shown. */
export const applicationsToMine = async (
  work: Work,
  { query }: Input<typeof hostApplications>,
): Promise<Application[]> => {
  if (work.viewer.hostId === null) return []
  const open = query.show === 'open'
  const all = await read(
    work,
    sql`a.host_id = ${work.viewer.hostId} and a.sent_at is not null and (a.open_place is not null) = ${open}
      and (${query.space ?? null}::bigint is null or a.space_id = ${query.space ?? null})
      and (${query.vacancy ?? null}::bigint is null or a.vacancy_id = ${query.vacancy ?? null})
      and (${query.category ?? null}::text is null or ${query.category ?? null} = any(p.categories))
      and account.verification_level >= ${query.minimumLevel ?? 0}
      and p.rating >= ${query.minimumRating ?? 0}`,
  )
  const fitting = all.filter(({ professional }) => professional.fitPercent >= (query.minimumFit ?? 0))
  return open ? fitting.toSorted(byUrgency('host')) : fitting
}

const byUrgency = (side: Side) => (a: Application, b: Application) =>
  Number(b.waitingFor === side) - Number(a.waitingFor === side) ||
  Number(b.waitingFor !== null) - Number(a.waitingFor !== null) ||
  (a.waitingFor === null ? b.id - a.id : deadlineOf(a) - deadlineOf(b))

const deadlineOf = ({ respondBy, expiresAt }: Application) =>
  Date.parse(respondBy ?? expiresAt ?? '9999-01-01')

/** Refuses `not_found`, also for another party's. */
export const one = async (work: Work, id: number): Promise<Application> => {
  const [found] = await read(work, sql`a.id = ${id} and ${isParty(work)}`)
  return found ?? refuse('not_found')
}

/** A draft is visible to its author only, also once discarded. */
export const isParty = ({ viewer }: Work) =>
  sql<boolean>`(a.professional_id = ${viewer.professionalId}::bigint
    or a.host_id = ${viewer.hostId}::bigint and a.sent_at is not null)`

type Row = {
  id: number
  version: number
  status: ApplicationStatus
  isProfessional: boolean
  hostId: number
  vacancy: { id: number; title: string } | null
  space: Record<string, unknown> & { zone: string; requiredDocuments: string[]; pricePerHourCents: number }
  professional: Record<string, unknown> & {
    services: { name: string; priceCents: number; durationMinutes: number }[]
    categories: string[]
    level: number
  }
  documents: { kind: string; status: string; validTo: string | null }[]
  minimumLevel: number
  spaceCategories: string[]
  distanceKm: number
  clientsKm: number | null
  message: string
  expectedMinutes: number
  terms: unknown
  termsBy: Side
  termsBefore: unknown
  counterRounds: number
  infoRounds: number
  question: string | null
  createdAt: Date
  sentAt: Date | null
  respondBy: Date | null
  expiresAt: Date | null
  pausedAt: Date | null
  decidedAt: Date | null
  declineReason: string | null
  declineNote: string
  declineShared: boolean
  agreementId: number | null
  finished: number
  cancelled: number
  checkedIn: number
  punctual: number
  rentBp: number
}

const read = async (work: Work, which: ReturnType<typeof sql>): Promise<Application[]> => {
  const { rows } = await sql<Row>`
    select a.id, a.version, a.status, coalesce(a.professional_id = ${work.viewer.professionalId}::bigint, false) as "isProfessional",
      a.host_id as "hostId", 
      (select json_build_object('id', v.id, 'title', v.title) from vacancies v where v.id = a.vacancy_id) as vacancy,
      json_build_object('id', s.id, 'name', s.name, 'spaceType', s.space_type, 'businessName', b.name,
        'neighbourhood', s.neighbourhood, 'city', s.city, 'zone', s.zone, 'photo', s.photos[1],
        'pricePerHourCents', s.price_per_hour_cents, 'verified', host.verified,
        'requiredDocuments', s.required_documents) as space,
      json_build_object('id', p.id, 'slug', p.slug, 'firstName', p.first_name, 'lastName', p.last_name,
        'profileImageUrl', p.profile_image_url, 'level', account.verification_level, 'verified', p.verified,
        'biometric', account.biometric_verified, 'experienceYears', p.experience_years, 'specialties', p.specialties,
        'categories', p.categories, 'rating', p.rating::text, 'reviewCount', p.review_count, 'hostsSay', ${hostsSay(sql`p.id`)},
        'services', (select coalesce(json_agg(json_build_object('name', v.name, 'priceCents', v.price_cents,
            'durationMinutes', v.duration_minutes) order by v.position, v.id), '[]')
          from services v where v.professional_id = p.id and v.visibility = 'visible')) as professional,
      (select coalesce(json_agg(json_build_object('kind', d.kind, 'status', d.status, 'validTo', d.valid_to)
          order by d.kind, d.uploaded_at), '[]') from documents d
        where d.owner_kind = 'professional' and d.owner_id = p.id and d.status <> 'rejected') as documents,
      s.minimum_level as "minimumLevel", s.categories as "spaceCategories",
      search_km(p.latitude, p.longitude, s.latitude, s.longitude) as "distanceKm",
      (select case when count(*) >= ${minVisits} then avg(search_km(coalesce(there.latitude, p.latitude),
          coalesce(there.longitude, p.longitude), s.latitude, s.longitude)) end
        from bookings k left join spaces there on there.id = k.space_id
        where a.professional_id = ${work.viewer.professionalId}::bigint and k.professional_id = p.id and k.kind = 'visit'
          and k.status in ('to_settle', 'completed', 'closed')
          and k.starts_at > ${after(work.now, -90 * dayMs)} and k.starts_at <= ${work.now}) as "clientsKm",
      a.message, a.expected_minutes as "expectedMinutes", a.terms, a.terms_by as "termsBy", a.terms_before as "termsBefore",
      a.counter_rounds as "counterRounds", a.info_rounds as "infoRounds",
      case when a.status = 'info_requested' then (select m.text from application_moves m
        where m.application_id = a.id and m.move = 'request_info' order by m.version desc limit 1) end as question,
      a.created_at as "createdAt", a.sent_at as "sentAt", a.respond_by as "respondBy", a.expires_at as "expiresAt",
      a.paused_at as "pausedAt", a.decided_at as "decidedAt", a.decline_reason as "declineReason",
      a.decline_note as "declineNote", a.decline_shared as "declineShared", a.agreement_id as "agreementId",
      past.finished, past.cancelled, past."checkedIn", past.punctual,
      (select rent_bp from commission_rules where source is null and valid_from <= ${work.now} order by valid_from desc limit 1) as "rentBp"
    from applications a
    join spaces s on s.id = a.space_id
    join businesses b on b.id = s.business_id
    join hosts host on host.id = s.host_id
    join professionals p on p.id = a.professional_id
    join accounts account on account.id = p.account_id
    cross join lateral (
      select count(*) filter (where k.status in ('to_settle', 'completed', 'closed'))::int as finished,
        count(*) filter (where k.status = 'cancelled_by_professional' or (k.status = 'professional_no_show'
          and exists (select from no_shows n where n.booking_id = k.id and n.state = 'stands')))::int as cancelled,
        count(*) filter (where came.checked_in_at is not null)::int as "checkedIn",
        count(*) filter (where came.checked_in_at <= k.starts_at + interval '10 minutes')::int as punctual
      from bookings k left join attendances came on came.booking_id = k.id
      where k.professional_id = p.id and k.starts_at > ${after(work.now, -365 * dayMs)}
        and (k.starts_at < ${work.now} or k.status = 'cancelled_by_professional')
    ) past
    where ${which}
    order by a.id desc limit 200`.execute(work.db)
  const answers = await answersOfAll(work, [...new Set(rows.map(({ hostId }) => hostId))])
  return rows.map((row) => present(work, row, answers.get(row.hostId)))
}

const answersOfAll = async (work: Work, hostIds: readonly number[]) => {
  if (hostIds.length === 0) return new Map<number, AnswersRow>()
  const { rows } = await sql<AnswersRow & { hostId: number }>`
    select a.host_id as "hostId", ${answerColumns} from applications a
    where ${countsFor(work)} and a.host_id = any(${hostIds}::bigint[]) group by a.host_id`.execute(work.db)
  return new Map(rows.map((row) => [row.hostId, row]))
}

/** The number of visits below which no reliability is shown. */
const minVisits = 5

const present = (work: Work, row: Row, answers: AnswersRow | undefined): Application => {
  const role: Side = row.isProfessional ? 'professional' : 'host'
  const terms = z.parse(AgreementTerms, row.terms)
  const expiresAt = row.expiresAt?.toISOString() ?? null
  const facts = { ...row, expiresAt }
  const isMove = (name: string): name is ApplicationMove => name in applicationMoves
  const { requiredDocuments, ...space } = row.space
  const documents = documentsOf(row, requiredDocuments)
  const known = row.finished + row.cancelled
  const agreed = row.agreementId !== null
  // A draft is read only by its author, who is still writing it.
  const message = untilAgreed(row.message, agreed || row.status === 'draft')
  return z.parse(Application, {
    ...row,
    message,
    question: row.question === null ? null : untilAgreed(row.question, agreed),
    role,
    space,
    terms,
    termsBefore: row.termsBefore,
    professional: {
      ...row.professional,
      documents,
      cancelPercent: known < minVisits ? null : Math.round((100 * row.cancelled) / known),
      punctualPercent: row.checkedIn < minVisits ? null : Math.round((100 * row.punctual) / row.checkedIn),
      fitPercent: fitPercentOf(row, documents),
    },
    distanceKm: Math.round(row.distanceKm * 10) / 10,
    clientsKm: row.clientsKm === null ? null : Math.round(row.clientsKm * 10) / 10,
    hostAnswers: presentAnswers(answers ?? { questions: 0, inTime: 0, medianHours: null }),
    revenueCents: role === 'host' ? monthlyRevenue(row, terms) : null,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
    respondBy: row.respondBy?.toISOString() ?? null,
    expiresAt,
    pausedUntil:
      row.pausedAt === null
        ? null
        : after(row.pausedAt, applicationLimits.answerHours * hourMs).toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    decline: row.declineReason === null ? null : declineOf(row, role),
    waitingFor: waitingFor(row),
    moves: Object.keys(applicationMoves)
      .filter(isMove)
      .filter((move) => applicationMoves[move].by.some((party) => party === role))
      .map((move) => {
        const answer = mayMoveApplication(move, role, facts, work.now)
        return { move, allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }
      }),
  })
}

/** The host's own words reach the applicant only if the host shared them. */
const declineOf = (row: Row, role: Side) => {
  const reason = z.parse(EndReason, row.declineReason)
  const isShown = (role === 'host' || row.declineShared) && row.declineNote !== ''
  const note = role === 'host' ? row.declineNote : untilAgreed(row.declineNote, false)
  return { reason, label: endReasons[reason], note: isShown ? note : null }
}

/** Required documents come first; missing ones are marked. */
const documentsOf = (row: Row, required: readonly string[]) => {
  const others = row.documents.filter(({ kind, status }) => !required.includes(kind) && status !== 'expired')
  return [
    ...required.map((kind) => {
      const there =
        row.documents.find((one) => one.kind === kind && one.status !== 'in_review') ??
        row.documents.find((one) => one.kind === kind)
      return {
        kind,
        label: documentLabel(kind),
        status: there?.status ?? 'missing',
        validTo: there?.validTo ?? null,
      }
    }),
    ...others.map(({ kind, status, validTo }) => ({ kind, label: documentLabel(kind), status, validTo })),
  ]
}

/** Level, category, each document, and reviews: the percentage of checks passed. */
const fitPercentOf = (row: Row, documents: readonly { kind: string; status: string }[]) => {
  const { level, categories } = row.professional
  const checks = [
    level >= row.minimumLevel,
    level >= 2,
    row.spaceCategories.length === 0 || categories.some((one) => row.spaceCategories.includes(one)),
    row.finished >= minVisits,
    row.finished === 0 || row.cancelled / Math.max(1, row.finished + row.cancelled) <= 0.1,
    ...row.space.requiredDocuments.map((kind) =>
      documents.some((one) => one.kind === kind && (one.status === 'valid' || one.status === 'expiring')),
    ),
  ]
  return Math.round((100 * checks.filter(Boolean).length) / checks.length)
}

/** For the expected hours in a month of 30 days, after the platform's part of the rent. */
const monthlyRevenue = (row: Row, terms: AgreementTerms): number => {
  const minutes = Math.min(row.expectedMinutes, terms.quotaMinutesPerWeek ?? row.expectedMinutes)
  const weekly = weeklyPerUse(terms, minutes, row.professional.services)
  const monthly = fixedMonthly(terms.rent) + Math.round((weekly * 30) / 7)
  return monthly - shareOf(monthly, row.rentBp)
}

const weeklyPerUse = (
  { rent }: AgreementTerms,
  minutes: number,
  services: Row['professional']['services'],
): number => {
  const perUse = perUseOf(rent)
  if (perUse === null) return 0
  if (perUse.kind === 'per_hour') return rentFor(perUse.ratePerHourCents, minutes)
  if (services.length === 0) return 0
  const visitMinutes = services.reduce((sum, one) => sum + one.durationMinutes, 0) / services.length
  const visitCents = services.reduce((sum, one) => sum + one.priceCents, 0) / services.length
  const perVisit = rentOfVisit(rent, { minutes: visitMinutes, priceCents: Math.round(visitCents) })
  return Math.round((minutes / visitMinutes) * perVisit)
}
