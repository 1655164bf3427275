import { AsyncLocalStorage } from 'node:async_hooks'

/** One request for a page, while the server renders it: how the API is asked on the visitor's behalf. */
export type Visit = {
  /** Marks the scripts that this page may run. */
  nonce: string
  /** Where this page stands, without a slash at the end: what links that leave the site begin with. */
  origin: string
  /** Has the visitor sent a session at all? Without one nobody needs to be asked who they are. */
  hasSession: boolean
  /** Asks the API inside this process, with the visitor's cookies and address. */
  ask: (
    method: string,
    url: string,
    body: unknown,
  ) => Promise<{ status: number; text: string; link: string | null }>
}

export const visits = new AsyncLocalStorage<Visit>()
