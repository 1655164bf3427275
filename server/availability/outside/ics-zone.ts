/**
 * Whose clock a calendar file means. Zones known to this machine follow its own rules, not those in the file, which are often out of
 * date: Mexico gave up summer time in 2022, and many files still have it. An unknown zone has no clock: the reader reports it instead
 * of silently using another.
 */
import { dayMs, minuteMs } from '#contract/platform/duration.ts'
import type { Component } from '#server/availability/outside/ics-lines.ts'
import { plainText } from '#server/availability/outside/ics-lines.ts'
import { expand, RuleProblem, ruleOf } from '#server/availability/outside/ics-rule.ts'
import { readingOf } from '#server/availability/outside/ics-value.ts'
import { windowsZones } from '#server/availability/zone/windows-zones.ts'
import { spanAt, zoneTable } from '#server/availability/zone/zone.ts'

/** An instant from a reading: both as in zone.ts. A reading in an hour that the clock skips is moved by the length of the gap. */
export type Clock = (reading: number) => number

export const utc: Clock = (reading) => reading

export const clockOf = (zone: string): Clock => {
  const table = zoneTable(zone)
  const { starts, offsets } = table
  return (reading) => {
    for (let span = spanAt(table, reading - dayMs); ; span += 1) {
      const offset = offsets[span] ?? 0
      const instant = reading - offset
      if (instant >= (starts[span + 1] ?? Infinity)) continue
      return instant >= (starts[span] ?? 0) ? instant : reading - (offsets[span - 1] ?? offset)
    }
  }
}

/** The clocks of one calendar by its zone names. Null: the zone is unknown. */
export const clocksIn = (calendar: Component): ((tzid: string) => Clock | null) => {
  const defined = new Map(
    calendar.children.flatMap((child) => {
      const tzid = child.name === 'vtimezone' ? child.properties.get('tzid')?.[0]?.value : undefined
      return tzid === undefined ? [] : [[plainText(tzid).trim(), child] as const]
    }),
  )
  const found = new Map<string, Clock | null>()
  return (tzid) => {
    const name = plainText(tzid).trim()
    const before = found.get(name)
    if (before !== undefined) return before
    const clock = find(name, defined.get(name))
    found.set(name, clock)
    return clock
  }
}

const find = (name: string, definition: Component | undefined): Clock | null => {
  const location = definition?.properties.get('x-lic-location')?.[0]?.value
  const zone = zoneNamed(name) ?? (location === undefined ? null : zoneNamed(location))
  if (zone !== null) return clockOf(zone)
  return (definition === undefined ? null : defined(definition)) ?? fixed(name)
}

/** IANA, Windows, a path that ends in an IANA name, or a display name of Outlook. */
export const zoneNamed = (name: string): string | null => {
  const parts = name.split('/')
  const ends = [name, parts.slice(-3).join('/'), parts.slice(-2).join('/')]
  const plain = name.toLowerCase()
  return (
    ends.find(exists) ??
    windowsZones.get(plain) ??
    (/(^|\/)(utc|gmt|z|zulu)$/.test(plain) ? 'UTC' : undefined) ??
    displayed.find(([pattern]) => pattern.test(plain))?.[1] ??
    null
  )
}

/**
 * Outlook and Exchange also write a zone's label, in the language of the machine: "(UTC-06:00) Guadalajara, Mexico City, Monterrey",
 * "Hora estándar central (México)". Those of Mexico and of its neighbours.
 */
