/** Request bodies of the stand-in: the fields that Graph publishes and Kalli uses; any other is refused. */
import type * as graph from '@microsoft/microsoft-graph-types'
import * as z from 'zod/mini'
import { GraphError } from '#server/connection/standin/microsoft/answer.ts'

type NamesOf<T> = { readonly [Name in keyof T]?: z.ZodMiniType }

const Moment = z.strictObject({
  dateTime: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,7})?$/)),
  timeZone: z.literal('UTC'),
} satisfies NamesOf<graph.DateTimeTimeZone>)

const eventFields = {
  subject: z.string().check(z.maxLength(255)),
  body: z.strictObject({
    contentType: z.enum(['text', 'html']),
    content: z.string(),
  } satisfies NamesOf<graph.ItemBody>),
  location: z.strictObject({ displayName: z.string() } satisfies NamesOf<graph.Location>),
  start: Moment,
  end: Moment,
  showAs: z.enum(['free', 'tentative', 'busy', 'oof', 'workingElsewhere', 'unknown']),
  singleValueExtendedProperties: z.array(
    z.strictObject({
      id: z.string().check(z.regex(/^String \{[\da-f-]{36}\} Name \w+$/)),
      value: z.string(),
    } satisfies NamesOf<graph.SingleValueLegacyExtendedProperty>),
  ),
} satisfies NamesOf<graph.Event>

type Hours = { start: { dateTime: string }; end: { dateTime: string } }
const hasLength = ({ start, end }: Hours) => end.dateTime > start.dateTime

export const NewEvent = z
  .strictObject({
    ...eventFields,
    transactionId: z.string().check(z.maxLength(255)),
  } satisfies NamesOf<graph.Event>)
  .check(z.refine(hasLength, 'The meeting duration must be greater than zero.'))
export const EventPatch = z
  .strictObject(eventFields)
  .check(z.refine(hasLength, 'The meeting duration must be greater than zero.'))

export const NewCalendar = z.strictObject({
  name: z.string().check(z.minLength(1)),
} satisfies NamesOf<graph.Calendar>)

export const NewSubscription = z.strictObject({
  changeType: z.string().check(z.regex(/^(created|updated|deleted)(,(created|updated|deleted))*$/)),
  notificationUrl: z.url(),
  lifecycleNotificationUrl: z.optional(z.url()),
  resource: z.string().check(z.regex(/^\/me\/calendars\/[^/]+\/events$/)),
  expirationDateTime: z.iso.datetime(),
  clientState: z.string().check(z.maxLength(128)),
} satisfies NamesOf<graph.Subscription>)

export const read = <Output>(schema: z.ZodMiniType<Output>, body: unknown): Output => {
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  throw new GraphError(400, 'ErrorInvalidRequest', parsed.error.issues[0]?.message ?? 'Invalid request')
}
