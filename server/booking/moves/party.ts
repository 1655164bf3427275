/** A booking is found through the actor; another person's booking is not found. */
import { dayMs } from '#contract/platform/duration.ts'
import type { BookingStatus } from '#contract/booking/booking-status.ts'
import { lockById, type BookingRow } from '#server/booking/moves/move.ts'
import { refuse } from '#server/platform/refuse.ts'
import { isOwn, type Viewer, type Work } from '#server/platform/work.ts'

/** The three parties of a booking. */
export type Side = 'client' | 'professional' | 'host'

type Parties = {
  id: string
  status: string
  holder: string
  created_at: Date
  client_id: number | null
  professional_id: number
  host_id: number | null
  kind: string
  paid_by: number | null
  requested_at: Date | null
}

/** `t` is a visitor's signed link; `as` picks one of several sides that one person may have. */
export type ViewerQuery = { t?: string | undefined; as?: Side | undefined }

/** The booking and the side of the actor. Refuses not_found. */
export const findFor = async (
  work: Work,
  id: string,
  viewer: ViewerQuery,
): Promise<{ booking: BookingRow; side: Side }> => {
  const booking = await work.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  return throughPerson(work, booking, viewer)
}

/** The same for reading: the payer of transferred hours still sees them. */
export const findForReading = async (
  work: Work,
  id: string,
  viewer: ViewerQuery,
): Promise<{ booking: BookingRow; side: Side }> => {
  const booking = await work.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirst()
  if (booking !== undefined && isPayer(work, booking)) return { booking, side: 'professional' }
  return throughPerson(work, booking, viewer)
}

/** Of hours at a space: paid by this person, also after a transfer. */
export const isPayer = ({ viewer }: Work, rent: { paid_by: number | null }) =>
  isOwn(viewer.professionalId, rent.paid_by)

/** The same, locked until the transaction ends. */
export const lockFor = async (
  work: Work,
  id: string,
  viewer: ViewerQuery,
): Promise<{ booking: BookingRow; side: Side }> => throughPerson(work, await lockById(work, id), viewer)

const throughPerson = <B extends Parties>(work: Work, booking: B | undefined, viewer: ViewerQuery) => {
  if (booking === undefined) return refuse('not_found')
  return { booking, side: sideOf(work, booking, viewer) ?? refuse('not_found') }
}

/** The side of this person: the one requested, else that of their active role, else the first. */
export const sideOf = (work: Work, booking: Parties, viewer: ViewerQuery): Side | undefined => {
  const sides = sidesOf(work, booking, viewer.t)
  if (viewer.as !== undefined) return sides.find((side) => side === viewer.as)
  return sides.find((side) => side === work.viewer.activeRole) ?? sides[0]
}

const sidesOf = (work: Work, booking: Parties, t: string | undefined): Side[] => {
  const { viewer } = work
  const sides: Side[] = []
  if (isClient(work, booking, t)) sides.push('client')
  // Hours without a client belong to the professional who holds them from the start.
  if (unseen.has(booking.status) && booking.requested_at === null)
    return booking.kind === 'rent' && isOwn(viewer.professionalId, booking.professional_id)
      ? ['professional']
      : sides
  if (isOwn(viewer.professionalId, booking.professional_id)) sides.push('professional')
  if (isOwn(viewer.hostId, booking.host_id)) sides.push('host')
  return sides
}

const isClient = (work: Work, booking: Parties, t: string | undefined) =>
  (t !== undefined && opensView(work, t, booking.id)) ||
  isOwn(work.viewer.clientId, booking.client_id) ||
  isSameBrowser(work, booking)

/** The browser that booked returns from the bank's page without the link; for a day it needs none. */
const isSameBrowser = ({ viewer, now }: Work, booking: Parties) =>
  viewer.visitor !== null &&
  booking.client_id !== null &&
  booking.holder === `visitor:${viewer.visitor}` &&
  now.getTime() - booking.created_at.getTime() < dayMs

/** Until it is requested or confirmed only the client sees a booking; one that expired before never concerned the others. */
const unseen: ReadonlySet<string> = new Set(['held', 'awaiting_payment', 'expired'] satisfies BookingStatus[])

const viewKind = 'booking-view'
/** Links in emails are opened long after the visit: receipts, reviews. */
const viewDays = 365

/** How the recipient of a link proved who they are. */
type ShownBy = 'mailbox' | 'telephone'

/** The signed link by which a visitor without an account acts as this booking's client. */
export const viewToken = (
  work: Work,
  booking: { id: string; ends_at: Date },
  by: ShownBy = 'mailbox',
): string =>
  work.tokens.sign(
    viewKind,
    { b: booking.id, ...(by === 'mailbox' ? {} : { by }) },
    new Date(booking.ends_at.getTime() + viewDays * dayMs),
  )

const opensView = (work: Work, token: string, id: string) =>
  work.tokens.open(viewKind, token, work.now)?.['b'] === id

/** The viewer is this booking's client only by a link that was issued for a telephone code; telephone numbers change hands. */
export const isByTelephoneAlone = (work: Work, booking: Parties, { t }: ViewerQuery): boolean =>
  t !== undefined &&
  !isClient(work, booking, undefined) &&
  work.tokens.open(viewKind, t, work.now)?.['by'] === ('telephone' satisfies ShownBy)

/** The holder of a time before there is a client. */
export const holderOf = (viewer: Viewer): string =>
  viewer.accountId === null ? `visitor:${viewer.visitor ?? ''}` : `account:${viewer.accountId}`

/** A visitor who signs in halfway keeps their holds. */
export const holdersOf = (viewer: Viewer): string[] => [
  ...(viewer.accountId === null ? [] : [`account:${viewer.accountId}`]),
  ...(viewer.visitor === null ? [] : [`visitor:${viewer.visitor}`]),
]