const displayed: readonly (readonly [RegExp, string])[] = [
  [/canc[uú]n|chetumal|hora (est[aá]ndar )?(del este|oriental).*m[eé]xico/, 'America/Cancun'],
  [/tijuana|baja california(?! sur)|hora (est[aá]ndar )?(del )?pac[ií]fico.*m[eé]xico/, 'America/Tijuana'],
  [
    /mazatl[aá]n|la paz.*mazatl|chihuahua, la paz|hora (est[aá]ndar )?(de las )?monta[nñ].*m[eé]xico/,
    'America/Mazatlan',
  ],
  [/hermosillo|sonora/, 'America/Hermosillo'],
  [
    /mexico city|ciudad de m[eé]xico|guadalajara|monterrey|hora (est[aá]ndar )?central.*m[eé]xico/,
    'America/Mexico_City',
  ],
  [/arizona/, 'America/Phoenix'],
  [/central america|am[eé]rica central|centroam[eé]rica/, 'America/Guatemala'],
  [/pacific time \(us|pac[ií]fico \(ee|pac[ií]fico \(estados/, 'America/Los_Angeles'],
  [/mountain time \(us|monta[nñ]as? rocosas|monta[nñ]as? \((ee|estados)/, 'America/Denver'],
  [/central time \(us|central \((ee|estados)/, 'America/Chicago'],
  [/eastern time \(us|este \((ee|estados)|oriental \((ee|estados)/, 'America/New_York'],
  [/bogot[aá]/, 'America/Bogota'],
  [/brussels.*madrid|bruselas.*madrid|romance/, 'Europe/Madrid'],
  [/coordinated universal time|hora universal coordinada/, 'UTC'],
]

const exists = (zone: string) => {
  // A bare offset is read with its sign below; Etc/GMT+6 has the opposite sign.
  if (!/^[a-z]/i.test(zone) || /^(gmt|utc)[+-]/i.test(zone)) return false
  try {
    // Not by Intl, which accepts abbreviations such as CST that Temporal does not know.
    zoneTable(zone)
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** "GMT-05:00", "UTC+1", "(GMT -06.00) …", "-0600". */
const fixed = (name: string): Clock | null => {
  const [, sign, hours, minutes = '0'] =
    /^\(?\s*(?:GMT|UTC)?\s*([+-])\s*(\d{1,2})[:.]?(\d\d)?(?!\d)/i.exec(name) ?? []
  if (hours === undefined) return null
  const offset = (Number(hours) * 60 + Number(minutes)) * minuteMs * (sign === '-' ? -1 : 1)
  return (reading) => reading - offset
}

type Onset = { reading: number; before: number; after: number }

/** By the file's own rules. Null: it has none, or one of them is unreadable, and half of a zone would give wrong hours. */
const defined = (definition: Component): Clock | null => {
  const observances = observancesOf(definition)
  if (observances === null || observances.length === 0) return null
  const years = new Map<number, readonly Onset[]>()
  const onsetsUntil = (reading: number) => {
    const year = new Date(reading).getUTCFullYear()
    const before = years.get(year)
    if (before !== undefined) return before
    const [from, to] = [Date.UTC(year - 2, 0, 1), Date.UTC(year + 1, 0, 1)]
    const onsets = observances.flatMap(({ first, rules, dates, before, after }) =>
      [
        first,
        ...dates,
        ...rules.flatMap(({ rule, until }) => [
          ...expand(rule, first, { from, to, isOver: (onset) => onset - before > until }),
        ]),
      ].map((reading) => ({ reading, before, after })),
    )
    const sorted = onsets.toSorted((a, b) => a.reading - b.reading)
    years.set(year, sorted)
    return sorted
  }
  return (reading) => {
    const onsets = onsetsUntil(reading)
    const last = onsets.findLast((onset) => onset.reading <= reading)
    if (last === undefined) return reading - (onsets[0]?.before ?? 0)
    // In the gap after a jump forward the old offset still holds, as in a known zone.
    const isInGap = reading - last.reading < last.after - last.before
    return reading - (isInGap ? last.before : last.after)
  }
}

const observancesOf = (definition: Component) => {
  try {
    return definition.children.flatMap(observanceOf)
  } catch (error) {
    if (error instanceof RuleProblem) return null
    throw error
  }
}

const observanceOf = ({ properties }: Component) => {
  const [first, before, after] = [
    readingOf(properties.get('dtstart')?.[0]?.value ?? ''),
    offsetOf(properties.get('tzoffsetfrom')?.[0]?.value ?? properties.get('tzoffsetto')?.[0]?.value),
    offsetOf(properties.get('tzoffsetto')?.[0]?.value),
  ]
  if (first === null || before === null || after === null) return []
  const rules = (properties.get('rrule') ?? []).map(({ value }) => {
    const rule = ruleOf(value)
    const until = rule.until === null ? null : readingOf(rule.until)
    return { rule, until: until ?? Infinity }
  })
  const dates = (properties.get('rdate') ?? []).flatMap(({ value }) =>
    value.split(',').flatMap((one) => readingOf(one) ?? []),
  )
  return [{ first, before, after, rules, dates }]
}

const offsetOf = (text: string | undefined): number | null => {
  const [, sign, hours, minutes] = /^\s*([+-]?)(\d\d):?(\d\d)/.exec(text ?? '') ?? []
  if (hours === undefined) return null
  return (Number(hours) * 60 + Number(minutes)) * minuteMs * (sign === '-' ? -1 : 1)
}
