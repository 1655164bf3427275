import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import * as contract from '#contract/professional/portfolio.ts'
import { publicProfessional } from '#contract/search/public-page.ts'
import { drain } from '#server/platform/jobs.ts'
import { sweep } from '#server/professional/portfolio.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { account, professional, signIn } from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
const folder = mkdtempSync(join(tmpdir(), 'kalli-portfolio-'))
before(async () => {
  kalli = await startTestServer({ config: { dataFolder: folder } })
})
after(async () => {
  await kalli.close()
  rmSync(folder, { recursive: true, force: true })
})

const picture = (width = 600, height = 400, background = '#a63f24') =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '19/1 25/1 0/1' } })
    .toBuffer()
const send = async (person: Person, id: string, side: 'before' | 'after' = 'after', file?: Uint8Array) =>
  person.call(contract.uploadWork, {
    params: { id, side },
    file: new Blob([Buffer.from(file ?? (await picture()))]),
  })
const say = (person: Person, item: contract.PortfolioItem | undefined, part: object) =>
  person.call(contract.changeWork, {
    params: { id: item?.id ?? '' },
    body: {
      caption: item?.caption ?? '',
      consent: item?.consent ?? null,
      published: item?.published ?? false,
      version: item?.version ?? 0,
      ...part,
    },
  })
const onPage = async (id: number) => {
  const { body } = await kalli.visitor().call(publicProfessional, { params: { id: String(id) } })
  return body.portfolio
}
const fileOf = (address: string) => join(folder, 'files', address)

test('an anonymous visitor, a client, and a professional without a profile cannot send a picture', async () => {
  assert.equal((await send(kalli.visitor(), randomUUID())).status, 401)
  const client = await signIn(kalli, await account(kalli))
  assert.equal((await send(client, randomUUID())).status, 403)
  const fresh = await signIn(kalli, await account(kalli, { roles: ['professional'] }))
  assert.equal(refusalOf(await send(fresh, randomUUID())).code, 'no_profile')
})

test('only pictures are accepted, and stored ones have no location data', async () => {
  const { id, person } = await professional(kalli)
  for (const [file, code] of [
    ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 'not_a_picture'],
    ['%PDF-1.7', 'not_a_picture'],
  ] as const)
    assert.equal(refusalOf(await send(person, randomUUID(), 'after', Buffer.from(file))).code, code)
  const tiny = await send(person, randomUUID(), 'after', await picture(100, 100))
  assert.equal(refusalOf(tiny).code, 'picture_too_small')

  const { status, body } = await send(person, randomUUID(), 'after', await picture(3000, 1500))
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body[0]?.after.width, body[0]?.after.height], [1600, 800])
  const answer = await kalli.visitor().fetch('GET', body[0]?.after.large ?? '')
  assert.equal(answer.headers.get('content-type'), 'image/webp')
  const saved = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
  assert.deepEqual([saved.width, saved.height, saved.exif], [1600, 800, undefined])
  assert.deepEqual(await onPage(id), [], 'nobody sees it before consent')
})

