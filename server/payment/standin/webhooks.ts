/** How the stand-in reports changes: signed, over HTTP, at least twice, in random order. */
import { minuteMs } from '#contract/platform/duration.ts'
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { ProviderEvent } from '#server/payment/provider/provider.ts'
import type { Work } from '#server/platform/work.ts'

export const signatureHeader = 'standin-signature'
/** Rejects the replay of a recorded webhook. */
const maxAgeMs = 5 * minuteMs
const minDeliveries = 2
const betweenDeliveriesMs = 20_000
const retryMs = minuteMs
const maxAtOnce = 200

const Body = z.object({ id: z.string(), kind: z.string(), object: z.string() })

/** `t=<seconds>,v1=<hmac>` over time and body. */
export const signWebhook = (work: Work, body: string, at = work.now) => {
  const time = String(Math.floor(at.getTime() / 1000))
  return `t=${time},v1=${mac(work, time, body)}`
}

const mac = (work: Work, time: string, body: string) =>
  createHmac('sha256', `standin webhooks ${work.config.secret}`).update(`${time}.${body}`).digest('hex')

export const openWebhook = (work: Work, headers: IncomingHttpHeaders, body: string): ProviderEvent | null => {
  const header = headers[signatureHeader]
  const [, time, given] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(typeof header === 'string' ? header : '') ?? []
  if (time === undefined || given === undefined) return null
  if (!timingSafeEqual(Buffer.from(given), Buffer.from(mac(work, time, body)))) return null
  if (Math.abs(work.now.getTime() - Number(time) * 1000) > maxAgeMs) return null
  const parsed = z.safeParse(Body, JSON.parse(body))
  return parsed.success ? { id: parsed.data.id, kind: parsed.data.kind, objectRef: parsed.data.object } : null
}

/** Sends what is due, shuffled, each at least twice; rejected ones are queued again. Returns how many. */
export const deliverWebhooks = async (work: Work, options: { objectId?: string } = {}): Promise<number> => {
  const only = options.objectId === undefined ? sql`true` : sql`object_id = ${options.objectId}`
  const { rows } = await sql<{ id: string; kind: string; object_id: string }>`
    select id, kind, object_id from standin.events
    where delivered_at is null and deliver_at <= ${work.now} and ${only}
    order by md5(id || deliveries::text) limit ${maxAtOnce}`.execute(work.db)
  for (const event of rows) {
    const accepted = await send(
      work,
      JSON.stringify({ id: event.id, kind: event.kind, object: event.object_id }),
    )
    const next = new Date(work.now.getTime() + (accepted ? betweenDeliveriesMs : retryMs))
    await sql`
      update standin.events set deliver_at = ${next}, deliveries = deliveries + ${accepted ? 1 : 0},
        delivered_at = case when deliveries + ${accepted ? 1 : 0} >= ${minDeliveries} then ${work.now}::timestamptz end
      where id = ${event.id}`.execute(work.db)
  }
  return rows.length
}

const send = async (work: Work, body: string): Promise<boolean> => {
  const response = await fetch(`${work.config.publicUrl}/api/payments/webhook/standin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [signatureHeader]: signWebhook(work, body) },
    body,
    signal: AbortSignal.timeout(5_000),
  }).catch((error: unknown) => {
    work.log.warn({ err: error }, 'stand-in could not deliver a webhook')
    return null
  })
  return response?.ok === true
}
