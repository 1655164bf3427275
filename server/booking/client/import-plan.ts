/** What an import would do with each contact of a file: add it, fill in missing fields of an entry, or leave it for a decision. Pure. */
import { plainText } from '#contract/platform/plain-text.ts'
import type { Birthday } from '#contract/booking/client/own-client.ts'
import type { Contact } from '#server/booking/client-file/contacts.ts'

export type Known = {
  id: number
  name: string
  phones: readonly string[]
  email: string
  hasBirthday: boolean
  foundBy: string
  hasTags: boolean
  hasNote: boolean
}

/** The fields that an entry lacks and the file has. */
export type Fill = {
  id: number
  phone: string
  email: string
  birthday: Birthday | null
  foundBy: string
  tags: string[]
  note: string
}

type Plan = {
  added: Contact[]
  fills: Fill[]
  same: number
  doubtful: { line: number; text: string; contact: Contact }[]
}

const plainName = (name: string) => plainText(name).replaceAll(/\s+/g, ' ').trim()

const fullName = ({ firstName, lastName }: Contact) => [firstName, lastName].filter(Boolean).join(' ')

type Seen = { known: Known | null; contact: Contact | null }

/** Matches by telephone, then email, then name; a name alone is no proof if anything else differs. */
export const planOf = (contacts: readonly Contact[], known: readonly Known[]): Plan => {
  const byPhone = new Map<string, Seen>()
  const byEmail = new Map<string, Seen>()
  const byName = new Map<string, Seen>()
  const remember = (seen: Seen, one: { phones: readonly string[]; email: string; name: string }) => {
    for (const phone of one.phones) byPhone.set(phone, seen)
    if (one.email !== '') byEmail.set(one.email, seen)
    if (one.name !== '' && !byName.has(one.name)) byName.set(one.name, seen)
  }
  for (const one of known) remember({ known: one, contact: null }, { ...one, name: plainName(one.name) })
  const plan: Plan = { added: [], fills: [], same: 0, doubtful: [] }
  const join = (contact: Contact, seen: Seen) => {
    const { known, contact: before } = seen
    plan.same += 1
    if (contact.phone !== '') byPhone.set(contact.phone, seen)
    if (before !== null) fillIn(before, contact)
    else if (known !== null) {
      const fill = lackOf(known, contact)
      if (fill !== null) plan.fills.push(fill)
    }
  }
  for (const contact of contacts) {
    const name = plainName(fullName(contact))
    const sure = byPhone.get(contact.phone) ?? (contact.phone === '' ? byEmail.get(contact.email) : undefined)
    const named = byName.get(name)
    const mailed = byEmail.get(contact.email)
    if (sure !== undefined) join(contact, sure)
    else if (named !== undefined && named === mailed && phonesOf(named).length === 0) join(contact, named)
    else if (named !== undefined && named.known !== null && contact.phone === '' && contact.email === '')
      join(contact, named)
    else if (named !== undefined || mailed !== undefined) {
      // A later line with this telephone is about the same doubtful contact.
      if (contact.phone !== '') byPhone.set(contact.phone, { known: null, contact })
      plan.doubtful.push({
        line: contact.line,
        contact,
        text:
          mailed === undefined
            ? `${fullName(contact)}: ya hay alguien con ese nombre y otro teléfono o correo.`
            : `${fullName(contact)}: ya hay alguien con ese correo y otro teléfono.`,
      })
    } else {
      plan.added.push(contact)
      remember(
        { known: null, contact },
        { phones: contact.phone === '' ? [] : [contact.phone], email: contact.email, name },
      )
    }
  }
  return { ...plan, fills: together(plan.fills) }
}

const phonesOf = ({ known, contact }: Seen) =>
  known?.phones ?? (contact === null || contact.phone === '' ? [] : [contact.phone])

/** A later line about a contact who is also new. */
const fillIn = (before: Contact, { phone, email, birthday, foundBy, tags, note }: Contact) => {
  before.phone ||= phone
  before.email ||= email
  before.birthday ??= birthday
  before.foundBy ||= foundBy
  if (before.tags.length === 0) before.tags = tags
  before.note ||= note
}

const lackOf = (known: Known, contact: Contact): Fill | null => {
  const fill = {
    id: known.id,
    phone: known.phones.length === 0 ? contact.phone : '',
    email: known.email === '' ? contact.email : '',
    birthday: known.hasBirthday ? null : contact.birthday,
    foundBy: known.foundBy === '' ? contact.foundBy : '',
    tags: known.hasTags ? [] : contact.tags,
    note: known.hasNote ? '' : contact.note,
  }
  return columnsOf(fill).length === 0 ? null : fill
}

/** Combines the fills of several lines about one entry. */
const together = (fills: readonly Fill[]): Fill[] => {
  const byId = new Map<number, Fill>()
  for (const fill of fills) {
    const before = byId.get(fill.id)
    byId.set(
      fill.id,
      before === undefined
        ? fill
        : {
            id: fill.id,
            phone: before.phone || fill.phone,
            email: before.email || fill.email,
            birthday: before.birthday ?? fill.birthday,
            foundBy: before.foundBy || fill.foundBy,
            tags: before.tags.length > 0 ? before.tags : fill.tags,
            note: before.note || fill.note,
          },
    )
  }
  return [...byId.values()]
}

/** As named in `client_import_fills.columns`. */
export const columnsOf = (fill: Omit<Fill, 'id'>): string[] =>
  [
    fill.phone === '' ? '' : 'phone',
    fill.email === '' ? '' : 'email',
    fill.birthday === null ? '' : 'birthday',
    fill.foundBy === '' ? '' : 'found_by',
    fill.tags.length === 0 ? '' : 'tags',
    fill.note === '' ? '' : 'note',
  ].filter((name) => name !== '')
