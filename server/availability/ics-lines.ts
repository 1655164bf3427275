/**
 * The lines of a calendar file (RFC 5545, section 3.1) as components with the properties that say when. Lenient, because exporters
 * are: a line that cannot be read is left out, never the file. What a value means is not decided here.
 */
export type Property = { params: ReadonlyMap<string, string>; value: string }
export type Component = {
  name: string
  properties: ReadonlyMap<string, readonly Property[]>
  children: readonly Component[]
}

type Open = { name: string; properties: Map<string, Property[]>; children: Open[] }

/** Null: there is no calendar in it. */
export const calendarsIn = (text: string): readonly Component[] | null => {
  const root: Open = { name: '', properties: new Map(), children: [] }
  const path: Open[] = [root]
  for (const line of linesOf(text)) {
    const [, edge, named = ''] = /^(BEGIN|END):\s*([\w-]+)\s*$/i.exec(line) ?? []
    if (edge === undefined) keepProperty(path.at(-1), line)
    else if (edge.toUpperCase() === 'BEGIN') begin(path, named.toLowerCase())
    else end(path, named.toLowerCase())
  }
  const calendars = root.children.filter(({ name }) => name === 'vcalendar')
  return calendars.length === 0 ? null : calendars
}

const begin = (path: Open[], name: string) => {
  // What a broken file does not close is closed by the next of its kind.
  if (entries.has(name)) {
    const calendar = path.findIndex((one) => one.name === 'vcalendar')
    if (calendar >= 0) path.length = calendar + 1
  }
  if (name === 'vcalendar') path.length = 1
  const opened: Open = { name, properties: new Map(), children: [] }
  path.at(-1)?.children.push(opened)
  path.push(opened)
}

const end = (path: Open[], name: string) => {
  const place = path.findLastIndex((one) => one.name === name)
  if (place > 0) path.length = place
}

const entries: ReadonlySet<string> = new Set(['vevent', 'vfreebusy', 'vtimezone', 'vtodo', 'vjournal'])

const keepProperty = (component: Open | undefined, line: string) => {
  const name = nameIn(line)
  if (component === undefined || !known.has(name)) return
  const found = dated.has(name) ? datedProperty(line) : plainProperty(line)
  if (found === null) return
  const all = component.properties.get(name)
  if (all === undefined) component.properties.set(name, [found])
  else all.push(found)
}

const nameIn = (line: string) => /^[\w-]+/.exec(line)?.[0].toLowerCase() ?? ''

/** Their values are dates, periods or lengths. */
const dated: ReadonlySet<string> = new Set(['dtstart', 'dtend', 'recurrence-id', 'exdate', 'rdate'])
const known: ReadonlySet<string> = new Set([
  ...dated,
  'duration',
  'rrule',
  'exrule',
  'freebusy',
  'uid',
  'sequence',
  'summary',
  'transp',
  'status',
  'x-microsoft-cdo-busystatus',
  'method',
  'tzid',
  'tzoffsetfrom',
  'tzoffsetto',
  'x-lic-location',
  'x-wr-timezone',
])

/** The value begins where a date does: an unquoted zone such as GMT-05:00 has a colon of its own. */
const datedProperty = (line: string): Property | null => {
  const [, params, value] = /^[\w-]+((?:;.*?)?):\s*((?:\d{8}|\d{4}-\d\d-\d\d).*)$/.exec(line) ?? []
  return value === undefined || params === undefined
    ? plainProperty(line)
    : { params: paramsIn(params), value }
}

const plainProperty = (line: string): Property | null => {
  const [, params, value] = /^[\w-]+((?:;(?:"[^"]*"|[^":])*)?):(.*)$/.exec(line) ?? []
  return value === undefined || params === undefined ? null : { params: paramsIn(params), value }
}

const paramsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/;\s*([\w-]+)=(?:"([^"]*)"?|([^;]*))/g)].map(([, name = '', quoted, plain = '']) => [
      name.toLowerCase(),
      (quoted ?? plain).trim(),
    ]),
  )

/** Lines as they were before they were folded, for any of the three line ends. */
function* linesOf(text: string) {
  const end = text.includes('\n') ? '\n' : '\r'
  let line = ''
  for (let from = text.startsWith('\ufeff') ? 1 : 0; from <= text.length;) {
    const found = text.indexOf(end, from)
    const to = found < 0 ? text.length : found
    const piece = text.slice(from, to > from && text[to - 1] === '\r' ? to - 1 : to)
    from = to + 1
    if (piece.startsWith(' ') || piece.startsWith('\t')) line += piece.slice(1)
    else {
      if (line !== '') yield line
      line = piece
    }
  }
  if (line !== '') yield line
}

/** A text as its writer meant it (section 3.3.11). */
export const plainText = (value: string): string =>
  value.replaceAll(/\\([nN;,\\])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? ' ' : sign))
