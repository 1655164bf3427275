import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { searchProfessionals } from '#contract/search/search.ts'
import * as settings from '#contract/account/settings.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
const folder = mkdtempSync(join(tmpdir(), 'kalli-photos-'))
before(async () => {
  kalli = await startTestServer({ config: { dataFolder: folder } })
})
after(async () => {
  await kalli.close()
  rmSync(folder, { recursive: true, force: true })
})

const whole = { x: 0, y: 0, width: 1, height: 1 }
const someone = async () => people.signIn(kalli, await people.account(kalli))
const send = (person: Person, file: Uint8Array | string, body: typeof whole = whole) => {
  const bytes = typeof file === 'string' ? Buffer.from(file) : Buffer.from(file)
  return person.call(settings.uploadPhoto, { file: new Blob([bytes]), body })
}
const picture = (width = 400, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#a63f24' } })
const refused = async (file: Uint8Array | string, body?: typeof whole) => {
  const answer = await send(await someone(), file, body)
  return [answer.status, refusalOf(answer).code]
}
const bytesAt = async (address: string) => {
  const answer = await kalli.visitor().fetch('GET', address)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

test('an anonymous visitor cannot send a photo, and the file is not even read', async () => {
  const answer = await send(kalli.visitor(), await picture().jpeg().toBuffer())
  assert.equal(answer.status, 401)
})

test('another site cannot send one in my name', async () => {
  const person = await someone()
  const answer = await person.call(
    settings.uploadPhoto,
    { file: new Blob([Buffer.from(await picture().jpeg().toBuffer())]), body: whole },
    { headers: { 'sec-fetch-site': 'cross-site' } },
  )
  assert.deepEqual([answer.status, refusalOf(answer).code], [403, 'cross_site'])
})

test('stores a photo as squares in three sizes and three formats', async () => {
  for (const format of ['jpeg', 'png', 'webp', 'avif'] as const) {
    const person = await someone()
    const { status, body } = await send(person, await picture(500, 300).toFormat(format).toBuffer())
    assert.equal(status, 200, format)
    assert.match(body.profileImageUrl ?? '', /^\/photos\/[0-9a-f-]{36}\/320\.webp$/)
    for (const size of [96, 320, 640])
      for (const ending of ['avif', 'webp', 'jpeg']) {
        const address = (body.profileImageUrl ?? '').replace('320.webp', `${size}.${ending}`)
        const { answer, bytes } = await bytesAt(address)
        assert.equal(answer.headers.get('content-type'), `image/${ending}`)
        assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
        const { width, height } = await sharp(bytes).metadata()
        assert.deepEqual([width, height], [size, size])
      }
  }
})

test('removes the location and all other camera metadata', async () => {
  const noted = await picture()
    .withExif({
      IFD0: { Artist: 'Fulana de Tal' },
      IFD3: { GPSLatitude: '19/1 25/1 10/1', GPSLatitudeRef: 'N' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Colima 200</x:xmpmeta>')
    .jpeg()
    .toBuffer()
  assert.ok(noted.includes('Fulana de Tal') && noted.includes('Colima 200'))
  assert.notEqual((await sharp(noted).metadata()).exif, undefined)
  const { body } = await send(await someone(), noted)
  for (const ending of ['avif', 'webp', 'jpeg']) {
    const { bytes } = await bytesAt((body.profileImageUrl ?? '').replace('webp', ending))
    const { exif, xmp, iptc, icc } = await sharp(bytes).metadata()
    assert.deepEqual([exif, xmp, iptc, icc], [undefined, undefined, undefined, undefined])
    assert.ok(!bytes.includes('Fulana') && !bytes.includes('Colima'))
  }
})

test('a photo is rotated upright, and cropped to the square that its owner chose', async () => {
  const left = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#ff0000' } })
    .composite([
      {
        input: { create: { width: 200, height: 200, channels: 3, background: '#0000ff' } },
        left: 200,
        top: 0,
      },
    ])
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  // Rotated a quarter to the right: the left side is at the top.
  const { body } = await send(await someone(), left, { x: 0, y: 0.5, width: 1, height: 0.5 })
  const { bytes } = await bytesAt((body.profileImageUrl ?? '').replace('webp', 'jpeg'))
  const { dominant } = await sharp(bytes).stats()
  assert.ok(dominant.b > 200 && dominant.r < 60, JSON.stringify(dominant))
})

test('refuses files that are not pictures, whatever their first bytes claim', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const jpeg = await picture().jpeg().toBuffer()
  for (const file of [
    svg,
    `<?xml version="1.0"?>${svg}`,
    '<html><script>alert(1)</script></html>',
    'GIF89a',
    '%PDF-1.7',
    Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.from(svg)]),
    Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(svg)]),
    jpeg.subarray(0, Math.floor(jpeg.length / 2)),
    (await picture().png().toBuffer()).subarray(0, 200),
  ])
    assert.deepEqual(await refused(file), [415, 'not_a_picture'], Buffer.from(file).toString('latin1', 0, 20))
})

