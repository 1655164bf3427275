/** Reviews after a visit: by whom, when, sealed until when, answered, removed; and the ratings of cards. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { dayMs } from '#contract/platform/duration.ts'
import * as booking from '#contract/booking/booking.ts'
import * as attendance from '#contract/booking/attendance.ts'
import { publicReviews } from '#contract/review/public-review.ts'
import { hostFit, publicProfessional, publicSpace } from '#contract/search/public-page.ts'
import * as contract from '#contract/review/visit-review.ts'
import { closeDue } from '#server/booking/visit/visit.ts'
import { inviteToReview, notifyDecided, notifyReviewed } from '#server/notification/event/review.ts'
import { sendDue } from '#server/notification/written.ts'
import { drain } from '#server/platform/jobs.ts'
import { publishDue } from '#server/review/review.ts'
import { booked, contactOf, hereOf } from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { administrator } from '#server/testing/world.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

type At = Awaited<ReturnType<typeof people.bookable>>

/** A visit at a salon that took place and is closed, or is still to come. */
const visit = async (values: { at?: At; place?: number; how?: 'completed' | 'confirmed' } = {}) => {
  kalli.time.set(testNow)
  const at = values.at ?? (await people.bookable(kalli, { noticeMinutes: 0 }))
  const one = await booked(kalli, at, { date: '2026-11-20', place: values.place ?? 4, contact: contactOf() })
  const params = { id: one.id }
  if (values.how !== 'confirmed') {
    kalli.time.set(new Date(one.startsAt))
    await at.professional.person.call(attendance.checkIn, { params, body: await hereOf(kalli, params.id) })
    kalli.time.set(new Date(one.endsAt))
    await at.professional.person.call(attendance.checkOut, { params, body: {} })
    const done = await one.who.call(attendance.complete, { params, query: { t: one.t } })
    assert.equal(done.body.status, 'completed')
  }
  const client = { who: one.who, query: { as: 'client', t: one.t } as const }
  const professional = { who: at.professional.person, query: { as: 'professional' } as const }
  const host = { who: at.host.person, query: { as: 'host' } as const }
  return { ...one, at, params, client, professional, host, endsAt: new Date(one.endsAt) }
}
type Side = { who: Person; query: { as: 'client' | 'professional' | 'host'; t?: string } }
type Scores = readonly (readonly [contract.ReviewSubject, number, string?])[]
const say = (one: { params: { id: string } }, { who, query }: Side, scores: Scores, key?: string) =>
  who.call(
    contract.writeReview,
    {
      params: one.params,
      query,
      body: { scores: scores.map(([subject, score, text = '']) => ({ subject, score, text })) },
    },
    key === undefined ? {} : { key },
  )
const look = (one: { params: { id: string } }, { who, query }: Side) =>
  who.call(contract.visitReview, { params: one.params, query })
const pageOf = async ({ at }: { at: At }) =>
  (await kalli.visitor().call(publicProfessional, { params: { id: String(at.professional.id) } })).body
const spacePageOf = async ({ at }: { at: At }) =>
  (await kalli.visitor().call(publicSpace, { params: { id: String(at.space.id) } })).body

/** The notification of an account that leads to such a thing. */
const bellOf = async (accountId: number, kind: string) => {
  const { rows } = await kalli.database.pool.query<{ title: string }>(
    `select title from notifications where account_id = $1 and about_kind = $2 order by id`,
    [accountId, kind],
  )
  return rows.map(({ title }) => title)
}
const emailsOf = async (key: string) => {
  await drain(kalli)
  await sendDue(kalli.work())
  const { rows } = await kalli.database.pool.query<{ subject: string }>(
    `select subject from mails where dedupe_key like $1 order by id`,
    [`${key}%`],
  )
  return rows.map(({ subject }) => subject)
}

const wholeClient: Scores = [
  ['professional', 4, 'Muy amable.'],
  ['service', 5],
  ['space', 3, 'Poca luz.'],
]

