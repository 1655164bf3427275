/** Hostile or broken input in place of valid values. */
import type { Endpoint } from '#contract/platform/endpoint.ts'
import { jsonSchema } from '#server/platform/http/reply-shape.ts'

const script = '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">'

/** For any text field: it must be stored as it is or refused, and never run, break or disguise anything. */
export const hostileTexts: Readonly<Record<string, string>> = {
  script,
  'a script that leaves its attribute': '"><svg onload=window.hacked=1>',
  'a script address': 'javascript:window.hacked=1',
  'another site': '//evil.example/x',
  SQL: "'; drop table accounts; --",
  'a template': '{{constructor.constructor("return process")()}}${7*7}',
  NUL: 'ana\u0000rojas',
  'control characters': 'ana\u0001\u0008\u001b[31mrojas\u007f\u0085',
  'a new direction of writing': 'ana\u202eexe.gpj\u2066rojas',
  'a lone surrogate': 'ana\ud800rojas',
  'the other lone surrogate': '\udc00',
  'not a character': 'ana\uffff\ufffe',
  'line ends for a header': 'ana\r\nset-cookie: sid=evil\r\n',
  'a path out': '../../../../etc/passwd',
  'a path out, encoded': '..%2f..%2f%00',
  nothing: '',
  'only spaces': ' \t\n\u00a0\u3000',
  'very long': 'á'.repeat(20_000),
  'combining marks': `a${'\u0301'.repeat(500)}`,
  'a prototype key': '__proto__',
  'a number with a tail': '1e1000',
  'a big number': '99999999999999999999',
  NaN: 'NaN',
  'a negative number': '-1',
  'a date that is none': '2026-02-31',
  'a far date': '+275760-09-13T00:00:00.000Z',
  'the year zero': '0000-01-01',
  'a foreign number': '1',
  'a foreign id': '00000000-0000-4000-8000-000000000000',
  'a comma list': ',,,,',
  wildcards: '%_\\%',
}

/** For any field: values of an entirely different type. */
export const hostileKinds: Readonly<Record<string, unknown>> = {
  null: null,
  true: true,
  zero: 0,
  'minus one': -1,
  'a fraction': 0.1,
  'the largest number': Number.MAX_VALUE,
  'beyond whole numbers': 2 ** 53,
  'beyond the database’s': 2 ** 63,
  'an empty list': [],
  'a list for a text': ['a'],
  'a list of lists': [[[[['a']]]]],
  many: Array.from({ length: 5000 }, () => 'a'),
  'an object': {},
  'an object that poses as text': { toString: 'x', length: 5, trim: 1 },
  'a constructor': { constructor: { prototype: { isAdmin: true } } },
}

