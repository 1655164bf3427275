/**
 * "¿Por qué no se renta?": for one unit and day, how many nearby professionals who work that day each rule excludes.
 * Only counts, no names. Each reason comes with the change that would help.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Id, LocalDate, Zone } from '#contract/platform/shapes.ts'

/** Radius around the space, and maximum number of the nearest professionals. */
export const whyKm = 10
export const whyMost = 1000

export const UnitReason = z.enum([
  // excludes all professionals
  'unpublished',
  'payout_missing',
  // about the day
  'closed',
  'taken',
  'notice',
  'minimum',
  // about the professional
  'trade',
  'level',
  'documents',
  'no_agreement',
  'paused',
  'agreement_hours',
  'quota',
  'price',
])
export type UnitReason = z.output<typeof UnitReason>

/** Why professionals are excluded, and what would change it. */
export const unitReasons: Readonly<Record<UnitReason, { text: string; change: string }>> = {
  unpublished: { text: 'El espacio no está publicado', change: 'Publícalo o quita la pausa' },
  payout_missing: { text: 'Falta tu cuenta de cobro', change: 'Di a qué cuenta te transferimos' },
  closed: { text: 'Está cerrado mientras trabajan', change: 'Abre más horas ese día' },
  taken: { text: 'Ya está ocupado mientras trabajan', change: 'Mira el día: quizá otra unidad está libre' },
  notice: { text: 'Falta menos que tu aviso mínimo', change: 'Acorta el aviso con que se renta' },
  minimum: { text: 'El rato libre es menor que tu mínimo', change: 'Baja el mínimo por renta' },
  trade: { text: 'Su giro no se atiende aquí', change: 'Admite más giros' },
  level: { text: 'No llegan al nivel que pides', change: 'Pide un nivel menor' },
  documents: { text: 'Les falta un documento que pides', change: 'Pide menos documentos' },
  no_agreement: {
    text: 'No tienen convenio para su giro',
    change: 'Invítales, o deja que renten al momento',
  },
  paused: { text: 'Su convenio está en pausa o suspendido', change: 'Revisa el convenio' },
  agreement_hours: {
    text: 'Su convenio no cubre ese día o esas horas',
    change: 'Amplía las horas del convenio',
  },
  quota: { text: 'Ya usaron las horas de su convenio', change: 'Sube el tope de horas' },
  price: { text: 'El precio queda arriba de su máximo o de la zona', change: 'Baja el precio de esas horas' },
}

export const UnitWhy = z.object({
  date: LocalDate,
  zone: Zone,
  unit: z.object({ id: Id, name: z.string() }),
  space: z.object({ id: Id, name: z.string() }),
  /** Published professionals nearby with hours that day, the basis of all other counts. At most `whyMost`. */
  professionals: z.int(),
  /** Not excluded by any reason. */
  welcome: z.int(),
  /** Most frequent first; several may apply to one professional. `alone`: excluded by nothing else. */
  reasons: z.array(z.object({ reason: UnitReason, count: z.int(), alone: z.int() })),
  /** The hourly price compared with similar spaces; null if there are too few. */
  price: z.nullable(
    z.object({
      hourCents: z.int(),
      usualFromCents: z.int(),
      usualToCents: z.int(),
      where: z.string(),
    }),
  ),
})
export type UnitWhy = z.output<typeof UnitWhy>

export const unitWhy = endpoint({
  method: 'GET',
  path: '/api/units/:id/why',
  summary: 'Explain for a unit and a date what keeps professionals nearby out, in numbers, without names',
  access: 'host',
  params: z.object({ id: Id }),
  query: z.object({ date: LocalDate }),
  reply: UnitWhy,
  limit: 'slots',
  refusals: ['not_found', 'invalid_input'],
})