test('only a participant can review a visit, and only once it is over', async () => {
  const one = await visit({ how: 'confirmed' })
  assert.equal((await say(one, { who: kalli.visitor(), query: { as: 'client' } }, wholeClient)).status, 404)
  const stranger = await people.signIn(kalli, await people.account(kalli))
  assert.equal((await look(one, { who: stranger, query: { as: 'client' } })).status, 404)
  const early = refusalOf(await say(one, one.client, wholeClient))
  assert.equal(early.code, 'move_not_allowed')
  assert.equal((await look(one, one.client)).body.may.reason, early.message)
})

test('a client rates professional, result and place; a professional only the place, and a host only the professional', async () => {
  const one = await visit()
  const partsOf = async (side: Side) => (await look(one, side)).body.parts
  assert.deepEqual(await partsOf(one.client), ['professional', 'service', 'space'])
  assert.deepEqual(await partsOf(one.professional), ['space'])
  assert.deepEqual(await partsOf(one.host), ['professional'])
  assert.equal(refusalOf(await say(one, one.professional, [['professional', 5]])).code, 'invalid_input')
  assert.equal(refusalOf(await say(one, one.host, [['space', 5]])).code, 'invalid_input')
  assert.equal(
    refusalOf(
      await say(one, one.client, [
        ['space', 5],
        ['space', 1],
      ]),
    ).code,
    'invalid_input',
  )
})

test('the result takes only stars, and a review with words about it is refused as a whole', async () => {
  const one = await visit()
  const refused = refusalOf(
    await say(one, one.client, [
      ['professional', 4, 'Muy amable.'],
      ['service', 5, 'Quedó perfecto.'],
    ]),
  )
  assert.equal(refused.code, 'invalid_input')
  assert.match(JSON.stringify(refused), /El resultado lleva solo estrellas/)
  assert.deepEqual((await look(one, one.client)).body.mine, [])
  assert.equal((await say(one, one.client, wholeClient)).status, 200)
})

test('a professional who books herself rates the place and not herself, by the database too', async () => {
  const one = await visit()
  await kalli.database.pool.query(
    `update clients set account_id = (select account_id from professionals where id = $1)
     where id = (select client_id from bookings where id = $2)`,
    [one.at.professional.id, one.id],
  )
  assert.deepEqual((await look(one, one.client)).body.parts, ['space'])
  assert.equal(refusalOf(await say(one, one.client, wholeClient)).code, 'invalid_input')
  await assert.rejects(
    kalli.database.pool.query(
      `insert into reviews (booking_id, author, subject, professional_id, score, text, author_first_name, created_at, state, publish_at)
       select id, 'client', 'professional', professional_id, 5, '', 'Yo', completed_at, 'hidden', completed_at from bookings where id = $1`,
      [one.id],
    ),
    /is not reviewed like this/,
  )
  assert.equal((await say(one, one.client, [['space', 5]])).status, 200)
})

