/** When a client who booked is reminded of it. */
import { hourMs } from '#contract/platform/duration.ts'

export const reminderKinds = ['day', 'soon'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** How long before the visit it leaves; one that could not leave (the server was down) is of no use later than `latestMs`. */
export const visitReminder = {
  day: { beforeMs: 24 * hourMs, latestMs: 4 * hourMs },
  soon: { beforeMs: 2 * hourMs, latestMs: hourMs / 2 },
  /** No texts at night: for a visit before this hour of the place the client is reminded on the evening before. */
  earlyVisit: '09:00',
  eveningBefore: '20:00',
} as const
