/** What the addresses of dashboards may say. A file of its own: the map of all routes reads it, and shall bring no screen along. */
import { type Section, sectionIn } from '#web/parts/settings/sections.ts'

export const dashboardSearch = (
  search: Record<string, unknown>,
): { tab?: string; section?: Section; provider?: string; calendar?: string } => ({
  tab: typeof search.tab === 'string' ? search.tab : undefined,
  section: sectionIn(search.section),
  provider: wordIn(search.provider),
  calendar: wordIn(search.calendar),
})

/** How a calendar's consent ended: what it means is for the screen to say (web/parts/connection/outcome.ts). */
const wordIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[a-z_]{1,20}$/.test(value) ? value : undefined

/** So many days one may look back. */
export const spans = [7, 28, 90] as const
export type Span = (typeof spans)[number]

export const spanIn = (value: unknown): Span | undefined =>
  spans.find((days) => String(days) === String(value))
