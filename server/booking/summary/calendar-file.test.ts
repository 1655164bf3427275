import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarMessage, calendarOf, calendarText } from '#contract/platform/calendar-file.ts'
import { schedulingProblems } from '#server/testing/itip.ts'

const event = {
  id: '01a2',
  version: 3,
  startsAt: new Date('2026-11-20T18:30:00Z'),
  endsAt: new Date('2026-11-20T20:00:00Z'),
  title: 'Corte; peinado, y más',
  place: 'Tonalá 251\nRoma',
  at: new Date('2026-11-18T10:00:00Z'),
  domain: 'kalli.mx',
}
const kalli = { name: 'Kalli', email: 'hola@kalli.mx' }
const reader = { name: 'Ana "Nena" Ríos: Salas', email: 'ana@ejemplo.mx' }

test('a calendar file has the fields that every calendar reads', () => {
  assert.deepEqual(calendarText(event).split('\r\n'), [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kalli//Reservas//ES',
    'BEGIN:VEVENT',
    'UID:kalli-01a2@kalli.mx',
    'SEQUENCE:3',
    'DTSTAMP:20261118T100000Z',
    'DTSTART:20261120T183000Z',
    'DTEND:20261120T200000Z',
    String.raw`SUMMARY:Corte\; peinado\, y más`,
    String.raw`LOCATION:Tonalá 251\nRoma`,
    'STATUS:CONFIRMED',
    'TRANSP:OPAQUE',
    'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('a cancelled visit is marked as cancelled and as free time', () => {
  const text = calendarText({ ...event, cancelled: true })
  for (const line of [
    'STATUS:CANCELLED',
    'TRANSP:TRANSPARENT',
    'X-MICROSOFT-CDO-BUSYSTATUS:FREE',
    String.raw`SUMMARY:Cancelada: Corte\; peinado\, y más`,
  ])
    assert.ok(text.includes(`\r\n${line}\r\n`), line)
})

test('files in e-mails follow RFC 5546, and saved or subscribed ones have no METHOD', () => {
  const request = calendarMessage(event, kalli, reader)
  const cancel = calendarMessage({ ...event, cancelled: true, version: 4 }, kalli, reader)
  assert.match(request, /\r\nMETHOD:REQUEST\r\n/)
  assert.match(cancel, /\r\nMETHOD:CANCEL\r\n/)
  assert.ok(
    request.replaceAll('\r\n ', '').includes('ATTENDEE;CN="Ana  Nena  Ríos: Salas";CUTYPE=INDIVIDUAL;'),
    request,
  )
  const saved = [calendarText(event), calendarOf('Mi agenda', [event, { ...event, id: 'otra' }])]
  for (const text of [request, cancel, ...saved]) assert.deepEqual(schedulingProblems(text), [], text)
  for (const text of saved) assert.doesNotMatch(text, /METHOD|ORGANIZER|ATTENDEE/)
})

test('the RFC 5546 check detects a missing field and a wrong method', () => {
  const request = calendarMessage(event, kalli, reader)
  const without = (name: string) => request.replaceAll('\r\n ', '').replace(new RegExp(`\r\n${name}.*`), '')
  for (const name of ['ORGANIZER', 'ATTENDEE', 'DTSTAMP', 'DTSTART', 'SUMMARY', 'UID'])
    assert.notDeepEqual(schedulingProblems(without(name)), [], name)
  assert.notDeepEqual(schedulingProblems(request.replace('METHOD:REQUEST', 'METHOD:PUBLISH')), [])
  assert.notDeepEqual(schedulingProblems(request.replace('METHOD:REQUEST', 'METHOD:CANCEL')), [])
})

test('long lines are folded at 75 bytes, and unfold to the original', () => {
  const place = 'Avenida de los Insurgentes número mil seiscientos cincuenta y cuatro, piso ñandú 💇‍♀️ '.repeat(
    3,
  )
  const text = calendarText({ ...event, place })
  for (const line of text.split('\r\n')) assert.ok(new TextEncoder().encode(line).length <= 75, line)
  assert.ok(text.replaceAll('\r\n ', '').includes(place.replaceAll(',', String.raw`\,`)))
})
