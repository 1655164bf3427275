/**
 * Deleting an account. Personal data is erased in the modules that own it, in one transaction; bookings, receipts and the ledger stay, as
 * the law asks, without identifying the person. Copies of one's data are copy.ts.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { lastPlaceCookie } from '#contract/platform/last-place.ts'
import { deletionReasons, type DeletionReason } from '#contract/privacy/privacy.ts'
import { forgetHomes } from '#server/availability/offer/home.ts'
import { forgetOutside } from '#server/availability/outside/outside-calendar.ts'
import { eraseOwn } from '#server/availability/block/block.ts'
import { forgetReasons } from '#server/availability/block/closure.ts'
import { forget as forgetAccount } from '#server/account/erasure.ts'
import { ownId } from '#server/account/profile.ts'
import { requireProof, sessionCookie } from '#server/account/session.ts'
import { forgetMandates } from '#server/developer/mandate.ts'
import { forgetDeveloper } from '#server/developer/erasure.ts'
import { closeClasses } from '#server/booking/columns/class-row.ts'
import { cancelAsPlatform } from '#server/booking/cancellation/cancellation.ts'
import { forgetDeposits } from '#server/booking/settlement/deposit-photo.ts'
import { forgetDisputes } from '#server/booking/settlement/dispute-photo.ts'
import { forgetClient } from '#server/booking/contact/client.ts'
import { forgetCalendarLook } from '#server/booking/agenda/calendar-look.ts'
import { forgetConnections } from '#server/connection/connection.ts'
import { forgetOwnCalendar } from '#server/booking/agenda/own-calendar.ts'
import { forgetNotes } from '#server/booking/client/own-clients.ts'
import { forgetCards } from '#server/booking/contact/client-card.ts'
import { forgetWords } from '#server/booking/contact/words.ts'
import { expire } from '#server/booking/checkout/hold-end.ts'
import { forgetUnitCalendars } from '#server/booking/agenda/unit-calendar.ts'
import { forget as forgetMessages } from '#server/contact/contact.ts'
import { forget as forgetConversations } from '#server/conversation/moderation.ts'
import { forgetShortLinks } from '#server/messaging/short-link.ts'
import { forget as forgetReviews } from '#server/review/answer.ts'
import { forget as forgetSaved } from '#server/favourite/favourite.ts'
import { forgetDocuments } from '#server/hiring/document.ts'
import { forgetInvitations } from '#server/hiring/invitation/invitation-answer.ts'
import { forgetHiring } from '#server/hiring/erasure.ts'
import { forget as forgetNotices } from '#server/notification/message/notification.ts'
import { forgetWanted } from '#server/payment/provider/payout-account.ts'
import { forgetPasses } from '#server/pass/device.ts'
import type { Answer } from '#server/platform/http/http.ts'
import { forgetAccountReplies, forgetReplies } from '#server/platform/http/idempotency.ts'
import { publish } from '#server/platform/jobs.ts'
import { forgetMailsAbout, forgetMailsTo } from '#server/platform/mail.ts'
import { refuse } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'
import { forgetInstallments } from '#server/pricing/installments.ts'
import { retirePortfolio } from '#server/professional/portfolio.ts'
import { retire as retireProfessional } from '#server/professional/professional.ts'
import { forgetLinks } from '#server/service/service.ts'
import { retire as retireHost } from '#server/space/business.ts'
import { lockAccountRows } from '#server/privacy/stand-still.ts'
import { forgetTeam } from '#server/team/erasure.ts'
import { forgetWebhooks } from '#server/webhook/webhook.ts'
import { forget as forgetProofs } from '#server/verification/erasure.ts'

/** All roles and addresses of one account. */
export type Parties = {
  accountId: number
  /** The confirmed mailbox; empty without a proof, since other data under it may be another person's. */
  email: string
  /** Where emails about this account went, if no other account or client has this address. */
  mailedTo: string
  /** Mailboxes whose emails are in a copy, and telephones whose text messages are. */
  emails: string[]
  phone: string | null
  /** Telephones that were confirmed by a code. */
  phones: string[]
  /** How waitlists name them as a visitor (`personOf`). */
  persons: string[]
  firstName: string
  professionalId: number | null
  hostId: number | null
  /** Their own row as a client, and those of visits paid as a visitor with their confirmed address. */
  clientIds: number[]
}

