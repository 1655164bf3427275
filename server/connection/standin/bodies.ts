/** Request bodies of the stand-in: the fields that Google publishes and Kalli uses; any other is refused. */
import type { calendar_v3 } from '@googleapis/calendar'
import * as z from 'zod/mini'
import { ApiError } from '#server/connection/standin/answer.ts'

type NamesOf<T> = { readonly [Name in keyof T]?: z.ZodMiniType }

const Moment = z.strictObject({
  date: z.optional(z.iso.date()),
  dateTime: z.optional(z.iso.datetime({ offset: true })),
  timeZone: z.optional(z.string()),
} satisfies NamesOf<calendar_v3.Schema$EventDateTime>)

export const EventBody = z
  .strictObject({
    // base32hex, as Google requires.
    id: z.optional(z.string().check(z.regex(/^[a-v0-9]{5,1024}$/))),
    summary: z.optional(z.string()),
    description: z.optional(z.string()),
    location: z.optional(z.string()),
    status: z.optional(z.enum(['confirmed', 'tentative', 'cancelled'])),
    start: Moment,
    end: Moment,
    transparency: z.optional(z.enum(['opaque', 'transparent'])),
    visibility: z.optional(z.enum(['default', 'public', 'private', 'confidential'])),
    source: z.optional(z.strictObject({ title: z.string(), url: z.url() })),
    extendedProperties: z.optional(
      z.strictObject({
        private: z.optional(z.record(z.string(), z.string().check(z.maxLength(1024)))),
        shared: z.optional(z.record(z.string(), z.string())),
      }),
    ),
  } satisfies NamesOf<calendar_v3.Schema$Event>)
  .check(z.refine(({ start, end }) => length(start, end) > 0, 'The specified time range is empty.'))
type Moment = z.output<typeof Moment>
const length = (start: Moment, end: Moment) =>
  Date.parse(end.dateTime ?? end.date ?? '') - Date.parse(start.dateTime ?? start.date ?? '')

export const CalendarBody = z.strictObject({
  summary: z.string().check(z.minLength(1)),
  timeZone: z.optional(z.string()),
} satisfies NamesOf<calendar_v3.Schema$Calendar>)

export const ChannelBody = z.strictObject({
  id: z.string().check(z.regex(/^[A-Za-z0-9\-_+/=]{1,64}$/)),
  token: z.string().check(z.maxLength(256)),
  address: z.url(),
  type: z.literal('web_hook'),
  expiration: z.optional(z.string().check(z.regex(/^\d+$/))),
} satisfies NamesOf<calendar_v3.Schema$Channel>)

export const StopBody = z.strictObject({
  id: z.string(),
  resourceId: z.string(),
} satisfies NamesOf<calendar_v3.Schema$Channel>)

export const read = <Output>(schema: z.ZodMiniType<Output>, body: unknown): Output => {
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  throw new ApiError(400, 'invalid', parsed.error.issues[0]?.message ?? 'Bad Request')
}
