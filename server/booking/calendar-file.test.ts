import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarText } from '#contract/calendar-file.ts'

const event = {
  id: '01a2',
  version: 3,
  startsAt: new Date('2026-11-20T18:30:00Z'),
  endsAt: new Date('2026-11-20T20:00:00Z'),
  title: 'Corte; peinado, y más',
  place: 'Tonalá 251\nRoma',
  at: new Date('2026-11-18T10:00:00Z'),
}

test('an appointment as every calendar reads it', () => {
  assert.deepEqual(calendarText(event).split('\r\n'), [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Kalli//Reservas//ES',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:01a2@kalli',
    'SEQUENCE:3',
    'DTSTAMP:20261118T100000Z',
    'DTSTART:20261120T183000Z',
    'DTEND:20261120T200000Z',
    String.raw`SUMMARY:Corte\; peinado\, y más`,
    String.raw`LOCATION:Tonalá 251\nRoma`,
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('what was cancelled says so', () => {
  assert.match(calendarText({ ...event, cancelled: true }), /\r\nSTATUS:CANCELLED\r\n/)
})

test('long lines are folded by bytes, and unfolded they are whole', () => {
  const place = 'Avenida de los Insurgentes número mil seiscientos cincuenta y cuatro, piso ñandú 💇‍♀️ '.repeat(
    3,
  )
  const text = calendarText({ ...event, place })
  for (const line of text.split('\r\n')) assert.ok(new TextEncoder().encode(line).length <= 75, line)
  assert.ok(text.replaceAll('\r\n ', '').includes(place.replaceAll(',', String.raw`\,`)))
})