/** Whole request bodies. */
export const hostileBodies: Readonly<Record<string, { payload: string; type: string; status?: number }>> = {
  'nothing as JSON': { payload: '', type: 'application/json' },
  'half of JSON': { payload: '{"email":"a', type: 'application/json' },
  'a list': { payload: '[]', type: 'application/json' },
  null: { payload: 'null', type: 'application/json' },
  'a text': { payload: '"hola"', type: 'application/json' },
  'a number': { payload: '1e999', type: 'application/json' },
  NaN: { payload: 'NaN', type: 'application/json' },
  'a prototype': { payload: '{"__proto__":{"isAdmin":true}}', type: 'application/json' },
  'a constructor': { payload: '{"constructor":{"prototype":{"isAdmin":true}}}', type: 'application/json' },
  'fifty thousand lists in lists': {
    payload: `{"email":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    type: 'application/json',
  },
  'ten thousand keys': {
    payload: JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`k${n}`, n]))),
    type: 'application/json',
  },
  'bytes that are no text': { payload: '{"email":"\u00ff\u00fe"}', type: 'application/json; charset=latin1' },
  'a form of another site': {
    payload: 'email=a%40b.mx&password=x',
    type: 'application/x-www-form-urlencoded',
  },
  'plain text': { payload: '{"email":"a@b.mx"}', type: 'text/plain' },
  XML: {
    payload: '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    type: 'application/xml',
  },
  'parts without a boundary': { payload: '--x', type: 'multipart/form-data' },
  'no type that there is': { payload: '{}', type: '../../x' },
}

/** Headers that any client can forge. */
export const forgedHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'x-forwarded-for': '127.0.0.1, evil, "; drop table limits' },
  { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
  { host: 'evil.example' },
  { host: 'evil.example:99999' },
  { host: '' },
  { cookie: `sid=${'x'.repeat(3000)}; kalli_visitor=%00%ff; elsewhere=..` },
  { cookie: 'sid=%E0%A4%A; sid; =; ;;;' },
  { 'idempotency-key': '\'"<script>' },
  { 'idempotency-key': 'x'.repeat(5000) },
  { 'user-agent': '<script>window.hacked=1</script>' },
  { 'accept-language': '*;q=9,../../' },
  { 'x-http-method-override': 'DELETE' },
  { authorization: 'Bearer ..' },
  { 'if-none-match': '"' },
  { range: 'bytes=0-99999999999' },
]

/** Ends of an address that no decoder accepts. */
export const brokenAddresses = [
  '%',
  '%zz',
  '%00',
  '%ED%A0%80',
  '%ff%fe',
  '..%2f..%2fetc',
  'a'.repeat(2000),
  '__proto__',
  'constructor',
  '-1',
  '0',
  '1.5',
  '1e3',
  '9007199254740993',
  '99999999999999999999999',
  'NaN',
  "1'--",
  '%F0%9F%92%85',
]

/** A value that an endpoint's schema accepts, so that each field can be spoilt alone. */
export const exampleOf = (schema: NonNullable<Endpoint['body']>): unknown =>
  example(jsonSchema(schema, 'input'))

const example = (node: unknown): unknown => {
  if (typeof node !== 'object' || node === null) return 'a'
  const made: Record<string, unknown> = { ...node }
  if ('const' in made) return made['const']
  if ('default' in made) return made['default']
  if (Array.isArray(made['enum'])) return made['enum'][0]
  const branches = made['anyOf'] ?? made['oneOf'] ?? made['allOf']
  if (Array.isArray(branches)) return example(branches[0])
  const type = Array.isArray(made['type']) ? made['type'][0] : made['type']
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(made['properties'] ?? {}).map(([name, inner]) => [
          name,
          exampleText(name) ?? example(inner),
        ]),
      )
    case 'array':
      return [example(made['items'])]
    case 'number':
    case 'integer':
      return typeof made['minimum'] === 'number' ? made['minimum'] : 1
    case 'boolean':
      return true
    default:
      return byFormat(made['format'])
  }
}

/** Hashing passwords is slow; one that is refused at once keeps the test short. */
const exampleText = (name: string): string | undefined => (/password/i.test(name) ? 'x' : undefined)

const byFormat = (format: unknown) => {
  switch (format) {
    case 'email':
      return 'ana@ejemplo.mx'
    case 'uuid':
      return '00000000-0000-4000-8000-000000000000'
    case 'date':
      return '2026-11-27'
    case 'date-time':
      return '2026-11-27T16:00:00Z'
    case 'uri':
      return 'https://ejemplo.mx/'
    default:
      return 'Ana'
  }
}

/** Every way to put `value` at one place of `whole`. */
export const spoilt = (whole: unknown, value: unknown): unknown[] => {
  if (Array.isArray(whole))
    return [value, ...whole.flatMap((item, at) => spoilt(item, value).map((bad) => whole.with(at, bad)))]
  if (typeof whole === 'object' && whole !== null)
    return Object.entries(whole).flatMap(([name, inner]) =>
      spoilt(inner, value).map((bad) => ({ ...whole, [name]: bad })),
    )
  return [value]
}
