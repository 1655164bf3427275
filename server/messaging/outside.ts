/** The channels of this installation: real ones where keys are set, else the local telephone, and in production none. */
import type { Config } from '#server/platform/config.ts'
import { localSms, localWhatsapp } from '#server/messaging/outbox.ts'
import { localPush, webPush } from '#server/messaging/push.ts'
import { twilio } from '#server/messaging/twilio.ts'
import type { Answering, Sender, Ways } from '#server/messaging/way.ts'
import { whatsapp } from '#server/messaging/whatsapp.ts'

/** Null: no text messages here. */
export const textSenderOf = (config: Config): (Sender<Ways['sms']> & Answering) | null => {
  if (config.twilio !== null) return twilio
  return config.production ? null : localSms
}

/** Null: no WhatsApp here. */
export const whatsappSenderOf = (config: Config): (Sender<Ways['whatsapp']> & Answering) | null => {
  if (config.whatsapp !== null) return whatsapp
  return config.production ? null : localWhatsapp
}

/** Null: no push notifications here. */
export const pushSenderOf = (config: Config): Sender<Ways['push']> | null => {
  if (config.vapid !== null) return webPush
  return config.production ? null : localPush
}

/** Whether messages to telephones stay here, where development shows them. */
export const isLocal = (config: Config, channel: 'sms' | 'whatsapp' | 'push'): boolean => {
  if (channel === 'sms') return textSenderOf(config) === localSms
  return channel === 'whatsapp'
    ? whatsappSenderOf(config) === localWhatsapp
    : pushSenderOf(config) === localPush
}

/** A number that WhatsApp does not know: in development the link shows its text. */
const localNumber = '+525500000000'

/** The telephone to which people write by WhatsApp; null: none is known. */
export const whatsappNumberOf = (config: Config): string | null => {
  if (config.whatsapp !== null) return config.whatsapp.number
  return isLocal(config, 'whatsapp') ? localNumber : null
}