test('reviews are hidden until all three parties wrote, and then each counts on the pages of its subject', async () => {
  const one = await visit()
  const written = await say(one, one.client, wholeClient)
  assert.deepEqual(
    written.body.mine.map(({ subject, score, state }) => [subject, score, state]),
    [
      ['professional', 4, 'hidden'],
      ['service', 5, 'hidden'],
      ['space', 3, 'hidden'],
    ],
  )
  await say(one, one.host, [['professional', 1, 'Dejó la luz prendida.']])
  // Sealed: neither on the pages nor for its subject.
  assert.deepEqual((await pageOf(one)).reviews, [])
  assert.deepEqual((await pageOf(one)).reviewCount, 0)
  const mine = await one.professional.who.call(contract.receivedReviews, { query: { as: 'professional' } })
  assert.deepEqual(mine.body, [])
  await say(one, one.professional, [['space', 5, 'Todo en su lugar.']])

  const page = await pageOf(one)
  // A host's review does not count as a client's rating.
  assert.deepEqual([page.rating, page.reviewCount], ['4', 1])
  assert.deepEqual(page.results, { rating: '5.0', count: 1 })
  assert.deepEqual(
    page.reviews.map(({ score, text, reply }) => [score, text, reply]),
    [[4, 'Muy amable.', null]],
  )
  const space = await spacePageOf(one)
  assert.deepEqual([space.rating, space.reviews.length], ['4', 2])
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ rating: number }>(
    'select rating from search_professionals where id = $1',
    [one.at.professional.id],
  )
  assert.equal(rows[0]?.rating, 4)
  const notified = await kalli.database.pool.query<{ title: string }>(
    `select title from notifications where dedupe_key like 'review:' || $1 || '%' order by title`,
    [one.id],
  )
  assert.deepEqual(
    notified.rows.map(({ title }) => title),
    [
      'Ana dejó una reseña de tu espacio',
      'Casa Salas calificó cómo usaste su espacio',
      'Lucía dejó una reseña',
      'Lucía dejó una reseña de tu espacio',
    ],
  )
  const received = await one.professional.who.call(contract.receivedReviews, {
    query: { as: 'professional' },
  })
  assert.deepEqual(
    received.body.map(({ author, score }) => [author, score]),
    [
      ['host', 1],
      ['client', 4],
    ],
  )
})

test('each participant is invited to review once, and an answer is notified to the author with a link to the review', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const one = await visit({ at })
  const emailsAbout = async (what: string) => {
    const { rows } = await kalli.database.pool.query<{ subject: string; text: string }>(
      `select subject, body_text as text from mails where dedupe_key like $1 order by id`,
      [what],
    )
    return rows
  }
  const bellOf = async (accountId: number) => {
    const { rows } = await kalli.database.pool.query<{ title: string; id: string }>(
      `select title, about_id as id from notifications where account_id = $1 and about_kind in ('my_review', 'host_review') order by id`,
      [accountId],
    )
    return rows
  }
  await drain(kalli)
  await sendDue(kalli.work())
  const [requested, ...more] = await emailsAbout(`review-invite:${one.id}%`)
  assert.ok(requested)
  assert.equal(more.length, 0)
  assert.match(requested.text, new RegExp(`/booking-success\\?id=${one.id}&t=[^ ]+&review=1`))
  assert.equal((await bellOf(at.professional.accountId)).length, 1)
  assert.deepEqual(
    (await bellOf(at.host.accountId)).map(({ id }) => id),
    [one.id],
  )

  // The same two at the same place the same month: no second notification; the visit's own client is invited to review.
  const second = await visit({ at, place: 8 })
  // Repeated by a job that died midway, and for a client who wrote before the email was sent.
  await say(second, second.client, wholeClient)
  await inviteToReview(kalli.work(), one.id)
  await drain(kalli)
  await sendDue(kalli.work())
  assert.equal((await emailsAbout(`review-invite:${one.id}%`)).length, 1)
  assert.equal((await emailsAbout(`review-invite:${second.id}%`)).length, 0)
  assert.equal((await bellOf(at.host.accountId)).length, 1)

  kalli.time.set(new Date(second.endsAt.getTime() + 7 * dayMs))
  await publishDue(kalli.work())
  const pro = second.professional.who
  const [review] = (await pro.call(contract.receivedReviews, { query: { as: 'professional' } })).body
  assert.ok(review)
  await pro.call(contract.replyToReview, { params: { id: review.id }, body: { text: 'Gracias.' } })
  await drain(kalli)
  await sendDue(kalli.work())
  assert.equal((await emailsAbout(`review-answer:${second.id}:${review.id}`)).length, 1)
})

