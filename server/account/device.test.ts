import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceOf } from '#server/account/rules.ts'

const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const cases: readonly (readonly [name: string, kind: string, userAgent: string])[] = [
  [
    'Chrome en Windows',
    'desk',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  ],
  [
    'Edge en Windows',
    'desk',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
  ],
  [
    'Samsung Internet en Android',
    'phone',
    'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  ],
  [
    'Chrome en Android',
    'tablet',
    'Mozilla/5.0 (Linux; Android 15; SM-X710) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  ],
  [
    'Safari en iPhone',
    'phone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${apple} Version/18.6 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Chrome en iPhone',
    'phone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${apple} CriOS/141.0 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Safari en Mac',
    'desk',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.6 Safari/605.1.15`,
  ],
  ['Firefox en Linux', 'desk', 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'],
  [
    'Opera en Linux',
    'desk',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 OPR/124.0.0.0',
  ],
  ['Dispositivo desconocido', 'unknown', ''],
  ['Dispositivo desconocido', 'unknown', '<script>alert(1)</script>'],
]
for (const [name, kind, userAgent] of cases)
  test(`${name} (${kind}) is recognized by its header`, () =>
    assert.deepEqual(deviceOf(userAgent), { name, kind }))
