/** Valid values of a service: the checks of its input and the values that are stored. */
import { sql } from 'kysely'
import { maxAddOns } from '#contract/service/add-on.ts'
import type { Input } from '#contract/platform/endpoint.ts'
import { settingProblem } from '#contract/service/setting.ts'
import { phasesProblem } from '#contract/service/phases.ts'
import { needsNothing, needsProblem } from '#contract/service/service-needs.ts'
import {
  licensedCategories,
  maxPackOffers,
  type Service,
  type addService,
} from '#contract/service/service.ts'
import { classProblem } from '#contract/service/class-rule.ts'
import { ownTimesProblem } from '#contract/service/own-hours.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import type { ProfessionalId } from '#server/professional/professional.ts'

/** They add up to the service's minutes, in a possible order. Refuses invalid_input. */
export const requirePhases = ({ phases, durationMinutes }: Pick<Service, 'phases' | 'durationMinutes'>) => {
  const problem = phases && phasesProblem(phases, durationMinutes)
  if (problem !== null) refuse('invalid_input', { fields: [{ field: 'phases', problem }] })
}

/** Each item once, within the service's minutes. Refuses invalid_input. */
export const requireNeeds = ({ needs, durationMinutes }: Pick<Service, 'needs' | 'durationMinutes'>) => {
  const problem = needs && needsProblem(needs, durationMinutes)
  if (problem !== null) refuse('invalid_input', { fields: [{ field: 'needs', problem }] })
}

/** At least one setting, and a link if it is online. Refuses invalid_input. */
export const requireSetting = (body: Input<typeof addService>['body']) => {
  const problem = settingProblem(body)
  if (problem !== null) refuse('invalid_input', { fields: [problem] })
}

/** Its own hours and dates must be consistent. Refuses invalid_input. */
export const requireOwnTimes = (body: Pick<Service, 'ownHours' | 'offeredFrom' | 'offeredTo'>) => {
  const problem = ownTimesProblem(body)
  if (problem !== null) refuse('invalid_input', { fields: [problem] })
}

/** Refuses invalid_input. */
export const requireClass = (body: Input<typeof addService>['body']) => {
  const problem = classProblem(body)
  if (problem !== null) refuse('invalid_input', { fields: [{ field: 'classRule', problem }] })
}

/** A service with dates of a class stays a class. Refuses service_has_classes. */
export const requireNoClasses = async (work: Work, serviceId: number) => {
  const session = await work.db
    .selectFrom('class_sessions')
    .select('id')
    .where('service_id', '=', serviceId)
    .where('status', '=', 'open')
    .where('ends_at', '>', work.now)
    .executeTakeFirst()
  if (session !== undefined) refuse('service_has_classes')
}

/** Health services require a cédula that Kalli accepted and that is still valid. Refuses licence_needed. */
export const requireLicence = async (
  work: Work,
  professionalId: ProfessionalId,
  category: Service['category'],
) => {
  if (!licensedCategories.includes(category)) return
  const licence = await work.db
    .selectFrom('documents')
    .innerJoin('professionals', 'professionals.id', 'documents.owner_id')
    .select('documents.id')
    .where('owner_kind', '=', 'professional')
    .where('owner_id', '=', professionalId)
    .where('kind', '=', 'license')
    .where('documents.status', 'in', ['valid', 'expiring'])
    .where(
      sql<boolean>`(valid_to is null or valid_to >= (${work.now}::timestamptz at time zone professionals.zone)::date)`,
    )
    .executeTakeFirst()
  if (licence === undefined) refuse('licence_needed')
}

/** An item with a number keeps it; a new one gets a number of this version of the service, so that none is ever reused. */
const numbered = <T extends { id: number }>(
  parts: readonly T[],
  most: number,
  { version, known }: { version: number; known: readonly { id: number }[] },
): T[] =>
  parts.map((one, place) => {
    const isFirst = parts.findIndex(({ id }) => id === one.id) === place
    return isFirst && known.some(({ id }) => id === one.id) ? one : { ...one, id: version * most + place }
  })

export const valuesOf = (
  body: Input<typeof addService>['body'],
  { version, addOns, packs }: { version: number } & Pick<Service, 'addOns' | 'packs'> = {
    version: 1,
    addOns: [],
    packs: [],
  },
) => ({
  name: body.name,
  description: body.description,
  category: body.category,
  duration_minutes: body.durationMinutes,
  buffer_before_minutes: body.bufferBeforeMinutes,
  buffer_after_minutes: body.bufferAfterMinutes,
  phases: body.phases === null ? null : JSON.stringify(body.phases),
  needs: body.needs === null || needsNothing(body.needs) ? null : JSON.stringify(body.needs),
  at_place: body.atPlace,
  home_radius_km: body.atHome?.radiusKm ?? null,
  home_fee_cents: body.atHome?.feeCents ?? 0,
  online: body.online,
  online_link: body.onlineLink,
  class_capacity: body.classRule?.capacity ?? null,
  class_minimum: body.classRule?.minimum ?? null,
  class_decide_hours: body.classRule?.decideHours ?? null,
  price_cents: body.priceCents,
  add_ons: JSON.stringify(numbered(body.addOns, maxAddOns, { version, known: addOns })),
  packs: JSON.stringify(numbered(body.packs, maxPackOffers, { version, known: packs })),
  step_minutes: body.stepMinutes,
  notice_minutes: body.noticeMinutes,
  horizon_days: body.horizonDays,
  daily_cap: body.dailyCap,
  weekly: body.ownHours === null ? null : JSON.stringify(body.ownHours),
  offered_from: body.offeredFrom,
  offered_to: body.offeredTo,
  tolerance_minutes: body.toleranceMinutes,
  first_visit_only: body.firstVisitOnly,
  upfront_bp: body.upfront?.kind === 'percent' ? body.upfront.bp : null,
  upfront_cents: body.upfront?.kind === 'amount' ? body.upfront.cents : null,
  policy_tier: body.policyTier,
  cutoff_minutes: body.cutoffMinutes,
  visibility: body.visibility,
})
