/** Photos of a professional's work: under a recorded consent, for the two of them alone, deleted when it is revoked or either leaves. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/client/work-photo.ts'
import { addClient, removeClient } from '#contract/booking/client/own-client.ts'
import { forgetNotes } from '#server/booking/client/own-clients.ts'
import { filesOf } from '#server/platform/files/files.ts'
import { drain } from '#server/platform/jobs.ts'
import { gather } from '#server/privacy/copy.ts'
import { partiesOf } from '#server/privacy/privacy.ts'
import { booked, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
let picture: Uint8Array<ArrayBuffer>
before(async () => {
  kalli = await startTestServer()
  const { default: sharp } = await import('sharp')
  const made = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#a33' } })
    .png()
    .toBuffer()
  picture = new Uint8Array(made)
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

/** A stylist and a client of hers with an account. */
const pair = async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const accountId = await people.account(kalli)
  const person = await people.signIn(kalli, accountId)
  const { id } = await booked(kalli, at, { who: person })
  const { rows } = await kalli.database.pool.query<{ id: number }>(
    'select client_id::int as id from bookings where id = $1',
    [id],
  )
  return { at, accountId, person, clientId: rows[0]?.id ?? 0 }
}

const send = (at: Bookable, id: number, photo: string = randomUUID(), takenOn = '2026-11-20') =>
  at.professional.person.call(contract.addWorkPhoto, {
    params: { id, photo },
    query: { takenOn },
    file: new Blob([picture], { type: 'image/png' }),
  })
const give = (at: Bookable, id: number) =>
  at.professional.person.call(contract.giveWorkPhotoConsent, { params: { id }, body: { agreed: true } })
