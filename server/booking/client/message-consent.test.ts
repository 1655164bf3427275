/** A client's consent to be invited back by one professional: who recorded it and when, and that either of the two may end it. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as contract from '#contract/booking/client/message-consent.ts'
import { addClient, mergeClients } from '#contract/booking/client/own-client.ts'
import { notificationSettings, saveNotificationSettings } from '#contract/notification/notification.ts'
import { gather } from '#server/privacy/copy.ts'
import { partiesOf } from '#server/privacy/privacy.ts'
import { booked, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
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
const record = (at: Bookable, id: number) =>
  at.professional.person.call(contract.recordMessageConsent, { params: { id }, body: { agreed: true } })
const read = async (at: Bookable, id: number) =>
  (await at.professional.person.call(contract.messageConsent, { params: { id } })).body.consent
const give = (who: Person, professional: number) =>
  who.call(contract.giveMessageConsent, { params: { professional }, body: { agreed: true } })
const mine = async (who: Person) => (await who.call(contract.ownMessageConsents)).body

test('a professional records a client’s consent to messages, and the client sees it and can revoke it', async () => {
  const { at, person, clientId, accountId } = await pair()
  const other = await people.bookable(kalli)
  assert.equal(await read(at, clientId), null)
  assert.equal((await record(other, clientId)).status, 404, 'no client of hers')
  const both = await Promise.all([record(at, clientId), record(at, clientId)])
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  )
  const given = { givenAt: testNow.toISOString(), source: 'professional' as const }
  assert.deepEqual(await read(at, clientId), given)
  const { id: professionalId } = at.professional
  assert.deepEqual(
    (await mine(person)).map(({ givenAt, source, professionalId: of }) => ({ givenAt, source, of })),
    [{ ...given, of: professionalId }],
  )
  const rows = await kalli.database.kysely
    .selectFrom('message_consents')
    .select(['sentence', 'recorded_by', 'revoked_at'])
    .where('professional_id', '=', professionalId)
    .execute()
  assert.deepEqual(rows, [
    { sentence: contract.messageSentence, recorded_by: at.professional.accountId, revoked_at: null },
  ])
  const stranger = await people.signIn(kalli, await people.account(kalli))
  const params = { professional: professionalId }
  await stranger.call(contract.takeBackMessageConsent, { params })
  assert.equal((await mine(person)).length, 1, 'another client ends only their own')
  assert.equal((await person.call(contract.takeBackMessageConsent, { params })).status, 200)
  assert.equal((await person.call(contract.takeBackMessageConsent, { params })).status, 200)
  assert.deepEqual([await mine(person), await read(at, clientId)], [[], null])
  // The former consent, and who ended it, is in the copy of their data.
  const copy = JSON.stringify(await gather(kalli.work(), await partiesOf(kalli.work(), accountId)))
  assert.match(copy, /permisos_para_invitarte_a_volver.*"revoked_by":"client"/)
})

test('a client may consent only to a professional with whom they have a visit, and either side can end it', async () => {
  const { at, person, clientId } = await pair()
  assert.equal((await give(kalli.visitor(), at.professional.id)).status, 401)
  const stranger = await people.signIn(kalli, await people.account(kalli))
  assert.equal(refusalOf(await give(stranger, at.professional.id)).code, 'not_found')
  const given = await give(person, at.professional.id)
  assert.deepEqual(
    given.body.map(({ source }) => source),
    ['client'],
  )
  assert.equal((await read(at, clientId))?.source, 'client')
  // Another entry of the same person has it too.
  const { body: card } = await at.professional.person.call(addClient, { body: { firstName: 'Itzel' } })
  const merged = await at.professional.person.call(mergeClients, {
    params: { id: clientId },
    body: { other: card.id },
  })
  assert.equal(merged.status, 200, JSON.stringify(merged.body))
  await record(at, card.id)
  assert.equal((await mine(person)).length, 1)
  const ended = await at.professional.person.call(contract.endMessageConsent, { params: { id: clientId } })
  assert.equal(ended.body.consent, null)
  assert.deepEqual(await mine(person), [])
  await assert.rejects(
    kalli.database.pool.query(
      `insert into message_consents select gen_random_uuid(), professional_id, card_id, source, sentence, consented_at, recorded_by
       from message_consents cross join generate_series(1, 2) where professional_id = $1`,
      [at.professional.id],
    ),
    /message_consents_once/,
  )
})

test('a client who turns such emails off revokes all of their consents', async () => {
  const { at, person } = await pair()
  await give(person, at.professional.id)
  for (const email of [true, false]) {
    const { body: now } = await person.call(notificationSettings)
    const saved = await person.call(saveNotificationSettings, {
      body: {
        version: now.version,
        quiet: now.quiet,
        events: [{ event: 'win_back', app: false, push: false, whatsapp: false, sms: false, email }],
      },
    })
    assert.equal(saved.status, 200, JSON.stringify(saved.body))
    assert.equal((await mine(person)).length, email ? 1 : 0)
  }
})
