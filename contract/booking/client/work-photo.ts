/**
 * Photos of a professional's work on a client over time, stored under the client's recorded consent and visible only to
 * the two of them. docs/booking/work-photos.md.
 */
import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, LocalDate, Uuid } from '#contract/platform/shapes.ts'

/** Per client. */
export const maxWorkPhotos = 100

/** The consent text; stored with the consent. */
export const consentSentence =
  'Acepto que se guarden fotos de mis resultados para comparar mis citas. Solo las ven mi profesional y yo, no se publican, y puedo pedir que se borren cuando quiera.'

const WorkPhoto = z.object({ id: Uuid, takenOn: LocalDate })

export const WorkPhotos = z.object({
  /** Null if the client has not agreed; then there are no photos. */
  consent: z.nullable(z.object({ id: Uuid, givenAt: Instant })),
  /** Newest first. */
  photos: z.array(WorkPhoto),
})
export type WorkPhotos = z.output<typeof WorkPhotos>

const OneClient = z.object({ id: Id })
const OnePhoto = z.object({ id: Id, photo: Uuid })
const found = ['not_found', 'no_profile'] as const

export const workPhotos = endpoint({
  method: 'GET',
  path: '/api/professional/clients/:id/photos',
  summary: 'List work photos of a client, with the date of their consent',
  access: 'professional',
  params: OneClient,
  reply: WorkPhotos,
  refusals: found,
})

export const giveWorkPhotoConsent = endpoint({
  method: 'POST',
  path: '/api/professional/clients/:id/photo-consent',
  summary: 'Record that a client consents to photos of results',
  access: 'professional',
  params: OneClient,
  body: z.object({ agreed: z.literal(true) }),
  reply: WorkPhotos,
  refusals: found,
})

export const revokeWorkPhotoConsent = endpoint({
  method: 'DELETE',
  path: '/api/professional/clients/:id/photo-consent',
  summary: 'Record that a client revokes the consent; all photos of them are deleted',
  access: 'professional',
  params: OneClient,
  reply: WorkPhotos,
  refusals: found,
})

export const addWorkPhoto = endpoint({
  method: 'PUT',
  path: '/api/professional/clients/:id/photos/:photo',
  summary:
    'Add a photo of work on a client who consented (JPEG, PNG, WebP or AVIF up to 8 MB); the same number is the same photo',
  access: 'professional',
  upload: { maxBytes: 8 * 1024 * 1024 },
  params: OnePhoto,
  query: z.object({ takenOn: LocalDate }),
  reply: WorkPhotos,
  refusals: [
    ...found,
    'photos_not_agreed',
    'file_missing',
    'file_too_large',
    'not_a_picture',
    'picture_too_large',
    'picture_too_small',
    'too_many_photos',
  ],
  limit: 'uploads',
})

export const removeWorkPhoto = endpoint({
  method: 'DELETE',
  path: '/api/professional/clients/:id/photos/:photo',
  summary: 'Delete a photo of work',
  access: 'professional',
  params: OnePhoto,
  reply: WorkPhotos,
  refusals: found,
})

const SharedPhotos = z.object({
  /** Id of the consent. */
  id: Uuid,
  professional: z.string(),
  givenAt: Instant,
  photos: z.array(WorkPhoto),
})
export type SharedPhotos = z.output<typeof SharedPhotos>

export const sharedPhotos = endpoint({
  method: 'GET',
  path: '/api/account/photo-consents',
  summary: 'List the professionals who may keep photos of the viewer, with the photos',
  access: 'account',
  reply: z.array(SharedPhotos),
})

export const takeBackWorkPhotos = endpoint({
  method: 'DELETE',
  path: '/api/account/photo-consents/:id',
  summary: "Revoke the consent to photos: the professional's photos of the viewer are deleted",
  access: 'account',
  params: z.object({ id: Uuid }),
  reply: Done,
  refusals: ['not_found'],
})

/** Address of a photo, accessible only to the two of them. */
export const workPhotoAddress = (consent: string, photo: string, size: 'small' | 'large') =>
  `/api/account/photo-consents/${consent}/photos/${photo}/${size}`
