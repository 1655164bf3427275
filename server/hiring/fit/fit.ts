/** How a professional fits a space: what it requires, and what is missing. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { dayMs } from '#contract/platform/duration.ts'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'
import { applicationLimits } from '#contract/hiring/application-moves.ts'
import { fitOf, type FitFacts, type SpaceFit } from '#contract/hiring/fit.ts'
import { dateText } from '#contract/platform/short-date.ts'
import { Category } from '#contract/professional/categories.ts'
import { answersOf } from '#server/hiring/fit/answers.ts'
import { after, dateAt } from '#server/hiring/fit/hiring.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  hasPhoto: boolean
  bioLength: number
  categories: string[]
  specialties: number
  experienceYears: number
  hasNeighbourhood: boolean
  services: number
  hasHours: boolean
  priceCents: number
  isPublished: boolean
  level: number
  documents: { kind: string; status: string }[]
  openApplications: number
  spaceStatus: string
  isOwn: boolean
  hostId: number
  zone: string
  pricePerHourCents: number
  spaceCategories: string[]
  minimumLevel: number
  requiredDocuments: string[]
  welcome: string
  spaceHours: unknown
  hasAgreement: boolean
  declinedAt: Date | null
  openId: number | null
  draft: { id: number; version: number; message: string; expectedMinutes: number; terms: unknown } | null
}

/** The facts that decide whether this professional may apply here. Refuses `not_found` for an unknown space. */
export const factsOf = async (work: Work, professionalId: number, spaceId: number) => {
  const { rows } = await sql<Row>`
    select p.profile_image_url is not null as "hasPhoto", length(p.bio) as "bioLength", p.categories,
      cardinality(p.specialties) as specialties, p.experience_years as "experienceYears",
      p.neighbourhood is not null as "hasNeighbourhood",
      (select count(*) from services v where v.professional_id = p.id and v.visibility = 'visible') as services,
      exists (select from schedules h where h.owner_kind = 'professional' and h.owner_id = p.id and h.weekly <> '[]') as "hasHours",
      greatest(p.from_price_cents, p.base_price_cents) as "priceCents", p.status = 'published' as "isPublished",
      account.verification_level as level,
      (select coalesce(json_agg(json_build_object('kind', d.kind, 'status', d.status)), '[]') from documents d
        where d.owner_kind = 'professional' and d.owner_id = p.id) as documents,
      (select count(*) from applications o where o.professional_id = p.id and o.open_place is not null) as "openApplications",
      s.status as "spaceStatus", host.account_id = p.account_id as "isOwn", s.host_id as "hostId", s.zone,
      s.price_per_hour_cents as "pricePerHourCents", s.categories as "spaceCategories",
      s.minimum_level as "minimumLevel", s.required_documents as "requiredDocuments",
      s.welcome,
      coalesce((select weekly from schedules h where h.owner_kind = 'space' and h.owner_id = s.id), '[]') as "spaceHours",
      exists (select from agreements a where a.professional_id = p.id and a.space_id = s.id
        and a.status in ('active', 'paused', 'expiring', 'suspended')) as "hasAgreement",
      (select max(decided_at) from applications d where d.professional_id = p.id and d.space_id = s.id
        and d.status = 'declined' and d.decline_reason not in ('vacancy_filled', 'vacancy_closed')) as "declinedAt",
      (select o.id from applications o where o.professional_id = p.id and o.space_id = s.id and o.vacancy_id is null
        and o.open_place is not null) as "openId",
      (select json_build_object('id', o.id, 'version', o.version, 'message', o.message,
          'expectedMinutes', o.expected_minutes, 'terms', o.terms)
        from applications o where o.professional_id = p.id and o.space_id = s.id and o.vacancy_id is null
        and o.status = 'draft') as draft
    from professionals p
    join accounts account on account.id = p.account_id
    cross join spaces s
    join hosts host on host.id = s.host_id
    where p.id = ${professionalId} and s.id = ${spaceId} and s.status in ('published', 'paused')`.execute(
    work.db,
  )
  const row = rows[0] ?? refuse('not_found')
  const restsUntil =
    row.declinedAt === null ? null : after(row.declinedAt, applicationLimits.restDays * dayMs)
  const facts: FitFacts = {
    profile: { ...row, categories: row.categories.length },
    categories: row.categories,
    level: row.level,
    documents: row.documents,
    openApplications: row.openApplications,
    space: {
      isPublished: row.spaceStatus === 'published',
      isOwn: row.isOwn,
      categories: row.spaceCategories,
      minimumLevel: row.minimumLevel,
      requiredDocuments: row.requiredDocuments,
      isByInvitation: row.welcome === 'agreement',
    },
    hasAgreement: row.hasAgreement,
    hasOpenHere: row.openId !== null,
    restsUntil: restsUntil === null || restsUntil <= work.now ? null : dateText(dateAt(restsUntil, row.zone)),
  }
  return { row, facts }
}

