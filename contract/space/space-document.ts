import * as z from 'zod/mini'
import type { Category } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { documentMaxBytes, DocumentStatus } from '#contract/platform/document.ts'
import { Id, Instant, LocalDate, Text, Uuid } from '#contract/platform/shapes.ts'

/** Documents of a space (product.md §6, step 8). */
export const documentKinds = {
  right_to_list: {
    label: 'Derecho a ofrecer el espacio',
    text: 'Contrato de arrendamiento, escritura o carta de quien es dueño.',
  },
  operating_notice: {
    label: 'Aviso de funcionamiento',
    text: 'El que se presenta a COFEPRIS para spa, masajes, faciales y salud.',
  },
  waste_disposal: {
    label: 'Recolección de residuos (RPBI)',
    text: 'Contrato o manifiesto de quien recoge agujas y material con sangre.',
  },
  insurance: { label: 'Seguro', text: 'Póliza de responsabilidad civil o daños del local.' },
} as const
export const DocumentKind = z.enum(['right_to_list', 'operating_notice', 'waste_disposal', 'insurance'])
export type DocumentKind = z.output<typeof DocumentKind>

const sanitary: readonly Category[] = ['beauty', 'massage', 'health', 'wellness']

/** Documents that a space must have. */
export const requiredDocuments = (space: {
  categories: readonly Category[]
  needles: boolean
  insured: boolean
}): DocumentKind[] => [
  'right_to_list',
  ...(space.categories.some((one) => sanitary.includes(one)) ? (['operating_notice'] as const) : []),
  ...(space.needles ? (['waste_disposal'] as const) : []),
  ...(space.insured ? (['insurance'] as const) : []),
]

/** A document without its file, which is at `/api/spaces/{space}/documents/{id}/file` for its owner and administrators. */
export const SpaceDocument = z.object({
  id: Uuid,
  kind: DocumentKind,
  status: DocumentStatus,
  fileName: z.string(),
  bytes: z.int(),
  validUntil: z.nullable(LocalDate),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  createdAt: Instant,
})
export type SpaceDocument = z.output<typeof SpaceDocument>

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/documents',
  summary: 'Upload a document of a space: PDF, JPG, PNG or WebP; it replaces the one of its kind',
  access: 'host',
  params: z.object({ id: Id }),
  upload: { maxBytes: documentMaxBytes },
  body: z.object({ kind: DocumentKind, fileName: Text(120), validUntil: z.optional(LocalDate) }),
  reply: SpaceDocument,
  status: 201,
  refusals: [
    'not_found',
    'file_missing',
    'file_too_large',
    'not_a_paper',
    'paper_over',
    'listing_not_movable',
  ],
  limit: 'uploads',
})

export const removeDocument = endpoint({
  method: 'DELETE',
  path: '/api/spaces/:id/documents/:document',
  summary: 'Delete a document of a space and its file',
  access: 'host',
  params: z.object({ id: Id, document: Uuid }),
  reply: z.object({ ok: z.literal(true) }),
  refusals: ['not_found', 'document_needed'],
})
