/** The row of an invitation, as its two parties see it. */
import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { type Category, doneIn, SpaceType } from '#contract/professional/categories.ts'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { untilAgreed } from '#contract/conversation/outside-contact.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import {
  type InvitationFacts,
  type InvitationMove,
  type InvitationParty,
  InvitationStatus,
  mayMoveInvitation,
  invitationMoves,
  VacancyOver,
} from '#contract/hiring/invitation-moves.ts'
import type { Work } from '#server/platform/work.ts'

export type Whose = { accountId: number | null; hostId: number; status: string; tokenHash: Buffer | null }

export const factsOf = (row: Row, now: Date): InvitationFacts => ({
  status: z.parse(InvitationStatus, row.status),
  expiresAt: row.expiresAt.toISOString(),
  endedAt: row.endedAt?.toISOString() ?? null,
  questionsRequested: row.questions.length,
  questionWaits: row.questions.some(({ answer }) => answer === null),
  repeated: row.repeated,
  vacancyOver: overOf(row, now),
})

/** The vacancy's thirty days may be over a minute before the job records it. */
const overOf = ({ vacancyStatus, vacancyExpiresAt }: Row, now: Date): VacancyOver | null => {
  const over = z.safeParse(VacancyOver, vacancyStatus)
  if (over.success) return over.data
  return vacancyExpiresAt !== null && vacancyExpiresAt <= now ? 'expired' : null
}

/** Waiting ones by deadline, then ended ones, the latest first. */
export const rank = sql<number>`(case when i.status in ('sent', 'seen') then 0 else 1 end)`
export const order = sql<number>`(case when i.status in ('sent', 'seen') then extract(epoch from i.expires_at)
  else -extract(epoch from i.sent_at) end)::float8`

export type Row = Whose & {
  id: string
  version: number
  professionalId: number | null
  email: string | null
  terms: unknown
  message: string
  sentAt: Date
  expiresAt: Date
  pausedUntil: Date | null
  endedAt: Date | null
  declineReason: string | null
  agreementId: number | null
  repeated: boolean
  vacancyId: number | null
  vacancyTitle: string | null
  vacancyStatus: string | null
  vacancyExpiresAt: Date | null
  spaceId: number
  spaceName: string
  spaceType: string
  photo: string | null
  neighbourhood: string | null
  city: string
  latitude: number
  longitude: number
  rating: string
  reviewCount: number
  pricePerHourCents: number
  zone: string
  businessName: string
  hostFirstName: string
  hostPhoto: string | null
  hostVerified: boolean
  answersPercent: number | null
  answersHours: number | null
  keepsPercent: number | null
  professionalName: string | null
  professionalPhoto: string | null
  professionalRating: string | null
  professionalCategories: string[] | null
  distanceKm: number | null
  questions: { number: number; question: string; requestedAt: string; answer: string | null }[]
  rank: number
  order: number
}

/** With fewer bookings a space's figures mean nothing. */
const minBookings = 5

export const select = async (work: Work, which: RawBuilder<unknown>, limit: number): Promise<Row[]> => {
  const { rows } = await sql<Row>`
    select i.id, i.version, i.status, i.host_id as "hostId", i.account_id as "accountId", i.token_hash as "tokenHash",
      i.professional_id as "professionalId", i.email, i.terms, i.message, i.sent_at as "sentAt",
      i.expires_at as "expiresAt", i.paused_until as "pausedUntil", i.ended_at as "endedAt",
      i.decline_reason as "declineReason", i.agreement_id as "agreementId",
      exists (select from invitations later where later.again_of = i.id) as repeated,
      v.id as "vacancyId", v.title as "vacancyTitle", v.status as "vacancyStatus", v.expires_at as "vacancyExpiresAt",
      s.id as "spaceId", s.name as "spaceName", s.space_type as "spaceType", s.photos[1] as photo, s.neighbourhood, s.city,
      round(s.latitude::numeric, 2)::float8 as latitude, round(s.longitude::numeric, 2)::float8 as longitude,
      s.rating, s.review_count as "reviewCount", s.price_per_hour_cents as "pricePerHourCents", s.zone,
      b.name as "businessName", owner.first_name as "hostFirstName", owner.profile_image_url as "hostPhoto",
      h.verified as "hostVerified",
      (select round(100.0 * count(q.answer) / nullif(count(*), 0))::integer from invitation_questions q
        join invitations asked on asked.id = q.invitation_id where asked.host_id = i.host_id) as "answersPercent",
      (select ceil(percentile_cont(0.5) within group (order by extract(epoch from q.answered_at - q.requested_at)) / 3600)::integer
        from invitation_questions q join invitations asked on asked.id = q.invitation_id
        where asked.host_id = i.host_id and q.answer is not null) as "answersHours",
      (select case when count(*) >= ${minBookings} then
          floor(100.0 * count(*) filter (where last.status <> 'cancelled_by_host') / count(*))::integer end
        from (select booking.status from bookings booking where booking.host_id = i.host_id
          and booking.starts_at between ${work.now}::timestamptz - interval '180 days' and ${work.now}::timestamptz
          and booking.status in ('completed', 'closed', 'to_settle', 'cancelled_by_host')
          order by booking.starts_at desc limit 100) last) as "keepsPercent",
      p.first_name || ' ' || p.last_name as "professionalName",
      coalesce(p.profile_image_url, person.profile_image_url) as "professionalPhoto", p.rating as "professionalRating",
      p.categories as "professionalCategories",
      round(search_km(p.latitude, p.longitude, s.latitude, s.longitude)::numeric, 1)::float8 as "distanceKm",
      (select coalesce(json_agg(json_build_object('number', q.number, 'question', q.question, 'requestedAt', q.requested_at,
        'answer', q.answer) order by q.number), '[]') from invitation_questions q where q.invitation_id = i.id) as questions,
      ${rank} as rank, ${order} as order
    from invitations i
    join spaces s on s.id = i.space_id
    join businesses b on b.id = s.business_id
    join hosts h on h.id = i.host_id
    join accounts owner on owner.id = h.account_id
    left join vacancies v on v.id = i.vacancy_id
    left join professionals p on p.id = i.professional_id
    left join accounts person on person.id = p.account_id
    where ${which}
    order by ${rank}, ${order}, i.id
    limit ${limit}`.execute(work.db)
  return rows
}

