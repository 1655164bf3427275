/** The TypeScript client (clients/typescript): its types come from the document, and its example runs against Kalli by a key. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { readContract } from '#server/openapi/contract.ts'
import { openApi } from '#server/openapi/openapi.ts'
import { keyOf } from '#server/testing/keys.ts'
import * as people from '#server/testing/people.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

const folder = join(import.meta.dirname, '../../clients/typescript')
const run = promisify(execFile)

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const Generator = z.object({
  typesOf: z.custom<(document: unknown) => Promise<string>>((value) => typeof value === 'function'),
})
/** Untyped JavaScript with its own compiler, which the server’s types do not include. */
const readGenerator = async () =>
  z.parse(Generator, await import(pathToFileURL(join(folder, 'generate.mjs')).href))

test(
  'the example compiles against the generated types, and a wrong path does not',
  { timeout: 300_000 },
  async () => {
    const { typesOf } = await readGenerator()
    writeFileSync(join(folder, 'schema.d.ts'), await typesOf(openApi(await readContract())))
    const compiler = join(folder, '../../node_modules/typescript/bin/tsc')
    await run(process.execPath, [compiler, '-p', folder])
  },
)

const keyFor = async (scopes: readonly string[]) => {
  const { accountId } = await people.professional(kalli, { firstName: 'Inés' })
  return keyOf(kalli, accountId, { scopes, actsAs: 'professional' })
}
const runExample = async (token: string) => {
  const { stdout } = await run(process.execPath, [join(folder, 'example.ts')], {
    env: { ...process.env, KALLI_URL: kalli.url, KALLI_KEY: token },
  })
  return stdout.trim().split('\n')
}

test('the example calls with a key: it reads the caller, adds a service and reads a refusal', async () => {
  const { id, secret } = await keyFor(['services:write', 'bookings:read'])
  assert.deepEqual(await runExample(secret), [
    `Sistema ${id}: services:write bookings:read`,
    'Peinado: $450',
    'not_found',
  ])
})

test('without the scope the example ends with Kalli’s refusal', async () => {
  const { secret } = await keyFor(['services:read'])
  await assert.rejects(runExample(secret), /scope_missing/)
})

type Client = { GET: (path: string) => Promise<{ response: Response }>; POST: Client['GET'] }
const Module = z.object({
  createKalliClient: z.custom<(options: object) => Client>((value) => typeof value === 'function'),
})

test('the client retries busy replies and lost reads, and not what could be done twice', async () => {
  const { createKalliClient } = z.parse(Module, await import(pathToFileURL(join(folder, 'client.ts')).href))
  const sent: string[] = []
  const clientOf = (...answers: (Response | Error)[]) =>
    createKalliClient({
      url: 'http://kalli.test',
      token: async () => 'kalli_test_one',
      version: '2026-11-28',
      fetch: async ({ method, headers }: Request) => {
        sent.push(`${method} ${headers.get('authorization')} ${headers.get('kalli-version')}`)
        const answer = answers.shift() ?? Response.json({})
        if (answer instanceof Error) throw answer
        return answer
      },
    })
  const busy = () => new Response('', { status: 503, headers: { 'retry-after': '0' } })
  assert.equal((await clientOf(busy(), busy()).GET('/api/x')).response.status, 200)
  assert.deepEqual(sent.splice(0), Array(3).fill('GET Bearer kalli_test_one 2026-11-28'))
  assert.equal((await clientOf(busy(), busy(), busy()).POST('/api/x')).response.status, 503)
  assert.equal(sent.splice(0).length, 3)
  await assert.rejects(clientOf(new TypeError('lost')).POST('/api/x'), /lost/)
  assert.equal(sent.length, 1)
})
