import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { reviewDocument, waitingDocuments } from '#contract/hiring/document.ts'
import { notifyLateReviews } from '#server/notification/late-review.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { contactMail: 'equipo@casa.test' } })
})
after(() => kalli.close())

const documentOf = async (professionalId: number, kind: string) => {
  const { rows } = await sql<{ id: string }>`
    insert into documents (id, owner_kind, owner_id, kind, status, file_key, file_type, file_bytes, uploaded_at)
    select id, 'professional', ${professionalId}, ${kind}, 'in_review', 'documents/' || id, 'application/pdf', 9,
      ${kalli.clock()} from gen_random_uuid() id returning id`.execute(kalli.database.kysely)
  return rows[0]?.id ?? ''
}

const noticesOf = async (accountId: number) => {
  const { rows } = await sql<{ title: string }>`
    select title from notifications where account_id = ${accountId} order by id`.execute(
    kalli.database.kysely,
  )
  return rows.map(({ title }) => title)
}

const emailsTo = async (address: string) => {
  const { rows } = await sql<{ subject: string }>`
    select subject from mails where to_address = ${address}`.execute(kalli.database.kysely)
  return rows.map(({ subject }) => subject)
}

test('an administrator accepts a document until a date or rejects it with a reason, and decides once', async () => {
  const admin = await administrator(kalli)
  const { id: professionalId } = await people.professional(kalli)
  const license = await documentOf(professionalId, 'license')
  const identity = await documentOf(professionalId, 'identity')
  const queue = await admin.call(waitingDocuments)
  const [first] = queue.body.filter((one) => one.id === license)
  assert.equal(first?.professionalId, professionalId)
  assert.equal(Date.parse(first?.dueAt ?? '') - Date.parse(first?.uploadedAt ?? ''), 48 * 3_600_000)

  const accepted = await admin.call(reviewDocument, {
    params: { id: license },
    body: { decision: 'accept', validTo: '2030-01-31' },
  })
  assert.deepEqual([accepted.body.status, accepted.body.validTo], ['valid', '2030-01-31'])
  const refused = await admin.call(reviewDocument, {
    params: { id: identity },
    body: { decision: 'reject', reason: 'No se lee el nombre.' },
  })
  assert.deepEqual([refused.body.status, refused.body.rejectedReason], ['rejected', 'No se lee el nombre.'])
  const again = await admin.call(reviewDocument, { params: { id: license }, body: { decision: 'accept' } })
  assert.equal(refusalOf(again).code, 'paper_not_movable')
  assert.deepEqual(
    (await admin.call(waitingDocuments)).body.filter((one) => one.professionalId === professionalId),
    [],
  )
})

test('a host waiting longer than 48 hours is notified once, and the reviewing staff once a day', async () => {
  const { id: professionalId, accountId } = await people.professional(kalli)
  await documentOf(professionalId, 'license')
  await notifyLateReviews(kalli.work())
  assert.deepEqual(await noticesOf(accountId), [], 'in time: nothing to say')
  kalli.time.advance(49 * 60)
  await Promise.all([notifyLateReviews(kalli.work()), notifyLateReviews(kalli.work())])
  await notifyLateReviews(kalli.work())
  assert.deepEqual(await noticesOf(accountId), ['Cédula profesional sigue en revisión'])
  assert.equal((await emailsTo('equipo@casa.test')).length, 1)
  kalli.time.advance(24 * 60)
  await notifyLateReviews(kalli.work())
  assert.equal((await emailsTo('equipo@casa.test')).length, 2)
  assert.equal((await noticesOf(accountId)).length, 1)
})

test('the host of a listing that waits too long is notified once', async () => {
  const host = await people.host(kalli)
  const { id } = await people.space(kalli, host, { units: 1 })
  // Published by the test; how it came to be reviewed is not covered here.
  await sql`alter table spaces disable trigger spaces_moves`.execute(kalli.database.kysely)
  await sql`update spaces set status = 'in_review', submitted_at = ${kalli.clock()}, review_due_at = ${kalli.clock()}
    where id = ${id}`.execute(kalli.database.kysely)
  kalli.time.advance(60)
  await notifyLateReviews(kalli.work())
  await notifyLateReviews(kalli.work())
  const notified = await noticesOf(host.accountId)
  assert.deepEqual([notified.length, notified[0]?.endsWith('sigue en revisión')], [1, true])
})