export const present = (work: Work, row: Row, as: 'invited' | 'host'): Invitation => {
  const terms = z.parse(AgreementTerms, row.terms)
  const facts = factsOf(row, work.now)
  const type = z.parse(SpaceType, row.spaceType)
  const agreed = row.agreementId !== null
  return {
    id: row.id,
    version: row.version,
    as,
    // The deadline may pass a minute before the job records it.
    status: mayMoveInvitation('expire', 'platform', facts, work.now).allowed ? 'expired' : facts.status,
    space: {
      id: row.spaceId,
      name: row.spaceName,
      spaceType: type,
      photo: row.photo,
      neighbourhood: row.neighbourhood,
      city: row.city,
      area: { latitude: row.latitude, longitude: row.longitude },
      rating: String(Number(row.rating)),
      reviewCount: row.reviewCount,
      pricePerHourCents: row.pricePerHourCents,
      zone: row.zone,
    },
    host: {
      businessName: row.businessName,
      firstName: row.hostFirstName,
      photo: row.hostPhoto,
      verified: row.hostVerified,
      answersPercent: row.answersPercent,
      answersHours: row.answersHours,
      keepsPercent: row.keepsPercent,
    },
    vacancy:
      row.vacancyId === null || row.vacancyTitle === null
        ? null
        : { id: row.vacancyId, title: row.vacancyTitle, over: facts.vacancyOver },
    professional: as === 'host' ? professionalOf(row) : null,
    email: as === 'host' ? row.email : null,
    terms,
    message: untilAgreed(row.message, agreed),
    matchingCategories: matching(terms, type, row.professionalCategories),
    distanceKm: as === 'invited' ? row.distanceKm : null,
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    pausedUntil:
      row.pausedUntil !== null && row.pausedUntil > work.now ? row.pausedUntil.toISOString() : null,
    endedAt: row.endedAt?.toISOString() ?? null,
    declineReason: row.declineReason === null ? null : untilAgreed(row.declineReason, agreed),
    agreementId: row.agreementId,
    questions: row.questions.map(({ number, question, answer, requestedAt }, place) => {
      const before = row.questions.slice(0, place)
      const answers = [row.message, ...before.flatMap((one) => one.answer ?? [])]
      return {
        number,
        question: untilAgreed(
          question,
          agreed,
          before.map((one) => one.question),
        ),
        answer: answer === null ? null : untilAgreed(answer, agreed, answers),
        requestedAt: new Date(requestedAt).toISOString(),
      }
    }),
    moves: movesOf(facts, as, work.now),
  }
}

/** An invitation by link names no professional until it was accepted: its readers are not disclosed. */
const professionalOf = (row: Row): Invitation['professional'] =>
  row.professionalId === null ||
  row.professionalName === null ||
  (row.email !== null && row.status !== 'accepted')
    ? null
    : {
        id: row.professionalId,
        name: row.professionalName,
        photo: row.professionalPhoto,
        rating: String(Number(row.professionalRating ?? 0)),
      }

const matching = (terms: AgreementTerms, type: SpaceType, own: readonly string[] | null): Category[] => {
  const meant = terms.categories.length > 0 ? terms.categories : doneIn[type]
  return meant.filter((category) => own === null || own.includes(category))
}

const isMove = (name: string): name is InvitationMove => name in invitationMoves

const movesOf = (facts: InvitationFacts, party: InvitationParty, now: Date): Invitation['moves'] =>
  Object.entries(invitationMoves).flatMap(([move, { by }]: [string, { by: readonly InvitationParty[] }]) => {
    if (!isMove(move) || !by.includes(party)) return []
    const answer = mayMoveInvitation(move, party, facts, now)
    return [{ move, allowed: answer.allowed, reason: answer.allowed ? null : answer.reason }]
  })
