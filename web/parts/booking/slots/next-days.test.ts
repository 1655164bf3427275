import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import type { SlotDays } from '#contract/availability/availability.ts'
import { slotDaysReading } from '#web/parts/booking/hours/slots-reading.ts'
import { draw, readings } from '#web/testing/drawn.ts'

const { default: NextDays } = await import('#web/parts/booking/slots/next-days.tsx')

const daysOf = (from: string, to: string) => slotDaysReading({ professional: 3, people: [[7]], from, to })
const day = (date: string, ...spaces: number[]) => ({ date, spaces, closed: false })

const drawAfter = (
  days: SlotDays['days'],
  { last, isWanted }: { last?: string; isWanted?: (spaceId: number | null) => boolean } = {},
) => {
  const queries = readings()
  queries.setQueryData<SlotDays>(daysOf('2026-11-27', '2026-12-27').queryKey, {
    zone: 'America/Mexico_City',
    last: '2026-12-31',
    days,
  })
  return draw(
    createElement(NextDays, {
      title: 'Sin horarios',
      after: '2026-11-26',
      last,
      daysOf,
      isWanted,
      onDay: () => {},
      also: createElement('button', { type: 'button' }, 'Avísame'),
    }),
    queries,
  )
}
const month = [
  day('2026-11-27'),
  day('2026-11-28', 5),
  day('2026-11-29', 9),
  day('2026-11-30'),
  day('2026-12-01', 5, 9),
  day('2026-12-02', 5),
]

test('a day without hours offers the next three that have some, also in the next month, and the alert', async () => {
  const page = await drawAfter(month)
  assert.match(page.text, /Después hay lugar:/)
  assert.deepEqual(page.buttons, [
    'sábado 28 de noviembre',
    'domingo 29 de noviembre',
    'martes 1 de diciembre',
    'Avísame',
  ])
})

test('with one place wanted only its days are offered', async () => {
  const page = await drawAfter(month, { isWanted: (spaceId) => spaceId === 5 })
  assert.deepEqual(page.buttons, [
    'sábado 28 de noviembre',
    'martes 1 de diciembre',
    'miércoles 2 de diciembre',
    'Avísame',
  ])
})

test('without hours in the following month, or past the last bookable day, it says what to try', async () => {
  assert.match((await drawAfter([day('2026-11-27')])).text, /Tampoco en el mes que sigue\. Prueba con otro/)
  const { text } = await drawAfter([], { last: '2026-11-26' })
  assert.match(text, /Todavía no se reserva más adelante\. Prueba con otro/)
})
