/**
 * The two parties and the subject of a conversation. A visit is the client's and the professional's: the host learns a first name and the
 * rent, and has no part in their conversation (docs/conversation/conversations.md). Hours at a space, applications and invitations are the
 * professional's and the host's. Everything is found through the actor; another person's is not found.
 */
import { type RawBuilder, sql } from 'kysely'
import { endedStatuses } from '#contract/booking/booking-status.ts'
import {
  type ConversationKind,
  type ConversationSide,
  talk,
  type TalkState,
} from '#contract/conversation/conversation.ts'
import { isUuid } from '#contract/platform/shapes.ts'
import { dayMs } from '#contract/platform/duration.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { findForReading } from '#server/booking/moves/party.ts'
import { refuse } from '#server/platform/refuse.ts'
import { isOwn, type Work } from '#server/platform/work.ts'

export type Where = { kind: ConversationKind; id: string }
export type ViewerQuery = { t?: string | undefined; as?: ConversationSide | undefined }

export type Seat = {
  side: ConversationSide
  /** Null: a visitor without an account. */
  accountId: number | null
  name: string
  photo: string | null
}

/** The fields of a subject that its conversation needs. */
export type Talking = {
  kind: ConversationKind
  about: string
  /** The key under which its conversation is stored. */
  key: {
    booking_id: string | null
    application_id: number | null
    invitation_id: string | null
    professional_id: number | null
  }
  title: string
  detail: string
  mine: Seat
  other: Seat
  state: TalkState
  /** Was it ever confirmed? Then the two have each other's telephone. */
  confirmed: boolean
}

/** Refuses `not_found` to everyone but the two parties. */
export const talkingOf = async (work: Work, where: Where, viewer: ViewerQuery): Promise<Talking> => {
  switch (where.kind) {
    case 'booking':
      return ofBooking(work, isUuid(where.id) ? where.id : refuse('not_found'), viewer)
    case 'application':
      return ofApplication(work, numberOf(where.id), viewer)
    case 'invitation':
      return ofInvitation(work, isUuid(where.id) ? where.id : refuse('not_found'), viewer)
  }
}

const numberOf = (id: string) => (/^[1-9]\d{0,14}$/.test(id) ? Number(id) : refuse('not_found'))

/** Only its client sees a booking before it is paid or requested. */
const unseen: ReadonlySet<string> = new Set(['held', 'awaiting_payment', 'expired'])
/** For a request `expired` means unanswered. */
const overOnes: ReadonlySet<string> = new Set(['completed', ...endedStatuses])

type BookingRow = {
  clientAccount: number | null
  clientPhoto: string | null
  professionalAccount: number
  professionalName: string
  professionalPhoto: string | null
  professionalLeft: boolean
  clientLeft: boolean
  hostAccount: number | null
  hostName: string | null
  hostPhoto: string | null
  hostLeft: boolean
  placeName: string | null
}

