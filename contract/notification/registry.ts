/**
 * Registry of notification events: the one place to add another. The types require each field for each
 * NotificationEvent; the settings screen, the preferences, the channels and the unsubscribe page read it from here.
 */
import type {
  NotificationEvent,
  NotificationType,
  NotificationWay,
} from '#contract/notification/notification.ts'

export type NotificationRole = 'professional' | 'host' | 'client'
export type NotificationWays = Readonly<Record<NotificationWay, boolean>>

type Registered = {
  /** Default type of its entry in the bell. */
  type: NotificationType
  /** Roles that can receive it. */
  roles: readonly NotificationRole[]
  /** Used until the user chooses. */
  defaults: NotificationWays
  /** The channels that a professional or host, and a client, can choose. A client has no bell, and a receipt is always an email. */
  open: Readonly<Record<'business' | 'client', readonly NotificationWay[]>>
  /** The WhatsApp template for a professional or host (server/notification/message/templates.ts). */
  template: 'kalli_agenda' | 'kalli_solicitud'
  /** Its label on the settings screen. */
  label: string
  text: string
  /** «Ya no te escribiremos sobre …» */
  unsubscribe: string
}

const bell = { app: true, push: false, whatsapp: false, sms: false, email: false }
const email = { ...bell, email: true }
/** Another party waits for an answer: also by push. */
const waited = { ...email, push: true }
/** Also on the channels that the user enabled on their telephone; SMS costs, so it is off by default. */
const urgent = { ...waited, whatsapp: true }

/** WhatsApp and SMS cost and interrupt, so they are only for urgent notifications. */
const screen = ['app', 'push', 'email'] as const
/** Answered where it is read: also by WhatsApp, if chosen. */
const talked = ['app', 'push', 'whatsapp', 'email'] as const
const everyWay = ['app', 'push', 'whatsapp', 'sms', 'email'] as const
const telephone = ['push', 'whatsapp', 'sms'] as const