/** For the form on a space's page. Refuses `no_profile`, `not_found`. */
export const spaceFit = async (work: Work, spaceId: number): Promise<SpaceFit> => {
  const professionalId = work.viewer.professionalId ?? refuse('no_profile')
  const { row, facts } = await factsOf(work, professionalId, spaceId)
  const { ready, items } = fitOf(facts)
  const known = z
    .array(Category)
    .parse(
      row.categories.filter((one) => row.spaceCategories.length === 0 || row.spaceCategories.includes(one)),
    )
  return {
    ready,
    items,
    terms: z.parse(AgreementTerms, { rent: { kind: 'per_hour', ratePerHourCents: row.pricePerHourCents } }),
    zone: row.zone,
    spaceHours: z.parse(z.array(WeeklyWindow), row.spaceHours),
    categories: known,
    draft: row.draft === null ? null : { ...row.draft, terms: z.parse(AgreementTerms, row.draft.terms) },
    applicationId: row.openId,
    hostAnswers: await answersOf(work, row.hostId),
  }
}

/**
 * Whether a professional may book without applying: their agreement with this space, or what is missing where a professional who fits may
 * book at once.
 */
export const roomFor = async (work: Work, professionalId: number, spaceId: number) => {
  const { facts } = await factsOf(work, professionalId, spaceId)
  const { rows } = await sql<{ welcome: string; agreement: RoomAgreement | null }>`
    select s.welcome, (select json_build_object('id', a.id, 'status', a.status, 'windows', a.windows,
        'validFrom', a.valid_from, 'validTo', a.valid_to, 'isIncluded', a.rate_per_hour_cents = 0)
      from agreements a where a.space_id = s.id and a.professional_id = ${professionalId}
        and a.status in ('active', 'paused', 'expiring', 'suspended')) as agreement
    from spaces s where s.id = ${spaceId}`.execute(work.db)
  const { welcome, agreement } = rows[0] ?? refuse('not_found')
  const lacking = fitOf(facts).items.filter(({ key, done }) => !done && asksOfEverybody.has(key))
  return {
    room: facts.space.isOwn
      ? ('own' as const)
      : welcome === 'instant'
        ? ('instant' as const)
        : ('asks' as const),
    fits: lacking.length === 0 && facts.space.isPublished,
    missing: lacking[0]?.detail ?? null,
    agreement:
      agreement === null
        ? null
        : {
            ...agreement,
            validFrom: new Date(agreement.validFrom),
            validTo: agreement.validTo === null ? null : new Date(agreement.validTo),
          },
  }
}

type RoomAgreement = {
  id: number
  status: string
  windows: unknown
  /** Under a fixed or per-visit rent, hours cost nothing extra. */
  isIncluded: boolean
  validFrom: string
  validTo: string | null
}

const asksOfEverybody: ReadonlySet<string> = new Set(['level', 'category', 'document', 'space'])
