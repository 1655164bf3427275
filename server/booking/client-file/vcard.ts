/** Contacts of a vCard file (2.1, 3.0 and 4.0), as telephones and Apple's and Google's address books write them. Pure. */

type Card = { line: number; values: ReadonlyMap<string, readonly string[]> }

/** "ITEM1.TEL;TYPE=CELL;ENCODING=QUOTED-PRINTABLE:value" */
const property = /^(?:[\w-]+\.)?([\w-]+)((?:;[^:;]*(?:"[^"]*")?)*):([^]*)$/

export const cardsOf = (text: string): Card[] => {
  const found: Card[] = []
  let open: { line: number; values: Map<string, string[]> } | undefined
  for (const { line, text: written } of unfolded(text)) {
    const [, name = '', parameters = '', value = ''] = property.exec(written) ?? []
    const key = name.toUpperCase()
    if (key === 'BEGIN') open = { line, values: new Map() }
    else if (key === 'END') {
      if (open !== undefined) found.push(open)
      open = undefined
    } else if (open !== undefined && key !== '')
      open.values.set(key, [...(open.values.get(key) ?? []), plainValue(value, parameters)])
  }
  return found
}

/** Structured values: `N:Last;First;Middle`. */
export const partsOfValue = (value: string): string[] =>
  value.split(/(?<!\\);/).map((part) => unescaped(part).trim())

export const unescaped = (value: string) =>
  value.replaceAll(/\\([nN;,\\:])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign))

/** A line that begins with a blank continues the line before; in 2.1 a line that ends with "=" continues on the next. */
const unfolded = (text: string) => {
  const lines: { line: number; text: string }[] = []
  for (const [index, raw] of text.split(/\r\n|\r|\n/).entries()) {
    const last = lines.at(-1)
    if (last !== undefined && /^[ \t]/.test(raw)) last.text += raw.slice(1)
    else if (last !== undefined && /QUOTED-PRINTABLE/i.test(last.text) && last.text.endsWith('='))
      last.text = last.text.slice(0, -1) + raw
    else lines.push({ line: index + 1, text: raw })
  }
  return lines
}

const plainValue = (value: string, parameters: string) => {
  if (!/QUOTED-PRINTABLE/i.test(parameters)) return value
  const bytes = Buffer.from(
    value.replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
  return decoded(bytes)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const latin1 = new TextDecoder('windows-1252')

/** Decodes a file: UTF-8 with or without BOM, UTF-16 with BOM, else Windows Latin-1. */
export const decoded = (bytes: Uint8Array): string => {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return utf8.decode(bytes)
  } catch {
    return latin1.decode(bytes)
  }
}