const ofBooking = async (work: Work, id: string, viewer: ViewerQuery): Promise<Talking> => {
  const { booking, side } = (await findFormer(work, id, viewer)) ?? (await findForReading(work, id, viewer))
  const isRent = booking.kind === 'rent'
  // A former holder of the hours keeps what they wrote.
  const isFormer =
    side === 'professional' && isRent && !isOwn(work.viewer.professionalId, booking.professional_id)
  const professionalId = isFormer ? (work.viewer.professionalId ?? 0) : booking.professional_id
  if (side === (isRent ? 'client' : 'host')) return refuse('not_found')
  const { rows } = await sql<BookingRow>`
    select c.account_id as "clientAccount", ca.profile_image_url as "clientPhoto", ca.erased_at is not null as "clientLeft",
      p.account_id as "professionalAccount", p.first_name || ' ' || p.last_name as "professionalName",
      coalesce(p.profile_image_url, pa.profile_image_url) as "professionalPhoto", pa.erased_at is not null as "professionalLeft",
      h.account_id as "hostAccount", coalesce(b.name, ha.first_name) as "hostName", ha.profile_image_url as "hostPhoto",
      ha.erased_at is not null as "hostLeft", s.name as "placeName"
    from professionals p join accounts pa on pa.id = p.account_id
    left join clients c on c.id = ${booking.client_id}::bigint left join accounts ca on ca.id = c.account_id
    left join hosts h on h.id = ${booking.host_id}::bigint left join accounts ha on ha.id = h.account_id
    left join spaces s on s.id = ${booking.space_id}::bigint left join businesses b on b.id = s.business_id
    where p.id = ${professionalId}`.execute(work.db)
  const row = rows[0] ?? refuse('not_found')
  const contact = contactOf(booking)
  const confirmed = booking.confirmed_at !== null
  const professional: Seat = {
    side: 'professional',
    accountId: row.professionalAccount,
    name: row.professionalName,
    photo: row.professionalPhoto,
  }
  const client: Seat = {
    side: 'client',
    accountId: row.clientAccount,
    name: contact === null ? 'Sin nombre todavía' : `${contact.firstName} ${contact.lastName}`,
    photo: row.clientPhoto,
  }
  const host: Seat = {
    side: 'host',
    accountId: row.hostAccount,
    name: row.hostName ?? 'El espacio',
    photo: row.hostPhoto,
  }
  const counterpart = isRent ? host : client
  const [mine, other] = side === 'professional' ? [professional, counterpart] : [counterpart, professional]
  const left = { client: row.clientLeft, professional: row.professionalLeft, host: row.hostLeft }[other.side]
  const when = `${longDate(booking.starts_at, booking.zone)}, ${clockTime(booking.starts_at, booking.zone)}`
  return {
    kind: 'booking',
    about: id,
    key: { booking_id: id, application_id: null, invitation_id: null, professional_id: professionalId },
    title: isRent ? (row.placeName ?? 'Espacio rentado') : booking.service_name,
    detail: isRent ? `Renta · ${when}` : when,
    mine,
    other,
    confirmed,
    state: left
      ? 'left'
      : isFormer
        ? 'handed_over'
        : unseen.has(booking.status) && booking.requested_at === null && !(isRent && confirmed)
          ? 'not_yet'
          : endingState(
              work,
              overOnes.has(booking.status)
                ? (booking.ended_at ?? booking.completed_at ?? booking.ends_at)
                : null,
            ),
  }
}

/** Hours that a professional took over and later transferred: what they wrote about them is found by their own seat. */
const findFormer = async (work: Work, id: string, viewer: ViewerQuery) => {
  const { professionalId, accountId, activeRole } = work.viewer
  if (professionalId === null || accountId === null || (viewer.as ?? activeRole) !== 'professional') return
  const booking = await work.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'rent')
    .where('professional_id', '<>', professionalId)
    .where(
      sql<boolean>`exists (select from conversations c join conversation_seats seat on seat.conversation_id = c.id
        where c.booking_id = bookings.id and c.professional_id = ${professionalId} and seat.side = 'professional'
          and seat.account_id = ${accountId})`,
    )
    .executeTakeFirst()
  return booking === undefined ? undefined : { booking, side: 'professional' as const }
}

/** Open until it ends, and for some days after. */
const endingState = (work: Work, endedAt: Date | null): TalkState => {
  if (endedAt === null) return 'open'
  const lastAt = endedAt.getTime() + talk.openDaysAfter * dayMs
  return work.now.getTime() < lastAt ? 'ended' : 'over'
}

type HiringRow = {
  status: string
  endedAt: Date | null
  spaceName: string
  businessName: string
  professionalAccount: number | null
  professionalName: string | null
  professionalPhoto: string | null
  professionalLeft: boolean
  hostAccount: number
  hostPhoto: string | null
  hostLeft: boolean
  iAmProfessional: boolean
  iAmHost: boolean
  agreed: boolean
}

