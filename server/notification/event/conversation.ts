/** Notices of unread messages to a person who is not online: by the bell and by email; a visitor by email. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { ConversationKind } from '#contract/conversation/conversation.ts'
import { contactOf } from '#server/booking/columns/client.ts'
import { send } from '#server/booking/summary/mail-parts.ts'
import { viewToken } from '#server/booking/moves/party.ts'
import { longDate } from '#server/booking/moves/wording.ts'
import { publishLive } from '#server/conversation/live.ts'
import { maySayLater } from '#server/messaging/received.ts'
import { notify } from '#server/notification/message/notify.ts'
import { spaceNamed } from '#server/places/place-name.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  kind: string
  about: string
  unread: number
  accountId: number | null
  bookingKind: string | null
  serviceName: string | null
  spaceName: string | null
  startsAt: Date | null
  endsAt: Date | null
  zone: string | null
  otherSide: string
  otherName: string | null
  clientFirstName: string | null
  businessName: string | null
  contact: unknown
  /** Confirmed by its owner. */
  phone: string | null
}

/**
 * Never repeats the message's text, which stays where only the two read it. Not sent if it was read by now. To a telephone that wrote to
 * Kalli within the day the message itself is passed on (server/chat/talk.ts), so an account gets no other notice than the bell. A visitor
 * has no bell: what is passed on may fail, so the mailbox that they gave gets a notice too.
 */
export const notifyWaits = async (
  work: Work,
  { conversationId, side, after }: Payload<'conversation.waits'>,
) => {
  const row = await waitingOf(work, conversationId, side)
  if (row === undefined || row.unread === 0) return
  const from =
    (row.otherSide === 'host' ? row.businessName : row.otherSide === 'client' ? row.clientFirstName : null) ??
    row.otherName ??
    'alguien'
  const title = row.unread === 1 ? `Mensaje nuevo de ${from}` : `${row.unread} mensajes nuevos de ${from}`
  const message = `${aboutOf(row)} Léelo y responde en Kalli.`
  // By conversation: hours that changed hands have one with each holder.
  const dedupeKey = `message:${conversationId}:${side}:${after}`
  const isPassedOn = row.phone !== null && (await maySayLater(work, row.phone))
  if (row.accountId !== null)
    await notify(
      work,
      'message',
      [
        {
          accountId: row.accountId,
          title,
          message,
          about: { kind: 'conversation', id: `${row.kind}.${row.about}.${side}` },
          dedupeKey,
        },
      ],
      { channels: !isPassedOn },
    )
  else if (side === 'client' && row.contact !== null && row.endsAt !== null) {
    const to = contactOf({ contact: row.contact })
    if (to !== null && isPassedOn && to.email !== '')
      await send(
        work,
        {
          to: to.email,
          subject: title,
          lines: [message],
          // The mailbox may be mistyped, so it gets no link that acts.
          action: { label: 'Ver mis citas', address: `${work.config.publicUrl}/guest-bookings` },
          note: noReply,
        },
        `${dedupeKey}:visitor`,
      )
    if (to !== null && !isPassedOn)
      await send(
        work,
        {
          to,
          subject: title,
          lines: [message],
          action: {
            label: 'Ver el mensaje',
            address: `${work.config.publicUrl}/booking-success?id=${row.about}&t=${encodeURIComponent(viewToken(work, { id: row.about, ends_at: row.endsAt }))}`,
          },
          note: noReply,
        },
        `${dedupeKey}:visitor`,
      )
  }
}

const noReply = 'No respondas a este correo: la otra persona no lo recibe.'

/** A person who has read the messages needs no notice of them: their notices are marked as read, and their open pages reload. */
export const readWith = async (work: Work, { conversationId, ...read }: Payload<'conversation.read'>) => {
  const { kind, about, side, accountId } = read
  const { rows } = await sql`
    update notifications set read_at = ${work.now} where id in (
      select notice.id from notifications notice
        join conversation_seats seat on seat.conversation_id = ${conversationId} and seat.side = ${side} and seat.unread = 0
      where notice.account_id = ${accountId} and notice.read_at is null and notice.about_kind = 'conversation'
        and notice.about_id = ${`${kind}.${about}.${side}`} order by notice.id for update of notice)
    returning 1`.execute(work.db)
  if (rows.length > 0)
    await publishLive(work, conversationId, { kind, about, mine: { accountId }, other: { accountId: null } })
}

const aboutOf = ({ kind, bookingKind, serviceName, spaceName, startsAt, zone }: Row) => {
  const what = z.parse(ConversationKind, kind)
  if (what === 'application') return `Sobre la postulación a ${spaceName ?? 'un espacio'}.`
  if (what === 'invitation') return `Sobre la invitación a ${spaceName ?? 'un espacio'}.`
  const when = startsAt === null || zone === null ? '' : `, ${longDate(startsAt, zone)}`
  return bookingKind === 'rent'
    ? `Sobre la renta de ${spaceName ?? 'un espacio'}${when}.`
    : `Sobre «${serviceName ?? 'tu cita'}»${when}.`
}

const waitingOf = async (work: Work, conversationId: string, side: string): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select c.kind, coalesce(c.booking_id::text, c.application_id::text, c.invitation_id::text) as about, mine.unread,
      mine.account_id as "accountId", b.kind as "bookingKind", b.service_name as "serviceName", ${spaceNamed('s')} as "spaceName",
      b.starts_at as "startsAt", b.ends_at as "endsAt", b.zone, other.side as "otherSide", person.first_name as "otherName",
      b.contact ->> 'firstName' as "clientFirstName", bu.name as "businessName", b.contact,
      case when own.id is null then case when b.contact ->> 'proved' = 'phone' then b.contact ->> 'phone' end
        when own.phone_confirmed_at is not null and own.suspended_at is null then own.phone end as phone
    from conversation_seats mine
    join conversations c on c.id = mine.conversation_id
    join conversation_seats other on other.conversation_id = c.id and other.side <> mine.side
    left join accounts own on own.id = mine.account_id
    left join accounts person on person.id = other.account_id
    left join bookings b on b.id = c.booking_id
    left join applications a on a.id = c.application_id
    left join invitations i on i.id = c.invitation_id
    left join spaces s on s.id = coalesce(b.space_id, a.space_id, i.space_id)
    left join businesses bu on bu.id = s.business_id
    where mine.conversation_id = ${conversationId} and mine.side = ${side}`.execute(work.db)
  return rows[0]
}
