/** Parts of the day in local time. No schema, so that public pages may load it. */
export const dayPartIds = ['morning', 'afternoon', 'evening'] as const
export type DayPart = (typeof dayPartIds)[number]

/** First hour, and the hour at which it ends. */
export const dayPartHours: Readonly<Record<DayPart, { from: number; to: number }>> = {
  morning: { from: 0, to: 12 },
  afternoon: { from: 12, to: 19 },
  evening: { from: 19, to: 24 },
}
export const dayPartNames: Readonly<Record<DayPart, string>> = {
  morning: 'Mañana',
  afternoon: 'Tarde',
  evening: 'Noche',
}
