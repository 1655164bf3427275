/** The access to a CalDAV account: where its calendars are, and the user with their app password. Sealed like a token. */
import * as z from 'zod/mini'
import { ProviderProblem } from '#server/connection/provider/provider.ts'

const Access = z.object({ home: z.url(), user: z.string(), password: z.string() })
/** `home`: the collection of the calendars, with a slash at its end. */
export type Access = z.output<typeof Access>

export const accessText = (access: Access): string => JSON.stringify(access)

export const accessIn = (text: string): Access => {
  try {
    return Access.parse(JSON.parse(text))
  } catch (error) {
    throw new ProviderProblem('revoked', { cause: error })
  }
}

/** A calendar is named by the last part of its path: the rest may contain its owner's address. */
export const collectionOf = ({ home }: Access, calendarId: string) =>
  `${home}${encodeURIComponent(calendarId)}/`

export const objectOf = (access: Access, calendarId: string, eventId: string) =>
  `${collectionOf(access, calendarId)}${eventId}.ics`

/** The last part of a path, decoded. */
export const lastPart = (href: string): string => {
  const part = /([^/]+)\/?$/.exec(href.replace(/[?#].*$/, ''))?.[1] ?? ''
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
