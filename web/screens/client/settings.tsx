import { createFileRoute, redirect } from '@tanstack/react-router'
import { screenHead } from '#web/head.ts'
import { prefetchSection } from '#web/parts/settings/readings.ts'
import { sectionLabels } from '#web/parts/settings/section-labels.ts'
import { type Section, sectionIn } from '#web/parts/settings/sections.ts'
import { SettingsFrame } from '#web/parts/settings/settings-frame.tsx'
import { paths } from '#web/paths.ts'

export const Route = createFileRoute('/_signed-in/settings')({
  validateSearch: (search: Record<string, unknown>): { section?: Section } => ({
    section: sectionIn(search.section),
  }),
  // Professionals and hosts have their settings on the dashboard (spec §2).
  beforeLoad: ({ context: { user }, search }) => {
    const own = { tab: 'profile', section: search.section }
    if (user.activeRole === 'professional') throw redirect(paths.professionalDashboard(own))
    if (user.activeRole === 'host') throw redirect(paths.hostDashboard(own))
  },
  loaderDeps: ({ search }) => ({ section: search.section }),
  loader: async ({ context: { queryClient, user }, deps: { section } }) => {
    await prefetchSection(queryClient, section, user)
    // Made in the screen's own file, so that other pages do not load the labels.
    return section && sectionLabels[section]
  },
  head: ({ loaderData }) => screenHead(loaderData, 'Configuración'),
  component: Settings,
})

function Settings() {
  const { section } = Route.useSearch()
  return (
    <div className="page py-8">
      <div className="mx-auto flex max-w-list flex-col gap-7">
        <header className="flex flex-col gap-1">
          <p className="eyebrow text-barro">Tu cuenta</p>
          <h1 className="text-3xl">Configuración</h1>
        </header>
        <SettingsFrame section={section} isPaid={false} linkTo={(to) => paths.settings({ section: to })} />
      </div>
    </div>
  )
}
