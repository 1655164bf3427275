/** How well a profile fits a space: complete profile, services, days, documents. */
import * as z from 'zod/mini'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'
import { categories, Category } from '#contract/professional/categories.ts'
import { documentLabel } from '#contract/hiring/document.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { HostAnswers } from '#contract/hiring/host-answers.ts'
import { Id, Zone } from '#contract/platform/shapes.ts'
import { applicationLimits } from '#contract/hiring/application-moves.ts'

export type ProfileFacts = {
  hasPhoto: boolean
  bioLength: number
  categories: number
  specialties: number
  experienceYears: number
  hasNeighbourhood: boolean
  services: number
  hasHours: boolean
  priceCents: number
  isPublished: boolean
}

/** The ten parts of a profile, each worth ten percent. */
const profileParts: readonly { label: string; isDone: (facts: ProfileFacts) => boolean }[] = [
  { label: 'una foto', isDone: ({ hasPhoto }) => hasPhoto },
  { label: 'tu presentación', isDone: ({ bioLength }) => bioLength >= 20 },
  { label: 'tus categorías', isDone: ({ categories }) => categories > 0 },
  { label: 'tus especialidades', isDone: ({ specialties }) => specialties > 0 },
  { label: 'tus años de experiencia', isDone: ({ experienceYears }) => experienceYears > 0 },
  { label: 'tu colonia', isDone: ({ hasNeighbourhood }) => hasNeighbourhood },
  { label: 'un servicio activo', isDone: ({ services }) => services > 0 },
  { label: 'tu horario', isDone: ({ hasHours }) => hasHours },
  { label: 'tu precio', isDone: ({ priceCents }) => priceCents > 0 },
  { label: 'tu perfil publicado', isDone: ({ isPublished }) => isPublished },
]

/** Completeness of a profile, and its missing parts. */
export const profileProgress = (facts: ProfileFacts): { percent: number; missing: string[] } => {
  const missing = profileParts.filter(({ isDone }) => !isDone(facts)).map(({ label }) => label)
  return {
    percent: Math.round((100 * (profileParts.length - missing.length)) / profileParts.length),
    missing,
  }
}

export type FitFacts = {
  profile: ProfileFacts
  categories: readonly string[]
  level: number
  documents: readonly { kind: string; status: string }[]
  openApplications: number
  space: {
    isPublished: boolean
    isOwn: boolean
    categories: readonly string[]
    minimumLevel: number
    requiredDocuments: readonly string[]
    /** The host takes no unsolicited applications, but invites (contract/space/space.ts). */
    isByInvitation: boolean
  }
  hasAgreement: boolean
  hasOpenHere: boolean
  /** Local date, as text, from which the professional may apply again. */
  restsUntil: string | null
}

export const FitItem = z.object({
  key: z.enum([
    'profile',
    'level',
    'category',
    'document',
    'open',
    'rest',
    'agreement',
    'space',
    'invitation',
  ]),
  label: z.string(),
  done: z.boolean(),
  /** What is missing, in one sentence; null if nothing is. */
  detail: z.nullable(z.string()),
})
export type FitItem = z.output<typeof FitItem>

/** The requirements of A1, each with what is missing. The server refuses by the same list. */
export const fitOf = (facts: FitFacts): { ready: boolean; items: FitItem[] } => {
  const { space } = facts
  const progress = profileProgress(facts.profile)
  const fitting = facts.categories.filter(
    (one) => space.categories.length === 0 || space.categories.includes(one),
  )
  const items: FitItem[] = [
    item(
      'profile',
      `Perfil completo (${progress.percent} %)`,
      progress.percent >= applicationLimits.profilePercent,
      {
        detail: `Llega a ${applicationLimits.profilePercent} %: falta ${progress.missing.join(', ')}.`,
      },
    ),
    item('level', `Verificación de nivel ${space.minimumLevel}`, facts.level >= space.minimumLevel, {
      detail: `Tienes nivel ${facts.level}. Sube en Configuración, Verificación.`,
    }),
    item('category', 'Tu categoría se atiende aquí', fitting.length > 0, {
      detail: `Aquí se atiende ${space.categories.map((one) => nameOf(one)).join(', ')}.`,
    }),
    ...space.requiredDocuments.map((kind) => documentItem(kind, facts.documents)),
  ]
  const hindrances = [
    item('space', 'El espacio recibe profesionales', space.isPublished && !space.isOwn, {
      detail: space.isOwn ? 'Es tu propio espacio.' : 'Este espacio está en pausa.',
    }),
    item('invitation', 'El espacio recibe postulaciones', !space.isByInvitation, {
      detail: 'Este espacio no recibe postulaciones: invita a quien trabaja en él.',
    }),
    item('agreement', 'Sin convenio vigente aquí', !facts.hasAgreement, {
      detail: 'Ya tienes convenio aquí.',
    }),
    item('open', 'Menos de diez postulaciones abiertas', facts.openApplications < applicationLimits.open, {
      detail: 'Tienes diez abiertas: espera una respuesta o retira una.',
    }),
    item('rest', 'Sin rechazo reciente', facts.restsUntil === null, {
      detail: `Puedes volver a intentarlo el ${facts.restsUntil ?? ''}.`,
    }),
  ].filter(({ done }) => !done)
  const all = [...items, ...hindrances]
  return { ready: all.every(({ done }) => done), items: all }
}

const item = (
  key: FitItem['key'],
  label: string,
  done: boolean,
  { detail }: { detail: string },
): FitItem => ({
  key,
  label,
  done,
  detail: done ? null : detail,
})

const documentItem = (kind: string, documents: FitFacts['documents']): FitItem => {
  const isActive = documents.some(
    (one) => one.kind === kind && (one.status === 'valid' || one.status === 'expiring'),
  )
  const waits = documents.some(
    (one) => one.kind === kind && (one.status === 'uploaded' || one.status === 'in_review'),
  )
  return item('document', documentLabel(kind), isActive, {
    detail: waits
      ? 'La estamos revisando.'
      : `Te falta: ${documentLabel(kind).toLowerCase()}. Súbela en tus documentos.`,
  })
}

const nameOf = (category: string): string =>
  Object.entries(categories).find(([name]) => name === category)?.[1] ?? category

/** A professional's status with a space: requirements, what is missing, and what is under way. */
export const SpaceFit = z.object({
  ready: z.boolean(),
  items: z.array(FitItem),
  /** Initial offer: the space's price and full hours, and all of the professional's categories. */
  terms: AgreementTerms,
  zone: Zone,
  spaceHours: z.array(WeeklyWindow),
  categories: z.array(Category),
  draft: z.nullable(
    z.object({
      id: Id,
      version: z.int(),
      message: z.string(),
      expectedMinutes: z.int(),
      terms: AgreementTerms,
    }),
  ),
  /** The open application. */
  applicationId: z.nullable(Id),
  hostAnswers: HostAnswers,
})
export type SpaceFit = z.output<typeof SpaceFit>

export const spaceFit = endpoint({
  method: 'GET',
  path: '/api/applications/fit/:space',
  summary: 'Get what a space requires of professionals, and what the viewer lacks',
  access: 'professional',
  params: z.object({ space: Id }),
  reply: SpaceFit,
  refusals: ['not_found', 'no_profile'],
})
