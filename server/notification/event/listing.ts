/** Where a listing goes without its host: published, sent back, stopped; and papers that are refused or run out. */
import * as z from 'zod/mini'
import { Id } from '#contract/platform/shapes.ts'
import { DocumentKind, documentKinds } from '#contract/space/space-document.ts'
import { enqueue } from '#server/notification/message/letter.ts'
import { tell } from '#server/notification/message/notification.ts'
import { preferencesOf } from '#server/notification/message/preference.ts'
import type { Work } from '#server/platform/work.ts'

export const ListingMoved = z.object({
  spaceId: Id,
  move: z.string(),
  reason: z.nullable(z.string()),
  version: z.int(),
})
export const DocumentMoved = z.object({
  spaceId: Id,
  kind: DocumentKind,
  status: z.string(),
  note: z.nullable(z.string()),
})

type Said = { title: string; message: string }

/** What its host did themselves is no news to them. */
const saidOf = (move: string, name: string, reason: string | null): Said | null => {
  const because = reason === null ? '' : ` ${reason}`
  switch (move) {
    case 'publish':
    case 'approve':
      return {
        title: `${name} ya está publicado`,
        message: 'Profesionales de la zona ya lo encuentran. Revisa tu página y comparte el enlace.',
      }
    case 'reject':
      return { title: `A ${name} le falta algo`, message: `Lo devolvimos a borrador.${because}` }
    case 'lapse':
      return {
        title: `Pusimos en pausa ${name}`,
        message: `Las reservas confirmadas siguen en pie.${because}`,
      }
    case 'suspend':
      return { title: `Suspendimos ${name}`, message: `No se ve ni se reserva.${because}` }
    case 'reinstate':
      return {
        title: `Levantamos la suspensión de ${name}`,
        message: 'Está en pausa: publícalo de nuevo cuando quieras.',
      }
    default:
      return null
  }
}

export const tellListingMoved = async (work: Work, fact: z.output<typeof ListingMoved>) => {
  const listing = await listingOf(work, fact.spaceId)
  const said = listing === undefined ? null : saidOf(fact.move, listing.name, fact.reason)
  if (listing !== undefined && said !== null)
    await say(work, listing, said, `listing:${fact.spaceId}:${fact.version}`)
}

export const tellDocumentMoved = async (
  work: Work,
  { spaceId, kind, status, note }: z.output<typeof DocumentMoved>,
) => {
  const listing = await listingOf(work, spaceId)
  if (listing === undefined) return
  const { label } = documentKinds[kind]
  const texts: Readonly<Record<string, Said>> = {
    rejected: {
      title: `No aceptamos un documento de ${listing.name}`,
      message: `${label}: ${note ?? 'sube otro.'}`,
    },
    expiring: {
      title: `Un documento de ${listing.name} está por vencer`,
      message: `${label}: sube el nuevo para que tu espacio siga publicado.`,
    },
    expired: { title: `Venció un documento de ${listing.name}`, message: `${label}: sube uno vigente.` },
  }
  const said = texts[status]
  const day = work.now.toISOString().slice(0, 10)
  if (said !== undefined) await say(work, listing, said, `document:${spaceId}:${kind}:${status}:${day}`)
}

type Listing = { id: number; name: string; account_id: number }

const listingOf = (work: Work, id: number): Promise<Listing | undefined> =>
  work.db
    .selectFrom('spaces')
    .innerJoin('hosts', 'hosts.id', 'spaces.host_id')
    .select(['spaces.id', 'spaces.name', 'hosts.account_id'])
    .where('spaces.id', '=', id)
    .executeTakeFirst()

/** Into the bell and by letter, whatever was chosen for bookings: it is about one's own business. */
export const say = async (work: Work, listing: Listing, { title, message }: Said, key: string) => {
  const about = { kind: 'listing' as const, id: String(listing.id) }
  const people = await preferencesOf(work, [listing.account_id])
  await tell(
    work,
    people.map(({ accountId }) => ({ accountId, type: 'other', title, message, about, dedupeKey: key })),
  )
  await enqueue(
    work,
    people.map((to) => ({
      to,
      letter: { kind: 'notice', event: 'booking_confirmed', title, message, about },
      dedupeKey: `${key}:${to.accountId}`,
    })),
  )
}
