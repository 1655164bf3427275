/**
 * The steps by which cal.com finds a user's slots, from its own published code: working hours to ranges,
 * minus busy times, to slots. Left out, in its favour: its database, cache, logging, teams and the
 * filters after it. The last step is not exported, so its function is cut out of the package's file.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, 'node_modules/@calcom/platform-libraries/dist')
const chunk = (name) => readdirSync(dist).find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'))

const cutOut = () => {
  const source = readFileSync(join(dist, 'slots.js'), 'utf8')
  const from = source.indexOf('const minimumOfOne')
  const to = source.indexOf('const getSlots =')
  const plugins = readFileSync(join(dist, chunk('date-ranges')), 'utf8').match(
    /import "(\.\/index-[^"]+)"/,
  )?.[1]
  if (from < 0 || to < from || !plugins)
    throw new Error('this version of @calcom/platform-libraries is built otherwise')
  const file = join(dist, 'kalli-bench-slots.js')
  writeFileSync(
    file,
    `import "${plugins}"\nimport dayjs from "dayjs"\n${source.slice(from, to)}\nexport { buildSlotsWithDateRanges, dayjs }\n`,
  )
  return file
}

// cal.com runs a patched dayjs that keeps its formatters; npm's does not. The same effect, from outside.
if (process.env.KALLI_BENCH_KEEP_FORMATTERS === '1') {
  const kept = new Map()
  const plain = Date.prototype.toLocaleString
  Date.prototype.toLocaleString = function (locale, options) {
    if (locale !== 'en-US' || !options?.timeZone) return plain.call(this, locale, options)
    let format = kept.get(options.timeZone)
    if (!format) {
      const numeric = {
        year: 'numeric',
        month: 'numeric',
        day: 'numeric',
        hour: 'numeric',
        minute: '2-digit',
        second: '2-digit',
      }
      format = new Intl.DateTimeFormat('en-US', { ...numeric, timeZone: options.timeZone })
      kept.set(options.timeZone, format)
    }
    return format.format(this)
  }
}

const { buildSlotsWithDateRanges, dayjs } = await import(cutOut())
const { b: buildDateRanges, s: subtract } = await import(join(dist, chunk('date-ranges')))

const timeOfDay = (minute) => new Date(Date.UTC(1970, 0, 1, Math.floor(minute / 60), minute % 60))
// cal.com writes the end of the day as 23:59.
const endOfWindow = (minute) => timeOfDay(minute === 1440 ? 1439 : minute)

/** One computation: every start of every professional of a scenario. */
export const prepare = ({ zone, weekly, from, to, stepMinutes, durationMinutes, professionals }) => {
  const availability = weekly.map(({ weekday, fromMinute, toMinute }) => ({
    days: [weekday % 7],
    startTime: timeOfDay(fromMinute),
    endTime: endOfWindow(toMinute),
  }))
  const calendars = professionals.map(({ busy }) =>
    busy.map(([start, end]) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() })),
  )
  return () =>
    calendars.map((busy) => {
      const dateFrom = dayjs(from).tz(zone)
      const dateTo = dayjs(to).utc().tz(zone)
      const { dateRanges } = buildDateRanges({
        availability,
        timeZone: zone,
        dateFrom,
        dateTo,
        travelSchedules: [],
      })
      const free = subtract(
        dateRanges,
        busy.map(({ start, end }) => ({ start: dayjs(start), end: dayjs(end) })),
      )
      return buildSlotsWithDateRanges({
        dateRanges: free,
        frequency: stepMinutes,
        eventLength: durationMinutes,
        timeZone: zone,
        minimumBookingNotice: 0,
        offsetStart: 0,
      })
    })
}

/** The starts as epoch milliseconds. */
export const startsOf = (answer) =>
  answer.map((slots) => slots.map(({ time }) => time.valueOf()).sort((a, b) => a - b))
