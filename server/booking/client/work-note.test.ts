/** Work notes: sealed, visible to the professional alone, and the client reads only what is written for them. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as book from '#contract/booking/client/own-client.ts'
import * as contract from '#contract/booking/client/work-note.ts'
import type { WorkNoteBody } from '#contract/booking/client/work-note.ts'
import { sealNotesAnew } from '#server/booking/client/work-note.ts'
import { booked, contactOf, type Bookable } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const stylist = () => people.bookable(kalli, { noticeMinutes: 0 })
const bodyOf = (part: Partial<WorkNoteBody> = {}): WorkNoteBody => ({
  template: 'color',
  doneOn: '2026-11-20',
  fields: { formula: '7.1 con 20 volúmenes', products: 'Tinte marca X' },
  forClient: '',
  ...part,
})
const add = (at: Bookable, id: number, body = bodyOf()) =>
  at.professional.person.call(contract.addWorkNote, { params: { id }, body })
const notes = async (at: Bookable, id: number) =>
  (await at.professional.person.call(contract.workNotes, { params: { id } })).body

test('a work note is encrypted at rest, read and corrected by its author, and not found by another professional', async () => {
  const at = await stylist()
  const { body: client } = await at.professional.person.call(book.addClient, { body: { firstName: 'Lupe' } })
  const made = await add(at, client.id)
  assert.equal(made.status, 201, JSON.stringify(made.body))
  const { rows } = await kalli.database.pool.query<{ row: string }>(
    `select encode(sealed, 'escape') || note::text as row from client_work_notes note where id = $1`,
    [made.body.id],
  )
  assert.ok(!(rows[0]?.row ?? '').includes('volúmenes') && !(rows[0]?.row ?? '').includes('7.1'))
  assert.deepEqual((await notes(at, client.id))[0]?.fields, bodyOf().fields)

  const params = { id: client.id, note: made.body.id }
  const change = (version: number, by = at) =>
    by.professional.person.call(contract.changeWorkNote, {
      params,
      body: { note: bodyOf({ template: 'therapy', fields: { plan: 'Dos sesiones.' } }), version },
    })
  assert.equal((await change(1)).status, 200)
  assert.equal(refusalOf(await change(1)).code, 'stale_version')
  const stranger = await stylist()
  assert.equal((await change(2, stranger)).status, 404)
  assert.equal((await add(stranger, client.id)).status, 404)
  assert.equal((await stranger.professional.person.call(contract.removeWorkNote, { params })).status, 404)
  assert.equal((await stranger.professional.person.call(contract.workNotes, { params })).status, 404)
  assert.equal((await at.professional.person.call(contract.removeWorkNote, { params })).status, 200)
  assert.deepEqual(await notes(at, client.id), [])
})

test('a note without text or with a field of another template is refused', async () => {
  const at = await stylist()
  const { body: client } = await at.professional.person.call(book.addClient, { body: { firstName: 'Lupe' } })
  const refused: Record<string, string>[] = [{ plan: 'x' }, { constructor: 'x' }, {}, { formula: '' }]
  for (const fields of refused)
    assert.equal((await add(at, client.id, bodyOf({ fields }))).status, 400, JSON.stringify(fields))
})

test('the client reads only what was written for them, also after a merge', async () => {
  const at = await stylist()
  const client = await people.signIn(kalli, await people.account(kalli))
  await booked(kalli, at, { who: client, contact: contactOf({ firstName: 'Inés' }) })
  const [own] = (await at.professional.person.call(book.ownClients, { query: {} })).body
  assert.ok(own)
  await add(at, own.id, bodyOf({ forClient: 'Lávalo con agua tibia.' }))
  await add(at, own.id, bodyOf({ doneOn: '2026-11-19' }))
  const read = async () => (await client.call(contract.sharedNotes)).body
  assert.deepEqual(
    (await read()).map(({ doneOn, text }) => [doneOn, text]),
    [['2026-11-20', 'Lávalo con agua tibia.']],
  )
  assert.ok(!JSON.stringify(await read()).includes('volúmenes'))
  const stranger = await people.signIn(kalli, await people.account(kalli))
  assert.deepEqual((await stranger.call(contract.sharedNotes)).body, [])

  const { body: other } = await at.professional.person.call(book.addClient, { body: { firstName: 'Ine' } })
  await add(at, other.id, bodyOf({ doneOn: '2026-11-18', forClient: 'Vuelve en seis semanas.' }))
  assert.equal((await read()).length, 1)
  await at.professional.person.call(book.mergeClients, { params: { id: other.id }, body: { other: own.id } })
  assert.equal((await notes(at, other.id)).length, 3)
  assert.equal((await read()).length, 2)
})

test('notes encrypted with an earlier secret are encrypted again, once', async () => {
  const at = await stylist()
  const { body: client } = await at.professional.person.call(book.addClient, { body: { firstName: 'Lupe' } })
  await add(at, client.id)
  const work = kalli.work()
  const later = {
    ...work,
    config: {
      ...work.config,
      secret: 'another secret of thirty-two letters',
      secretsBefore: [work.config.secret],
    },
  }
  assert.ok((await sealNotesAnew(later)) > 0)
  assert.equal(await sealNotesAnew(later), 0)
  // And back again, for the other tests.
  const back = { ...work, config: { ...work.config, secretsBefore: [later.config.secret] } }
  await sealNotesAnew(back)
  assert.equal((await notes(at, client.id))[0]?.fields['formula'], '7.1 con 20 volúmenes')
})
