import { AsyncLocalStorage } from 'node:async_hooks'

/** A form that was sent before any script ran and refused: what was typed, what is wrong, and in which fields. */
export type Posted = { typed: Record<string, string>; message: string; fields: readonly string[] }

/** One request for a page, while the server renders it: how the API is called on the visitor's behalf. */
export type Visit = {
  /** Marks the scripts that this page may run. */
  nonce: string
  /** The address of this page's site, without a slash at the end: what links that leave the site begin with. */
  origin: string
  /** Whether the visitor has sent a session at all. Without one the identity need not be queried. */
  hasSession: boolean
  /** Whether this browser has held an hour or confirmed a contact. Without that it has no visits of its own. */
  hasVisitor: boolean
  posted?: Posted
  /** The place of the last search in this browser, as an address says it (web/parts/search/last-place.ts). */
  lastPlace: string | undefined
  /** Asks the API inside this process, with the visitor's cookies and address. */
  ask: (
    method: string,
    url: string,
    body: unknown,
  ) => Promise<{ status: number; text: string; link: string | null }>
}

export const visits = new AsyncLocalStorage<Visit>()
