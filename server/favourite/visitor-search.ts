/** Saved searches of visitors: by a confirmed telephone, and by the link of each message (docs/search/saved-searches.md). */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Input } from '#contract/platform/endpoint.ts'
import type * as contract from '#contract/favourite/visitor-search.ts'
import { confirmedContactIn } from '#server/booking/contact/contact.ts'
import { activeOnes, saveFor, type View } from '#server/favourite/saved-search.ts'
import { findsAny } from '#server/favourite/search-opening.ts'
import { cutTo, maxSigns, plainOf } from '#server/messaging/sms-text.ts'
import { maxLinkLength } from '#server/messaging/short-link.ts'
import { text } from '#server/messaging/texting.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { confirmedContacts, sendRequested } from '#server/verification/contact.ts'

/** Refuses contact_unconfirmed, invalid_phone, sms_unavailable, and as an account's. */
export const save = async (work: Work, { body }: Input<typeof contract.saveVisitorSearch>): Promise<View> => {
  const { phone, ...wanted } = body
  const { address } = await confirmedContactIn(work, { phone })
  return saveFor(work, { accountId: null, phone: address }, wanted)
}

const confirmedPhones = async (work: Work) =>
  (await confirmedContacts(work)).flatMap(({ channel, address }) => (channel === 'sms' ? [address] : []))

export const savedOnes = async (work: Work): Promise<View[]> =>
  activeOnes(work, sql`phone = any (${await confirmedPhones(work)}::text[])`)

/** Another telephone's is left alone. */
export const drop = async (
  work: Work,
  { params }: Input<typeof contract.dropVisitorSearch>,
): Promise<{ ok: true }> => {
  await sql`
    delete from saved_searches
    where id = ${params.id}::uuid and phone = any (${await confirmedPhones(work)}::text[])`.execute(work.db)
  return { ok: true }
}

/** Codes are sent to telephones with a saved search, as to those that booked. */
export const sendToSaved = (work: Work, { codeId }: { codeId: string }): Promise<void> =>
  sendRequested(work, codeId, async ({ channel, address }) => {
    if (channel !== 'sms') return false
    const { rows } = await sql`
      select from saved_searches where phone = ${address} and expires_at > ${work.now} limit 1`.execute(
      work.db,
    )
    return rows.length > 0
  })

/** The token that ends a search; valid as long as the search exists. */
const tokenOf = (work: Work, id: string) => work.tokens.sign('search-alert', { id }, forEver)
const forEver = new Date('9999-12-31T00:00:00Z')

const idIn = (work: Work, token: string): string => {
  const opened = z.safeParse(z.object({ id: z.uuid() }), work.tokens.open('search-alert', token, work.now))
  return opened.success ? opened.data.id : refuse('not_found')
}

/** Refuses not_found for a forged link, and for a search that has ended. */
export const readLinked = async (
  work: Work,
  { params }: Input<typeof contract.linkedSearch>,
): Promise<View> => {
  const [found] = await activeOnes(work, sql`phone is not null and id = ${idIn(work, params.token)}::uuid`)
  return found ?? refuse('not_found')
}

/** Refuses not_found for a forged link. */
export const dropLinked = async (
  work: Work,
  { params }: Input<typeof contract.dropLinkedSearch>,
): Promise<{ ok: true }> => {
  await sql`
    delete from saved_searches where phone is not null and id = ${idIn(work, params.token)}::uuid`.execute(
    work.db,
  )
  return { ok: true }
}

/** Messages that waited for the morning, and any that a crash left. */
export const textDue = async (work: Work) => {
  const { rows } = await sql<{ noticeId: string }>`
    select id as "noticeId" from saved_search_notices where text_due_at <= ${work.now}
    order by text_due_at limit 500`.execute(work.db)
  await runIsolated(work, rows, (notice) => textFound(work, notice))
}

/** Once, if the hour is still free when it leaves; links to the results, and to ending the search. */
export const textFound = async (work: Work, { noticeId }: { noticeId: string }) => {
  const { rows } = await sql<Found>`
    select s.id, s.label, s.search, s.queries, s.phone, s.created_at as "createdAt", s.expires_at > ${work.now} as "isActive",
      notice.starts_from as "startsFrom", notice.starts_before as "startsBefore",
      p.id as "professionalId", p.first_name || ' ' || p.last_name as name
    from saved_search_notices notice
    join saved_searches s on s.id = notice.saved_search_id
    join professionals p on p.id = notice.professional_id
    where notice.id = ${noticeId}::uuid and notice.text_due_at <= ${work.now} and s.phone is not null`.execute(
    work.db,
  )
  const [found] = rows
  if (found === undefined) return
  const { id, label, search, phone, isActive, professionalId, name } = found
  const startsIn = { from: found.startsFrom.getTime(), to: found.startsBefore.getTime() }
  if (isActive && (await findsAny(work, found, { professionalId, startsIn }))) {
    const { publicUrl } = work.config
    const said = cutTo(
      maxSigns - 2 * maxLinkLength - ending.length - 1,
      plainOf(`Kalli: ${name} tiene lugar. ${label.replaceAll(' · ', ', ')}`),
    )
    await text(work, {
      to: phone,
      key: `search-alert:${noticeId}`,
      text: `${said} ${publicUrl}/search-results?${search}${ending}${publicUrl}/search-alert/${tokenOf(work, id)}`,
    })
  }
  await sql`update saved_search_notices set text_due_at = null where id = ${noticeId}::uuid`.execute(work.db)
}

const ending = ' Baja: '

type Found = {
  id: string
  label: string
  search: string
  queries: string[]
  phone: string
  createdAt: Date
  isActive: boolean
  /** The hour that opened. */
  startsFrom: Date
  startsBefore: Date
  professionalId: number
  name: string
}
