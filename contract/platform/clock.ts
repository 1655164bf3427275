/**
 * Wall-clock time as arithmetic, for code that counts minutes of a place: pure, without a calendar library. A zone's
 * table is built by the server (availability/zone/zone.ts). An *instant* is epoch milliseconds; a *reading* is the
 * wall-clock time, in milliseconds as if it were UTC; a *day* is a date as whole days since 1970-01-01.
 */

/** Spans of constant offset: span i lasts [starts[i], starts[i + 1]), and its reading is instant + offsets[i]. */
export type ZoneTable = { readonly starts: readonly number[]; readonly offsets: readonly number[] }

/** A clock without offset changes that shows the instant itself: for a generic week, as in a heat map. */
export const plainClock: ZoneTable = { starts: [-Infinity], offsets: [0] }

/** The span of constant offset that contains an instant. */
export const spanAt = (table: ZoneTable, instant: number) => {
  let low = 0
  let high = table.starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((table.starts[middle] ?? 0) <= instant) low = middle
    else high = middle - 1
  }
  return low
}

/** 1970-01-01 was a Thursday; Monday = 1. */
export const weekdayOf = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1

/** Converts 'YYYY-MM-DD' to a day, counting days in years that begin in March (the leap day comes last). */
export const dayOf = (date: string) => {
  const month = Number(date.slice(5, 7))
  const year = Number(date.slice(0, 4)) - (month < 3 ? 1 : 0)
  const monthFromMarch = (month + 9) % 12
  return (
    365 * year +
    Math.floor(year / 4) -
    Math.floor(year / 100) +
    Math.floor(year / 400) +
    Math.floor((153 * monthFromMarch + 2) / 5) +
    Number(date.slice(8, 10)) -
    1 -
    daysBefore1970
  )
}

/** From 0000-03-01 to 1970-01-01. */
export const daysBefore1970 = 719_468
