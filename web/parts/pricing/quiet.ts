/** Hours that rarely sell: joined into ranges, encoded in the URL, and offered as rates. */
import type { CalendarRate } from '#contract/pricing/space-pricing.ts'

/** Hours of a weekday, Monday = 1; the end is exclusive. */
export type Stretch = { weekday: number; from: number; to: number }

/** Joins consecutive hours of a weekday into ranges, longest first. */
export const stretchesOf = (cells: readonly { weekday: number; hour: number }[]): Stretch[] => {
  const joined: Stretch[] = []
  for (const { weekday, hour } of cells) {
    const last = joined.at(-1)
    if (last?.weekday === weekday && last.to === hour) last.to = hour + 1
    else joined.push({ weekday, from: hour, to: hour + 1 })
  }
  return joined.toSorted((a, b) => b.to - b.from - (a.to - a.from))
}

/** 30 % below the base, in whole pesos: the default of the last-minute rule. */
export const quietCents = (baseCents: number) => Math.max(100, Math.round((baseCents * 7) / 1000) * 100)

export const quietText = (stretches: readonly Stretch[]) =>
  stretches.map(({ weekday, from, to }) => `${weekday}-${from}-${to}`).join('_')

/** The ranges in the URL; malformed text is ignored. */
export const quietIn = (text: unknown): Stretch[] =>
  typeof text !== 'string'
    ? []
    : text.split('_').flatMap((part) => {
        const [, weekday, from, to] = (/^([1-7])-(\d{1,2})-(\d{1,2})$/.exec(part) ?? []).map(Number)
        return weekday === undefined || from === undefined || to === undefined || from >= to || to > 24
          ? []
          : [{ weekday, from, to }]
      })

/** The limit of windows per rate. */
const maxWindows = 6

/** Weekdays with the same quiet hours share a rate. */
export const quietRates = (
  stretches: readonly Stretch[],
  cents: number,
  idOf: () => string,
): CalendarRate[] => {
  const byHours = new Map<string, { days: number[]; windows: CalendarRate['windows'] }>()
  for (const weekday of [1, 2, 3, 4, 5, 6, 7]) {
    const windows = stretches
      .filter((one) => one.weekday === weekday)
      .slice(0, maxWindows)
      .map(({ from, to }) => ({ fromMinute: from * 60, toMinute: to * 60 }))
      .toSorted((a, b) => a.fromMinute - b.fromMinute)
    if (windows.length === 0) continue
    const key = JSON.stringify(windows)
    const known = byHours.get(key)
    if (known === undefined) byHours.set(key, { days: [weekday], windows })
    else known.days.push(weekday)
  }
  return [...byHours.values()].map(({ days, windows }, place) => ({
    id: idOf(),
    name: place === 0 ? 'Horas muertas' : `Horas muertas ${place + 1}`,
    days,
    windows,
    dates: null,
    change: { kind: 'hourly', cents },
  }))
}
