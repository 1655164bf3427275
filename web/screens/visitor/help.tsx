import { createFileRoute } from '@tanstack/react-router'
import { publicHead } from '#web/head.ts'
import { askedIn, Help, questionsOf } from '#web/parts/help/help.tsx'

const lead = 'Respuestas claras para quien reserva, quien atiende y quien renta su espacio.'

export const Route = createFileRoute('/help')({
  validateSearch: askedIn,
  head: () =>
    publicHead({ title: 'Centro de ayuda', description: lead, path: '/help', structured: questionsOf() }),
  component: Screen,
})

function Screen() {
  const { q = '' } = Route.useSearch()
  return <Help asked={q} title="¿En qué te ayudamos?" lead={lead} path="/help" />
}
