import { createFileRoute } from '@tanstack/react-router'
import { publicHead } from '#web/head.ts'
import { requestedIn } from '#web/parts/help/help-search.ts'
import { Help } from '#web/parts/help/help.tsx'

const lead = 'Agenda, cobros, convenios con espacios y verificación, paso a paso.'

export const Route = createFileRoute('/help/professionals')({
  validateSearch: requestedIn,
  // The articles are loaded with this page only.
  head: async () =>
    publicHead({
      title: 'Ayuda para profesionales',
      description: lead,
      path: '/help/professionals',
      structured: (await import('#web/parts/help/structured.ts')).questionsOf('professionals'),
    }),
  component: Screen,
})

function Screen() {
  const { q = '' } = Route.useSearch()
  return (
    <Help
      audience="professionals"
      search={q}
      title="Ayuda para profesionales"
      lead={lead}
      path="/help/professionals"
    />
  )
}
