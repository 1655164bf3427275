import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { documentMaxBytes, DocumentStatus } from '#contract/platform/document.ts'
import { Done, Id, Instant, LocalDate, LongText, Text, Uuid } from '#contract/platform/shapes.ts'

/** Documents of a professional that a space may require. Those of a space are in `space-document.ts`. */
export const personalDocuments = {
  license: {
    label: 'Cédula profesional',
    text: 'De quien atiende salud, nutrición o terapia. Con su número.',
  },
  certificate: { label: 'Constancia de estudios', text: 'Diploma o certificado de tu oficio.' },
  identity: { label: 'Identificación oficial', text: 'INE o pasaporte vigente.' },
  insurance: { label: 'Seguro de responsabilidad', text: 'La póliza que cubre tu trabajo.' },
  tax_status: { label: 'Constancia de situación fiscal', text: 'La que da el SAT, no mayor a tres meses.' },
} as const
export const personalDocumentKinds = [
  'license',
  'certificate',
  'identity',
  'insurance',
  'tax_status',
] as const
/** Proof of qualification; identity and tax status are shown only to a space that requires them. */
export const shownDocumentKinds = ['license', 'certificate', 'insurance'] as const
export const PersonalDocumentKind = z.enum(personalDocumentKinds)
export type PersonalDocumentKind = z.output<typeof PersonalDocumentKind>

/** The label of a kind; unknown kinds included. */
export const documentLabel = (kind: string): string =>
  Object.entries(personalDocuments).find(([name]) => name === kind)?.[1].label ?? kind

export const PersonalDocument = z.object({
  id: Uuid,
  kind: PersonalDocumentKind,
  status: DocumentStatus,
  fileType: z.string(),
  bytes: z.int(),
  number: z.string(),
  validTo: z.nullable(LocalDate),
  rejectedReason: z.nullable(z.string()),
  uploadedAt: Instant,
  reviewedAt: z.nullable(Instant),
})
export type PersonalDocument = z.output<typeof PersonalDocument>

export const personalDocumentsOfMine = endpoint({
  method: 'GET',
  path: '/api/professional/documents',
  summary: 'List own documents and their status',
  access: 'professional',
  reply: z.array(PersonalDocument),
})

export const uploadPersonalDocument = endpoint({
  method: 'POST',
  path: '/api/professional/documents',
  summary: 'Upload a document: PDF, JPG, PNG or WebP; the current one stays until this one is accepted',
  access: 'professional',
  upload: { maxBytes: documentMaxBytes },
  body: z.object({
    kind: PersonalDocumentKind,
    number: z._default(LongText(40), ''),
    validTo: z.optional(LocalDate),
  }),
  reply: PersonalDocument,
  status: 201,
  limit: 'uploads',
  refusals: ['no_profile', 'file_missing', 'file_too_large', 'not_a_paper', 'paper_over', 'invalid_input'],
})

export const removePersonalDocument = endpoint({
  method: 'DELETE',
  path: '/api/professional/documents/:id',
  summary: 'Delete a document and its file',
  access: 'professional',
  params: z.object({ id: Uuid }),
  reply: Done,
  refusals: ['not_found'],
})

/** A document awaiting review by an administrator. */
export const WaitingDocument = z.extend(PersonalDocument, {
  professionalId: Id,
  professionalName: z.string(),
  /** Review deadline promised to the owner. */
  dueAt: Instant,
})

export type WaitingDocument = z.output<typeof WaitingDocument>

export const waitingDocuments = endpoint({
  method: 'GET',
  path: '/api/admin/documents',
  summary: 'List documents of professionals that await review, oldest first',
  access: 'admin',
  reply: z.array(WaitingDocument),
})

export const reviewDocument = endpoint({
  method: 'POST',
  path: '/api/admin/documents/:id/review',
  summary: 'Accept a document until its date, or reject it with a reason for its owner',
  access: 'admin',
  params: z.object({ id: Uuid }),
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('accept'), validTo: z.optional(LocalDate) }),
    z.object({ decision: z.literal('reject'), reason: Text(300) }),
  ]),
  reply: WaitingDocument,
  idempotent: true,
  refusals: ['not_found', 'paper_not_movable'],
})
