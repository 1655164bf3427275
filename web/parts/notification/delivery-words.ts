import type { Channel, DeliveryState } from '#contract/messaging/channel.ts'

export const channelNames: Readonly<Record<Channel, string>> = {
  push: 'aviso en su dispositivo',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  email: 'correo',
}

export const deliveryWords: Readonly<Record<DeliveryState, string>> = {
  queued: 'por enviarse',
  sent: 'enviado',
  delivered: 'entregado',
  read: 'leído',
  failed: 'no llegó',
}
