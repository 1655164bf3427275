/** When somebody who booked is reminded of it. */
const hourMs = 3_600_000

export const reminderKinds = ['day', 'soon'] as const
export type ReminderKind = (typeof reminderKinds)[number]

/** So long before the visit it leaves; one that could not leave (a house that was down) is of no use later than `latestMs`. */
export const visitReminder = {
  day: { beforeMs: 24 * hourMs, latestMs: 4 * hourMs },
  soon: { beforeMs: 2 * hourMs, latestMs: hourMs / 2 },
  /** Nobody is texted at night: of a visit before this hour of the place they hear on the evening before. */
  earlyVisit: '09:00',
  eveningBefore: '20:00',
} as const