export const registry: Readonly<Record<NotificationEvent, Registered>> = {
  space_match: {
    type: 'new_space_match',
    roles: ['professional'],
    // Matches are unsolicited: by the bell only.
    defaults: bell,
    open: { business: screen, client: [] },
    template: 'kalli_agenda',
    label: 'Espacios nuevos',
    text: 'Cuando abre cerca de ti un lugar para lo que haces',
    unsubscribe: 'espacios nuevos para ti',
  },
  professional_match: {
    type: 'new_professional_match',
    roles: ['host'],
    defaults: bell,
    open: { business: screen, client: [] },
    template: 'kalli_agenda',
    label: 'Profesionales nuevos',
    text: 'Cuando llega cerca alguien que encaja con tus espacios',
    unsubscribe: 'profesionales para tus espacios',
  },
  invitation: {
    type: 'other',
    roles: ['professional', 'host'],
    defaults: waited,
    open: { business: screen, client: [] },
    template: 'kalli_agenda',
    label: 'Invitaciones',
    text: 'Cuando te invitan a un espacio, o responden la invitación que enviaste',
    unsubscribe: 'invitaciones',
  },
  booking_confirmed: {
    type: 'other',
    roles: ['professional', 'host', 'client'],
    defaults: urgent,
    open: { business: everyWay, client: telephone },
    template: 'kalli_agenda',
    label: 'Citas nuevas',
    text: 'Cuando se confirma una cita tuya o en tu espacio',
    unsubscribe: 'citas y ocupaciones nuevas o movidas',
  },
  booking_cancelled: {
    type: 'other',
    roles: ['professional', 'host', 'client'],
    defaults: urgent,
    open: { business: everyWay, client: telephone },
    template: 'kalli_agenda',
    label: 'Cancelaciones',
    text: 'Cuando una reserva se cancela',
    unsubscribe: 'cancelaciones e inasistencias',
  },
  booking_completed: {
    type: 'other',
    roles: ['professional', 'host'],
    defaults: bell,
    open: { business: screen, client: [] },
    template: 'kalli_agenda',
    label: 'Citas completadas',
    text: 'Cuánto ganaste al terminar cada una, propinas y garantías que se liberan',
    unsubscribe: 'citas completadas',
  },
  booking_requested: {
    type: 'other',
    roles: ['professional', 'host'],
    defaults: urgent,
    open: { business: everyWay, client: [] },
    template: 'kalli_solicitud',
    label: 'Solicitudes por responder',
    text: 'Cuando alguien espera que aceptes su cita',
    unsubscribe: 'solicitudes de cita',
  },
  problem: {
    type: 'other',
    roles: ['professional', 'host'],
    // The deadline is hours, and not answering costs money.
    defaults: waited,
    open: { business: screen, client: [] },
    template: 'kalli_agenda',
    label: 'Problemas por responder',
    text: 'Cuando alguien reporta una cita, se cobra tiempo extra, reclaman una garantía o falta un pago: hay un plazo',
    unsubscribe: 'problemas por atender',
  },
  answer_wanted: {
    type: 'other',
    roles: ['client'],
    // A time or a place is held for minutes or hours; the email with the request is always sent.
    defaults: { ...urgent, app: false },
    open: { business: [], client: telephone },
    template: 'kalli_agenda',
    label: 'Respuestas que te piden',
    text: 'Cuando se abre un lugar que esperas o te proponen otra hora u otro lugar: hay un plazo',
    unsubscribe: 'respuestas que te esperan',
  },
  search_alert: {
    type: 'other',
    roles: ['client'],
    // Requested by the user; SMS costs, so it is off by default.
    defaults: { ...waited, app: false },
    open: { business: [], client: [...telephone, 'email'] },
    template: 'kalli_agenda',
    label: 'Búsquedas guardadas',
    text: 'Cuando se abre un horario que buscabas',
    unsubscribe: 'tus búsquedas guardadas',
  },
  win_back: {
    type: 'other',
    roles: ['client'],
    // Advertising: only with opt-in, and without WhatsApp or SMS.
    defaults: { ...bell, app: false },
    open: { business: [], client: ['push', 'email'] },
    template: 'kalli_agenda',
    label: 'Invitaciones a volver',
    text: 'Cuando un profesional que ya te atendió te escribe porque hace tiempo que no vienes. Apagado hasta que tú lo actives',
    unsubscribe: 'invitaciones a volver de tus profesionales',
  },
  reminder: {
    type: 'other',
    roles: ['client'],
    defaults: { ...urgent, app: false, sms: true },
    open: { business: [], client: [...telephone, 'email'] },
    template: 'kalli_agenda',
    label: 'Recordatorios',
    text: 'Un día antes de tu cita y poco antes de que empiece',
    unsubscribe: 'recordatorios de tus citas',
  },
  application: {
    type: 'other',
    roles: ['professional', 'host'],
    defaults: waited,
    open: { business: screen, client: [] },
    template: 'kalli_agenda',
    label: 'Postulaciones',
    text: 'Cada paso de una postulación que te toca',
    unsubscribe: 'postulaciones',
  },
  agreement: {
    type: 'other',
    roles: ['professional', 'host'],
    defaults: email,
    open: { business: screen, client: [] },
    template: 'kalli_agenda',
    label: 'Convenios',
    text: 'Pausas, renovaciones, avisos y documentos',
    unsubscribe: 'convenios',
  },
  message: {
    type: 'other',
    roles: ['professional', 'host', 'client'],
    defaults: waited,
    open: { business: talked, client: ['push', 'whatsapp', 'email'] },
    template: 'kalli_agenda',
    label: 'Mensajes',
    text: 'Cuando alguien te escribe y no lo has leído en unos minutos',
    unsubscribe: 'mensajes',
  },
  review: {
    type: 'other',
    roles: ['professional', 'host', 'client'],
    defaults: email,
    open: { business: screen, client: ['email'] },
    template: 'kalli_agenda',
    label: 'Reseñas',
    text: 'Cuando puedes dejar una, alguien la deja o la responde',
    unsubscribe: 'reseñas',
  },
  payout: {
    type: 'other',
    roles: ['professional', 'host'],
    defaults: email,
    open: { business: screen, client: [] },
    template: 'kalli_agenda',
    label: 'Cobros',
    text: 'Cuando tu dinero espera tu alta, o tu cuenta de cobro cambia',
    unsubscribe: 'depósitos',
  },
}

/** The channels that an account with these roles can choose for the event. */
export const openWays = (event: NotificationEvent, roles: readonly string[]): NotificationWay[] => {
  const { roles: notified, open } = registry[event]
  const isBusiness = notified.some((role) => role !== 'client' && roles.includes(role))
  const isClient = notified.includes('client') && roles.includes('client')
  return everyWay.filter(
    (way) => (isBusiness && open.business.includes(way)) || (isClient && open.client.includes(way)),
  )
}
