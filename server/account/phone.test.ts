import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js'
import {
  countries,
  countryOf,
  isCountry,
  nationalDigits,
  phonePreview,
  phoneToSend,
} from '#contract/platform/phone.ts'
import { phoneToKeep, withPhoneSaved } from '#server/account/phone.ts'

const codes = Object.keys(countries).filter(isCountry)

test('the ten countries have the codes and digit counts of the specification', () =>
  assert.deepEqual(
    codes.map((country) => `${country} ${countries[country].code} ${countries[country].digits}`),
    [
      'MX +52 10',
      'US +1 10',
      'CA +1 10',
      'CO +57 10',
      'BR +55 11',
      'AR +54 10',
      'CL +56 9',
      'SV +503 8',
      'PA +507 8',
      'DO +1 10',
    ],
  ))

const typed = [
  ['55 1234 5678', 'MX', '+525512345678'],
  ['+52 55 1234 5678', 'MX', '+525512345678'],
  ['52 55 1234 5678', 'MX', '+525512345678'],
  ['5215512345678', 'MX', '+525512345678'],
  ['+52 55', 'MX', '+5255'],
  ['5255123456', 'MX', '+525255123456'],
  ['\u202a+52 55 1234 5678\u202c', 'MX', '+525512345678'],
  ['00 52 55 1234 5678', 'MX', '+525512345678'],
  ['５５１２３４５６７８', 'MX', '+525512345678'],
  ['044 55 1234 5678', 'MX', '+525512345678'],
  ['1 (415) 555-0100', 'US', '+14155550100'],
  ['+1 415 555 0100', 'US', '+14155550100'],
  ['11 415 555 0100', 'US', '+14155550100'],
  ['+1 604 555 0100', 'CA', '+16045550100'],
  ['300 123 4567', 'CO', '+573001234567'],
  ['5730012345', 'CO', '+575730012345'],
  ['11 91234 5678', 'BR', '+5511912345678'],
  ['55 11 91234 5678', 'BR', '+5511912345678'],
  ['+54 9 11 1234 5678', 'AR', '+541112345678'],
  ['9 1234 5678', 'CL', '+56912345678'],
  ['+503 7123 4567', 'SV', '+50371234567'],
  ['50371234567', 'SV', '+50371234567'],
  ['6123-4567', 'PA', '+50761234567'],
  ['+1 809 555 0100', 'DO', '+18095550100'],
  ['', 'MX', ''],
  ['sin número', 'MX', ''],
  ['<script>55</script>', 'MX', '+5255'],
] as const

for (const [text, country, sent] of typed)
  test(`"${text}" in ${country} is sent as "${sent}"`, () => assert.equal(phoneToSend(text, country), sent))

test('the preview shows how a number will be stored, and nothing without a number', () => {
  assert.equal(phonePreview('(55) 1234-5678', 'MX'), 'Se guardará como: +52 5512345678')
  assert.equal(phonePreview('+1 809 555 0100', 'DO'), 'Se guardará como: +1 8095550100')
  assert.equal(phonePreview(' - ', 'MX'), '')
})

test('a number with a plus names its country', () => {
  assert.equal(countryOf('+503 7123'), 'SV')
  assert.equal(countryOf('+57 300'), 'CO')
  assert.equal(countryOf('+1 604'), 'US')
  assert.equal(countryOf('+34 600'), undefined)
  assert.equal(countryOf('57 300'), undefined)
  // Pasted from a contact: leading direction marks once made it a Mexican number with other digits.
  assert.equal(countryOf('\u202a+1 415 555 0100\u202c'), 'US')
  assert.equal(countryOf('00 1 415 555 01000'), 'US')
})

