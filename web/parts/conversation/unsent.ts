/**
 * Messages that the server has not accepted yet, stored on this device across reloads and closed tabs, separately by user, until they are
 * sent, discarded or their author signs out (web/session.ts). For visitors without an account only texts, and only in their tab: the device
 * may be shared.
 */
import { unsentCache } from '#web/session.ts'

export type Saved = { id: string; text: string; photo: File | null }

/** The author and the conversation. */
export type Place = { person: number | null; talk: string }

type Entry = { text: string; photo: boolean }
type Entries = Readonly<Record<string, Entry>>

const keyOf = ({ person, talk }: Place) => `kalli.unsent.${person ?? 'visitor'}.${talk}`
const storeOf = ({ person }: Place) => (person === null ? sessionStorage : localStorage)
const photoAt = (id: string) => `/unsent/${id}`
const mayKeepPhotos = ({ person }: Place) => person !== null && 'caches' in window

/** In the order in which they were written. */
export const savedUnsent = async (place: Place): Promise<Saved[]> => {
  const saved = await Promise.all(
    Object.entries(entriesOf(place)).map(async ([id, { text, photo }]) => ({
      id,
      text,
      photo: photo ? await photoOf(id) : null,
      isWhole: !photo || text !== '',
    })),
  )
  // The browser evicted the photo; nothing is left to send.
  return saved.filter(({ photo, isWhole }) => isWhole || photo !== null)
}

export const keepUnsent = async (place: Place, { id, text, photo }: Saved): Promise<void> => {
  if (photo === null) return change(place, (now) => ({ ...now, [id]: { text, photo: false } }))
  if (!mayKeepPhotos(place)) return
  try {
    await (await caches.open(unsentCache)).put(photoAt(id), new Response(photo))
    change(place, (now) => ({ ...now, [id]: { text, photo: true } }))
  } catch {
    // No storage left: it is sent from memory while the page is open.
  }
}

export const forgetUnsent = async (place: Place, id: string): Promise<void> => {
  const isPhoto = entriesOf(place)[id]?.photo === true
  change(place, (now) => Object.fromEntries(Object.entries(now).filter(([one]) => one !== id)))
  if (isPhoto) await (await caches.open(unsentCache)).delete(photoAt(id))
}

const photoOf = async (id: string): Promise<File | null> => {
  try {
    const blob = await (await caches.match(photoAt(id), { cacheName: unsentCache }))?.blob()
    return blob === undefined ? null : new File([blob], 'foto', { type: blob.type })
  } catch {
    return null
  }
}

const entriesOf = (place: Place): Entries => {
  try {
    const saved: unknown = JSON.parse(storeOf(place).getItem(keyOf(place)) ?? '{}')
    return typeof saved === 'object' && saved !== null
      ? Object.fromEntries(
          Object.entries(saved).filter((entry): entry is [string, Entry] => isEntry(entry[1])),
        )
      : {}
  } catch {
    return {}
  }
}

const isEntry = (one: unknown): one is Entry =>
  typeof one === 'object' &&
  one !== null &&
  'text' in one &&
  typeof one.text === 'string' &&
  'photo' in one &&
  typeof one.photo === 'boolean'

const change = (place: Place, to: (now: Entries) => Entries) => {
  try {
    const next = to(entriesOf(place))
    if (Object.keys(next).length === 0) storeOf(place).removeItem(keyOf(place))
    else storeOf(place).setItem(keyOf(place), JSON.stringify(next))
  } catch {
    // Without storage (private mode, or full) messages are sent from memory.
  }
}