const sees = async (who: Person, consent: string, photo: string) => {
  const cookies = [...who.jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const { statusCode, headers } = await kalli.app.inject({
    url: contract.workPhotoAddress(consent, photo, 'large'),
    headers: cookies === '' ? {} : { cookie: cookies },
  })
  if (statusCode === 200) assert.match(String(headers['cache-control']), /private, no-store/)
  return statusCode === 200
}
const isStored = async (photo: string) =>
  (await filesOf(kalli.config).read(`work-photos/${photo}/1600.webp`)) !== null

test('photos need a consent, and are then visible to the client and the professional alone', async () => {
  const { at, person, clientId } = await pair()
  const stranger = await pair()
  assert.equal(refusalOf(await send(at, clientId)).code, 'photos_not_agreed')
  const given = await give(at, clientId)
  assert.equal(given.status, 200, JSON.stringify(given.body))
  const again = await give(at, clientId)
  assert.deepEqual(again.body.consent, given.body.consent, 'recorded once')
  const photo = randomUUID()
  const sent = await send(at, clientId, photo)
  assert.deepEqual(sent.body.photos, [{ id: photo, takenOn: '2026-11-20' }])
  assert.deepEqual(
    (await send(at, clientId, photo)).body.photos.length,
    1,
    'the same number is the same photo',
  )
  const consent = sent.body.consent?.id ?? ''
  assert.deepEqual(
    await Promise.all(
      [at.professional.person, person, stranger.at.professional.person, stranger.person, kalli.visitor()].map(
        (who) => sees(who, consent, photo),
      ),
    ),
    [true, true, false, false, false],
  )
  await give(stranger.at, stranger.clientId)
  assert.equal((await send(stranger.at, stranger.clientId, photo)).status, 404, 'no other overwrites a file')
  assert.equal((await send(stranger.at, clientId)).status, 404)
  const { rows } = await kalli.database.pool.query(
    `select sentence, recorded_by::int, consented_at from work_photo_consents where id = $1`,
    [consent],
  )
  assert.deepEqual(rows, [
    { sentence: contract.consentSentence, recorded_by: at.professional.accountId, consented_at: testNow },
  ])
})

test('the client finds photos in their account and data copy, and revoking the consent deletes them all', async () => {
  const { at, accountId, person, clientId } = await pair()
  const other = await pair()
  await give(at, clientId)
  const [photo, older] = [randomUUID(), randomUUID()]
  await send(at, clientId, photo)
  await send(at, clientId, older, '2026-08-01')
  const { body } = await person.call(contract.sharedPhotos)
  assert.deepEqual(
    body.map(({ professional, photos }) => [professional, photos.map(({ id }) => id)]),
    [['Ana Rojas', [photo, older]]],
  )
  const copy = await gather(kalli.work(), await partiesOf(kalli.work(), accountId))
  assert.match(JSON.stringify(copy['fotos_de_tus_resultados']), new RegExp(photo))
  const params = { id: body[0]?.id ?? '' }
  assert.equal((await other.person.call(contract.takeBackWorkPhotos, { params })).status, 404)
  assert.ok(await isStored(photo))
  assert.equal((await person.call(contract.takeBackWorkPhotos, { params })).status, 200)
  await drain(kalli)
  assert.deepEqual([await isStored(photo), await isStored(older)], [false, false])
  const after = await at.professional.person.call(contract.workPhotos, { params: { id: clientId } })
  assert.deepEqual(after.body, { consent: null, photos: [] })
  assert.equal(await sees(at.professional.person, params.id, photo), false)
  assert.equal(refusalOf(await send(at, clientId)).code, 'photos_not_agreed')
  const { rows } = await kalli.database.pool.query<{ revoked_by: string }>(
    'select revoked_by from work_photo_consents where id = $1',
    [params.id],
  )
  assert.equal(rows[0]?.revoked_by, 'client')
})

test('the database refuses photos without a consent, and its revocation while there are photos', async () => {
  const { at, clientId } = await pair()
  const { body } = await give(at, clientId)
  await send(at, clientId)
  const consent = body.consent?.id
  const { pool } = kalli.database
  await assert.rejects(
    pool.query(`update work_photo_consents set revoked_at = now(), revoked_by = 'client' where id = $1`, [
      consent,
    ]),
    /work_photos_consented/,
  )
  await assert.rejects(
    pool.query('delete from client_cards where id = $1', [clientId]),
    /work_photos_consented/,
  )
  await at.professional.person.call(contract.revokeWorkPhotoConsent, { params: { id: clientId } })
  await assert.rejects(
    pool.query(
      `insert into work_photos (id, consent_id, taken_on, width, height, created_at) values (gen_random_uuid(), $1, now(), 9, 9, now())`,
      [consent],
    ),
    /work_photos_consented/,
  )
})

test('a photo sent while the consent is taken back is not stored', async () => {
  const { at, clientId, person } = await pair()
  const { body } = await give(at, clientId)
  const params = { id: body.consent?.id ?? '' }
  const photo = randomUUID()
  const [sent, taken] = await Promise.all([
    send(at, clientId, photo),
    person.call(contract.takeBackWorkPhotos, { params }),
  ])
  assert.equal(taken.status, 200, JSON.stringify(taken.body))
  assert.ok([200, 409].includes(sent.status), JSON.stringify(sent.body))
  await drain(kalli)
  assert.equal(await isStored(photo), false)
})

test('one photo can be deleted alone, and removing the client or their account deletes all of them', async () => {
  const { at, clientId } = await pair()
  await give(at, clientId)
  const [first, second] = [randomUUID(), randomUUID()]
  await send(at, clientId, first)
  await send(at, clientId, second)
  const params = { id: clientId, photo: first }
  const left = await at.professional.person.call(contract.removeWorkPhoto, { params })
  assert.deepEqual(
    left.body.photos.map(({ id }) => id),
    [second],
  )
  const { body: entered } = await at.professional.person.call(addClient, { body: { firstName: 'Lupita' } })
  await give(at, entered.id)
  const third = randomUUID()
  await send(at, entered.id, third)
  assert.equal((await at.professional.person.call(removeClient, { params: { id: entered.id } })).status, 200)
  await forgetNotes(kalli.work(), { professionalId: null, clientIds: [clientId] })
  await drain(kalli)
  for (const photo of [first, second, third]) assert.equal(await isStored(photo), false)
})
