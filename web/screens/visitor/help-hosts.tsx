import { createFileRoute } from '@tanstack/react-router'
import { publicHead } from '#web/head.ts'
import { requestedIn } from '#web/parts/help/help-search.ts'
import { Help } from '#web/parts/help/help.tsx'

const lead = 'Publicar, decidir quién trabaja contigo, medir el uso y cobrar tu renta.'

export const Route = createFileRoute('/help/hosts')({
  validateSearch: requestedIn,
  // The articles are loaded with this page only.
  head: async () =>
    publicHead({
      title: 'Ayuda para espacios',
      description: lead,
      path: '/help/hosts',
      structured: (await import('#web/parts/help/structured.ts')).questionsOf('hosts'),
    }),
  component: Screen,
})

function Screen() {
  const { q = '' } = Route.useSearch()
  return <Help audience="hosts" search={q} title="Ayuda para espacios" lead={lead} path="/help/hosts" />
}
