/** Every provider that is set up here, by its name. Outlook or CalDAV would be another line. */
import { googleCalendar } from '#server/connection/google/google.ts'
import { googleSettingsOf } from '#server/connection/google/settings.ts'
import type { CalendarProvider } from '#server/connection/provider/provider.ts'
import type { Config } from '#server/platform/config.ts'

export type ProviderName = CalendarProvider['name']

/** As its owner knows it. */
export const providerLabels: Readonly<Record<ProviderName, string>> = { google: 'Google Calendar' }

/** Null: not set up here. */
export const providerOf = (config: Config, _name: ProviderName): CalendarProvider | null => {
  const settings = googleSettingsOf(config)
  return settings === null ? null : googleCalendar(settings)
}

/** Whether the provider can call this Kalli; otherwise it is requested more often. */
export const canPush = (config: Config) => googleSettingsOf(config)?.canPush === true
