/** The subset of XML that a CalDAV server reads and writes: names with the prefixes d, c and cs. */

export type Element = {
  name: string
  attributes: Readonly<Record<string, string>>
  text: string
  children: Element[]
}

const spaces: Readonly<Record<string, string>> = {
  'DAV:': 'd',
  'urn:ietf:params:xml:ns:caldav': 'c',
  'http://calendarserver.org/ns/': 'cs',
}

/** Null: not XML, or with a name in an unknown namespace. */
export const xmlIn = (text: string): Element | null => {
  const root: Element = { name: '', attributes: {}, text: '', children: [] }
  const path = [root]
  const prefixes = new Map<string, string>()
  for (const [, close, name = '', inside = '', isEmpty, words] of text
    .replace(/^\s*<\?xml[^>]*\?>/, '')
    .matchAll(/<(\/?)([\w:-]+)([^>]*?)(\/?)>|([^<]+)/g)) {
    const open = path.at(-1)
    if (open === undefined) return null
    if (words !== undefined) {
      open.text += unescaped(words)
      continue
    }
    if (close === '/') {
      path.pop()
      continue
    }
    const attributes = attributesIn(inside)
    for (const [key, value] of Object.entries(attributes))
      if (key.startsWith('xmlns:')) prefixes.set(key.slice(6), value)
    const full = knownName(name, prefixes)
    if (full === null) return null
    const element = { name: full, attributes, text: '', children: [] }
    open.children.push(element)
    if (isEmpty !== '/') path.push(element)
  }
  return path.length === 1 && root.children.length === 1 ? (root.children[0] ?? null) : null
}

const attributesIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, unescaped(value)]),
  )

const knownName = (name: string, prefixes: ReadonlyMap<string, string>): string | null => {
  const [prefix = '', local] = name.split(':')
  const space = spaces[prefixes.get(prefix) ?? '']
  return local === undefined || space === undefined ? null : `${space}:${local}`
}

const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

export const escapedXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export const find = (element: Element | undefined, name: string) =>
  element?.children.find((child) => child.name === name)

/** An element with its content already written. */
export const el = (name: string, inside = '') =>
  inside === '' ? `<${name}/>` : `<${name}>${inside}</${name}>`

const declared =
  'xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:cs="http://calendarserver.org/ns/"'

export const xmlDocument = (name: string, inside: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<${name} ${declared}>${inside}</${name}>`
