/**
 * The one way to notify an account: in its bell, and by the channels that it chose (docs/notification/sending.md). Other modules publish
 * events, and the jobs of this one call `notify`. Receipts and security emails always leave: their modules send them with `sendMail`.
 */
import type { About, NotificationEvent, NotificationType } from '#contract/notification/notification.ts'
import { openWays, registry } from '#contract/notification/registry.ts'
import { enqueue } from '#server/messaging/messaging.ts'
import { eventOf, type EmailMessage } from '#server/notification/message/email.ts'
import {
  guestAt,
  mayLeaveAt,
  type Preference,
  preferencesOf,
} from '#server/notification/message/preference.ts'
import type { Work } from '#server/platform/work.ts'

export type Notice = {
  accountId: number
  /** The type of its entry in the bell, if not the usual one of its event. */
  type?: NotificationType
  title: string
  message: string
  matchingCategories?: readonly string[]
  about: About
  /** Once per account and key. */
  dedupeKey: string
  /** The booking that its email updates in the reader's own calendar. */
  fileOf?: string | undefined
  /** It leaves during quiet hours if it would be too late after them. */
  usefulUntil?: Date | undefined
  /** Also to clients who consented to messages of this professional. */
  byConsent?: boolean | undefined
}

type How = {
  /** `always`: no preference covers its entry in the bell. */
  bell?: 'chosen' | 'always'
  /** `false`: in the bell alone. */
  channels?: boolean
}

/** Each once per account and key; in the caller's transaction. */
export const notify = async (
  work: Work,
  event: NotificationEvent,
  notices: readonly Notice[],
  { bell = 'chosen', channels = true }: How = {},
): Promise<void> => {
  const people = bell === 'always' && !channels ? [] : await preferencesOf(work, notices.map(accountOf))
  const byId = new Map(people.map((to) => [to.accountId, to]))
  const wantsBell = ({ accountId }: Notice) => bell === 'always' || byId.get(accountId)?.ways[event].app
  await addToBell(work, event, notices.filter(wantsBell))
  if (!channels) return
  await notifyLater(
    work,
    notices.flatMap(({ accountId, title, message, about, dedupeKey, fileOf, usefulUntil, byConsent }) => {
      const to = byId.get(accountId)
      const email = { kind: 'notice' as const, event, title, message, about, fileOf, byConsent }
      return to === undefined ? [] : [{ to, email, dedupeKey: `${dedupeKey}:${accountId}`, usefulUntil }]
    }),
  )
}

type Later = {
  /** A person without an account has the usual quiet hours of this zone, if any. */
  to: Preference | { accountId: null; zone?: string }
  email: EmailMessage
  dedupeKey: string
  usefulUntil?: Date | null | undefined
}

/** By the channels alone, each once per key. A message without a text is rendered when it leaves (written.ts), to be current then. */
export const notifyLater = (work: Work, messages: readonly Later[]): Promise<void> =>
  enqueue(
    work,
    messages.filter(isWanted).map(({ to, email, dedupeKey, usefulUntil }) => ({
      accountId: to.accountId,
      bookingId: email.kind === 'notice' ? null : email.bookingId,
      side: email.kind === 'notice' ? null : sideOf(email),
      event: storedEventOf(email),
      content: email,
      dedupeKey,
      dueAt: leavesAt(work, to, usefulUntil ?? undefined),
      usefulUntil: usefulUntil ?? null,
    })),
  )

/** A client's are filtered when they leave: consent for one visit counts beside their preferences. */
const isWanted = ({ to, email }: Later) => {
  if (sideOf(email) === 'client' || to.accountId === null) return true
  if (email.kind === 'notice' && email.byConsent) return true
  const event = eventOf(email)
  return openWays(event, to.roles).some((way) => way !== 'app' && to.ways[event][way])
}

const sideOf = (email: EmailMessage) =>
  email.kind === 'booking' ? email.side : email.kind === 'notice' ? null : 'client'

/** Finer than the event of the preferences, for the statistics of messages. */
const storedEventOf = (email: EmailMessage) =>
  email.kind === 'reminder' ? `reminder_${email.reminder}` : email.kind === 'delay' ? 'delay' : eventOf(email)

const leavesAt = (work: Work, to: Later['to'], usefulUntil: Date | undefined) => {
  if (to.accountId !== null) return mayLeaveAt(work, to, usefulUntil)
  return to.zone === undefined ? work.now : mayLeaveAt(work, guestAt(to.zone), usefulUntil)
}

const accountOf = ({ accountId }: Notice) => accountId

const addToBell = async (work: Work, event: NotificationEvent, notices: readonly Notice[]) => {
  if (notices.length === 0) return
  await work.db
    .insertInto('notifications')
    .values(
      notices.map((notice) => ({
        account_id: notice.accountId,
        type: notice.type ?? registry[event].type,
        title: notice.title,
        message: notice.message,
        matching_categories: [...(notice.matchingCategories ?? [])],
        about_kind: notice.about.kind,
        about_id: notice.about.id,
        dedupe_key: notice.dedupeKey,
        created_at: work.now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['account_id', 'dedupe_key']).doNothing())
    .execute()
}
