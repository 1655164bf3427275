/** Consent to messages by WhatsApp: given expressly, dated with the words agreed to, and revocable at any time. */
import { sql } from 'kysely'
import { whatsappSentence } from '#contract/messaging/channel.ts'
import type { Work } from '#server/platform/work.ts'

type Whose = { accountId: number } | { bookingId: string }

const of = (whose: Whose) =>
  'accountId' in whose ? sql`account_id = ${whose.accountId}` : sql`booking_id = ${whose.bookingId}`

/** Idempotent; consent at another number is for that number. */
export const agree = async (work: Work, whose: Whose, phone: string): Promise<void> => {
  await sql`update whatsapp_consents set revoked_at = ${work.now}, revoked_by = 'page'
    where ${of(whose)} and revoked_at is null and phone <> ${phone}`.execute(work.db)
  await work.db
    .insertInto('whatsapp_consents')
    .values({
      account_id: 'accountId' in whose ? whose.accountId : null,
      booking_id: 'bookingId' in whose ? whose.bookingId : null,
      phone,
      sentence: whatsappSentence,
      consented_at: work.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const takeBack = (work: Work, whose: Whose) =>
  sql`update whatsapp_consents set revoked_at = ${work.now}, revoked_by = 'page'
    where ${of(whose)} and revoked_at is null`.execute(work.db)

/** The date of the consent at this number; null: none. */
export const consentSince = async (work: Work, whose: Whose, phone: string): Promise<Date | null> => {
  const { rows } = await sql<{ since: Date }>`
    select consented_at as since from whatsapp_consents
    where ${of(whose)} and phone = ${phone} and revoked_at is null`.execute(work.db)
  return rows[0]?.since ?? null
}

/** Of these bookings, those whose client agreed, with the number. */
export const consentsOf = async (work: Work, bookingIds: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{ id: string; phone: string }>`
    select booking_id as id, phone from whatsapp_consents
    where booking_id = any(${bookingIds}::uuid[]) and revoked_at is null`.execute(work.db)
  return new Map(rows.map(({ id, phone }) => [id, phone]))
}

/** BAJA by WhatsApp. */
export const revokeByAnswer = async (work: Work, phone: string): Promise<void> => {
  await sql`update whatsapp_consents set revoked_at = ${work.now}, revoked_by = 'answer'
    where phone = ${phone} and revoked_at is null`.execute(work.db)
}

/** ALTA by WhatsApp: the consents that BAJA revoked are given again, today. */
export const agreeAgain = async (work: Work, phone: string): Promise<void> => {
  await sql`insert into whatsapp_consents (account_id, booking_id, phone, sentence, consented_at)
    select distinct account_id, booking_id, phone, ${whatsappSentence}, ${work.now}::timestamptz from whatsapp_consents
    where phone = ${phone} and revoked_by = 'answer' on conflict do nothing`.execute(work.db)
}

/** Whether anyone at this number agreed. */
export const hasConsent = async (work: Work, phone: string): Promise<boolean> => {
  const { rows } = await sql`
    select from whatsapp_consents where phone = ${phone} and revoked_at is null limit 1`.execute(work.db)
  return rows.length > 0
}
