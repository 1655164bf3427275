/** When a client is reminded of a visit. */
import { hourMs } from '#contract/platform/duration.ts'

export const reminderKinds = ['day', 'soon'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** How long before the visit it is sent; a delayed one (the server was down) is dropped after `latestMs`. */
export const visitReminder = {
  day: { beforeMs: 24 * hourMs, latestMs: 4 * hourMs },
  soon: { beforeMs: 2 * hourMs, latestMs: hourMs / 2 },
  /** No messages at night: for a visit before this local hour the client is reminded the evening before. */
  earlyVisit: '09:00',
  eveningBefore: '20:00',
} as const
