import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { S3 } from '#server/platform/config-providers.ts'
import { inS3, signed } from '#server/platform/files/s3.ts'

const store: S3 = {
  endpoint: '',
  region: 'us-east-1',
  bucket: 'examplebucket',
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}

/** A store that keeps files in memory and checks every signature by computing it again. */
const saved = new Map<string, { bytes: Buffer; type: string | undefined }>()
const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const body = Buffer.concat(pieces)
    const url = new URL(request.url ?? '', store.endpoint)
    const { 'x-amz-date': at = '', 'content-type': type, authorization } = request.headers
    const [, year, month, day, hour, minute, second] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(String(at)) ?? []
    const now = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
    const expected = signed(store, { method: request.method ?? '', url, body, type, now })
    const answer = (status: number, content?: Buffer) => response.writeHead(status).end(content)
    if (expected['authorization'] !== authorization) return answer(403)
    if (request.method === 'PUT') {
      saved.set(url.pathname, { bytes: body, type })
      return answer(200)
    }
    if (request.method === 'DELETE') {
      saved.delete(url.pathname)
      return answer(204)
    }
    const file = saved.get(url.pathname)
    return file === undefined ? answer(404) : answer(200, file.bytes)
  })
})
const isAddress = (value: unknown): value is AddressInfo => typeof value === 'object' && value !== null
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  store.endpoint = `http://127.0.0.1:${isAddress(address) ? address.port : 0}`
})
after(() => server.close())

test('a file is put, read and removed, and removing it again succeeds', async () => {
  const files = inS3(store)
  assert.equal(await files.read('photos/a/320.webp'), null)
  await files.put('photos/a/320.webp', Buffer.from('picture'), 'image/webp')
  assert.equal(saved.get('/examplebucket/photos/a/320.webp')?.type, 'image/webp')
  assert.equal(Buffer.from((await files.read('photos/a/320.webp')) ?? []).toString(), 'picture')
  await files.remove('photos/a/320.webp')
  await files.remove('photos/a/320.webp')
  assert.equal(await files.read('photos/a/320.webp'), null)
})

test('a refusal by the store is an error', async () => {
  const stranger = inS3({ ...store, secretKey: 'wrong' })
  await assert.rejects(stranger.put('photos/b/320.webp', Buffer.from('x'), 'image/webp'), /answered 403/)
})

test("signs as Amazon's own published example does", () => {
  // "Example: GET Bucket Lifecycle" of the signature's documentation.
  const { authorization } = signed(store, {
    method: 'GET',
    url: new URL('https://examplebucket.s3.amazonaws.com/?lifecycle='),
    body: new Uint8Array(),
    type: undefined,
    now: new Date('2013-05-24T00:00:00Z'),
  })
  assert.match(
    authorization ?? '',
    /Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543$/,
  )
})
