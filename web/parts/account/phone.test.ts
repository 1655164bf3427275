import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nationalDigits, phoneToSend } from '#web/parts/account/phone.ts'

const cases = [
  ['55 1234 5678', 'MX', '+525512345678'],
  ['+52 55 1234 5678', 'MX', '+525512345678'],
  ['5215512345678', 'MX', '+525512345678'],
  ['5255123456', 'MX', '+525255123456'],
  ['1 (415) 555-0100', 'US', '+14155550100'],
  ['+503 7123 4567', 'SV', '+50371234567'],
  ['11 91234 5678', 'BR', '+5511912345678'],
  ['', 'MX', ''],
  ['sin número', 'MX', ''],
] as const

for (const [typed, country, sent] of cases)
  test(`"${typed}" in ${country} is sent as "${sent}"`, () => assert.equal(phoneToSend(typed, country), sent))

test('the preview shows the national digits', () =>
  assert.equal(nationalDigits('+1 809 555 0100', 'DO'), '8095550100'))