const hiringColumns = (work: Work) => sql`
  s.name as "spaceName", b.name as "businessName",
  pa.id as "professionalAccount", coalesce(p.first_name || ' ' || p.last_name, pa.first_name) as "professionalName",
  coalesce(p.profile_image_url, pa.profile_image_url) as "professionalPhoto", coalesce(pa.erased_at is not null, false) as "professionalLeft",
  ha.id as "hostAccount", ha.profile_image_url as "hostPhoto", ha.erased_at is not null as "hostLeft",
  coalesce(pa.id = ${work.viewer.accountId}::bigint, false) as "iAmProfessional", coalesce(ha.id = ${work.viewer.accountId}::bigint, false) as "iAmHost"`

/** A draft is visible to its author only. */
const ofApplication = async (work: Work, id: number, viewer: ViewerQuery): Promise<Talking> => {
  const row = await oneOf(
    work,
    sql`
      select a.status, case when a.open_place is null and a.status not in ('draft', 'approved') then a.decided_at end as "endedAt",
        a.agreement_id is not null as agreed, ${hiringColumns(work)}
      from applications a
      join spaces s on s.id = a.space_id join businesses b on b.id = s.business_id
      join professionals p on p.id = a.professional_id join accounts pa on pa.id = p.account_id
      join hosts h on h.id = a.host_id join accounts ha on ha.id = h.account_id
      where a.id = ${id} and a.sent_at is not null`,
  )
  return ofHiring(work, row, viewer, {
    kind: 'application',
    about: String(id),
    key: { booking_id: null, application_id: id, invitation_id: null, professional_id: null },
  })
}

/** With a known recipient: while there is only a link, there is no one to write to. */
const ofInvitation = async (work: Work, id: string, viewer: ViewerQuery): Promise<Talking> => {
  const row = await oneOf(
    work,
    sql`
      select i.status, case when i.status <> 'accepted' then i.ended_at end as "endedAt",
        i.agreement_id is not null as agreed, ${hiringColumns(work)}
      from invitations i
      join spaces s on s.id = i.space_id join businesses b on b.id = s.business_id
      join accounts pa on pa.id = i.account_id left join professionals p on p.account_id = pa.id
      join hosts h on h.id = i.host_id join accounts ha on ha.id = h.account_id
      where i.id = ${id}::uuid`,
  )
  return ofHiring(work, row, viewer, {
    kind: 'invitation',
    about: id,
    key: { booking_id: null, application_id: null, invitation_id: id, professional_id: null },
  })
}

const oneOf = async (work: Work, query: RawBuilder<unknown>): Promise<HiringRow> => {
  const { rows } = await sql<HiringRow>`${query}`.execute(work.db)
  return rows[0] ?? refuse('not_found')
}

const ofHiring = (
  work: Work,
  row: HiringRow,
  viewer: ViewerQuery,
  what: Pick<Talking, 'kind' | 'about' | 'key'>,
): Talking => {
  const professional: Seat = {
    side: 'professional',
    accountId: row.professionalAccount,
    name: row.professionalName ?? 'Profesional',
    photo: row.professionalPhoto,
  }
  const host: Seat = {
    side: 'host',
    accountId: row.hostAccount,
    name: row.businessName,
    photo: row.hostPhoto,
  }
  const sides = [...(row.iAmProfessional ? [professional] : []), ...(row.iAmHost ? [host] : [])].filter(
    ({ side }) => viewer.as === undefined || side === viewer.as,
  )
  const mine = sides.find(({ side }) => side === work.viewer.activeRole) ?? sides[0] ?? refuse('not_found')
  const other = mine === host ? professional : host
  const left = other === host ? row.hostLeft : row.professionalLeft
  return {
    ...what,
    title: row.spaceName,
    detail:
      what.kind === 'application' ? `Postulación · ${row.businessName}` : `Invitación · ${row.businessName}`,
    mine,
    other,
    confirmed: row.agreed,
    state: left ? 'left' : endingState(work, row.endedAt),
  }
}
