/**
 * Work done at a visit: formula, products, plan, by a template of the professional's trade. Stored sealed, read by her
 * alone; the client reads only what is written for them. docs/booking/own-clients.md.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, LocalDate, LongText, Uuid } from '#contract/platform/shapes.ts'

type Template = { label: string; fields: readonly { id: string; label: string }[] }

const products = { id: 'products', label: 'Productos' } as const
const done = { id: 'done', label: 'Qué se hizo' } as const
const next = { id: 'next', label: 'Para la próxima' } as const

export const workTemplates = {
  color: {
    label: 'Color',
    fields: [
      { id: 'formula', label: 'Fórmula' },
      { id: 'time', label: 'Tiempo de exposición' },
      products,
      done,
      next,
    ],
  },
  skin: {
    label: 'Piel',
    fields: [{ id: 'state', label: 'Cómo está la piel' }, products, done, next],
  },
  body: {
    label: 'Cuerpo',
    fields: [{ id: 'zones', label: 'Zonas y presión' }, products, done, next],
  },
  nails: {
    label: 'Uñas',
    fields: [
      { id: 'shape', label: 'Forma y largo' },
      { id: 'formula', label: 'Tono y técnica' },
      products,
      done,
      next,
    ],
  },
  therapy: {
    label: 'Terapia (SOAP)',
    fields: [
      { id: 'subjective', label: 'Subjetivo: lo que cuenta' },
      { id: 'objective', label: 'Objetivo: lo que se observa' },
      { id: 'assessment', label: 'Análisis' },
      { id: 'plan', label: 'Plan' },
    ],
  },
  other: { label: 'Otra', fields: [done, products, next] },
} as const satisfies Readonly<Record<string, Template>>

const WorkTemplate = z.enum(['color', 'skin', 'body', 'nails', 'therapy', 'other'])
export type WorkTemplate = z.output<typeof WorkTemplate>

export const workFieldMax = 2000
/** Per client; a longer history belongs in a document. */
export const maxWorkNotes = 200

const Content = {
  template: WorkTemplate,
  doneOn: LocalDate,
  /** By template field. */
  fields: z.record(z.string().check(z.maxLength(12)), LongText(workFieldMax)),
  /** Shown to the client in their account; empty: nothing. */
  forClient: LongText(workFieldMax),
}

const WorkNote = z.object({ id: Uuid, ...Content, version: z.int(), updatedAt: Instant })
export type WorkNote = z.output<typeof WorkNote>

const WorkNoteBody = z.object(Content).check(
  z.refine(
    ({ template, fields }) =>
      Object.keys(fields).every((id) => workTemplates[template].fields.some((field) => field.id === id)),
    { path: ['fields'] },
  ),
  z.refine(({ fields, forClient }) => forClient !== '' || Object.values(fields).some((text) => text !== ''), {
    path: ['fields'],
  }),
)
export type WorkNoteBody = z.output<typeof WorkNoteBody>

const OneClient = z.object({ id: Id })
const OneNote = z.object({ id: Id, note: Uuid })

export const workNotes = endpoint({
  method: 'GET',
  path: '/api/professional/clients/:id/work-notes',
  summary: 'List work notes about a client, newest first',
  access: 'professional',
  params: OneClient,
  reply: z.array(WorkNote),
  refusals: ['not_found', 'no_profile'],
})

export const addWorkNote = endpoint({
  method: 'POST',
  path: '/api/professional/clients/:id/work-notes',
  summary: 'Add a work note for a visit',
  access: 'professional',
  params: OneClient,
  body: WorkNoteBody,
  reply: WorkNote,
  status: 201,
  idempotent: true,
  refusals: ['not_found', 'no_profile', 'invalid_input', 'work_notes_full'],
})

export const changeWorkNote = endpoint({
  method: 'PUT',
  path: '/api/professional/clients/:id/work-notes/:note',
  summary: 'Change a work note',
  access: 'professional',
  params: OneNote,
  body: z.object({ note: WorkNoteBody, version: z.int() }),
  reply: WorkNote,
  refusals: ['not_found', 'no_profile', 'invalid_input', 'stale_version'],
})

export const removeWorkNote = endpoint({
  method: 'DELETE',
  path: '/api/professional/clients/:id/work-notes/:note',
  summary: 'Delete a work note',
  access: 'professional',
  params: OneNote,
  reply: Done,
  refusals: ['not_found', 'no_profile'],
})

/** Notes shared with the viewer. */
const SharedNote = z.object({ professional: z.string(), doneOn: LocalDate, text: z.string() })
export type SharedNote = z.output<typeof SharedNote>

export const sharedNotes = endpoint({
  method: 'GET',
  path: '/api/account/work-notes',
  summary: 'List the work notes that professionals share with the viewer, newest first',
  access: 'account',
  reply: z.array(SharedNote),
})