test('a picture is published only after its owner states who is shown, in order and with its pair', async () => {
  const { id, person } = await professional(kalli)
  const [one, two] = [randomUUID(), randomUUID()]
  await send(person, one)
  const sent = await send(person, two)
  const [first, second] = sent.body
  assert.deepEqual([first?.id, second?.id], [one, two])

  const early = await say(person, first, { published: true })
  assert.equal(refusalOf(early).code, 'consent_missing')
  const said = await say(person, first, { caption: ' Balayage\n miel ', consent: 'given', published: true })
  assert.equal(said.status, 200, JSON.stringify(said.body))
  assert.equal(refusalOf(await say(person, first, { caption: 'x' })).code, 'stale_version')
  await say(person, second, { consent: 'nobody_shown', published: true })
  await person.call(contract.orderPortfolio, { body: { ids: [two] } })
  assert.deepEqual(
    (await onPage(id)).map((item) => [item.id, item.caption, item.before]),
    [
      [two, '', null],
      [one, 'Balayage miel', null],
    ],
  )

  // Another picture needs another person's consent.
  const paired = await send(person, one, 'before')
  const now = paired.body.find((item) => item.id === one)
  assert.deepEqual([now?.consent, now?.published], [null, false])
  assert.deepEqual(
    (await onPage(id)).map((item) => item.id),
    [two],
  )
  await say(person, now, { consent: 'given', published: true })
  assert.match((await onPage(id))[1]?.before?.small ?? '', /^\/portfolio\//)
  // Removing the old picture shows no new person.
  const alone = await person.call(contract.removeBefore, { params: { id: one } })
  assert.deepEqual(
    alone.body.map((item) => item.published),
    [true, true],
  )
})

test('the database refuses to publish a picture without consent', async () => {
  const { person } = await professional(kalli)
  const id = randomUUID()
  await send(person, id)
  await assert.rejects(
    sql`update portfolio_items set published = true where id = ${id}`.execute(kalli.database.kysely),
    /portfolio_needs_consent/,
  )
  await sql`update portfolio_items set consent = 'given', consent_at = now() where id = ${id}`.execute(
    kalli.database.kysely,
  )
  await assert.rejects(
    sql`update portfolio_items set before_picture = gen_random_uuid() where id = ${id}`.execute(
      kalli.database.kysely,
    ),
    /has no consent/,
  )
})

test('a picture sent twice is stored once, and a stranger can neither change, pair nor remove it', async () => {
  const { person } = await professional(kalli)
  const stranger = (await professional(kalli)).person
  const id = randomUUID()
  await send(person, id)
  const again = await send(person, id, 'after', await picture(500, 500, '#225544'))
  assert.equal(again.body.length, 1)
  for (const side of ['before', 'after'] as const)
    assert.equal(refusalOf(await send(stranger, id, side)).code, 'not_found', side)
  assert.equal(refusalOf(await say(stranger, again.body[0], { caption: 'mía' })).code, 'not_found')
  await stranger.call(contract.removeWork, { params: { id } })
  await stranger.call(contract.removeBefore, { params: { id } })
  await stranger.call(contract.orderPortfolio, { body: { ids: [id] } })
  assert.equal((await person.call(contract.portfolio)).body.length, 1)
  assert.equal(refusalOf(await send(person, randomUUID(), 'before')).code, 'not_found', 'first the work')
})

test('the files of a removed, replaced or never shown picture are deleted', async () => {
  const { person, id: professionalId } = await professional(kalli)
  const id = randomUUID()
  const first = await send(person, id)
  const old = first.body[0]?.after.small ?? ''
  assert.ok(existsSync(fileOf(old)))
  const second = await send(person, id)
  await drain(kalli)
  assert.ok(!existsSync(fileOf(old)), 'replaced')
  await person.call(contract.removeWork, { params: { id } })
  await drain(kalli)
  assert.ok(!existsSync(fileOf(second.body[0]?.after.small ?? '')), 'removed')

  const lost = randomUUID()
  await kalli.database.kysely
    .insertInto('portfolio_pictures')
    .values({ id: lost, professional_id: professionalId, width: 10, height: 10, created_at: kalli.clock() })
    .execute()
  await sweep(kalli.work())
  const left = () =>
    kalli.database.kysely.selectFrom('portfolio_pictures').select('id').where('id', '=', lost).execute()
  assert.equal((await left()).length, 1, 'may still be on its way')
  kalli.time.advance(61)
  await sweep(kalli.work())
  assert.deepEqual(await left(), [])
})

test('a portfolio has at most twenty-four pictures, also with two requests at once', async () => {
  const { person, id } = await professional(kalli)
  await sql`
    with made as (
      insert into portfolio_pictures (id, professional_id, width, height, created_at)
      select gen_random_uuid(), ${id}, 10, 10, now() from generate_series(1, 23) returning id)
    insert into portfolio_items (id, professional_id, position, after_picture, created_at)
    select gen_random_uuid(), ${id}, 0, id, now() from made`.execute(kalli.database.kysely)
  const answers = await Promise.all([1, 2].map(() => send(person, randomUUID())))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
})
