/**
 * Providers' reports on our messages. Unsigned ones are refused; a report only ever moves a delivery forward, so one that is repeated, late
 * or out of order changes nothing.
 */
import type { IncomingHttpHeaders } from 'node:http'
import * as z from 'zod/mini'
import { publish } from '#server/platform/jobs.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'
import { report } from '#server/messaging/delivery.ts'
import { phoneOf, receive } from '#server/messaging/received.ts'
import { answersPath, isFromTwilio, isSame, reportPath } from '#server/messaging/twilio.ts'
import { isFromMeta, WhatsappEvents } from '#server/messaging/whatsapp.ts'

type DeliveryState = 'sent' | 'delivered' | 'read' | 'failed'

const ofTwilio: Readonly<Record<string, DeliveryState>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  undelivered: 'failed',
  failed: 'failed',
  canceled: 'failed',
}
const ofWhatsapp: Readonly<Record<string, DeliveryState>> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  failed: 'failed',
}

const Id = z.uuid()
const idOr = (text: string | null | undefined): string | null => {
  const parsed = z.safeParse(Id, text)
  return parsed.success ? parsed.data : null
}

/** Refuses not_found without Twilio, forbidden for a wrong signature. `query` is the address as it was called, from `?` on. */
export const receiveTwilio = async (
  work: Work,
  query: string,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<void> => {
  const settings = work.config.twilio ?? refuse('not_found')
  const form = new URLSearchParams(body)
  const signature = headers['x-twilio-signature']
  const address = `${work.config.publicUrl}${reportPath}${query}`
  if (typeof signature !== 'string' || !isFromTwilio(settings, address, form, signature)) refuse('forbidden')
  const state = ofTwilio[form.get('MessageStatus') ?? '']
  const externalId = form.get('MessageSid')
  if (state === undefined || externalId === null) return
  await report(work, {
    channel: 'sms',
    deliveryId: idOr(new URLSearchParams(query).get('delivery')),
    externalId,
    state,
    reason: `twilio_${form.get('ErrorCode') ?? 'undelivered'}`,
  })
}

/** A reply to our number. Refuses as `receiveTwilio` does. */
export const receiveTwilioReply = async (
  work: Work,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<void> => {
  const settings = work.config.twilio ?? refuse('not_found')
  const form = new URLSearchParams(body)
  const signature = headers['x-twilio-signature']
  const address = work.config.publicUrl + answersPath
  if (typeof signature !== 'string' || !isFromTwilio(settings, address, form, signature)) refuse('forbidden')
  const message = { id: form.get('MessageSid') ?? '', phone: phoneOf(form.get('From') ?? '') }
  await receive(work, { channel: 'sms', ...message, body: form.get('Body') ?? '', answer: null })
}

/** Meta checks once whether the address is ours. Refuses not_found without WhatsApp, forbidden for a wrong verify token. */
export const shakeHands = (work: Work, query: Record<string, unknown>): string => {
  const { verifyToken } = work.config.whatsapp ?? refuse('not_found')
  const [token, challenge] = [query['hub.verify_token'], query['hub.challenge']]
  if (typeof token !== 'string' || typeof challenge !== 'string' || !isSame(verifyToken, token))
    return refuse('forbidden')
  return /^[\w-]{1,200}$/.test(challenge) ? challenge : refuse('forbidden')
}

/** Refuses not_found without WhatsApp, forbidden for a wrong signature. */
export const receiveWhatsapp = async (
  work: Work,
  headers: IncomingHttpHeaders,
  body: string,
): Promise<void> => {
  const settings = work.config.whatsapp ?? refuse('not_found')
  const signature = headers['x-hub-signature-256']
  if (typeof signature !== 'string' || !isFromMeta(settings, body, signature)) refuse('forbidden')
  const reported = z.safeParse(WhatsappEvents, jsonOf(body))
  if (!reported.success) return
  for (const { value } of reported.data.entry.flatMap(({ changes }) => changes)) {
    for (const one of value.statuses ?? []) {
      const state = ofWhatsapp[one.status]
      if (state === undefined) continue
      const reference = idOr(one.biz_opaque_callback_data)
      const isMessage = await report(work, {
        channel: 'whatsapp',
        deliveryId: reference,
        externalId: one.id,
        state,
        reason: `whatsapp_${one.errors?.[0]?.code ?? 'failed'}`,
      })
      // A code has no delivery: its own id went along.
      if (!isMessage && state === 'failed' && reference !== null)
        await publish(work, 'verification.code_undelivered', { reference })
    }
    for (const { id, from, type, text, button, interactive } of value.messages ?? []) {
      // A reaction, and WhatsApp's word that a number changed, are no messages.
      if (type === 'reaction' || type === 'system') continue
      const pressed = interactive?.button_reply ?? interactive?.list_reply
      const body = text?.body ?? button?.text ?? pressed?.title ?? ''
      const phone = phoneOf(from)
      await receive(work, {
        channel: 'whatsapp',
        id,
        phone,
        body,
        answer: button?.payload ?? pressed?.id ?? null,
      })
    }
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
