/** Wall-clock times in Mexican Spanish. The zone is always given, never the viewer's. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** The timezone of most of the country. */
export const capitalZone = 'America/Mexico_City'

const format = (zone: string, options: Intl.DateTimeFormatOptions) => {
  const key = `${zone} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('es-MX', { ...options, timeZone: zone })
  formats.set(key, made)
  return made
}

/** "18:30" */
export const timeOf = (instant: string, zone: string) =>
  format(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(new Date(instant))

/** "viernes 20 de noviembre" */
export const dayOf = (instant: string, zone: string) =>
  format(zone, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(instant)).replace(',', '')

/** "vie 20 nov, 18:30" */
export const shortOf = (instant: string, zone: string) => {
  const parts = format(zone, { weekday: 'short', day: 'numeric', month: 'short' }).format(new Date(instant))
  return `${parts.replaceAll(/[.,]/g, '')}, ${timeOf(instant, zone)}`
}

/** The date in a zone: "2026-11-20". */
export const dateIn = (instant: string | number | Date, zone: string) => {
  const parts = format(zone, { year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(
    new Date(instant),
  )
  const valueOf = (type: 'year' | 'month' | 'day') => parts.find((part) => part.type === type)?.value
  return `${valueOf('year')}-${valueOf('month')}-${valueOf('day')}`
}

/** Adds days to a date, independent of zones. */
export const addDays = (date: string, days: number) => {
  const moved = new Date(`${date}T00:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.toISOString().slice(0, 10)
}

/** The parts of a date for a strip of days. */
export const partsOfDate = (date: string) => {
  const at = new Date(`${date}T12:00:00Z`)
  const say = (options: Intl.DateTimeFormatOptions) => format('UTC', options).format(at).replace('.', '')
  return { weekday: say({ weekday: 'short' }), day: say({ day: 'numeric' }), month: say({ month: 'short' }) }
}

/** "viernes 20 de noviembre", for a date without a time. */
export const longDate = (date: string) => dayOf(`${date}T12:00:00Z`, 'UTC')

/** "noviembre de 2026", of "2026-11" */
export const monthName = (month: string) =>
  format('UTC', { month: 'long', year: 'numeric' }).format(new Date(`${month}-01T12:00:00Z`))

/** "1 h 30 min" */
export const durationText = (minutes: number) => {
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${rest} min` : ''].filter(Boolean).join(' ') || '0 min'
}

/** The Spanish name of a zone's time. */
export const zoneName = (zone: string) => `hora de ${cityOf(zone)}`

/** The Spanish name of a zone's city. */
export const cityOf = (zone: string) => cities[zone] ?? zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
const cities: Readonly<Record<string, string>> = {
  [capitalZone]: 'Ciudad de México',
  'America/Cancun': 'Cancún',
  'America/Ciudad_Juarez': 'Ciudad Juárez',
  'America/Mazatlan': 'Mazatlán',
  'America/Merida': 'Mérida',
  'America/Bahia_Banderas': 'Bahía de Banderas',
}

/** The same; null for the capital's. */
export const zoneLabel = (zone: string) => (zone === capitalZone ? null : zoneName(zone))

/** The instant at which the clock of a zone shows a date and a time ("18:30"); a time skipped by a clock change is an hour later. */
export const instantOf = (date: string, time: string, zone: string) => {
  const wall = Date.parse(`${date}T${time}:00Z`)
  let instant = wall
  // Corrects by the difference to the zone's clock; twice, for days of a clock change.
  for (const _ of [1, 2]) {
    const shown = Date.parse(`${dateIn(instant, zone)}T${timeOf(new Date(instant).toISOString(), zone)}:00Z`)
    instant += wall - shown
  }
  return new Date(instant).toISOString()
}
