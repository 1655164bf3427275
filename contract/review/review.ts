import * as z from 'zod/mini'
import { Category, SpaceType } from '#contract/professional/categories.ts'
import { endpoint } from '#contract/platform/endpoint.ts'
import { HouseRules } from '#contract/space/house-rules.ts'
import { ListingState } from '#contract/space/listing.ts'
import { Done, Id, Instant, Text, Uuid } from '#contract/platform/shapes.ts'
import { SpaceDocument } from '#contract/space/space-document.ts'
import { EquipmentPhoto, SpacePhoto } from '#contract/space/space-photo.ts'

/** Why the automatic check did not publish a listing (docs/space/listings.md). */
export const listingDoubts = {
  host_unknown: 'El anfitrión no ha confirmado ni correo ni teléfono.',
  wording: 'El texto parece dirigir el trabajo de quien renta.',
  contact_in_text: 'El texto lleva un teléfono, un correo o un enlace.',
  price_far: 'El precio está muy lejos de los de la zona.',
  sanitary: 'Lleva trámite sanitario: alguien debe ver los documentos.',
  same_place: 'Otro anfitrión ya publicó este lugar.',
  same_photo: 'Una foto está en el espacio de alguien más.',
} as const
/** The same, worded for the host; `step`: the wizard's step where it can be fixed, null if none. */
export const reviewReasons: Readonly<
  Record<keyof typeof listingDoubts, { readonly text: string; readonly step: number | null }>
> = {
  host_unknown: { text: 'Falta confirmar tu teléfono o tu correo.', step: 1 },
  wording: { text: 'Un texto parece dirigir el trabajo de quien renta.', step: 3 },
  contact_in_text: { text: 'Un texto lleva un teléfono, un correo o un enlace.', step: 3 },
  price_far: { text: 'El precio está muy lejos de los de tu zona.', step: 5 },
  sanitary: { text: 'Lleva trámite sanitario: una persona ve tus documentos.', step: null },
  same_place: { text: 'Otra cuenta ya publicó un espacio en esta dirección.', step: 2 },
  same_photo: { text: 'Una de tus fotos ya está en el espacio de otra cuenta.', step: 3 },
}
export const ListingDoubt = z.enum([
  'host_unknown',
  'wording',
  'contact_in_text',
  'price_far',
  'sanitary',
  'same_place',
  'same_photo',
])
export type ListingDoubt = z.output<typeof ListingDoubt>

/** A listing as its reviewer sees it. */
export const ReviewedListing = z.object({
  id: Id,
  version: z.int(),
  status: ListingState,
  name: z.string(),
  businessName: z.string(),
  hostName: z.string(),
  hostEmail: z.string(),
  hostLevel: z.int(),
  spaceType: SpaceType,
  units: z.int(),
  address: z.string(),
  city: z.string(),
  state: z.string(),
  neighbourhood: z.nullable(z.string()),
  latitude: z.number(),
  longitude: z.number(),
  /** The tax id of the business, if given. */
  rfc: z.nullable(z.string()),
  legalKind: z.enum(['person', 'company']),
  /** Weekly opening hours; empty: none yet. */
  weekly: z.array(z.object({ weekday: z.int(), fromMinute: z.int(), toMinute: z.int() })),
  /** Of the professionals that may work there; empty: any. */
  categories: z.array(Category),
  rules: HouseRules,
  description: z.string(),
  rulesText: z.string(),
  pricePerHourCents: z.int(),
  submittedAt: z.nullable(Instant),
  dueAt: z.nullable(Instant),
  note: z.nullable(z.string()),
  doubts: z.array(ListingDoubt),
  photos: z.array(SpacePhoto),
  equipmentPhotos: z.array(EquipmentPhoto),
  documents: z.array(SpaceDocument),
})
export type ReviewedListing = z.output<typeof ReviewedListing>

export const reviewQueue = endpoint({
  method: 'GET',
  path: '/api/admin/listings',
  summary: 'List listings in doubt and documents that await review, most urgent first',
  access: 'admin',
  query: z.object({ show: z._default(z.enum(['waiting', 'suspended']), 'waiting') }),
  reply: z.object({
    listings: z.array(ReviewedListing),
    /** Total number waiting, including those not listed. */
    waiting: z.int(),
    suspended: z.int(),
  }),
})

const listing = z.object({ id: Id })
const Reason = Text(500)

const decisionRefusals = ['not_found', 'stale_version', 'listing_not_movable', 'listing_incomplete'] as const

export const approveListing = endpoint({
  method: 'POST',
  path: '/api/admin/listings/:id/approve',
  summary: 'Approve a listing; with unreviewed documents only if said so',
  access: 'admin',
  params: listing,
  body: z.object({
    version: z.int(),
    /** Publish without waiting for the review of its documents. */
    withoutDocuments: z._default(z.boolean(), false),
  }),
  reply: Done,
  idempotent: true,
  refusals: [...decisionRefusals, 'papers_unseen'],
})
export const rejectListing = endpoint({
  method: 'POST',
  path: '/api/admin/listings/:id/reject',
  summary: 'Return a listing to its host as a draft, with what to correct',
  access: 'admin',
  params: listing,
  body: z.object({ version: z.int(), reason: Reason }),
  reply: Done,
  idempotent: true,
  refusals: decisionRefusals,
})
export const suspendListing = endpoint({
  method: 'POST',
  path: '/api/admin/listings/:id/suspend',
  summary: 'Suspend a listing, with the reason',
  access: 'admin',
  params: listing,
  body: z.object({ version: z.int(), reason: Reason }),
  reply: Done,
  idempotent: true,
  refusals: decisionRefusals,
})
export const reinstateListing = endpoint({
  method: 'POST',
  path: '/api/admin/listings/:id/reinstate',
  summary: 'Reinstate a listing as paused',
  access: 'admin',
  params: listing,
  body: z.object({ version: z.int() }),
  reply: Done,
  idempotent: true,
  refusals: decisionRefusals,
})
export const clearListing = endpoint({
  method: 'POST',
  path: '/api/admin/listings/:id/clear',
  summary: 'Clear the doubt about a published listing',
  access: 'admin',
  params: listing,
  body: z.object({ version: z.int() }),
  reply: Done,
  idempotent: true,
  refusals: decisionRefusals,
})

const document = z.object({ id: Uuid })

export const acceptDocument = endpoint({
  method: 'POST',
  path: '/api/admin/documents/:id/accept',
  summary: 'Accept a document',
  access: 'admin',
  params: document,
  reply: Done,
  idempotent: true,
  refusals: ['not_found', 'document_not_movable'],
})
export const rejectDocument = endpoint({
  method: 'POST',
  path: '/api/admin/documents/:id/reject',
  summary: 'Reject a document; a published listing that needs it is paused',
  access: 'admin',
  params: document,
  body: z.object({ reason: Reason }),
  reply: Done,
  idempotent: true,
  refusals: ['not_found', 'document_not_movable'],
})
