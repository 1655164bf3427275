import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import type { Calendar, CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import type { Gap } from '#contract/platform/gaps.ts'
import { draw } from '#web/testing/drawn.ts'

const { AgendaList } = await import('#web/parts/booking/agenda/agenda-list.tsx')
const { CalendarGrid } = await import('#web/parts/booking/agenda/calendar-grid.tsx')

const [date, capital] = ['2026-11-26', 'America/Mexico_City']

const entryOf = (
  layer: CalendarEntry['layer'],
  from: string,
  to: string,
  name: string,
  { zone = capital, spaceId = 5 } = {},
): CalendarEntry => ({
  layer,
  startsAt: `${date}T${from}:00.000Z`,
  endsAt: `${date}T${to}:00.000Z`,
  busyFrom: null,
  busyUntil: null,
  zone,
  place: { number: 1, spaceId, modality: 'place', name, address: null, unitName: null },
  booking:
    layer === 'visit'
      ? {
          id: '01a1fa84-88d6-7847-bd90-f6858506d195',
          status: 'confirmed',
          service: 'Corte y peinado',
          serviceId: 7,
          client: 'Lucía Nava',
          clientId: 8,
          people: ['Lucía', 'Leo'],
          totalCents: 60_000,
          forms: null,
          series: null,
          lateMinutes: null,
        }
      : null,
  block: null,
  expiresAt: null,
})
const visit = entryOf('visit', '16:00', '17:00', 'Casa Salas')
const rent = entryOf('rent', '15:00', '19:00', 'Estudio Luz', { spaceId: 6 })
const gap: Gap = {
  startsAt: `${date}T20:00:00.000Z`,
  endsAt: `${date}T22:00:00.000Z`,
  offers: [
    {
      serviceId: 7,
      name: 'Corte',
      spaceId: 9,
      place: 'Patio 4',
      zone: capital,
      starts: [`${date}T20:00:00.000Z`],
    },
  ],
}
const calendarOf = (...entries: CalendarEntry[]): Calendar => ({
  from: date,
  to: date,
  zone: capital,
  open: [],
  exceptions: [],
  entries,
})
const drawDay = (entries: CalendarEntry[], gaps: Gap[] = []) =>
  draw(
    createElement(CalendarGrid, {
      calendar: calendarOf(...entries),
      entries,
      gaps,
      dates: [date],
      today: date,
      shown: date,
      byPlace: true,
      toneOf: () => undefined,
      onOpen: () => {},
      onGap: () => {},
      onEmpty: () => {},
      onMove: () => {},
      onCarry: () => {},
    }),
  )
const drawList = (...entries: CalendarEntry[]) =>
  draw(
    createElement(AgendaList, {
      calendar: calendarOf(...entries),
      entries,
      dates: [date],
      today: date,
      isHiding: false,
      toneOf: () => undefined,
      onOpen: () => {},
      onWeekHours: () => {},
    }),
  )
const columnsOf = (html: string) =>
  [
    ...html.matchAll(
      /<h2[^>]*><span class=.sr-only.>(.*?)<\/span><span[^>]*>.*?<\/span><span[^>]*>(.*?)<\/span><\/h2>/g,
    ),
  ].map(([, name, count]) => [name, count])

test('a day shows its places side by side with their entries, also a place with only a bookable gap', async () => {
  const day = await drawDay([visit, rent], [gap])
  assert.deepEqual(columnsOf(day.html), [
    ['Casa Salas', '1 cita'],
    ['Estudio Luz', 'Sin citas'],
    ['Patio 4', 'Sin citas'],
  ])
  const [, kalli = '', studio = '', patio = ''] = day.html.split('timeline-stripes')
  assert.deepEqual(
    [/Lucía Nava/, /Espacio rentado/, /Hueco vendible/].map((what) => what.test(kalli)),
    [true, false, false],
  )
  assert.deepEqual(
    [/Lucía Nava/, /Espacio rentado/, /Hueco vendible/].map((what) => what.test(studio)),
    [false, true, false],
  )
  assert.deepEqual(
    [/Lucía Nava/, /Espacio rentado/, /Hueco vendible/].map((what) => what.test(patio)),
    [false, false, true],
  )
})

test('a visit names all participants, and rented hours their place', async () => {
  const { buttons } = await drawList(rent, visit)
  assert.equal(buttons.length, 2)
  assert.match(buttons[0] ?? '', /^09:00 a 13:00 Espacio rentado Estudio Luz$/)
  assert.match(buttons[1] ?? '', /^10:00 a 11:00 Lucía Nava .*Lucía.*Leo.* · Corte y peinado · Casa Salas$/)
})

test('an hour in another time zone than the professional’s names it, on the grid and in the list', async () => {
  const there = entryOf('visit', '17:00', '18:00', 'Playa 9', { zone: 'America/Cancun' })
  for (const draw of [drawDay([visit, there]), drawList(visit, there)]) {
    const buttons = (await draw).buttons.filter((name) => name.includes('Lucía Nava'))
    assert.equal(buttons.length, 2)
    assert.match(buttons[0] ?? '', /10:00 a 11:00(?! \()/)
    assert.match(buttons[1] ?? '', /12:00 a 13:00 \(hora de Cancún\)/)
  }
})