test('contact details are refused in a review or an answer, also when split, and nothing of it is stored', async () => {
  const one = await visit()
  for (const [person, place] of [
    ['Llámame al 55 1234 5678.', ''],
    ['Escríbeme: ana arroba gmail punto com', ''],
    ['Mi número empieza en 5512', '345678, hablen'],
  ] as const) {
    const refused = await say(one, one.client, [
      ['professional', 5, person],
      ['service', 5],
      ['space', 5, place],
    ])
    assert.equal(refusalOf(refused).code, 'contact_in_review')
  }
  assert.deepEqual((await look(one, one.client)).body.mine, [])
  await say(one, one.client, [['professional', 5, 'Llegué a las 10:30 y pagué $1,250. Diez de diez.']])
  kalli.time.set(new Date(one.endsAt.getTime() + 7 * dayMs))
  await publishDue(kalli.work())
  const pro = one.professional.who
  const [review] = (await pro.call(contract.receivedReviews, { query: { as: 'professional' } })).body
  assert.ok(review)
  const params = { id: review.id }
  const answer = (text: string) => pro.call(contract.replyToReview, { params, body: { text } })
  assert.equal(refusalOf(await answer('Gracias, búscame como @ana_rojas')).code, 'contact_in_review')
  assert.equal((await answer('Gracias, aquí te espero.')).status, 200)
})

test('only hosts who are hiring see hosts’ reviews, and no public page does', async () => {
  const one = await visit()
  await say(one, one.host, [['professional', 2, 'Llegó tarde.']])
  const said = async () =>
    (
      await one.host.who.call(hostFit, {
        query: { space: one.at.space.id, professionals: String(one.at.professional.id) },
      })
    ).body[0]?.hostsSay
  assert.equal(await said(), null)
  kalli.time.set(new Date(one.endsAt.getTime() + 7 * dayMs))
  await publishDue(kalli.work())
  assert.deepEqual(await said(), { rating: '2.0', count: 1 })
  const page = await pageOf(one)
  assert.deepEqual([page.rating, page.reviewCount, page.reviews.length], ['0', 0, 0])
  assert.ok(!JSON.stringify(page).includes('hostsSay'))
  const asStranger = await people.signIn(kalli, await people.account(kalli))
  const requested = { query: { space: one.at.space.id, professionals: String(one.at.professional.id) } }
  assert.equal((await asStranger.call(hostFit, requested)).status, 403)
})

test('all reviews of a place are paged with each author’s role, and can be filtered', async () => {
  const one = await visit()
  await say(one, one.client, wholeClient)
  await say(one, one.professional, [['space', 5, 'Todo en su lugar.']])
  await say(one, one.host, [['professional', 5]])
  // Older ones with the same timestamp, as the demo data writes them.
  await kalli.database.pool.query(
    `with visits as (
       insert into bookings select (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid()))).*
       from bookings b, generate_series(1, 43) where b.id = $1 returning id)
     insert into reviews (booking_id, author, subject, space_id, score, text, author_first_name, created_at, state, published_at)
     select id, 'client', 'space', $2, 5, case when row_number() over () % 2 = 0 then 'Bien.' else '' end, 'Vieja', $3, 'published', $3
     from visits`,
    [one.id, one.at.space.id, new Date(one.endsAt.getTime() - 90 * dayMs)],
  )
  const visitor = kalli.visitor()
  const page = await spacePageOf(one)
  assert.equal(page.reviews.length, 20)
  assert.deepEqual(
    new Set(page.reviews.slice(0, 2).map(({ author }) => author)),
    new Set(['client', 'professional']),
  )
  const query = { of: 'space', id: one.at.space.id } as const
  const seen = [...page.reviews]
  for (let last = seen.at(-1); last !== undefined; last = seen.at(-1)) {
    const { body, headers } = await visitor.call(publicReviews, {
      query: { ...query, cursor: String(last.id) },
    })
    seen.push(...body)
    if (headers.get('link') === null) break
  }
  assert.deepEqual([seen.length, new Set(seen.map(({ id }) => id)).size], [45, 45])

  const found = async (requested: object) =>
    (await visitor.call(publicReviews, { query: { ...query, ...requested, limit: 100 } })).body.length
  assert.equal(await found({ by: 'professional' }), 1)
  assert.equal(await found({ score: 3 }), 1)
  assert.equal(await found({ only: 'text' }), 23)
  assert.equal(await found({ only: 'reply' }), 0)
  const business = await visitor.call(publicReviews, {
    query: { of: 'business', id: page.businessId, limit: 100 },
  })
  assert.equal(business.body.length, 45)
  assert.equal(
    refusalOf(await visitor.call(publicReviews, { query: { ...query, id: 999_999 } })).code,
    'not_found',
  )
  await kalli.database.pool.query(`update spaces set status = 'paused' where id = $1`, [one.at.space.id])
  assert.equal(refusalOf(await visitor.call(publicReviews, { query })).code, 'not_found')
})

