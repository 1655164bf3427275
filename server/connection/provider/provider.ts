/**
 * What Kalli needs of a calendar provider, and nothing else: google/google.ts, microsoft/outlook.ts and caldav/caldav.ts; another needs
 * no change to the reading and writing beside this file.
 */
import type { CalendarProviderName } from '#contract/platform/calendar-provider.ts'

/** A calendar of the connected account. */
export type CalendarInfo = {
  /** Never an e-mail address. */
  id: string
  name: string
  writable: boolean
  isPrimary: boolean
  /** Of the primary one the account's address, which its owner knows it by. */
  email: string | null
}

/** An event there. What it is about is never requested for. */
export type RemoteEvent = {
  id: string
  /** Of this version of it; null: the provider gave none. */
  etag: string | null
  isGone: boolean
  /** It takes its owner's time. */
  isBusy: boolean
  /** Instants; null for what is gone. */
  span: { start: number; end: number } | null
  /** All times that it takes, where what recurs is one event; otherwise its span. */
  times?: readonly { start: number; end: number }[]
  /** Written by a Kalli: which, about what, and the hour that it wrote. */
  mark: { by: string; ref: string; hour: string } | null
}

/** One page: another follows, or the token with which later changes are requested for. */
export type Changes = {
  events: RemoteEvent[]
  next: { page: string; token: null } | { page: null; token: string }
}

/** From an earlier token, or all between two instants. `zone`: of whole days, where the calendar says none. */
export type Since = { token: string } | { from: Date; to: Date }

/** What Kalli wrote into a calendar, and its last known version. A provider that names events itself knows by it which are ours. */
export type KnownEvent = { id: string; etag: string | null }

/** What Kalli writes. `id` is derived from ours, so that writing it a second time changes nothing. */
export type OwnEvent = {
  id: string
  title: string
  place: string
  link: string
  startsAt: Date
  endsAt: Date
  mark: { by: string; ref: string; hour: string }
}

/** By which the provider notifies that something changed. `secret` comes back with each call. */
export type ChannelRequest = { id: string; secret: string; address: string; until: Date }

export type SignInSecrets = { state: string; verifier: string }
export type Tokens = {
  accessToken: string
  accessEndsAt: Date
  /** Null: the provider sent none, the earlier one stays. */
  refreshToken: string | null
  /** Null: all that were requested for. */
  scopes: readonly string[] | null
}

/** `read`: nothing is written; `own`: into a calendar that Kalli makes; `theirs`: into any of theirs too. */
export type Reach = 'read' | 'own' | 'theirs'

/** Each call takes the access token first, and throws ProviderProblem. */
export type CalendarProvider = {
  readonly name: CalendarProviderName
  newSecrets(): Promise<SignInSecrets>
  /** Where the browser goes to consent. `hint`: the account that is connected again. */
  consentAddress(
    secrets: SignInSecrets,
    request: { returnTo: string; reach: Reach; hint: string | null },
  ): Promise<URL>
  /** Null: the visitor said no. */
  tokensFrom(secrets: SignInSecrets, cameBackTo: URL, now: Date): Promise<Tokens | null>
  renew(refreshToken: string, now: Date): Promise<Tokens>
  /** Also for a token that is none any more. */
  revoke(refreshToken: string): Promise<void>
  /** Whether these scopes let Kalli read what is busy, write into its own calendar, and into theirs. */
  may(scopes: readonly string[]): { read: boolean; writeOwn: boolean; writeTheirs: boolean }
  calendars(access: string): Promise<CalendarInfo[]>
  makeCalendar(access: string, name: string, zone: string): Promise<CalendarInfo>
  removeCalendar(access: string, calendarId: string): Promise<void>
  /** Whether nothing is in it but what Kalli wrote. Without it all is read. */
  hasOnlyOurs?(access: string, calendarId: string, by: string): Promise<boolean>
  changes(
    access: string,
    calendarId: string,
    request: { since: Since; page: string | null; zone: string; known?: readonly KnownEvent[] },
  ): Promise<Changes>
  /** Null: it was never there. */
  find(access: string, calendarId: string, eventId: string, zone: string): Promise<RemoteEvent | null>
  /** Inserts, and fails with `there` if the id is known, also of what was deleted. Returns the etag. */
  insert(access: string, calendarId: string, event: OwnEvent): Promise<string | null>
  /** Replaces that version and no other (`changed`), also of what was deleted. Returns the new etag. */
  replace(access: string, calendarId: string, event: OwnEvent, etag: string | null): Promise<string | null>
  /** Also of what is gone. */
  remove(access: string, calendarId: string, eventId: string): Promise<void>
  watch(
    access: string,
    calendarId: string,
    request: ChannelRequest,
  ): Promise<{ resource: string; endsAt: Date }>
  stop(access: string, channel: { id: string; resource: string }): Promise<void>
}

/**
 * `revoked`: the consent is gone. `unauthorised`: this access token is over. `limited`: too many calls. `token_over`: read all anew.
 * `gone`: that calendar or event is not there. `there`: an event has this id. `changed`: it is another version by now. `refused`: it
 * will be refused every time. `approval`: an organisation has to allow it first. `unreachable`: later, perhaps.
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
  /** As the provider requests; null: it said nothing. */
  readonly retryAfterMs: number | null
  constructor(failure: ProviderFailure, options: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(failure, { cause: options.cause })
    this.failure = failure
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}
