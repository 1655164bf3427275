/** The idempotency key of a browser's request and of its retries. */
import assert from 'node:assert/strict'
import { registerHooks } from 'node:module'
import { after, beforeEach, test } from 'node:test'
import { endpoint } from '#contract/platform/endpoint.ts'
import type * as api from '#web/api.ts'
import * as z from 'zod/mini'

// In this process the module acts as the server, which has no keys: a separate copy acts as the browser.
const asBrowser = new URL('api.ts?browser', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@tanstack/react-start' && context.parentURL === asBrowser
      ? {
          url: 'data:text/javascript,export const createIsomorphicFn = () => ({ server: () => ({ client: (run) => run }) })',
          format: 'module',
          shortCircuit: true,
        }
      : next(specifier, context),
})
const { call }: typeof api = await import(asBrowser)

const saying = endpoint({
  method: 'POST',
  path: '/api/visits/:id/words',
  summary: 'A wish',
  access: 'anyone',
  params: z.object({ id: z.int() }),
  body: z.object({ text: z.string() }),
  reply: z.object({}),
  idempotent: true,
})
/** Responses to the next calls; when they run out, the response is lost. */
let answers: Response[] = []
let keys: (string | null)[] = []
const realFetch = globalThis.fetch
beforeEach(() => {
  answers = []
  keys = []
  globalThis.fetch = async (_, { headers } = {}) => {
    keys.push(new Headers(headers).get('idempotency-key'))
    return answers.shift() ?? assert.fail('the line is gone')
  }
})
after(() => {
  globalThis.fetch = realFetch
})

/** Ignores the outcome. */
const say = (id: number, text: string, key?: string) =>
  call(saying, { params: { id }, body: { text } }, { idempotencyKey: key }).catch(() => undefined)
const refused = (status: number, code: string) => Response.json({ code, message: code }, { status })

/** Which keys are equal, as characters in order of appearance. */
const pattern = () => {
  assert.ok(keys.every((key) => key !== null && key.length >= 8))
  const seen = [...new Set(keys)]
  return keys.map((key) => 'abcdef'[seen.indexOf(key)]).join('')
}

test('retrying the same request after a lost reply uses the same key, until it is answered', async () => {
  await say(1, 'yes')
  await say(1, 'yes')
  answers = [Response.json({}), Response.json({})]
  await say(1, 'yes')
  await say(1, 'yes')
  assert.equal(pattern(), 'aaab')
})

test('a request with another body or address gets another key, and the first keeps its own', async () => {
  await say(2, 'yes')
  await say(2, 'no')
  await say(3, 'yes')
  await say(2, 'yes')
  assert.equal(pattern(), 'abca')
})

test('a refusal is a reply, and a retry after it is a new request', async () => {
  answers = [refused(409, 'taken'), Response.json({})]
  await say(4, 'yes')
  await say(4, 'yes')
  assert.equal(pattern(), 'ab')
})

for (const [what, status, code] of [
  ['a failure', 500, 'unknown'],
  ['a house that is full', 503, 'busy'],
  ['that its first saying is under way', 409, 'in_progress'],
  ['that there were too many', 429, 'too_many_requests'],
  ['that nobody is signed in any more', 401, 'not_signed_in'],
] as const)
  test(`${what} is no answer: the next request reuses the key of the lost one`, async () => {
    await say(status, code)
    answers = [refused(status, code), Response.json({})]
    await say(status, code)
    await say(status, code)
    assert.equal(pattern(), 'aaa')
  })

test('a caller’s own key is sent unchanged and is used by no other request', async () => {
  await say(5, 'yes', 'the key of a card')
  await say(5, 'yes')
  assert.equal(keys[0], 'the key of a card')
  assert.equal(pattern(), 'ab')
})
