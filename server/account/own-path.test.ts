import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ownPath } from '#contract/platform/own-path.ts'

const ours = [
  ['/', '/'],
  ['/my-bookings', '/my-bookings'],
  ['/booking?professional=7&service=3', '/booking?professional=7&service=3'],
  ['/#como-funciona', '/#como-funciona'],
  ['/search-results?q=u%C3%B1as%20%26%20m%C3%A1s', '/search-results?q=u%C3%B1as%20%26%20m%C3%A1s'],
  ['/search-results?q=uñas', '/search-results?q=u%C3%B1as'],
  // Encoded once more than our own links do it.
  ['%2Fbooking%3Fprofessional%3D7', '/booking?professional=7'],
  ['%252Fmy-bookings', '/my-bookings'],
  // Dangerous-looking text where it is only text.
  ['/search-results?q=javascript:alert(1)', '/search-results?q=javascript:alert(1)'],
  ['/search-results?q=//evil.example', '/search-results?q=//evil.example'],
  ['/search-results?q=100%', '/search-results?q=100%'],
  ['/authors', '/authors'],
] as const
for (const [wanted, path] of ours)
  test(`"${wanted}" leads to ${path}`, () => assert.equal(ownPath(wanted), path))

const hostile = [
  '',
  'evil.example',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  'https://evil.example',
  'HTTPS:evil.example',
  'https:/\\evil.example',
  'http://kalli.invalid/x',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://evil.example/1',
  '%2f%2fevil.example',
  '%2F%5Cevil.example',
  '%252f%252fevil.example',
  '%25252f%25252fevil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '/%252fevil.example',
  '/%255cevil.example',
  '/%09/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/%20/evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/%2e%2e//evil.example',
  '/my-bookings/..//evil.example',
  '/my-bookings/../\\evil.example',
  '/@evil.example/../..//evil.example',
  '//evil.example/%2f..',
  '/\u0000',
  '/a%00b',
  '/a%0d%0aset-cookie:x=1',
  '/api/logout',
  '/API/logout',
  '/%61pi/logout',
  '/x/../api/logout',
  '/auth?redirect=/auth',
  `/${'a'.repeat(3000)}`,
]
for (const wanted of hostile)
  test(`${JSON.stringify(wanted.slice(0, 60))} leads home`, () => assert.equal(ownPath(wanted), '/'))

test('no destination at all leads to the start page', () => assert.equal(ownPath(undefined), '/'))

const pieces = fc.array(
  fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '%5C',
    '%2e',
    '%25',
    '%09',
    '\t',
    '\n',
    ' ',
    '@',
    ':',
    '?',
    '#',
    'x',
    'evil.example',
    'https:',
    'javascript:',
  ),
  { maxLength: 12 },
)

test('any destination keeps the browser on our site, and resolving the result again does not change it', () =>
  fc.assert(
    fc.property(pieces, (parts) => {
      const path = ownPath(parts.join(''))
      assert.match(path, /^\/(?![/\\])/)
      for (const page of ['https://kalli.mx/auth', 'https://kalli.mx/a/b'])
        assert.equal(new URL(path, page).origin, 'https://kalli.mx')
      assert.equal(ownPath(path), path)
    }),
    { numRuns: 20_000 },
  ))