test('a single review waits seven days, a later one is published at once, and none is accepted after fourteen days', async () => {
  const one = await visit()
  await say(one, one.client, wholeClient)
  kalli.time.set(new Date(one.endsAt.getTime() + 7 * dayMs - 1))
  await publishDue(kalli.work())
  assert.equal((await pageOf(one)).reviewCount, 0)
  kalli.time.set(new Date(one.endsAt.getTime() + 7 * dayMs))
  await publishDue(kalli.work())
  assert.equal((await pageOf(one)).reviewCount, 1)
  const notifiedHost = () => bellOf(one.at.host.accountId, 'host_reviews')
  await drain(kalli)
  assert.deepEqual(await notifiedHost(), ['Lucía dejó una reseña de tu espacio'])
  await say(one, one.professional, [['space', 5]])
  assert.equal((await spacePageOf(one)).reviews.length, 2)
  // It is read later than the first, and announced all the same; each once.
  await drain(kalli)
  await notifyReviewed(kalli.work(), one.id)
  assert.equal((await notifiedHost()).length, 2)
  kalli.time.set(new Date(one.endsAt.getTime() + 14 * dayMs))
  const late = refusalOf(await say(one, one.host, [['professional', 5]]))
  assert.equal(late.code, 'move_not_allowed')
  await closeDue(kalli.work())
  assert.equal((await look(one, one.host)).body.may.reason, late.message)
  assert.equal((await look(one, one.client)).body.mine.length, 3)
})

test('eight presses make one review, and two reviews published at once both count', async () => {
  const at = await people.bookable(kalli, { noticeMinutes: 0 })
  const [first, second] = [await visit({ at, place: 0 }), await visit({ at, place: 4 })]
  kalli.time.set(second.endsAt)
  const all = await Promise.all(Array.from({ length: 8 }, () => say(first, first.client, wholeClient)))
  assert.deepEqual(all.map(({ status }) => status).toSorted(), [200, 409, 409, 409, 409, 409, 409, 409])
  await say(
    second,
    second.client,
    wholeClient.map(([subject]) => [subject, 2] as const),
  )
  await Promise.all([first, second].map((one) => say(one, one.host, [['professional', 5]])))
  const done = await Promise.all([first, second].map((one) => say(one, one.professional, [['space', 4]])))
  assert.deepEqual(
    done.map(({ status }) => status),
    [200, 200],
  )
  const page = await pageOf(first)
  assert.deepEqual([page.rating, page.reviewCount], ['3', 2])
  assert.equal((await spacePageOf(first)).rating, '3.25')
})

