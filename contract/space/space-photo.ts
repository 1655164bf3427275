import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { EquipmentItem } from '#contract/space/fittings.ts'
import { Id, LongText, Uuid } from '#contract/platform/shapes.ts'

export const fewestPhotos = 4
export const maxPhotos = 10
export const photoMaxBytes = 8 * 1024 * 1024

/** Photo suggestions, in the order in which people look. */
export const photoGuide = [
  'La vista general desde la puerta',
  'Una unidad de cerca, lista para trabajar',
  'El equipo: lavacabezas, camilla, lámpara',
  'La entrada o la fachada',
  'El baño y la sala de espera',
] as const

export const SpacePhoto = z.object({ id: Uuid, address: z.string(), caption: z.string() })
export type SpacePhoto = z.output<typeof SpacePhoto>

export const uploadSpacePhoto = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/photos',
  summary: 'Upload a photo of a space as the last one; the same file is the same photo',
  access: 'host',
  params: z.object({ id: Id }),
  upload: { maxBytes: photoMaxBytes },
  body: z.object({ caption: z._default(LongText(140), '') }),
  reply: z.array(SpacePhoto),
  status: 201,
  refusals: [
    'not_found',
    'file_missing',
    'file_too_large',
    'not_a_picture',
    'picture_too_large',
    'picture_too_small',
    'too_many_photos',
    'listing_not_movable',
  ],
  limit: 'uploads',
})

export const arrangeSpacePhotos = endpoint({
  method: 'PUT',
  path: '/api/spaces/:id/photos',
  summary: 'Save order and captions of all photos; those left out are deleted',
  access: 'host',
  params: z.object({ id: Id }),
  body: z.object({
    photos: z.array(z.object({ id: Uuid, caption: LongText(140) })).check(z.maxLength(maxPhotos)),
  }),
  reply: z.array(SpacePhoto),
  refusals: ['not_found', 'stale_version', 'photos_needed', 'listing_not_movable'],
})

/** A photo of an equipment unit. */
export const EquipmentPhoto = z.object({ id: Uuid, item: EquipmentItem, address: z.string() })
export type EquipmentPhoto = z.output<typeof EquipmentPhoto>

const OfEquipment = z.object({ id: Id, item: EquipmentItem })

export const uploadEquipmentPhoto = endpoint({
  method: 'POST',
  path: '/api/spaces/:id/equipment/:item/photo',
  summary: 'Upload the photo of a piece of equipment, replacing the former',
  access: 'host',
  params: OfEquipment,
  upload: { maxBytes: photoMaxBytes },
  reply: z.array(EquipmentPhoto),
  status: 201,
  refusals: [
    'not_found',
    'file_missing',
    'file_too_large',
    'not_a_picture',
    'picture_too_large',
    'picture_too_small',
    'listing_not_movable',
  ],
  limit: 'uploads',
})

export const removeEquipmentPhoto = endpoint({
  method: 'DELETE',
  path: '/api/spaces/:id/equipment/:item/photo',
  summary: 'Delete the photo of a piece of equipment',
  access: 'host',
  params: OfEquipment,
  reply: z.array(EquipmentPhoto),
  refusals: ['not_found', 'listing_not_movable'],
})
