/**
 * The lines of a calendar file (RFC 5545, section 3.1) as components with the properties about time. Lenient, because exporters are: an
 * unreadable line is left out, never the file. Values are not interpreted here.
 */
export type Property = { params: ReadonlyMap<string, string>; value: string }
export type Component = {
  name: string
  properties: ReadonlyMap<string, readonly Property[]>
  children: readonly Component[]
}

type Open = { name: string; properties: Map<string, Property[]>; children: Open[] }

/** Null: the text contains no calendar. */
export const calendarsIn = (text: string): readonly Component[] | null => {
  const root: Open = { name: '', properties: new Map(), children: [] }
  const path: Open[] = [root]
  for (const { name, line } of linesOf(text))
    if (name === 'begin') begin(path, line.slice(6).trim().toLowerCase())
    else if (name === 'end') end(path, line.slice(4).trim().toLowerCase())
    else keepProperty(path.at(-1), name, line)
  const calendars = root.children.filter(({ name }) => name === 'vcalendar')
  return calendars.length === 0 ? null : calendars
}

const begin = (path: Open[], name: string) => {
  // A component that a broken file leaves open ends at the next of its kind.
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

const keepProperty = (component: Open | undefined, name: string, line: string) => {
  const found = dated.has(name) ? datedProperty(line) : plainProperty(line)
  if (component === undefined || found === null) return
  const all = component.properties.get(name)
  if (all === undefined) component.properties.set(name, [found])
  else all.push(found)
}

/** Their values are dates, periods or lengths. */
const dated: ReadonlySet<string> = new Set(['dtstart', 'dtend', 'recurrence-id', 'exdate', 'rdate'])
const known: ReadonlySet<string> = new Set([
  ...dated,
  'begin',
  'end',
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

/** The value begins where a date does: an unquoted zone such as GMT-05:00 contains a colon. */
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

type Line = { name: string; line: string }

/** Unfolded lines of the relevant properties, for any of the three line ends. */
function* linesOf(text: string) {
  const end = text.includes('\n') ? '\n' : '\r'
  let open: Line | null = null
  for (let from = text.startsWith('\ufeff') ? 1 : 0; from <= text.length;) {
    const found = text.indexOf(end, from)
    const to = found < 0 ? text.length : found
    const until = to > from && text[to - 1] === '\r' ? to - 1 : to
    const isFolded = text[from] === ' ' || text[from] === '\t'
    if (isFolded && open !== null) open.line += text.slice(from + 1, until)
    else if (!isFolded) {
      if (open !== null) yield open
      const name = nameAt(text, from, until)
      open = known.has(name) ? { name, line: text.slice(from, until) } : null
    }
    from = to + 1
  }
  if (open !== null) yield open
}

/** Most lines of a file are texts that are not used here: only their names are read. */
const nameAt = (text: string, from: number, until: number): string => {
  let to = from
  while (to < until && to - from < 32 && text[to] !== ':' && text[to] !== ';') to += 1
  return text.slice(from, to).toLowerCase()
}

/** A text with its escapes resolved (section 3.3.11). */
export const plainText = (value: string): string =>
  value.replaceAll(/\\([nN;,\\])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? ' ' : sign))
