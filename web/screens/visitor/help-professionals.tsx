import { createFileRoute } from '@tanstack/react-router'
import { publicHead } from '#web/head.ts'
import { askedIn, Help, questionsOf } from '#web/parts/help/help.tsx'

const lead = 'Agenda, cobros, convenios con espacios y verificación, paso a paso.'

export const Route = createFileRoute('/help/professionals')({
  validateSearch: askedIn,
  head: () =>
    publicHead({
      title: 'Ayuda para profesionales',
      description: lead,
      path: '/help/professionals',
      structured: questionsOf('professionals'),
    }),
  component: Screen,
})

function Screen() {
  const { q = '' } = Route.useSearch()
  return (
    <Help
      audience="professionals"
      asked={q}
      title="Ayuda para profesionales"
      lead={lead}
      path="/help/professionals"
    />
  )
}
