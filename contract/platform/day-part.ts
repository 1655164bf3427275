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

/** A visit that is to begin "at eleven" begins within two hours from then, however long it lasts. */
const roomHours = 2

/** From "11:00": "11:00" to "13:00"; late in the evening until midnight. */
export const startHoursFrom = (from: string): { from: string; to: string } => {
  const hour = Number(from.slice(0, 2)) + roomHours
  return { from, to: hour > 23 ? '24:00' : `${String(hour).padStart(2, '0')}${from.slice(2)}` }
}
