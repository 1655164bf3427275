/** The contacts of a file, in the form of a professional's book entries; whatever could not be read is reported, never dropped silently. */
import type { Birthday } from '#contract/booking/client/own-client.ts'
import { maxFoundBy, maxName, maxTagLength, maxTags, noteMax } from '#contract/booking/client/own-client.ts'
import { withPhoneSaved } from '#server/account/phone.ts'
import { columnsOf, type Field, originOf } from '#server/booking/client-file/columns.ts'
import { csvRows } from '#server/booking/client-file/csv.ts'
import { beginsWithMonth, birthdayFrom } from '#server/booking/client-file/dates.ts'
import { cardsOf, decoded, partsOfValue, unescaped } from '#server/booking/client-file/vcard.ts'
import { Refusal } from '#server/platform/refuse.ts'

export type Contact = {
  line: number
  firstName: string
  lastName: string
  phone: string
  email: string
  birthday: Birthday | null
  foundBy: string
  tags: string[]
  note: string
}
type Problem = { line: number; text: string }
export type ContactFile = {
  origin: 'fresha' | 'google' | 'vcard' | 'csv'
  /** Headers that are not read, as written in the file. */
  unread: string[]
  contacts: Contact[]
  problems: Problem[]
}

type Raw = { line: number; values: ReadonlyMap<Field, readonly string[]> }

/** Null: the file has no contacts. */
export const contactsIn = (file: Uint8Array, thisYear: number): ContactFile | null => {
  const text = decoded(file).replace(/^\ufeff/, '')
  const read = /^\s*BEGIN:VCARD/i.test(text) ? fromCards(text) : fromTable(text)
  if (read === null) return null
  const birthdays = read.rows.flatMap(({ values }) => values.get('birthday') ?? [])
  const monthFirst = beginsWithMonth(birthdays)
  const contacts: Contact[] = []
  const problems: Problem[] = []
  for (const row of read.rows) {
    const { contact, problem } = contactOf(row, { monthFirst, thisYear })
    if (contact !== null) contacts.push(contact)
    if (problem !== '') problems.push({ line: row.line, text: problem })
  }
  return { origin: read.origin, unread: read.unread, contacts, problems }
}

type Read = { origin: ContactFile['origin']; unread: string[]; rows: Raw[] }

