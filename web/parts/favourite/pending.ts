import { hourMs } from '#contract/platform/duration.ts'
import { place } from '#web/parts/favourite/has-pending.ts'

/**
 * The action that a visitor chose before they had to sign in: completed when they return, in this tab and within the hour. Stored here and
 * not in the URL, so that another person's link cannot make a user save anything.
 */
export type Selection =
  | { what: 'keep'; kind: 'professional' | 'space'; id: number }
  | { what: 'alert'; id: number; onDate: string | null }
  | { what: 'search'; label: string; search: string; queries: string[] }

const validMs = hourMs

export const rememberPending = (selection: Selection) => {
  try {
    sessionStorage.setItem(place, JSON.stringify([Date.now(), selection]))
  } catch {
    // Without storage the visitor presses the button again.
  }
}

/** Returns it once, then deletes it. */
export const takePending = (now: number): Selection | undefined => {
  try {
    const [at, selection]: unknown[] = JSON.parse(sessionStorage.getItem(place) ?? '[]')
    sessionStorage.removeItem(place)
    return typeof at === 'number' && now - at < validMs && isSelection(selection) ? selection : undefined
  } catch {
    return undefined
  }
}

const isSelection = (selection: unknown): selection is Selection => {
  if (typeof selection !== 'object' || selection === null || !('what' in selection)) return false
  if (selection.what === 'search') return isSearch(selection)
  if (!('id' in selection) || typeof selection.id !== 'number') return false
  if (selection.what === 'keep')
    return 'kind' in selection && (selection.kind === 'professional' || selection.kind === 'space')
  return (
    selection.what === 'alert' &&
    'onDate' in selection &&
    (selection.onDate === null || typeof selection.onDate === 'string')
  )
}

const isSearch = (selection: object) =>
  'label' in selection &&
  typeof selection.label === 'string' &&
  'search' in selection &&
  typeof selection.search === 'string' &&
  'queries' in selection &&
  Array.isArray(selection.queries) &&
  selection.queries.every((query) => typeof query === 'string')
