/** The interface of the identity provider. Called outside transactions only. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Work } from '#server/platform/work.ts'

/** A check of a person's face and documents, in the provider's current state. */
export type Check = {
  ref: string
  /** Our id of the check. */
  reference: string
  /** `open`: the person is not done; `processing`: the provider is not. */
  status: 'open' | 'processing' | 'approved' | 'rejected' | 'abandoned'
  /** The reason of a rejection, in the provider's word. */
  reason: string | null
  /** Where the person continues, while open. Valid for minutes and once: never stored. */
  url: string | null
}

export type IdentityEvent = { id: string; checkRef: string }

export type IdentityProvider = {
  name: string
  /** Begins a check; the same key again answers with the same check. */
  begin(work: Work, call: { key: string; reference: string; returnUrl: string }): Promise<Check>
  find(work: Work, ref: string): Promise<Check | null>
  /** Ends an open check: it can no longer be passed. A decided one stays. */
  cancel(work: Work, ref: string): Promise<void>
  /** The event of a webhook, or null when its signature or its age is wrong. */
  openEvent(work: Work, headers: IncomingHttpHeaders, body: string): IdentityEvent | null
}

/** No answer, or not now: retry. */
export class ProviderUnreachable extends Error {}

/** The provider will never do this: a number that does not exist. */
export class ProviderRefusal extends Error {}
