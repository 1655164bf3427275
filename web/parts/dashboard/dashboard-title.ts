import type { dashboardSearch } from '#web/parts/dashboard/dashboard-search.ts'
import { sectionLabels } from '#web/parts/settings/section-labels.ts'

/** The part of the URL that is shown in a dashboard's title. */
export const dashboardTitle = ({
  tab,
  section,
}: Pick<ReturnType<typeof dashboardSearch>, 'tab' | 'section'>): string | undefined => {
  if (tab === 'numbers') return 'Números'
  if (tab !== 'profile') return undefined
  return section === undefined ? 'Configuración' : `${sectionLabels[section]} · Configuración`
}
