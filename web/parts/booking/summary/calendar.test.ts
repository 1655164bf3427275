import assert from 'node:assert/strict'
import { test } from 'node:test'
import ICAL from 'ical.js'
import { calendarFile, googleCalendarUrl } from '#web/parts/booking/summary/calendar.ts'

const booked = {
  id: '01a1fa84-88d6-7847-bd90-f6858506d195',
  version: 3,
  startsAt: '2026-11-26T16:00:00.000Z',
  endsAt: '2026-11-26T17:30:00.000Z',
  service: { id: 7, name: 'Corte; y peinado', durationMinutes: 90 },
  professional: { id: 3, firstName: 'Renata', lastName: 'Campos', profileImageUrl: null },
  place: {
    modality: 'place' as const,
    spaceId: 5,
    name: 'Silla 1',
    businessName: 'Casa Salas',
    unitName: null,
    neighbourhood: 'Roma Norte',
    city: 'Ciudad de México',
    state: 'CDMX',
    address: 'Colima 12',
    latitude: null,
    longitude: null,
    link: null,
    access: null,
    directions: null,
  },
  people: null,
  arrivalCode: '012345',
}

test('the Google Calendar link has the title, times, place and details of a visit', () => {
  const { origin, pathname, searchParams } = new URL(
    googleCalendarUrl(booked, 'https://kalli.mx/booking-success?id=1'),
  )
  assert.equal(origin + pathname, 'https://calendar.google.com/calendar/render')
  assert.deepEqual(Object.fromEntries(searchParams), {
    action: 'TEMPLATE',
    text: 'Corte; y peinado con Renata',
    dates: '20261126T160000Z/20261126T173000Z',
    location: 'Casa Salas · Silla 1, Colima 12, Ciudad de México',
    details: 'Código de llegada: 012345\nVer o cambiar tu cita: https://kalli.mx/booking-success?id=1',
  })
})

test('the calendar file of a visit is one event that any calendar reads, and a newer version replaces it', () => {
  const url = 'https://kalli.mx/booking-success?id=1&t=abc'
  const address = calendarFile(booked, 'kalli.mx', url)
  assert.match(address, /^data:text\/calendar;charset=utf-8,/)
  const event = new ICAL.Event(
    new ICAL.Component(
      ICAL.parse(decodeURIComponent(address.slice(address.indexOf(',') + 1))),
    ).getFirstSubcomponent('vevent') ?? undefined,
  )
  assert.deepEqual(
    [event.uid, event.sequence, event.summary, event.location],
    [
      `kalli-${booked.id}@kalli.mx`,
      3,
      'Corte; y peinado con Renata',
      'Casa Salas · Silla 1, Colima 12, Ciudad de México',
    ],
  )
  const [alarm] = event.component.getAllSubcomponents('valarm')
  assert.deepEqual(
    [alarm?.getFirstPropertyValue('action'), String(alarm?.getFirstPropertyValue('trigger'))],
    ['DISPLAY', '-PT120M'],
  )
  assert.equal(event.component.getFirstPropertyValue('url'), url)
  assert.equal(event.description, `Código de llegada: 012345\nVer o cambiar tu cita: ${url}`)
  assert.deepEqual(
    [event.startDate, event.endDate].map((at) => at.toJSDate().toISOString()),
    [booked.startsAt, booked.endsAt],
  )
})
