/** The URL parameters of dashboards. Separate file: the map of all routes imports it, and must not load any screen. */
import { type Section, sectionIn } from '#web/parts/settings/sections.ts'

export const dashboardSearch = (
  search: Record<string, unknown>,
): { tab?: string; section?: Section; provider?: string; calendar?: string } => ({
  tab: typeof search.tab === 'string' ? search.tab : undefined,
  section: sectionIn(search.section),
  provider: wordIn(search.provider),
  calendar: wordIn(search.calendar),
})

/** How a calendar's consent ended: the screen interprets it (web/parts/connection/outcome.ts). */
const wordIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[a-z_]{1,20}$/.test(value) ? value : undefined

/** The selectable ranges, in days. */
export const spans = [7, 28, 90] as const
export type Span = (typeof spans)[number]

export const spanIn = (value: unknown): Span | undefined =>
  spans.find((days) => String(days) === String(value))