export const partiesOf = async (work: Work, accountId: number): Promise<Parties> => {
  const { rows } = await sql<Parties>`
    select a.id as "accountId", case when a.email_confirmed_at is null then '' else a.email end as email,
      case when a.email_confirmed_at is null and (exists (select from accounts other where other.email = a.email and other.id <> a.id)
          or exists (select from clients guest where guest.email = a.email and guest.account_id is distinct from a.id))
        then '' else a.email end as "mailedTo",
      case when a.email_confirmed_at is null then '{}' else array[a.email] end as emails, a.phone,
      case when a.phone_confirmed_at is null then '{}' else array[a.phone] end as phones,
      case when a.email_confirmed_at is null then '{}' else array['email:' || a.email] end as persons, a.first_name as "firstName", p.id as "professionalId",
      h.id as "hostId", array(
        select c.id from clients c where c.account_id = a.id
          or c.account_id is null and a.email_confirmed_at is not null and c.email = a.email) as "clientIds"
    from accounts a
    left join professionals p on p.account_id = a.id
    left join hosts h on h.account_id = a.id
    where a.id = ${accountId}`.execute(work.db)
  return rows[0] ?? refuse('not_signed_in')
}

type Reason = { reason: DeletionReason; text: string; count: number }

/** The reasons that prevent it; empty if there are none. */
export const deletion = async (work: Work): Promise<{ reasons: Reason[] }> => ({
  reasons: await reasonsOf(work, await partiesOf(work, ownId(work))),
})

export const reasonsOf = async (work: Work, parties: Parties): Promise<Reason[]> => {
  const { professionalId, hostId, clientIds } = parties
  const mine = sql`(b.professional_id = ${professionalId} or b.host_id = ${hostId} or b.client_id = any (${clientIds}))`
  const { rows } = await sql<Record<Exclude<DeletionReason, 'administrator'>, number>>`
    select
      (select count(*) from bookings b where ${mine} and (
        b.status in ('awaiting_payment', 'requested', 'confirmed', 'in_progress', 'to_settle')
        or b.status = 'held' and b.hold_expires_at > ${work.now})) as visits_to_come,
      (select count(*) from bookings b where ${mine} and b.status = 'completed') as visits_to_close,
      (select count(*) from payouts where status <> 'paid' and (
        party = 'professional' and party_id = ${professionalId} or party = 'host' and party_id = ${hostId}))
      + (select count(*) from payments p left join change_proposals change on change.id = p.booking_id
        left join booking_balances balance on balance.id = p.booking_id
        join bookings b on b.id = coalesce(change.booking_id, balance.booking_id, p.booking_id)
        where ${mine} and (p.settlement is not null and p.settled_at is null
          or exists (select from no_shows n where n.booking_id = b.id and n.decided_at is null)))
      + (select count(*) from gift_cards card where card.buyer_id = any (${clientIds}) and (card.status = 'awaiting_payment'
        or card.status = 'active' and card.send_at is not null and card.sent_at is null))
      + (select count(*) from deposits d where (d.professional_id = ${professionalId} or d.host_id = ${hostId})
        and d.state in ('asked', 'held', 'claimed', 'contested')) as money_on_its_way,
      (select count(*) from balances where amount_cents <> 0 and (
        account in (1120, 1125, 2020) and party_id = ${professionalId} or account in (1130, 1135, 2030) and party_id = ${hostId}
        or account in (1110, 2050) and party_id = any (${clientIds})))
      -- The rest of a visit that is over.
      + (select count(*) from bookings b where b.client_id = any (${clientIds}) and b.balance_cents > 0
        and b.status in ('completed', 'closed')) as money_owed`.execute(work.db)
  const [counts] = rows
  const found: { reason: DeletionReason; count: number }[] = [
    { reason: 'administrator', count: work.viewer.roles.includes('admin') ? 1 : 0 },
    { reason: 'visits_to_come', count: counts?.visits_to_come ?? 0 },
    { reason: 'visits_to_close', count: counts?.visits_to_close ?? 0 },
    { reason: 'money_on_its_way', count: counts?.money_on_its_way ?? 0 },
    { reason: 'money_owed', count: counts?.money_owed ?? 0 },
  ]
  return found
    .filter(({ count }) => count > 0)
    .map(({ reason, count }) => ({ reason, count, text: deletionReasons[reason] }))
}

