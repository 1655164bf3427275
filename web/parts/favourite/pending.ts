import { hourMs } from '#contract/platform/duration.ts'
import { place } from '#web/parts/favourite/has-pending.ts'

/**
 * What a visitor wanted before they had to sign in: done when they are back, in this tab and within the hour. Stored here and not in the
 * address, so that no link of another person makes a user save anything.
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
    // A browser that keeps nothing: they press once more.
  }
}

/** Once: then it is deleted. */
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
