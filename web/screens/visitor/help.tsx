import { createFileRoute } from '@tanstack/react-router'
import { publicHead } from '#web/head.ts'
import { requestedIn } from '#web/parts/help/help-search.ts'
import { Help } from '#web/parts/help/help.tsx'

const lead = 'Respuestas claras para quien reserva, quien atiende y quien renta su espacio.'

export const Route = createFileRoute('/help')({
  validateSearch: requestedIn,
  // The articles are loaded with this page only.
  head: async () =>
    publicHead({
      title: 'Centro de ayuda',
      description: lead,
      path: '/help',
      structured: (await import('#web/parts/help/structured.ts')).questionsOf(),
    }),
  component: Screen,
})

function Screen() {
  const { q = '' } = Route.useSearch()
  return <Help search={q} title="¿En qué te ayudamos?" lead={lead} path="/help" />
}
