import assert from 'node:assert/strict'
import { test } from 'node:test'
import { relativeTime } from '#web/parts/notification/relative-time.ts'

const now = new Date('2026-11-20T16:00:00Z')

for (const [at, said] of [
  ['2026-11-20T16:00:00Z', 'hace unos segundos'],
  ['2026-11-20T15:59:01Z', 'hace unos segundos'],
  ['2026-11-20T15:59:00Z', 'hace 1 minuto'],
  ['2026-11-20T15:55:00Z', 'hace 5 minutos'],
  ['2026-11-20T15:00:01Z', 'hace 59 minutos'],
  ['2026-11-20T15:00:00Z', 'hace 1 hora'],
  ['2026-11-20T11:00:00Z', 'hace 5 horas'],
  ['2026-11-19T16:00:01Z', 'hace 23 horas'],
  // Never "ayer" or "anteayer": the specification requires the prefix.
  ['2026-11-19T16:00:00Z', 'hace 1 día'],
  ['2026-11-18T10:00:00Z', 'hace 2 días'],
  ['2026-11-13T16:00:00Z', 'hace 1 semana'],
  ['2026-11-01T16:00:00Z', 'hace 2 semanas'],
  ['2026-10-21T16:00:00Z', 'hace 1 mes'],
  ['2026-05-20T16:00:00Z', 'hace 6 meses'],
  ['2025-11-20T16:00:00Z', 'hace 1 año'],
  ['2023-01-01T16:00:00Z', 'hace 3 años'],
  ['2026-11-20T16:00:30Z', 'en unos segundos'],
  ['2026-11-20T16:01:00Z', 'en 1 minuto'],
  ['2026-11-20T19:30:00Z', 'en 3 horas'],
  ['2026-11-21T16:00:00Z', 'en 1 día'],
  ['2026-12-30T16:00:00Z', 'en 1 mes'],
] as const)
  test(`${at} is "${said}"`, () => assert.equal(relativeTime(new Date(at), now), said))