test('the reviewed party answers once in public, and a reported review counts until staff removes it', async () => {
  const one = await visit()
  await say(one, one.client, wholeClient)
  kalli.time.set(new Date(one.endsAt.getTime() + 7 * dayMs))
  await publishDue(kalli.work())
  const pro = one.professional.who
  const [review] = (await pro.call(contract.receivedReviews, { query: { as: 'professional' } })).body
  assert.ok(review)
  const params = { id: review.id }
  assert.equal(
    refusalOf(await one.host.who.call(contract.replyToReview, { params, body: { text: 'Yo no.' } })).code,
    'not_found',
  )
  assert.equal((await pro.call(contract.replyToReview, { params, body: { text: '¡Gracias!' } })).status, 200)
  assert.equal(
    refusalOf(await pro.call(contract.replyToReview, { params, body: { text: 'Otra cosa' } })).code,
    'review_answered',
  )
  assert.equal((await pageOf(one)).reviews[0]?.reply, '¡Gracias!')
  const body = { reason: 'false', note: 'No fue conmigo.' } as const
  assert.equal((await pro.call(contract.reportReview, { params, body })).status, 200)
  assert.equal(refusalOf(await pro.call(contract.reportReview, { params, body })).code, 'review_reported')
  assert.equal((await pageOf(one)).reviewCount, 1)

  const admin = await administrator(kalli)
  const queue = (await admin.call(contract.reportedReviews)).body.filter(({ note }) => note === body.note)
  const [reported] = queue
  assert.ok(reported)
  const decide = () =>
    admin.call(contract.decideReviewReport, { params: { id: reported.id }, body: { remove: true } })
  assert.equal((await decide()).status, 200)
  assert.equal(refusalOf(await decide()).code, 'report_decided')
  const page = await pageOf(one)
  assert.deepEqual([page.rating, page.reviewCount, page.reviews.length], ['0', 0, 0])
  assert.deepEqual((await look(one, one.client)).body.mine.map(({ state, text }) => [state, text])[0], [
    'retired',
    '',
  ])
  // Its author and its reporter are notified; the decision is sent once, also by a job that runs again.
  assert.deepEqual(await emailsOf(`review-decided:${reported.id}:author`), ['Retiramos tu reseña'])
  await notifyDecided(kalli.work(), reported.id)
  assert.deepEqual((await bellOf(one.at.professional.accountId, 'reviews')).slice(-1), [
    'Retiramos la reseña que reportaste',
  ])
})

test('the reporter of a kept review is notified, and no other user is', async () => {
  const one = await visit()
  await say(one, one.professional, [['space', 1, 'Sin agua.']])
  kalli.time.set(new Date(one.endsAt.getTime() + 7 * dayMs))
  await publishDue(kalli.work())
  const host = one.host.who
  const [review = assert.fail('none')] = (
    await host.call(contract.receivedReviews, { query: { as: 'host' } })
  ).body
  await host.call(contract.reportReview, {
    params: { id: review.id },
    body: { reason: 'false', note: 'Sí había agua.' },
  })
  const admin = await administrator(kalli)
  const { id = 0 } =
    (await admin.call(contract.reportedReviews)).body.find(({ note }) => note === 'Sí había agua.') ?? {}
  await admin.call(contract.decideReviewReport, { params: { id }, body: { remove: false } })
  await drain(kalli)
  assert.deepEqual((await bellOf(one.at.host.accountId, 'host_reviews')).slice(1), [
    'Revisamos la reseña que reportaste',
  ])
  assert.deepEqual(await bellOf(one.at.professional.accountId, 'my_review'), [
    '¿Cómo te fue en Casa Salas · Sillas de la calle Colima?',
  ])
  assert.equal((await spacePageOf(one)).reviewCount, 1)
})

