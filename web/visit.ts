import { AsyncLocalStorage } from 'node:async_hooks'

/** A form that was sent before any script ran and was refused: the typed values, the problem, and its fields. */
export type Posted = { typed: Record<string, string>; message: string; fields: readonly string[] }

/** One page request while the server renders: how the API is called on the visitor's behalf. */
export type Visit = {
  /** Marks the scripts that this page may run. */
  nonce: string
  /** The origin of this page's site, without a trailing slash: links that leave the site begin with it. */
  origin: string
  /** Whether the visitor has sent a session. Without one the identity need not be queried. */
  hasSession: boolean
  /** Whether this browser has held a slot or confirmed a contact. Otherwise it has no visits of its own. */
  hasVisitor: boolean
  posted?: Posted
  /** The place of the last search in this browser, as written in addresses (web/parts/search/last-place.ts). */
  lastPlace: string | undefined
  /** Calls the API inside this process, with the visitor's cookies and address. */
  ask: (
    method: string,
    url: string,
    body: unknown,
  ) => Promise<{ status: number; text: string; link: string | null }>
}

export const visits = new AsyncLocalStorage<Visit>()
