import * as z from 'zod/mini'
import { endpoint } from '#contract/platform/endpoint.ts'
import { Done, Id, Instant, PageQuery } from '#contract/platform/shapes.ts'

/** Spec §3. */
export const NotificationType = z.enum([
  'new_space_match',
  'new_professional_match',
  'direct_invitation',
  'other',
])
export type NotificationType = z.output<typeof NotificationType>

/** The target of a notification. `id` is the target's id, a date for a day of a host's calendar, or empty. */
export const About = z.object({
  kind: z.enum([
    'space',
    'professional',
    'invitation',
    'sent_invitation',
    'appointments',
    'request',
    'host_request',
    'no_show',
    'occupancy',
    'own_calendar',
    'connections',
    'earnings',
    'reviews',
    'host_reviews',
    'my_review',
    'host_review',
    'rent',
    'my_application',
    'host_application',
    'my_agreement',
    'host_agreement',
    'my_documents',
    'listing',
    'vacancy',
    'host_vacancy',
    'rented_hours',
    'deposit',
    'problem',
    'host_problem',
    'hour_pack',
    'session_pack',
    'gift_card',
    'host_team',
    'my_team',
    'conversation',
    'waitlist',
    'my_payout_account',
    'host_payout_account',
    'my_bookings',
    'unsettled_money',
    'saved_search',
  ]),
  id: z.string(),
})
export type About = z.output<typeof About>

/** Fields as in the specification (§3). */
export const CommunityNotification = z.object({
  id: Id,
  type: NotificationType,
  title: z.string(),
  message: z.string(),
  isRead: z.boolean(),
  createdAt: Instant,
  /** Values of `categories`; empty for notifications that match nothing. */
  matchingCategories: z.array(z.string()),
})
export type CommunityNotification = z.output<typeof CommunityNotification>

export const NotificationDetail = z.extend(CommunityNotification, { about: About })
export type NotificationDetail = z.output<typeof NotificationDetail>

/** The bell of the specification (§9). */
export const bell = { pollMs: 30_000, maxShown: 99, maxRead: 10, maxCategories: 2 } as const

export const communityCount = endpoint({
  method: 'GET',
  path: '/api/notifications/community/count',
  summary: 'Count unread notifications',
  access: 'account',
  reply: z.object({ count: z.int() }),
})

export const community = endpoint({
  method: 'GET',
  path: '/api/notifications/community',
  summary: 'List all unread notifications and the last ten read, newest first',
  access: 'account',
  reply: z.array(CommunityNotification),
})

export const communityRead = endpoint({
  method: 'PATCH',
  path: '/api/notifications/community/:id/read',
  summary: 'Mark a notification as read',
  access: 'account',
  params: z.object({ id: Id }),
  reply: Done,
  refusals: ['not_found'],
})

export const communityReadAll = endpoint({
  method: 'PATCH',
  path: '/api/notifications/community/read-all',
  summary: 'Mark all notifications as read',
  access: 'account',
  reply: Done,
})

export const notifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  summary: 'List notifications, newest first, page by page',
  access: 'account',
  query: z.object({ show: z._default(z.enum(['all', 'unread']), 'all'), ...PageQuery }),
  reply: z.array(CommunityNotification),
  refusals: ['invalid_input'],
})

export const notification = endpoint({
  method: 'GET',
  path: '/api/notifications/:id',
  summary: 'Get a notification with its target; changes nothing',
  access: 'account',
  params: z.object({ id: Id }),
  reply: NotificationDetail,
  refusals: ['not_found'],
})

/** The notifiable events, and their channels. */
export const NotificationEvent = z.enum([
  'space_match',
  'professional_match',
  'invitation',
  'booking_confirmed',
  'booking_cancelled',
  'booking_completed',
  'booking_requested',
  'problem',
  'answer_wanted',
  'search_alert',
  'win_back',
  'reminder',
  'application',
  'agreement',
  'message',
  'review',
  'payout',
])
export type NotificationEvent = z.output<typeof NotificationEvent>

/** The bell, and the channels of contract/messaging/channel.ts. */
const NotificationWay = z.enum(['app', 'push', 'whatsapp', 'sms', 'email'])
export type NotificationWay = z.output<typeof NotificationWay>

const Chosen = z.object({
  event: NotificationEvent,
  app: z.boolean(),
  push: z.boolean(),
  whatsapp: z.boolean(),
  sms: z.boolean(),
  email: z.boolean(),
})

const MinuteOfDay = z.int().check(z.minimum(0), z.maximum(1439))
const QuietHours = z.nullable(z.object({ fromMinute: MinuteOfDay, toMinute: MinuteOfDay }))

export const NotificationSettings = z.object({
  /** Only events for the viewer's roles; `open`: the channels available for each. */
  events: z.array(z.extend(Chosen, { open: z.array(NotificationWay) })),
  /** Local minutes of the day between which emails are held back; null if never. */
  quiet: QuietHours,
  /** The timezone of the quiet hours. */
  zone: z.string(),
  version: z.int(),
})
export type NotificationSettings = z.output<typeof NotificationSettings>

export const notificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  summary: 'Get the notification settings',
  access: 'account',
  reply: NotificationSettings,
})

export const saveNotificationSettings = endpoint({
  method: 'PUT',
  path: '/api/notifications/settings',
  summary: 'Save the notification settings; receipts and security messages are always sent',
  access: 'account',
  body: z.object({
    events: z
      .array(
        // Events unknown to an older page stay unchanged.
        z.object({
          event: NotificationEvent,
          app: z.boolean(),
          push: z.optional(z.boolean()),
          whatsapp: z.optional(z.boolean()),
          sms: z.optional(z.boolean()),
          email: z.boolean(),
        }),
      )
      .check(z.maxLength(24)),
    quiet: QuietHours,
    version: z.int(),
  }),
  reply: NotificationSettings,
  refusals: ['stale_version', 'invalid_input'],
})