const fromTable = (text: string): Read | null => {
  const [head, ...rows] = csvRows(text)
  if (head === undefined) return null
  const columns = columnsOf(head.cells)
  if (!columns.some((field) => field === 'name' || field === 'firstName' || field === 'phone')) return null
  return {
    origin: originOf(head.cells),
    unread: head.cells.filter((text, place) => columns[place] === undefined && text.trim() !== ''),
    rows: rows.map(({ line, cells }) => {
      const values = new Map<Field, string[]>()
      for (const [place, cell] of cells.entries()) {
        const field = columns[place]
        // A spreadsheet's apostrophe before a number is not part of the text.
        const value = cell.trim().replace(/^'(?=[+=@-])/, '')
        if (field !== undefined && value !== '') values.set(field, [...(values.get(field) ?? []), value])
      }
      return { line, values }
    }),
  }
}

const fromCards = (text: string): Read => ({
  origin: 'vcard',
  unread: [],
  rows: cardsOf(text).map(({ line, values }) => {
    const all = (name: string) => (values.get(name) ?? []).map((value) => unescaped(value).trim())
    const [last = '', first = '', middle = ''] = partsOfValue(values.get('N')?.[0] ?? '')
    const named: [Field, string[]][] =
      first === '' && last === ''
        ? [['name', all('FN')]]
        : [
            ['firstName', [first]],
            ['middleName', [middle]],
            ['lastName', [last]],
          ]
    const fields: [Field, string[]][] = [
      ...named,
      ['phone', all('TEL').map((value) => value.replace(/^tel:/i, ''))],
      ['email', all('EMAIL')],
      ['birthday', all('BDAY')],
      ['tags', all('CATEGORIES')],
      ['note', all('NOTE')],
      ['company', partsOfValue(values.get('ORG')?.[0] ?? '').slice(0, 1)],
    ]
    return {
      line,
      values: new Map(
        fields.map(([field, found]) => [field, found.filter((value) => value !== '')] as const),
      ),
    }
  }),
})

type Dates = { monthFirst: boolean; thisYear: number }

const contactOf = ({ line, values }: Raw, dates: Dates): { contact: Contact | null; problem: string } => {
  const all = (field: Field) => values.get(field) ?? []
  const one = (field: Field) => all(field).join(' ')
  const problems: string[] = []
  const notes: string[] = [...all('note')]
  const phones = all('phone')
    .flatMap((text) => text.split(/:::|[;\n]/))
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => ({ text, phone: phoneOf(text) }))
  const good = [...new Set(phones.flatMap(({ phone }) => phone ?? []))]
  const bad = phones.filter(({ phone }) => phone === null).map(({ text }) => text)
  if (bad.length > 0) problems.push(`no entendimos el teléfono «${bad.join(', ')}»; queda en su nota`)
  if (bad.length > 0) notes.push(`Teléfono en el archivo: ${bad.join(', ')}`)
  if (good.length > 1) notes.push(`Otro teléfono: ${good.slice(1).join(', ')}`)
  const [email = ''] = all('email').flatMap((text) => /[^\s@<>,;]+@[^\s@<>,;]+\.[^\s@<>,;]+/.exec(text) ?? [])
  if (email === '' && one('email') !== '') {
    problems.push(`no entendimos el correo «${one('email')}»; queda en su nota`)
    notes.push(`Correo en el archivo: ${one('email')}`)
  }
  const written = one('birthday')
  const birthday = written === '' ? null : birthdayFrom(written, dates)
  if (written !== '' && birthday === null) {
    problems.push(`no entendimos el cumpleaños «${written}»; queda en su nota`)
    notes.push(`Cumpleaños en el archivo: ${written}`)
  }
  const [phone = ''] = good
  const name = nameOf(values) ?? (phone || email || '')
  if (name === '') return { contact: null, problem: 'No trae nombre ni teléfono: no se agrega.' }
  const [firstName, lastName] = typeof name === 'string' ? [name, ''] : name
  return {
    contact: {
      line,
      firstName: cut(firstName, maxName),
      lastName: cut(lastName, maxName),
      phone,
      email: cut(email.toLowerCase(), 200),
      birthday,
      foundBy: cut(one('foundBy'), maxFoundBy),
      tags: tagsOf(all('tags')),
      note: cut(readable(notes.join('\n')), noteMax),
    },
    problem: problems.length === 0 ? '' : capital(`${problems.join('; ')}.`),
  }
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** First and last names; null: none. */
const nameOf = (values: Raw['values']): [string, string] | null => {
  const one = (field: Field) => (values.get(field) ?? []).join(' ').trim()
  const first = [one('firstName'), one('middleName')].filter(Boolean).join(' ')
  if (first !== '') return [first, one('lastName')]
  const whole = one('name') || one('lastName') || one('company')
  if (whole === '') return null
  // "Pérez, Ana" and "Ana Pérez López"
  const [last, given] = whole.split(/,\s*/)
  if (given !== undefined && given !== '' && last !== undefined) return [given, last]
  const [begin = '', ...rest] = whole.split(/\s+/)
  return [begin, rest.join(' ')]
}

const phoneOf = (text: string): string | null => {
  try {
    return withPhoneSaved({ phone: text }).phone
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const tagsOf = (written: readonly string[]) =>
  [
    ...new Set(
      written
        .flatMap((text) => text.split(/:::|[,;|]/))
        .map((tag) => cut(tag.trim(), maxTagLength))
        // Google's own groups.
        .filter((tag) => tag !== '' && !tag.startsWith('*')),
    ),
  ].slice(0, maxTags)

/** Without control and direction characters, as in any text that the API takes (contract/platform/shapes.ts). */
const readable = (text: string) =>
  text.normalize('NFC').replaceAll(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069\ufffe\uffff]/gu, '')

const cut = (text: string, most: number) => readable(text).trim().slice(0, most).trim()
