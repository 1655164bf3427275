/** Photos between two people: re-encoded, without location data, and for no one else. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import * as contract from '#contract/conversation/conversation.ts'
import * as messageReport from '#contract/conversation/message-report.ts'
import { sweepPhotos } from '#server/conversation/photo.ts'
import { booked } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
const folder = mkdtempSync(join(tmpdir(), 'kalli-photos-'))
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent', dataFolder: folder } })
})
after(async () => {
  await kalli.close()
  rmSync(folder, { recursive: true, force: true })
})

const picture = async () =>
  new Blob([
    await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b5533c' } })
      .withExif({ IFD0: { Make: 'Camarita' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 25/1 0/1' } })
      .jpeg()
      .toBuffer(),
  ])

const send = async (who: Person, id: string, message = randomUUID(), file?: Blob) =>
  who.call(contract.sendPhoto, {
    params: { kind: 'booking', id, message },
    file: file ?? (await picture()),
  })

test('a photo is visible to the two participants, without camera metadata, and to no other user', async () => {
  const at = await people.bookable(kalli)
  const client = await people.signIn(kalli, await people.account(kalli))
  const { id } = await booked(kalli, at, { who: client })
  const message = randomUUID()
  const sent = await send(client, id, message)
  assert.equal(sent.status, 200, JSON.stringify(sent.body))
  assert.deepEqual(sent.body.photo, { width: 900, height: 600 })
  assert.equal((await send(client, id, message)).body.number, 1)
  const path = `/api/conversations/booking/${id}/photos/${message}/small`
  for (const who of [client, at.professional.person]) {
    const answer = await who.fetch('GET', path)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('cache-control'), 'private, no-store')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const { width, exif } = await sharp(bytes).metadata()
    assert.deepEqual([width, exif], [640, undefined])
    assert.ok(!bytes.includes('Camarita'))
  }
  const neighbour = await people.bookable(kalli)
  const others = [at.host.person, neighbour.professional.person, kalli.visitor()]
  for (const who of others) {
    assert.equal((await who.fetch('GET', path)).status, 404)
    assert.equal((await send(who, id)).status, 404)
  }
  for (const bad of [`${path}r`, path.replace(message, randomUUID()), path.replace(message, 'x')])
    assert.equal((await client.fetch('GET', bad)).status, 404)
  assert.equal(
    refusalOf(await send(client, id, randomUUID(), new Blob(['no es foto']))).code,
    'not_a_picture',
  )
})

test('a reported photo is visible to Kalli’s staff while the report is open, each view logged, and to no other user', async () => {
  const at = await people.bookable(kalli)
  const client = await people.signIn(kalli, await people.account(kalli))
  const { id } = await booked(kalli, at, { who: client })
  const { person: professional } = at.professional
  const message = randomUUID()
  await send(client, id, message)
  const admin = await administrator(kalli)
  const reported = await professional.call(messageReport.reportMessage, {
    params: { kind: 'booking', id },
    body: { message, reason: 'unwanted', note: '' },
  })
  assert.equal(reported.status, 200, JSON.stringify(reported.body))
  const { body: queue } = await admin.call(messageReport.reportQueue)
  const report = queue.reports.find(({ messages }) => messages.some((one) => one.id === message))
  assert.ok(report)
  const path = messageReport.reportedPhotoPath(report.id, message, 'small')
  for (const who of [kalli.visitor(), client, professional])
    assert.equal((await who.fetch('GET', path)).status, 404)
  for (const bad of [
    messageReport.reportedPhotoPath(report.id + 1000, message, 'small'),
    messageReport.reportedPhotoPath(report.id, randomUUID(), 'small'),
    messageReport.reportedPhotoPath('x', message, 'small'),
  ])
    assert.equal((await admin.fetch('GET', bad)).status, 404)
  const shown = await admin.fetch('GET', path)
  assert.deepEqual([shown.status, shown.headers.get('cache-control')], [200, 'private, no-store'])
  const { rows } = await kalli.database.pool.query(
    'select count(*)::int as count from conversation_looks where report_id = $1 and message_id = $2',
    [report.id, message],
  )
  assert.deepEqual(rows, [{ count: 1 }])
  await admin.call(messageReport.decideReport, { params: { id: report.id }, body: { remove: false } })
  assert.equal((await admin.fetch('GET', path)).status, 404)
})

test('a photo without a message is swept after an hour, and one in a message stays', async () => {
  const at = await people.bookable(kalli)
  const client = await people.signIn(kalli, await people.account(kalli))
  const { id } = await booked(kalli, at, { who: client })
  const message = randomUUID()
  // Sent twice: the second picture belongs to no message.
  await send(client, id, message)
  await send(client, id, message)
  kalli.time.advance(90)
  await sweepPhotos(kalli.work())
  const { rows } = await kalli.database.pool.query(
    'select count(*)::int as count from conversation_photos p where not exists (select from conversation_messages m where m.photo_id = p.id)',
  )
  assert.equal(rows[0].count, 0)
  const path = `/api/conversations/booking/${id}/photos/${message}/large`
  assert.equal((await client.fetch('GET', path)).status, 200)
})