const saved = [
  ['', null],
  ['   ', null],
  ['+525512345678', '+525512345678'],
  ['55 1234 5678', '+525512345678'],
  ['+52 (55) 1234-5678', '+525512345678'],
  ['+14155550100', '+14155550100'],
  ['+18095550100', '+18095550100'],
  ['+541123456789', '+541123456789'],
  ['+52 1 55 1111 2222', '+525511112222'],
  ['5215511112222', '+525511112222'],
  ['52 55 1111 2222', '+525511112222'],
  ['044 55 1111 2222', '+525511112222'],
  ['045 55 1111 2222', '+525511112222'],
  ['01 55 1111 2222', '+525511112222'],
  ['+52 044 55 1111 2222', '+525511112222'],
  ['+52 01 55 1111 2222', '+525511112222'],
  ['+52 (1) 55 1111 2222', '+525511112222'],
  ['0052 55 1111 2222', '+525511112222'],
  ['00 52 1 55 1111 2222', '+525511112222'],
  ['011 52 55 1111 2222', '+525511112222'],
  ['\u202a+52 55 1111 2222\u202c', '+525511112222'],
  ['\u200e55\u200b1111\u20602222\ufeff', '+525511112222'],
  ['55·1111·2222', '+525511112222'],
  ['55\u20111111\u20132222', '+525511112222'],
  ['55/1111/2222', '+525511112222'],
  ['[55] 1111\u00a02222', '+525511112222'],
  ['５５１１１１２２２２', '+525511112222'],
  ['52 551 23456', '+525255123456'],
  ['+54 9 11 2345 6789', '+541123456789'],
  ['+55 0 11 91234 5678', '+5511912345678'],
  ['00 1 415 555 0100', '+14155550100'],
] as const
for (const [text, stays] of saved)
  test(`the server stores "${text}" as ${stays}`, () => assert.equal(phoneToKeep(text), stays))

const impossible = [
  '+520000000000',
  '1 55 1111 2222',
  '044 55 1111 222',
  '55 1111 2222 3',
  '+52 1 044 55 1111 2222',
  '55+1111+2222',
  '+52551234567',
  '+5255123456789',
  '+34600000000',
  '+999',
  '+',
  'teléfono',
  '55 1234 5678 ext. 9',
  '+52<script>5512345678',
  '+525512345678\u0000',
  '٥٥١٢٣٤٥٦٧٨',
  '+1 000 000 0000',
]
for (const text of impossible)
  test(`the server refuses ${JSON.stringify(text)}`, () =>
    assert.throws(() => phoneToKeep(text), { code: 'invalid_phone' }))

test('stores a visit’s number of any country with its plus, and refuses an impossible number at its field', () => {
  const saved = (phone: string) => withPhoneSaved({ name: 'Ana', phone })
  assert.deepEqual(saved(' 55 1234 5678'), { name: 'Ana', phone: '+525512345678' })
  assert.equal(saved('+34 612 34 56 78').phone, '+34612345678')
  assert.equal(saved('+49 (1512) 345-6789').phone, '+4915123456789')
  for (const text of ['', '  ', '612 34 56 78', ...impossible.filter((one) => one !== '+34600000000')])
    assert.throws(() => saved(text), { code: 'invalid_phone', details: { field: 'phone' } }, text)
})

const country = fc.constantFrom(...codes)
const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const national = country.chain((one) => digits(countries[one].digits).map((number) => ({ one, number })))
const between = fc.constantFrom('', ' ', '-', ' (', ') ', '.')

test('a number that was formatted for sending is not changed by formatting it again', () =>
  fc.assert(
    fc.property(country, fc.string(), (one, text) => {
      const sent = phoneToSend(text, one)
      assert.equal(phoneToSend(sent, one), sent)
      assert.match(sent, /^(\+\d+)?$/)
      assert.ok(nationalDigits(text, one).length <= countries[one].digits)
    }),
  ))

test('spaces, dashes, brackets and the country code in front do not change the number', () =>
  fc.assert(
    fc.property(national, fc.array(between, { minLength: 11, maxLength: 11 }), ({ one, number }, gaps) => {
      const spread = Array.from(number, (digit, index) => digit + (gaps[index] ?? '')).join('')
      const { code } = countries[one]
      assert.equal(nationalDigits(spread, one), number)
      assert.equal(nationalDigits(`${code} ${spread}`, one), number)
    }),
  ))

test('libphonenumber reads every number that it knows as the same country and digits as we do', () =>
  fc.assert(
    fc.property(national, ({ one, number }) => {
      const sent = phoneToSend(number, one)
      const known = parsePhoneNumberFromString(sent)
      if (known?.isValid() !== true || known.number !== sent)
        return assert.throws(() => phoneToKeep(sent), { code: 'invalid_phone' })
      assert.equal(`+${known.countryCallingCode}`, countries[one].code)
      assert.equal(known.nationalNumber, number)
      assert.equal(phoneToKeep(sent), sent)
    }),
    { numRuns: 2000 },
  ))
