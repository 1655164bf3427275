/**
 * What Kalli needs of a calendar provider, and nothing else: google/google.ts, microsoft/outlook.ts and caldav/caldav.ts; another needs
 * no change to the reading and writing beside this file.
 */
import type { CalendarProviderName } from '#contract/platform/calendar-provider.ts'

/** A calendar of the connected account. */
export type CalendarInfo = {
  /** Never an email address. */
  id: string
  name: string
  writable: boolean
  isPrimary: boolean
  /** For the primary calendar the account's address, by which its owner knows it. */
  email: string | null
}

/** An event there. Its subject is never requested. */
export type RemoteEvent = {
  id: string
  /** Its version; null: the provider gave none. */
  etag: string | null
  isGone: boolean
  /** It takes its owner's time. */
  isBusy: boolean
  /** Instants; null for an event that is gone. */
  span: { start: number; end: number } | null
  /** All its times, where a recurring event is one; otherwise its span. */
  times?: readonly { start: number; end: number }[]
  /** Written by a Kalli: which one, about what, and the hour that it wrote. */
  mark: { by: string; ref: string; hour: string } | null
}

/** One page: another follows, or the token for later changes. */
export type Changes = {
  events: RemoteEvent[]
  next: { page: string; token: null } | { page: null; token: string }
}

/** Since an earlier token, or all between two instants. `zone`: for whole days, where the calendar has none. */
export type Since = { token: string } | { from: Date; to: Date }

/** An event that Kalli wrote, and its last known version. A provider that assigns ids itself recognizes ours by it. */
export type KnownEvent = { id: string; etag: string | null }

/** An event to write. `id` is derived from ours, so that writing it a second time changes nothing. */
export type OwnEvent = {
  id: string
  title: string
  place: string
  link: string
  startsAt: Date
  endsAt: Date
  mark: { by: string; ref: string; hour: string }
}

/** The channel by which the provider reports changes. `secret` is returned with each call. */
export type ChannelRequest = { id: string; secret: string; address: string; until: Date }

export type SignInSecrets = { state: string; verifier: string }
export type Tokens = {
  accessToken: string
  accessEndsAt: Date
  /** Null: the provider sent none, the earlier one stays. */
  refreshToken: string | null
  /** Null: all requested scopes. */
  scopes: readonly string[] | null
}

/** `read`: nothing is written; `own`: into a calendar that Kalli creates; `theirs`: into any of the owner's too. */
export type Reach = 'read' | 'own' | 'theirs'

/** Each call takes the access token first, and throws ProviderProblem. */
export type CalendarProvider = {
  readonly name: CalendarProviderName
  newSecrets(): Promise<SignInSecrets>
  /** The consent page. `hint`: the account that is reconnected. */
  consentAddress(
    secrets: SignInSecrets,
    request: { returnTo: string; reach: Reach; hint: string | null },
  ): Promise<URL>
  /** Null: the visitor declined. */
  tokensFrom(secrets: SignInSecrets, cameBackTo: URL, now: Date): Promise<Tokens | null>
  renew(refreshToken: string, now: Date): Promise<Tokens>
  /** Succeeds also for an invalid token. */
  revoke(refreshToken: string): Promise<void>
  /** Whether these scopes let Kalli read busy times, write into its own calendar, and into the owner's. */
  may(scopes: readonly string[]): { read: boolean; writeOwn: boolean; writeTheirs: boolean }
  calendars(access: string): Promise<CalendarInfo[]>
  makeCalendar(access: string, name: string, zone: string): Promise<CalendarInfo>
  removeCalendar(access: string, calendarId: string): Promise<void>
  /** Whether it contains only what Kalli wrote. If absent, everything is read. */
  hasOnlyOurs?(access: string, calendarId: string, by: string): Promise<boolean>
  changes(
    access: string,
    calendarId: string,
    request: { since: Since; page: string | null; zone: string; known?: readonly KnownEvent[] },
  ): Promise<Changes>
  /** Null: it was never there. */
  find(access: string, calendarId: string, eventId: string, zone: string): Promise<RemoteEvent | null>
  /** Inserts, and fails with `there` if the id is known, even of a deleted event. Returns the etag. */
  insert(access: string, calendarId: string, event: OwnEvent): Promise<string | null>
  /** Replaces that version and no other (`changed`), even of a deleted event. Returns the new etag. */
  replace(access: string, calendarId: string, event: OwnEvent, etag: string | null): Promise<string | null>
  /** Succeeds also for an event that is gone. */
  remove(access: string, calendarId: string, eventId: string): Promise<void>
  watch(
    access: string,
    calendarId: string,
    request: ChannelRequest,
  ): Promise<{ resource: string; endsAt: Date }>
  stop(access: string, channel: { id: string; resource: string }): Promise<void>
}

/**
 * `revoked`: the consent is gone. `unauthorised`: this access token has expired. `limited`: too many calls. `token_over`: read all
 * anew. `gone`: that calendar or event is not there. `there`: an event has this id. `changed`: it is another version by now. `refused`:
 * it will be refused every time. `approval`: an organisation has to allow it first. `unreachable`: later, perhaps.
 */
export type ProviderFailure =
  | 'revoked'
  | 'unauthorised'
  | 'limited'
  | 'token_over'
  | 'gone'
  | 'there'
  | 'changed'
  | 'refused'
  | 'approval'
  | 'unreachable'

export class ProviderProblem extends Error {
  override name = 'ProviderProblem'
  readonly failure: ProviderFailure
  /** As the provider requests; null: it stated nothing. */
  readonly retryAfterMs: number | null
  constructor(failure: ProviderFailure, options: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(failure, { cause: options.cause })
    this.failure = failure
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}
