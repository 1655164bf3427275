import { hourMs } from '#contract/platform/duration.ts'
import { place } from '#web/parts/favourite/has-wish.ts'

/**
 * What a visitor wanted before they had to sign in: done when they are back, in this tab and within the hour. Stored here and not in the
 * address, so that no link of another person makes a user save anything.
 */
export type Wish =
  | { what: 'keep'; kind: 'professional' | 'space'; id: number }
  | { what: 'alert'; id: number; onDate: string | null }

const validMs = hourMs

export const makeWish = (wish: Wish) => {
  try {
    sessionStorage.setItem(place, JSON.stringify([Date.now(), wish]))
  } catch {
    // A browser that keeps nothing: they press once more.
  }
}

/** Once: then it is deleted. */
export const takeWish = (now: number): Wish | undefined => {
  try {
    const [at, wish]: unknown[] = JSON.parse(sessionStorage.getItem(place) ?? '[]')
    sessionStorage.removeItem(place)
    return typeof at === 'number' && now - at < validMs && isWish(wish) ? wish : undefined
  } catch {
    return undefined
  }
}

const isWish = (wish: unknown): wish is Wish => {
  if (typeof wish !== 'object' || wish === null || !('what' in wish) || !('id' in wish)) return false
  if (typeof wish.id !== 'number') return false
  if (wish.what === 'keep') return 'kind' in wish && (wish.kind === 'professional' || wish.kind === 'space')
  return (
    wish.what === 'alert' && 'onDate' in wish && (wish.onDate === null || typeof wish.onDate === 'string')
  )
}