test('a reviewer reports the answer, and removing it deletes it for good while the review still counts', async () => {
  const one = await visit()
  await say(one, one.client, wholeClient)
  kalli.time.set(new Date(one.endsAt.getTime() + 7 * dayMs))
  await publishDue(kalli.work())
  const pro = one.professional.who
  const [review = assert.fail('none')] = (
    await pro.call(contract.receivedReviews, { query: { as: 'professional' } })
  ).body
  const answer = (text: string) =>
    pro.call(contract.replyToReview, { params: { id: review.id }, body: { text } })
  const body = { subject: 'professional', reason: 'insult', note: 'Me ofende.' } as const
  const report = ({ who, query }: Side) => who.call(contract.reportReply, { params: one.params, query, body })
  const part = async () =>
    (await look(one, one.client)).body.mine.find(({ subject }) => subject === 'professional')
  assert.equal(refusalOf(await report(one.client)).code, 'not_found', 'nobody has answered yet')
  assert.equal((await answer('Qué cliente tan molesta.')).status, 200)
  assert.equal(refusalOf(await report({ who: kalli.visitor(), query: { as: 'client' } })).code, 'not_found')
  assert.equal(refusalOf(await report(one.professional)).code, 'not_found')
  const two = await Promise.all([report(one.client), report(one.client)])
  assert.deepEqual(two.map(({ status }) => status).toSorted(), [200, 409])
  assert.deepEqual([(await part())?.replyReport, (await part())?.replyRemoved], ['waiting', false])
  // The review itself may be reported as well.
  const against = { reason: 'false', note: 'Me ofende.' } as const
  assert.equal(
    (await pro.call(contract.reportReview, { params: { id: review.id }, body: against })).status,
    200,
  )

  const admin = await administrator(kalli)
  const reports = (await admin.call(contract.reportedReviews)).body.filter(({ note }) => note === body.note)
  assert.deepEqual(reports.map(({ ofReply, reply }) => [ofReply, reply]).toSorted(), [
    [false, 'Qué cliente tan molesta.'],
    [true, 'Qué cliente tan molesta.'],
  ])
  const { id = 0 } = reports.find(({ ofReply }) => ofReply) ?? {}
  const decided = await admin.call(contract.decideReviewReport, { params: { id }, body: { remove: true } })
  assert.equal(decided.status, 200, JSON.stringify(decided.body))
  const page = await pageOf(one)
  assert.deepEqual([page.reviewCount, page.reviews[0]?.reply], [1, null])
  const left = await part()
  assert.deepEqual([left?.state, left?.reply, left?.replyRemoved], ['published', null, true])
  assert.equal(refusalOf(await answer('Otra vez.')).code, 'review_answered')
  assert.deepEqual(await emailsOf(`review-decided:${id}:author`), ['Retiramos la respuesta que reportaste'])
  assert.deepEqual((await bellOf(one.at.professional.accountId, 'reviews')).slice(-1), [
    'Retiramos tu respuesta a una reseña',
  ])
})

test('a professional who works at her own place sees that only the client rates', async () => {
  const one = await visit()
  const seen = async ({ who, query }: Side) =>
    (await who.call(booking.booking, { params: one.params, query })).body.ownPlace
  assert.equal(await seen(one.professional), false)
  await kalli.database.pool.query(
    'update hosts set account_id = (select account_id from professionals where id = $1) where id = $2',
    [one.at.professional.id, one.at.host.id],
  )
  assert.equal(await seen(one.professional), true)
  const mine = (await look(one, one.professional)).body
  assert.deepEqual([mine.parts, mine.may.allowed], [[], false])
})

test('the database refuses a review of a visit that did not take place, by a non-participant, or edited', async () => {
  const [done, coming] = [await visit(), await visit({ how: 'confirmed' })]
  const insert = (id: string, values: string) =>
    kalli.database.pool.query(
      `insert into reviews (booking_id, author, subject, professional_id, space_id, score, author_first_name, created_at, state, publish_at)
       values ($1, ${values}, 5, 'Ana', $2, 'hidden', $2)`,
      [id, done.endsAt],
    )
  const pro = done.at.professional.id
  const refuses = (trying: Promise<unknown>, constraint: string) => assert.rejects(trying, { constraint })
  await refuses(
    insert(coming.id, `'client', 'professional', ${coming.at.professional.id}, null`),
    'reviews_of_booking',
  )
  await refuses(
    insert(done.id, `'client', 'professional', ${coming.at.professional.id}, null`),
    'reviews_of_booking',
  )
  await refuses(insert(done.id, `'host', 'space', null, ${done.at.space.id}`), 'reviews_of_booking')
  await refuses(insert(done.id, `'host', 'service', ${pro}, null`), 'reviews_author_subject')
  await insert(done.id, `'client', 'professional', ${pro}, null`)
  await refuses(insert(done.id, `'client', 'professional', ${pro}, null`), 'reviews_once')
  await refuses(
    kalli.database.pool.query('update reviews set score = 1 where booking_id = $1', [done.id]),
    'reviews_fixed',
  )
})