/** Deletes the viewer's account. Refuses `confirm_identity`, and `account_in_use` with the reasons. */
export const leave = async (work: Work, answer: Answer) => {
  requireProof(work)
  await inTransaction(work, async (work) => {
    const parties = await partiesOf(work, ownId(work))
    await lockAccountRows(work, parties)
    const reasons = await reasonsOf(work, parties)
    if (reasons.length > 0) refuse('account_in_use', { reasons })
    const farewell = { id: randomUUID(), email: parties.mailedTo, created_at: work.now }
    if (farewell.email !== '') await work.db.insertInto('farewells').values(farewell).execute()
    await erase(work, parties)
    await publish(work, 'account.left', { farewellId: farewell.id })
  })
  for (const cookie of [sessionCookie, lastPlaceCookie]) answer.clearCookie(cookie)
  return { ok: true } as const
}

/** In the caller's transaction, for an account without a reason to stay (`deletion`). */
export const erase = async (work: Work, parties: Parties) => {
  const { accountId, mailedTo, phone, phones, professionalId, hostId, clientIds } = parties
  if (professionalId !== null) {
    await forgetInstallments(work, professionalId)
    await retireProfessional(work, professionalId)
    await forgetLinks(work, professionalId)
    await eraseOwn(work, professionalId)
    await closeClasses(work, professionalId)
    await forgetConnections(work, { professionalId, hostId: null })
    await forgetOutside(work, { professionalId })
    await forgetOwnCalendar(work, professionalId)
    await retirePortfolio(work, professionalId)
    await forgetDocuments(work, professionalId)
  }
  await forgetWanted(work, parties)
  await forgetSaved(work, parties)
  await forgetCalendarLook(work, accountId)
  await forgetWebhooks(work, accountId)
  if (hostId !== null) {
    await forgetConnections(work, { professionalId: null, hostId })
    await forgetOutside(work, { hostId })
    await forgetUnitCalendars(work, hostId)
    await forgetReasons(work, hostId)
    await retireHost(work, hostId)
  }
  await forgetConversations(work, parties)
  await forgetClient(work, clientIds)
  await forgetHomes(work, parties)
  await forgetNotes(work, parties)
  await forgetCards(work, parties)
  await forgetWords(work, parties)
  await forgetDeposits(work, parties)
  await forgetDisputes(work, parties)
  await forgetProofs(work, accountId, phone)
  await forgetShortLinks(work, phones)
  const bookingIds = await bookingsOf(work, parties)
  await forgetInvitations(work, parties)
  await forgetHiring(work, parties)
  await forgetTeam(work, parties)
  await forgetNotices(work, accountId, bookingIds)
  await forgetMailsAbout(work, bookingIds)
  await forgetMessages(work, parties)
  await forgetAccountReplies(work, accountId)
  await forgetReplies(
    work,
    [...bookingIds, mailedTo, phone ?? ''].filter((word) => word !== ''),
  )
  await forgetMailsTo(work, mailedTo)
  await work.db.deleteFrom('data_copies').where('account_id', '=', accountId).execute()
  await forgetReviews(work, parties)
  await forgetPasses(work, clientIds)
  await forgetMandates(work, accountId)
  await forgetDeveloper(work, accountId)
  await forgetAccount(work, accountId)
}

export const bookingsOf = async (
  work: Work,
  { professionalId, hostId, clientIds }: Parties,
): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id::text from bookings
    where professional_id = ${professionalId} or host_id = ${hostId} or client_id = any (${clientIds})`.execute(
    work.db,
  )
  return rows.map(({ id }) => id)
}

/**
 * A client who was booking during a deletion may have got a time with a deleted account: a hold ends, a visit is cancelled by the platform
 * and refunded in full.
 */
export const cancelLeftBehind = async (work: Work) => {
  const { rows } = await sql<{ id: string; status: string }>`
    select b.id::text, b.status from accounts a
    left join professionals p on p.account_id = a.id
    left join hosts h on h.account_id = a.id
    join bookings b on b.professional_id = p.id or b.host_id = h.id
    where a.erased_at is not null and b.status in ('held', 'requested', 'confirmed')`.execute(work.db)
  for (const { id, status } of rows) {
    if (status === 'held') await expire(work, id)
    else await cancelAsPlatform(work, id, 'the professional or the host left Kalli')
  }
}
