import * as z from 'zod/mini'
import type { Category } from '#contract/categories.ts'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, LocalDate, Text, Uuid } from '#contract/shapes.ts'

/** Papers of a space (product.md §6, step 8). */
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

export const DocumentStatus = z.enum(['uploaded', 'in_review', 'valid', 'expiring', 'expired', 'rejected'])
export type DocumentStatus = z.output<typeof DocumentStatus>

export const documentStatuses: Readonly<Record<DocumentStatus, string>> = {
  uploaded: 'Subido',
  in_review: 'En revisión',
  valid: 'Vigente',
  expiring: 'Por vencer',
  expired: 'Vencido',
  rejected: 'Rechazado',
}

/** As a paper counts that was sent and not refused. */
export const documentCounts = (status: DocumentStatus): boolean =>
  status !== 'expired' && status !== 'rejected'

const sanitary: readonly Category[] = ['beauty', 'massage', 'health', 'wellness']

/** Which papers a space cannot be without. */
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

/** A paper, without its file: that is at `/api/spaces/{space}/documents/{id}/file`, for its owner and administrators. */
export const SpaceDocument = z.object({
  id: Uuid,
  kind: DocumentKind,
  status: DocumentStatus,
  fileName: z.string(),
  bytes: z.int(),
  validUntil: z.nullable(LocalDate),
  /** Why it was refused. */
  reason: z.nullable(z.string()),
  createdAt: Instant,
})
export type SpaceDocument = z.output<typeof SpaceDocument>

/** As photos are; a scanned contract of twenty pages has 4 MB. */
export const documentMostBytes = 8 * 1024 * 1024

export const uploadDocument = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/documents',
  summary: 'A paper of my space: PDF, JPG, PNG or WebP; it takes the place of the one of its kind',
  access: 'host',
  params: z.object({ id: Id }),
  upload: { mostBytes: documentMostBytes },
  body: z.object({ kind: DocumentKind, fileName: Text(120), validUntil: z.optional(LocalDate) }),
  reply: SpaceDocument,
  status: 201,
  refusals: [
    'not_found',
    'file_missing',
    'file_too_large',
    'not_a_document',
    'document_over',
    'listing_not_movable',
  ],
  limit: 'uploads',
})

export const removeDocument = endpoint({
  method: 'DELETE',
  path: '/api/spaces/:id/documents/:document',
  summary: 'Takes back a paper; its file is removed',
  access: 'host',
  params: z.object({ id: Id, document: Uuid }),
  reply: z.object({ ok: z.literal(true) }),
  refusals: ['not_found', 'document_needed'],
})
