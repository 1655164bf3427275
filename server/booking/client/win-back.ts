/** Messages to lapsed clients: the professional's text with a coupon of hers, once per interval. docs/booking/win-back.md. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Input } from '#contract/platform/endpoint.ts'
import {
  intervalDays,
  type LapsedClients,
  type saveWinBackWords,
  usualWords,
  type winBack,
} from '#contract/booking/client/win-back.ts'
import { formatCents, formatRate } from '#contract/platform/money.ts'
import { unusedStatuses } from '#server/availability/offer/coupon.ts'
import { ensureCard, lockBook } from '#server/booking/contact/client-card.ts'
import { lapsedOf, outcomeOf } from '#server/booking/client/lapsed.ts'
import { entryOf, ownId } from '#server/booking/client/own-client-row.ts'
import { publish } from '#server/platform/jobs.ts'
import { refuse, refuseOn } from '#server/platform/refuse.ts'
import { inTransaction, type Work } from '#server/platform/work.ts'

/** Refuses no_profile. */
export const read = async (work: Work): Promise<LapsedClients> => {
  const professionalId = ownId(work)
  const clients = await lapsedOf(work, professionalId)
  return {
    clients,
    toWrite: clients.filter(({ written }) => written === null).length,
    words: await wordsOf(work, professionalId),
    // By id: a link in a message has at most forty characters, and a name may be longer.
    link: `${work.config.publicUrl}/p/${professionalId}`,
    outcome: await outcomeOf(work, professionalId),
  }
}

const wordsOf = async (work: Work, professionalId: number): Promise<LapsedClients['words']> => {
  const own = await work.db
    .selectFrom('win_back_templates')
    .select(['text', 'coupon_id', 'version'])
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
  const couponId = own?.coupon_id ?? null
  return {
    text: own?.text ?? usualWords,
    couponId,
    couponText: couponId === null ? '' : await couponText(work, professionalId, couponId),
    version: own?.version ?? 0,
  }
}

type Coupon = { code: string; bp: number | null; cents: number | null; until: string | null }

/** As clients read it; empty for a coupon that can no longer be used. */
const couponText = async (work: Work, professionalId: number, id: number): Promise<string> => {
  const { rows } = await sql<Coupon>`
    select coupon.code, coupon.percent_bp as bp, coupon.amount_cents::int as cents, coupon.valid_to::text as until
    from coupons coupon join professionals professional on professional.id = coupon.professional_id
    where coupon.id = ${id} and coupon.professional_id = ${professionalId} and coupon.active
      and coalesce(coupon.valid_to >= (${work.now}::timestamptz at time zone professional.zone)::date, true)
      and (coupon.max_uses is null or coupon.max_uses > (select count(*) from bookings visit where visit.coupon_id = coupon.id
        and visit.status not in ${unusedStatuses}))`.execute(work.db)
  const [coupon] = rows
  if (coupon === undefined) return ''
  const off = coupon.bp === null ? formatCents(coupon.cents ?? 0) : formatRate(coupon.bp)
  const until = coupon.until === null ? '' : ` hasta el ${dayText(coupon.until)}`
  return `Con el código ${coupon.code} tienes ${off} de descuento${until}.`
}

const dayText = (date: string) =>
  new Intl.DateTimeFormat('es-MX', { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T12:00:00Z`),
  )

/** Refuses not_found for another professional's coupon, stale_version. */
export const saveWords = (
  work: Work,
  { text, couponId, version }: Input<typeof saveWinBackWords>['body'],
): Promise<LapsedClients> =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    if (couponId !== null) await requireOwnCoupon(work, professionalId, couponId)
    const { rows } = await sql`
      insert into win_back_templates as words (professional_id, text, coupon_id)
      select ${professionalId}, ${text}, ${couponId}::bigint where ${version}::integer = 0
        or exists (select from win_back_templates former where former.professional_id = ${professionalId})
      on conflict (professional_id) do update set text = excluded.text, coupon_id = excluded.coupon_id, version = words.version + 1
        where words.version = ${version}::integer returning version`.execute(work.db)
    if (rows.length === 0) refuse('stale_version')
    return read(work)
  })

const requireOwnCoupon = async (work: Work, professionalId: number, id: number) => {
  const own = await work.db
    .selectFrom('coupons')
    .select('id')
    .where('id', '=', id)
    .where('professional_id', '=', professionalId)
    .executeTakeFirst()
  if (own === undefined) refuse('not_found')
}

/**
 * Sends the message: by Kalli, whose job uses the channels that the client chose, or by the professional in WhatsApp. Refuses not_found,
 * client_not_lapsed, win_back_written within their interval, win_back_not_agreed.
 */
export const write = (
  work: Work,
  id: number,
  { way, text }: Input<typeof winBack>['body'],
): Promise<LapsedClients> =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    await lockBook(work, professionalId)
    const entry = await entryOf(work, professionalId, id)
    const [lapsed] = await lapsedOf(work, professionalId, entry.id)
    if (lapsed === undefined) return refuse('client_not_lapsed')
    if (lapsed.written !== null) refuse('win_back_written')
    if (way === 'kalli' && !lapsed.agreed) refuse('win_back_not_agreed')
    if (entry.clientId === entry.id) await ensureCard(work, professionalId, entry.id)
    const messageId = randomUUID()
    const { couponId } = await wordsOf(work, professionalId)
    const rest = Math.max(lapsed.intervalDays, intervalDays.min)
    await sql`
      insert into win_back_messages (id, professional_id, card_id, way, message, coupon_id, pause)
      values (${messageId}::uuid, ${professionalId}, ${entry.id}, ${way}, ${text}, ${couponId}::bigint,
        tstzrange(${work.now}::timestamptz, ${work.now}::timestamptz + make_interval(hours => ${rest * 24})))`
      .execute(work.db)
      .catch((error: unknown) => refuseOn(error, { win_back_messages_paused: 'win_back_written' }))
    if (way === 'kalli') await publish(work, 'client.won_back', { messageId })
    return read(work)
  })

/** The professional opened WhatsApp without writing. A message sent by Kalli cannot be undone. Refuses not_found. */
export const undo = (work: Work, id: number): Promise<LapsedClients> =>
  inTransaction(work, async (work) => {
    const professionalId = ownId(work)
    await lockBook(work, professionalId)
    const entry = await entryOf(work, professionalId, id)
    const { rows } = await sql`
      delete from win_back_messages where professional_id = ${professionalId} and card_id = ${entry.id} and way = 'whatsapp'
        and upper(pause) > ${work.now}::timestamptz returning id`.execute(work.db)
    if (rows.length === 0) refuse('not_found')
    return read(work)
  })

/** Deletes the text of a professional who leaves; the messages are deleted with her cards. */
export const forgetWinBackWords = (work: Work, professionalId: number | null) =>
  sql`delete from win_back_templates where professional_id = ${professionalId}`.execute(work.db)
