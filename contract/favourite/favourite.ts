import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { ProfessionalCard } from '#contract/professional/professional.ts'
import { Id, LocalDate } from '#contract/platform/shapes.ts'
import { SpaceCard } from '#contract/space/space.ts'

/** What can be saved for later. */
export const FavouriteKind = z.enum(['professional', 'space'])
export type FavouriteKind = z.output<typeof FavouriteKind>

export const Favourites = z.object({
  /** Newest first; a paused profile stays and is marked, a deleted one is removed. */
  professionals: z.array(z.extend(ProfessionalCard, { acceptsBookings: z.boolean() })),
  spaces: z.array(SpaceCard),
  /** Professionals whose new hours the client subscribes to. */
  alerts: z.array(
    z.object({ professionalId: Id, name: z.string(), onDate: z.nullable(LocalDate), address: z.string() }),
  ),
})
export type Favourites = z.output<typeof Favourites>

export const favourites = endpoint({
  method: 'GET',
  path: '/api/favourites',
  summary: 'List saved professionals and spaces, with the alerts on them',
  access: 'account',
  reply: Favourites,
})

/** State of the favourite buttons of a page, in one small reply. */
export const Marks = z.object({
  professionals: z.array(Id),
  spaces: z.array(Id),
  alerts: z.array(z.object({ professionalId: Id, onDate: z.nullable(LocalDate) })),
})
export type Marks = z.output<typeof Marks>

export const marks = endpoint({
  method: 'GET',
  path: '/api/favourites/marks',
  summary: 'List the ids of saved professionals and spaces',
  access: 'account',
  reply: Marks,
})

const Saved = z.object({ kind: FavouriteKind, id: Id })

export const keep = endpoint({
  method: 'PUT',
  path: '/api/favourites/:kind/:id',
  summary: 'Save a professional or space; repeating it is allowed',
  access: 'account',
  params: Saved,
  reply: Marks,
  refusals: ['not_found', 'favourites_full'],
})

export const unsave = endpoint({
  method: 'DELETE',
  path: '/api/favourites/:kind/:id',
  summary: 'Remove a saved professional or space; repeating it is allowed',
  access: 'account',
  params: Saved,
  reply: Marks,
})

/** A fully booked day; absent: any day. Limited to a year, as outside calendars go no further. */
const AlertDay = z.object({ onDate: z.optional(z.nullable(LocalDate)) })

export const askAlert = endpoint({
  method: 'PUT',
  path: '/api/alerts/professionals/:id',
  summary: 'Create a one-time alert for a free slot of a professional, on a date or any',
  access: 'account',
  params: z.object({ id: Id }),
  body: AlertDay,
  reply: Marks,
  refusals: ['not_found', 'alerts_full', 'day_is_over'],
})

export const dropAlert = endpoint({
  method: 'DELETE',
  path: '/api/alerts/professionals/:id',
  summary: 'Delete the alert for a professional',
  access: 'account',
  params: z.object({ id: Id }),
  query: AlertDay,
  reply: Marks,
})
