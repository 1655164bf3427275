/** Dates and lengths as calendar files write them (RFC 5545, section 3.3), and as non-conforming exporters do. */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'

export type Moment = {
  /** A clock's reading, in milliseconds as if it were UTC. */
  reading: number
  isDate: boolean
  /** It states its own offset: the reading is already UTC. */
  isUtc: boolean
}

/** Null: not a date, or one with an implausible year. */
export const momentOf = (text: string): Moment | null => {
  const found =
    /^\s*(\d{4})-?(\d\d)-?(\d\d)(?:[T ]?(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,]\d+)?\s*(Z|[+-]\d\d:?\d\d)?)?\s*$/i.exec(
      text,
    )
  if (found === null) return null
  const [, year = '', month = '', day = '', hour, minute = '0', second = '0', offset] = found
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day))
  // 30 February is invalid: it would become a day in March.
  if (Number(year) < 1000 || new Date(midnight).getUTCDate() !== Number(day) || Number(month) > 12)
    return null
  if (hour === undefined) return { reading: midnight, isDate: true, isUtc: false }
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null
  const reading = midnight + (Number(hour) * 3600 + Number(minute) * 60 + Math.min(59, Number(second))) * 1000
  if (offset === undefined) return { reading, isDate: false, isUtc: false }
  return { reading: reading - offsetMs(offset), isDate: false, isUtc: true }
}

export const readingOf = (text: string): number | null => momentOf(text)?.reading ?? null

const offsetMs = (text: string) => {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)/.exec(text) ?? []
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * minuteMs * (sign === '-' ? -1 : 1)
}

/** Weeks and days are calendar time, hours are exact time (section 3.3.6). */
export type Length = { wallMs: number; exactMs: number }

/** Null: not a length, or a negative one. */
export const lengthOf = (text: string): Length | null => {
  const found = /^\s*(\+|-)?P(?=\d|T)(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?\s*$/i.exec(
    text,
  )
  if (found === null) return null
  const [, sign, weeks = '0', days = '0', hours = '0', minutes = '0', seconds = '0'] = found
  const wallMs = Math.min(longestMs, (Number(weeks) * 7 + Number(days)) * dayMs)
  const exactMs = Math.min(longestMs, (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000)
  return sign === '-' && wallMs + exactMs > 0 ? null : { wallMs, exactMs }
}

/** Longer than any requested time, and within the range of every clock. */
const longestMs = 20_000 * dayMs
