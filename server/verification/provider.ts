/** The outside service of verification, as Kalli needs it. Called outside transactions only. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Work } from '#server/platform/work.ts'

/** A check of a person's face and documents, as the provider's books have it now. */
export type Check = {
  ref: string
  /** What we called it: the check's id. */
  reference: string
  /** `open`: the person is not done; `processing`: the provider is not. */
  status: 'open' | 'processing' | 'approved' | 'rejected' | 'abandoned'
  /** Why it was rejected, in the provider's word. */
  reason: string | null
  /** Where the person continues, while open. Good for minutes and once: never stored. */
  url: string | null
}

export type IdentityEvent = { id: string; checkRef: string }

export type IdentityProvider = {
  name: string
  /** Begins a check; the same key again answers with the same check. */
  begin(work: Work, call: { key: string; reference: string; returnUrl: string }): Promise<Check>
  find(work: Work, ref: string): Promise<Check | null>
  /** Ends an open check: it can no longer be passed. One that is decided stays as it is. */
  cancel(work: Work, ref: string): Promise<void>
  /** The event of a webhook, or null when its signature or its age is wrong. */
  openEvent(work: Work, headers: IncomingHttpHeaders, body: string): IdentityEvent | null
}

/** No answer, or not now: ask again. */
export class ProviderUnreachable extends Error {}

/** The provider will not do this, now or ever: a number that does not exist. */
export class ProviderRefusal extends Error {}