test('strips a script appended to a picture', async () => {
  const polyglot = Buffer.concat([
    await picture().jpeg().toBuffer(),
    Buffer.from('<script>alert(1)</script>PK\x03\x04'),
  ])
  const { body } = await send(await someone(), polyglot)
  const { bytes, answer } = await bytesAt((body.profileImageUrl ?? '').replace('webp', 'jpeg'))
  assert.ok(!bytes.includes('<script>') && !bytes.includes('PK\x03\x04'))
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
})

/** A PNG of this many pixels that is only a few kilobytes long. */
const bomb = (width: number, height: number) => {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc(body))
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([1, 0, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
const crc = (bytes: Buffer) => {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

test('a small file that would unpack to a huge picture is refused before it is unpacked', async () => {
  const before = process.memoryUsage().rss
  assert.deepEqual(await refused(bomb(60_000, 60_000)), [400, 'picture_too_large'])
  assert.ok(process.memoryUsage().rss - before < 200_000_000)
})

test('a photo that is too small, or a square too small of it, is refused', async () => {
  assert.deepEqual(await refused(await picture(40, 40).png().toBuffer()), [400, 'picture_too_small'])
  const corner = { x: 0.9, y: 0.9, width: 0.1, height: 0.1 }
  assert.deepEqual(await refused(await picture().png().toBuffer(), corner), [400, 'picture_too_small'])
})

test('files that are too heavy, none, or broken forms are refused', async () => {
  assert.deepEqual(await refused(Buffer.alloc(8 * 1024 * 1024 + 1)), [413, 'file_too_large'])
  assert.deepEqual(await refused(''), [400, 'file_missing'])
  const person = await someone()
  const path = settings.uploadPhoto.path
  const json = await person.fetch('POST', path, { body: whole })
  assert.ok([400, 415].includes(json.status), String(json.status))
  const torn = await person.fetch('POST', path, {
    body: '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
  })
  assert.equal(torn.status, 400)
  const jpeg = await picture().jpeg().toBuffer()
  for (const x of ['-1', 'NaN', '2', "' or 1=1"]) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ ...whole, x })) form.set(name, String(value))
    form.set('file', new Blob([Buffer.from(jpeg)]))
    assert.equal((await person.fetch('POST', path, { body: form })).status, 400, x)
  }
})

test('does not read a form sent to an endpoint that takes no file', async () => {
  const person = await someone()
  const form = new FormData()
  form.set('firstName', 'Ana')
  const answer = await person.fetch('PATCH', settings.saveAccountProfile.path, { body: form })
  assert.equal(answer.status, 415)
})

test('replacing or removing a photo deletes its files', async () => {
  const person = await someone()
  const first = (await send(person, await picture().jpeg().toBuffer())).body.profileImageUrl ?? ''
  const second = (await send(person, await picture().png().toBuffer())).body.profileImageUrl ?? ''
  await drain(kalli)
  assert.equal((await bytesAt(first)).answer.status, 404)
  assert.equal((await bytesAt(second)).answer.status, 200)
  const { body } = await person.call(settings.removePhoto)
  assert.deepEqual([body.profileImageUrl, body.hasPhoto], [null, false])
  await drain(kalli)
  assert.equal((await bytesAt(second)).answer.status, 404)
})

test('of two photos sent at once one is saved, and the other is deleted', async () => {
  const person = await someone()
  const jpeg = await picture().jpeg().toBuffer()
  const answers = await Promise.all([send(person, jpeg), send(person, jpeg), send(person, jpeg)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  kalli.time.advance(120)
  await runJobsOnce(kalli)
  const { body } = await person.call(settings.accountProfile)
  const shown = body.profileImageUrl?.split('/')[2] ?? ''
  const saved = readdirSync(join(folder, 'files', 'photos'))
  assert.ok(saved.includes(shown))
  const rows = await kalli.database.kysely.selectFrom('photos').select('id').execute()
  const full = saved.filter((name) => readdirSync(join(folder, 'files', 'photos', name)).length > 0)
  assert.deepEqual(full.toSorted(), rows.map(({ id }) => id).toSorted())
})

test('a photo address with an unknown id, size or format is not found', async () => {
  for (const address of [
    '/photos/x/320.webp',
    '/photos/00000000-0000-4000-8000-000000000000/320.webp',
    '/photos/..%2f..%2fsecret/320.webp',
    '/photos/00000000-0000-4000-8000-000000000000/321.webp',
    '/photos/00000000-0000-4000-8000-000000000000/320.svg',
  ])
    assert.equal((await bytesAt(address)).answer.status, 404, address)
})

test("a professional's new photo is on their card", async () => {
  const stylist = await people.professional(kalli, { firstName: 'Zenaida' })
  const { body } = await send(stylist.person, await picture().jpeg().toBuffer())
  await drain(kalli)
  const { body: cards } = await kalli.visitor().call(searchProfessionals, { query: { q: 'Zenaida' } })
  assert.equal(cards[0]?.user.profileImageUrl, body.profileImageUrl)
})
