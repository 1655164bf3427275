import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs } from '#contract/platform/duration.ts'
import * as application from '#contract/hiring/application.ts'
import * as applicationReview from '#contract/hiring/application-review.ts'
import { hostApplications } from '#contract/hiring/application-review.ts'
import { community } from '#contract/notification/notification.ts'
import * as contract from '#contract/hiring/vacancy.ts'
import * as vacancyResponse from '#contract/hiring/vacancy-response.ts'
import { mayMoveVacancy, vacancyMoves, VacancyStatus } from '#contract/hiring/vacancy-moves.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { host, professional, reachLevel, service, space } from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const terms = { rent: { kind: 'share', shareBp: 4000, minimumCents: 8000 } } as const
const written = { title: 'Silla para colorista', category: 'hair', terms } as const

const salon = async (level: 0 | 1 = 1) => {
  kalli.time.set(testNow)
  const owner = await host(kalli)
  await reachLevel(kalli, owner.accountId, level)
  const where = await space(kalli, owner)
  return { owner, where }
}

const stylist = async () => {
  const one = await professional(kalli)
  await service(kalli, one.id)
  return one
}

type Salon = Awaited<ReturnType<typeof salon>>

const drafted = async ({ owner, where }: Salon, values: object = {}) => {
  const answer = await owner.person.call(contract.addVacancy, {
    body: { ...written, spaceId: where.id, ...values },
  })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

const published = async (at: Salon, values: object = {}) => {
  const { id, version } = await drafted(at, values)
  const answer = await at.owner.person.call(contract.publishVacancy, { params: { id }, body: { version } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

const apply = (who: Person, id: number) =>
  who.call(vacancyResponse.applyToVacancy, {
    params: { id },
    body: { message: 'Hola', expectedMinutes: 600 },
  })

const approve = (who: Person, { id, version }: { id: number; version: number }) =>
  who.call(applicationReview.approveApplication, { params: { id }, body: { version } })

const mine = async ({ owner }: Salon, id: number) => {
  const { body } = await owner.person.call(contract.hostVacancies)
  const found = body.find((one) => one.id === id)
  assert.ok(found)
  return found
}

test('final statuses allow no move, and every refused move has a reason', () => {
  for (const move of ['edit', 'publish', 'pause', 'resume', 'renew', 'fill', 'close'] as const)
    for (const status of VacancyStatus.options) {
      const answer = mayMoveVacancy(move, 'host', { status, expiresAt: null }, testNow)
      const from: readonly string[] = vacancyMoves[move].from
      assert.equal(answer.allowed, from.includes(status) && !(move === 'renew' && status !== 'expired'))
      if (!answer.allowed) assert.match(answer.reason, /\.$/)
      if (status === 'filled' || status === 'closed') assert.equal(answer.allowed, false)
    }
})

test('only its host sees a draft, and publishing needs a verified host and a published space', async () => {
  const unknown = await salon(0)
  const draft = await drafted(unknown)
  const newPerson = await stylist()
  assert.equal((await newPerson.person.call(contract.vacancy, { params: { id: draft.id } })).status, 404)
  assert.equal((await kalli.visitor().call(contract.vacancies)).status, 401)
  const at = { params: { id: draft.id }, body: { version: draft.version } }
  assert.equal(
    refusalOf(await unknown.owner.person.call(contract.publishVacancy, at)).code,
    'host_not_verified',
  )
  await reachLevel(kalli, unknown.owner.accountId, 1)
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ status: 'paused' })
    .where('id', '=', unknown.where.id)
    .execute()
  assert.equal(
    refusalOf(await unknown.owner.person.call(contract.publishVacancy, at)).code,
    'space_not_published',
  )
  const rival = await host(kalli)
  assert.equal((await rival.person.call(contract.publishVacancy, at)).status, 404)
  assert.equal(
    (await rival.person.call(contract.addVacancy, { body: { ...written, spaceId: unknown.where.id } }))
      .status,
    404,
  )
})

test('a vacancy that asks for age, sex or looks is refused with the words that do', async () => {
  const at = await salon()
  const answer = await at.owner.person.call(contract.addVacancy, {
    body: {
      ...written,
      spaceId: at.where.id,
      title: 'Busco señorita',
      requirements: 'De 18 a 25 años, buena presentación.',
    },
  })
  const { code, details } = refusalOf(answer)
  assert.equal(code, 'vacancy_wording')
  const said = JSON.stringify(details)
  for (const word of ['18 a 25 años', 'buena presentación', 'Busco señorita'])
    assert.ok(said.includes(word), said)
  await drafted(at, { requirements: 'Dos años de experiencia en color.' })
})

test('a professional finds a nearby vacancy of their trade, and applies on its terms once', async () => {
  const at = await salon()
  const { id } = await published(at, { requirements: 'Hay lavacabezas.' })
  const ana = await stylist()
  const found = (await ana.person.call(contract.vacancies)).body.find((one) => one.id === id)
  assert.equal(found?.status, 'published')
  assert.equal(found?.fitPercent, 100)
  assert.ok((found?.sharedMinutes ?? 0) > 0)
  const barber = (await ana.person.call(contract.vacancies, { query: { category: 'yoga' } })).body
  assert.equal(
    barber.some((one) => one.id === id),
    false,
  )
  // A professional in Monterrey is out of its radius.
  const far = await stylist()
  await kalli.database.kysely
    .updateTable('professionals')
    .set({ latitude: 25.67, longitude: -100.31 })
    .where('id', '=', far.id)
    .execute()
  assert.equal(
    (await far.person.call(contract.vacancies, { query: { km: 50 } })).body.some((one) => one.id === id),
    false,
  )
  await ana.person.call(vacancyResponse.saveVacancy, { params: { id } })
  await ana.person.call(vacancyResponse.seeVacancy, { params: { id } })
  await ana.person.call(vacancyResponse.seeVacancy, { params: { id } })
  const sent = await apply(ana.person, id)
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  assert.deepEqual(sent.body.vacancy, { id, title: 'Silla para colorista' })
  assert.deepEqual(sent.body.terms.rent, terms.rent)
  assert.equal(refusalOf(await apply(ana.person, id)).code, 'application_open')
  const { funnel } = await mine(at, id)
  assert.deepEqual({ ...funnel, near: 0 }, { views: 1, applied: 1, open: 1, invited: 0, near: 0 })
  const candidates = await at.owner.person.call(hostApplications, { query: { vacancy: id } })
  assert.deepEqual(
    candidates.body.map((one) => one.id),
    [sent.body.id],
  )
  const again = (await ana.person.call(contract.vacancy, { params: { id } })).body
  assert.deepEqual([again.saved, again.applicationId], [true, sent.body.id])
})

test('the last place fills a vacancy, and waiting applicants are notified and may apply to the space again at once', async () => {
  const at = await salon()
  const { id } = await published(at)
  const [ana, berta] = [await stylist(), await stylist()]
  const first = (await apply(ana.person, id)).body
  const second = (await apply(berta.person, id)).body
  assert.equal((await approve(at.owner.person, first)).status, 200)
  await runJobsOnce(kalli)
  const done = await mine(at, id)
  assert.deepEqual([done.status, done.filled, done.funnel.open], ['filled', 1, 0])
  const left = (await berta.person.call(application.application, { params: { id: second.id } })).body
  assert.deepEqual([left.status, left.decline?.reason], ['declined', 'vacancy_filled'])
  assert.equal(left.decline?.label, 'La vacante se cubrió con otra persona')
  const reported = (await berta.person.call(community)).body.map(({ title }) => title)
  assert.ok(reported.includes('La vacante «Silla para colorista» ya se cubrió'), reported.join(' | '))
  assert.ok(
    (await at.owner.person.call(community)).body.some(({ title }) => title.startsWith('¡Se cubrió')),
    'the host hears that it was filled by itself',
  )
  const next = await published(at, { title: 'Otra silla' })
  assert.equal((await apply(berta.person, next.id)).status, 201, 'no cool-down')
  assert.equal(refusalOf(await apply(await stylist().then((one) => one.person), id)).code, 'not_found')
})

test('of two concurrent approvals for one place one takes effect', async () => {
  const at = await salon()
  const { id } = await published(at)
  const sent = [
    (await apply((await stylist()).person, id)).body,
    (await apply((await stylist()).person, id)).body,
  ]
  const answers = await Promise.all(sent.map((one) => approve(at.owner.person, one)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  const lost = answers.find(({ status }) => status === 409)
  assert.equal(lost === undefined ? '' : refusalOf(lost).code, 'vacancy_full')
  assert.equal((await mine(at, id)).filled, 1)
})

test('with a concurrent approval and close, an applicant is approved or declined and never left open', async () => {
  const at = await salon()
  const one = await published(at)
  const sent = (await apply((await stylist()).person, one.id)).body
  const { version } = await mine(at, one.id)
  const [yes, closed] = await Promise.all([
    approve(at.owner.person, sent),
    at.owner.person.call(contract.closeVacancy, { params: { id: one.id }, body: { version } }),
  ])
  assert.equal(closed.status, 200)
  await runJobsOnce(kalli)
  const { body } = await at.owner.person.call(application.application, { params: { id: sent.id } })
  assert.equal(body.status, yes.status === 200 ? 'approved' : 'declined')
  const late = await apply((await stylist()).person, one.id)
  assert.equal(late.status, 404)
})

test('a vacancy is reminded five days before its thirty end, expires once, and is renewed for thirty more', async () => {
  const at = await salon()
  const { id } = await published(at)
  const ana = await stylist()
  await apply(ana.person, id)
  kalli.time.set(new Date(testNow.getTime() + 26 * dayMs))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const reminders = (await at.owner.person.call(community)).body.filter(({ title }) =>
    title.includes('vence en'),
  )
  assert.equal(reminders.length, 1)
  kalli.time.set(new Date(testNow.getTime() + 31 * dayMs))
  const gone = await apply((await stylist()).person, id)
  assert.equal(
    refusalOf(gone).code,
    'vacancy_not_movable',
    'an hour too late is too late, also before the job',
  )
  await runJobsOnce(kalli)
  const over = await mine(at, id)
  assert.equal(over.status, 'expired')
  const renewed = await at.owner.person.call(contract.renewVacancy, {
    params: { id },
    body: { version: over.version },
  })
  assert.equal(renewed.body.status, 'published')
  assert.equal(renewed.body.expiresAt, new Date(testNow.getTime() + 61 * dayMs).toISOString())
  const stale = await at.owner.person.call(contract.pauseVacancy, {
    params: { id },
    body: { version: over.version },
  })
  assert.equal(refusalOf(stale).code, 'stale_version')
  kalli.time.set(testNow)
})

test('a paused vacancy takes no applications, and openings cannot fall below the people hired', async () => {
  const at = await salon()
  const one = await published(at, { openings: 2 })
  for (const who of [await stylist(), await stylist()])
    await approve(at.owner.person, (await apply(who.person, one.id)).body)
  const { version } = await mine(at, one.id)
  const edited = await at.owner.person.call(contract.editVacancy, {
    params: { id: one.id },
    body: { ...written, spaceId: at.where.id, openings: 1, version },
  })
  assert.equal(refusalOf(edited).code, 'vacancy_full')
  const other = await published(at)
  const paused = await at.owner.person.call(contract.pauseVacancy, {
    params: { id: other.id },
    body: { version: other.version },
  })
  assert.equal(paused.body.status, 'paused')
  assert.equal((await apply((await stylist()).person, other.id)).status, 404)
})

test('a subscribed professional is notified of a new vacancy in their trade', async () => {
  const at = await salon()
  const [ana, berta] = [await stylist(), await stylist()]
  await ana.person.call(vacancyResponse.setVacancyAlert, { body: { on: true } })
  await published(at, { title: 'Silla junto a la ventana' })
  await runJobsOnce(kalli)
  const received = async (who: Person) =>
    (await who.call(community)).body.filter(
      ({ title }) => title === 'Vacante nueva: Silla junto a la ventana',
    ).length
  assert.deepEqual([await received(ana.person), await received(berta.person)], [1, 0])
})
