import { usualToleranceMinutes } from '#contract/service/tolerance.ts'
import { categories, type Category } from '#contract/professional/categories.ts'
import type { OwnService } from '#contract/service/service.ts'
import type { Template } from '#web/parts/service/templates.ts'

/** The editable values of a service. */
export type ServiceDraft = Omit<OwnService, 'id' | 'position' | 'version' | 'archived' | 'upcoming'>

export const isCategory = (text: string): text is Category => Object.hasOwn(categories, text)
export const allCategories = Object.keys(categories).filter(isCategory)

export const emptyDraft = (category: Category, template?: Template): ServiceDraft => ({
  name: template?.name ?? '',
  description: template?.description ?? '',
  category,
  // Empty without a template: a price or duration that was not typed must never be published.
  durationMinutes: template?.durationMinutes ?? Number.NaN,
  bufferBeforeMinutes: 0,
  bufferAfterMinutes: template?.bufferAfterMinutes ?? 0,
  phases: null,
  needs: null,
  atPlace: true,
  atHome: null,
  online: false,
  onlineLink: null,
  classRule: null,
  priceCents: template?.priceCents ?? Number.NaN,
  addOns: template?.options.map((one) => ({ ...one })) ?? [],
  packs: [],
  photos: [],
  stepMinutes: 30,
  noticeMinutes: 120,
  horizonDays: 60,
  dailyCap: null,
  ownHours: null,
  offeredFrom: null,
  offeredTo: null,
  toleranceMinutes: usualToleranceMinutes,
  firstVisitOnly: false,
  upfront: null,
  policyTier: 'fair',
  cutoffMinutes: 720,
  visibility: 'visible',
})

/** The editable part of a saved service. */
export const draftOf = (service: OwnService): ServiceDraft => ({
  name: service.name,
  description: service.description,
  category: service.category,
  durationMinutes: service.durationMinutes,
  bufferBeforeMinutes: service.bufferBeforeMinutes,
  bufferAfterMinutes: service.bufferAfterMinutes,
  phases: service.phases,
  needs: service.needs,
  atPlace: service.atPlace,
  atHome: service.atHome,
  online: service.online,
  onlineLink: service.onlineLink,
  classRule: service.classRule,
  priceCents: service.priceCents,
  addOns: service.addOns,
  packs: service.packs,
  photos: service.photos,
  stepMinutes: service.stepMinutes,
  noticeMinutes: service.noticeMinutes,
  horizonDays: service.horizonDays,
  dailyCap: service.dailyCap,
  ownHours: service.ownHours,
  offeredFrom: service.offeredFrom,
  offeredTo: service.offeredTo,
  toleranceMinutes: service.toleranceMinutes,
  firstVisitOnly: service.firstVisitOnly,
  upfront: service.upfront,
  policyTier: service.policyTier,
  cutoffMinutes: service.cutoffMinutes,
  visibility: service.visibility,
})
