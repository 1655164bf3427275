/** Moves of a listing that its host did not make: published, sent back, suspended; and documents that are refused or expire. */
import { documentKinds } from '#contract/space/space-document.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Said = { title: string; message: string }

/** The host's own moves need no notice. */
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

export const notifyListingMoved = async (work: Work, fact: Payload<'listing.moved'>) => {
  const listing = await listingOf(work, fact.spaceId)
  const said = listing === undefined ? null : saidOf(fact.move, listing.name, fact.reason)
  if (listing !== undefined && said !== null)
    await notifyHost(work, listing, said, `listing:${fact.spaceId}:${fact.version}`)
}

export const notifyDocumentMoved = async (
  work: Work,
  { spaceId, kind, status, note }: Payload<'document.moved'>,
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
  if (said !== undefined)
    await notifyHost(work, listing, said, `document:${spaceId}:${kind}:${status}:${day}`)
}

type Listing = { id: number; name: string; account_id: number }

const listingOf = (work: Work, id: number): Promise<Listing | undefined> =>
  work.db
    .selectFrom('spaces')
    .innerJoin('hosts', 'hosts.id', 'spaces.host_id')
    .select(['spaces.id', 'spaces.name', 'hosts.account_id'])
    .where('spaces.id', '=', id)
    .executeTakeFirst()

/** In the bell regardless of preferences, since it is about their own business; by other channels as chosen for bookings. */
export const notifyHost = (work: Work, listing: Listing, { title, message }: Said, key: string) =>
  notify(
    work,
    'booking_confirmed',
    [
      {
        accountId: listing.account_id,
        title,
        message,
        about: { kind: 'listing', id: String(listing.id) },
        dedupeKey: key,
      },
    ],
    { bell: 'always' },
  )
