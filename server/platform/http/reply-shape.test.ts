import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '#contract/platform/endpoint.ts'
import { serializerOf } from '#server/platform/http/reply-shape.ts'

const written = (reply: Endpoint['reply'], value: unknown): unknown =>
  JSON.parse(
    serializerOf(endpoint({ method: 'GET', path: '/tea', summary: '', access: 'anyone', reply }))(value),
  )

const Cup = z.object({ name: z.string(), grams: z.int() })
const cup = { name: 'Oolong', grams: 7 }
const leaky = { ...cup, password_hash: 'secret', account: { id: 3 } }

test('a field that the contract does not declare is never sent, at any depth', () => {
  const Choice = z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('hot'), cup: Cup }),
    z.object({ kind: z.literal('cold'), ice: z.int() }),
  ])
  const shapes: [Endpoint['reply'], unknown, unknown][] = [
    [Cup, leaky, cup],
    [z.array(Cup), [leaky, leaky], [cup, cup]],
    [z.object({ it: z.nullable(Cup) }), { it: leaky, more: 1 }, { it: cup }],
    [z.object({ it: z.optional(Cup) }), { it: leaky }, { it: cup }],
    [z.object({ it: z.nullable(z.array(Cup)) }), { it: [leaky] }, { it: [cup] }],
    [z.nullable(Cup), leaky, cup],
    [z.object({ it: z.record(z.string(), Cup) }), { it: { first: leaky } }, { it: { first: cup } }],
    [z.object({ it: Choice }), { it: { kind: 'hot', cup: leaky, ice: 1 } }, { it: { kind: 'hot', cup } }],
    [
      z.object({ it: z.nullable(Choice) }),
      { it: { kind: 'cold', ice: 2, cup: leaky } },
      { it: { kind: 'cold', ice: 2 } },
    ],
  ]
  for (const [reply, value, expected] of shapes) assert.deepEqual(written(reply, value), expected)
})

test('null is sent wherever the contract allows it', () => {
  const All = z.object({
    text: z.nullable(z.string()),
    number: z.nullable(z.int()),
    truth: z.nullable(z.boolean()),
    word: z.nullable(z.enum(['a', 'b'])),
    same: z.nullable(z.literal('x')),
    when: z.nullable(z.iso.datetime({ offset: true })),
    id: z.nullable(z.uuid()),
    list: z.nullable(z.array(z.string())),
    thing: z.nullable(Cup),
    either: z.nullable(z.union([z.string(), z.int()])),
  })
  const nothing = Object.fromEntries(Object.keys(All.shape).map((name) => [name, null]))
  assert.deepEqual(written(All, nothing), nothing)
  const everything = {
    text: '',
    number: 0,
    truth: false,
    word: 'b',
    same: 'x',
    when: '2026-11-20T16:00:00.000Z',
    id: '0191b0a4-7c0e-7d2a-8f3e-2b6b1f0a9c11',
    list: [],
    thing: cup,
    either: 5,
  }
  assert.deepEqual(written(All, everything), everything)
})

test('text is sent unchanged: quotes, line ends, accents and script ends', () => {
  const name = '"comillas" \\ \n \u0000 \u2028 ñandú 😀 </script>'
  assert.deepEqual(written(Cup, { name, grams: -1 }), { name, grams: -1 })
})

test('a missing field is an error of ours, reported and not hidden', () => {
  assert.throws(() => written(Cup, { name: 'Oolong' }), /grams/)
})
