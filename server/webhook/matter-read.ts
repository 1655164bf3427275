/** The current state of each subject, and its current owners: a former owner is in no row. */
import { type RawBuilder, sql } from 'kysely'
import type { MatterEvent } from '#contract/webhook/matter.ts'
import type { EventName, Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

/** `key` identifies its state: the same again is not sent twice. */
type Row = { professionalId: number | null; hostId: number | null; key: string; facts: object }

/** `about` is the subject whose messages are sent in order. */
export type Reading<Event extends MatterEvent> = (payload: Payload<Event & EventName>) => {
  about: string
  rows(work: Work): Promise<readonly Row[]>
}

/** `payment:<id>` */
const aboutOf = (kind: string, id: string | number) => `${kind}:${id}`

const rowsOf =
  (query: RawBuilder<unknown>) =>
  async (work: Work): Promise<readonly Row[]> => {
    const { rows } = await sql<Row>`${query}`.execute(work.db)
    return rows
  }

const isoOf = (column: RawBuilder<unknown>) =>
  sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The invited professional, once an account is known, and the host. */
export const invitation = ({ invitationId }: { invitationId: string }) => ({
  about: aboutOf('invitation', invitationId),
  rows: rowsOf(sql`
    select invitation.professional_id as "professionalId", invitation.host_id as "hostId", invitation.version::text as key,
      jsonb_build_object('invitation', jsonb_build_object('id', invitation.id, 'version', invitation.version,
        'status', invitation.status, 'spaceId', invitation.space_id, 'professionalId', invitation.professional_id,
        'expiresAt', ${isoOf(sql`invitation.expires_at`)})) as facts
    from invitations invitation where invitation.id = ${invitationId}`),
})

/** Both parties. */
const agreement = ({ agreementId }: { agreementId: number }) => ({
  about: aboutOf('agreement', agreementId),
  rows: rowsOf(sql`
    select agreement.professional_id as "professionalId", space.host_id as "hostId", agreement.version::text as key,
      jsonb_build_object('agreement', jsonb_build_object('id', agreement.id, 'version', agreement.version, 'status', agreement.status,
        'professionalId', agreement.professional_id, 'spaceId', agreement.space_id, 'validTo', ${isoOf(sql`agreement.valid_to`)})) as facts
    from agreements agreement join spaces space on space.id = agreement.space_id where agreement.id = ${agreementId}`),
})

export const readers: { readonly [Event in MatterEvent]: Reading<Event> } = {
  // An unpaid amount is visible to the client alone; a host learns no price of a visit, and of rented hours what was paid.
  'payment.changed': ({ paymentId }) => ({
    about: aboutOf('payment', paymentId),
    rows: rowsOf(sql`
      select case booking.kind when 'rent' then coalesce(booking.paid_by, booking.professional_id) else booking.professional_id end
          as "professionalId",
        case booking.kind when 'rent' then booking.host_id end as "hostId", payment.version::text as key,
        jsonb_build_object('payment', jsonb_build_object('id', payment.id, 'version', payment.version, 'bookingId', booking.id,
          'status', payment.status, 'method', payment.method, 'amountCents', payment.amount_cents,
          'capturedCents', payment.captured_cents, 'refundedCents', payment.refunded_cents)) as facts
      from payments payment join bookings booking on booking.id = payment.booking_id
      where payment.id = ${paymentId} and (booking.requested_at is not null or booking.confirmed_at is not null)`),
  }),
  'payout.paid': ({ payoutId }) => ({
    about: aboutOf('payout', payoutId),
    rows: rowsOf(sql`
      select case payout.party when 'professional' then payout.party_id end as "professionalId",
        case payout.party when 'host' then payout.party_id end as "hostId", payout.external_id as key,
        jsonb_build_object('payout', jsonb_build_object('id', payout.id,
          'bookingId', coalesce(payout.origin_booking_id, payout.booking_id),
          'amountCents', payout.amount_cents - payout.clawed_back_cents)) as facts
      from payouts payout where payout.id = ${payoutId} and payout.status = 'paid' and payout.external_id is not null`),
  }),
  'payout.returned': ({ party, partyId, transferId, amountCents }) => ({
    about: aboutOf('transfer', transferId),
    rows: () =>
      Promise.resolve([
        {
          professionalId: party === 'professional' ? partyId : null,
          hostId: party === 'host' ? partyId : null,
          key: 'returned',
          facts: { payout: { transferId, amountCents } },
        },
      ]),
  }),
  'rent_charge.changed': ({ chargeId }) => ({
    about: aboutOf('rent_charge', chargeId),
    rows: rowsOf(sql`
      select charge.professional_id as "professionalId", charge.host_id as "hostId", concat(charge.status, charge.returned_cents) as key,
        jsonb_build_object('rentCharge', jsonb_build_object('id', charge.id, 'status', charge.status,
          'professionalId', charge.professional_id, 'amountCents', charge.amount_cents, 'returnedCents', charge.returned_cents,
          'from', lower(charge.period), 'to', upper(charge.period) - 1)) as facts
      from rent_charges charge where charge.id = ${chargeId}`),
  }),
  // A tip that failed was never theirs.
  'tip.changed': ({ tipId }) => ({
    about: aboutOf('tip', tipId),
    rows: rowsOf(sql`
      select tip.professional_id as "professionalId", null as "hostId", tip.version::text as key,
        jsonb_build_object('tip', jsonb_build_object('id', tip.id, 'version', tip.version, 'bookingId', tip.booking_id,
          'status', tip.state, 'amountCents', tip.amount_cents)) as facts
      from tips tip where tip.id = ${tipId} and tip.state in ('paid', 'returned')`),
  }),
  'deposit.changed': ({ depositId }) => ({
    about: aboutOf('deposit', depositId),
    rows: rowsOf(sql`
      select deposit.professional_id as "professionalId", deposit.host_id as "hostId", deposit.version::text as key,
        jsonb_build_object('deposit', jsonb_build_object('id', deposit.id, 'version', deposit.version,
          'bookingId', deposit.booking_id, 'status', deposit.state, 'professionalId', deposit.professional_id,
          'amountCents', deposit.amount_cents, 'claimCents', deposit.claim_cents,
          'contestBy', ${isoOf(sql`deposit.contest_by`)}, 'retainedCents', deposit.retained_cents)) as facts
      from deposits deposit where deposit.id = ${depositId}`),
  }),
  // Only the two parties of a dispute: the third party of a visit does not learn of it.
  'dispute.changed': ({ disputeId }) => ({
    about: aboutOf('dispute', disputeId),
    rows: rowsOf(sql`
      select case when 'professional' in (dispute.opened_by, dispute.respondent) then booking.professional_id end as "professionalId",
        case when 'host' in (dispute.opened_by, dispute.respondent) then dispute.host_id end as "hostId", dispute.version::text as key,
        jsonb_build_object('dispute', jsonb_build_object('id', dispute.id, 'version', dispute.version,
          'bookingId', dispute.booking_id, 'status', dispute.state, 'openedBy', dispute.opened_by, 'respondent', dispute.respondent,
          'subject', dispute.subject, 'answerBy', ${isoOf(sql`dispute.answer_by`)}, 'outcome', dispute.outcome,
          'withdrawn', dispute.withdrawn)) as facts
      from disputes dispute join bookings booking on booking.id = dispute.booking_id where dispute.id = ${disputeId}`),
  }),
  'invitation.sent': invitation,
  'invitation.moved': invitation,
  // A draft is visible to its author alone.
  'application.changed': ({ applicationId }) => ({
    about: aboutOf('application', applicationId),
    rows: rowsOf(sql`
      select application.professional_id as "professionalId", application.host_id as "hostId", application.version::text as key,
        jsonb_build_object('application', jsonb_build_object('id', application.id, 'version', application.version,
          'status', application.status, 'professionalId', application.professional_id, 'spaceId', application.space_id)) as facts
      from applications application where application.id = ${applicationId} and application.sent_at is not null`),
  }),
  'agreement.made': agreement,
  'agreement.changed': agreement,
  'member.changed': ({ membershipId }) => ({
    about: aboutOf('member', membershipId),
    rows: rowsOf(sql`
      select membership.professional_id as "professionalId", membership.host_id as "hostId", membership.version::text as key,
        jsonb_build_object('member', jsonb_build_object('id', membership.id, 'version', membership.version, 'status', membership.status,
          'spaceId', membership.space_id, 'professionalId', membership.professional_id)) as facts
      from memberships membership where membership.id = ${membershipId}`),
  }),
  // The subject of the review; professional and host also review each other.
  'review.published': ({ bookingId }) => ({
    about: aboutOf('reviews', bookingId),
    rows: rowsOf(sql`
      select review.professional_id as "professionalId", space.host_id as "hostId", review.id::text as key,
        jsonb_build_object('review', jsonb_build_object('id', review.id, 'bookingId', review.booking_id, 'subject', review.subject,
          'score', review.score)) as facts
      from reviews review left join spaces space on space.id = review.space_id
      where review.booking_id = ${bookingId} and review.state = 'published' order by review.id`),
  }),
  // The party of the seat: hours that were handed over have a conversation of their own.
  'conversation.waits': ({ conversationId, side, after }) => ({
    about: aboutOf('conversation', `${conversationId}:${side}`),
    rows: rowsOf(sql`
      select professional.id as "professionalId", host.id as "hostId", ${String(after)} as key,
        jsonb_build_object('conversation', jsonb_build_object('kind', talk.kind,
          'about', coalesce(talk.booking_id::text, talk.application_id::text, talk.invitation_id::text), 'unread', seat.unread)) as facts
      from conversation_seats seat join conversations talk on talk.id = seat.conversation_id
        left join professionals professional on ${side} = 'professional' and professional.account_id = seat.account_id
        left join hosts host on ${side} = 'host' and host.account_id = seat.account_id
      where seat.conversation_id = ${conversationId} and seat.side = ${side} and seat.unread > 0
        and num_nonnulls(professional.id, host.id) = 1`),
  }),
}
