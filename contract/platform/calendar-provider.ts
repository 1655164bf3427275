/** Providers whose calendars can be connected (contract/connection), and their labels. */
import * as z from 'zod/mini'

export const CalendarProviderName = z.enum(['google', 'microsoft', 'caldav'])
export type CalendarProviderName = z.output<typeof CalendarProviderName>

/** The calendar, where its events are, and who consents. */
export const providerWords = {
  google: { calendar: 'Google Calendar', place: 'Google', company: 'Google' },
  microsoft: { calendar: 'Outlook', place: 'Outlook', company: 'Microsoft' },
  caldav: { calendar: 'calendario CalDAV', place: 'tu calendario', company: 'Tu servicio' },
} as const satisfies Record<CalendarProviderName, { calendar: string; place: string; company: string }>
