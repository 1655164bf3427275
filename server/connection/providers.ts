/** Every provider whose calendars can be connected, by its name. */
import * as z from 'zod/mini'
import { CalendarProviderName, providerWords } from '#contract/platform/calendar-provider.ts'
import { caldavOf } from '#server/connection/caldav-setup.ts'
import { googleCalendar } from '#server/connection/google/google.ts'
import { googleSettingsOf } from '#server/connection/google/settings.ts'
import { channelDays as outlookChannelDays, outlookCalendar } from '#server/connection/microsoft/outlook.ts'
import { microsoftSettingsOf } from '#server/connection/microsoft/settings.ts'
import type { CalendarProvider } from '#server/connection/provider/provider.ts'
import type { Config } from '#server/platform/config.ts'

export type ProviderName = CalendarProviderName

type Channels = { forDays: number; renewBeforeDays: number }
type Known = {
  /** Null: not configured here. */
  of(config: Config): CalendarProvider | null
  /** Null: the provider cannot call this Kalli, and is polled more often. */
  channels(config: Config): Channels | null
}

const known: Readonly<Record<ProviderName, Known>> = {
  google: {
    of(config) {
      const settings = googleSettingsOf(config)
      return settings === null ? null : googleCalendar(settings)
    },
    channels: (config) =>
      googleSettingsOf(config)?.canPush === true ? { forDays: 7, renewBeforeDays: 1 } : null,
  },
  microsoft: {
    of(config) {
      const settings = microsoftSettingsOf(config)
      return settings === null ? null : outlookCalendar(settings)
    },
    channels: (config) =>
      microsoftSettingsOf(config)?.canPush === true
        ? { forDays: outlookChannelDays, renewBeforeDays: 1 }
        : null,
  },
  caldav: { of: caldavOf, channels: () => null },
}

export const nameOf = (name: string): ProviderName => z.parse(CalendarProviderName, name)

export const providerOf = (config: Config, name: ProviderName): CalendarProvider | null =>
  known[name].of(config)

export const channelsOf = (config: Config, name: ProviderName): Channels | null =>
  known[name].channels(config)

/** Providers with a consent page. */
export const availableProviders = (config: Config): ProviderName[] =>
  CalendarProviderName.options.filter((name) => name !== 'caldav' && providerOf(config, name) !== null)

/** Its name for owners. */
export const providerLabel = (name: ProviderName): string => providerWords[name].calendar
