import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs } from '#contract/platform/duration.ts'
import { agreements } from '#contract/hiring/agreement.ts'
import * as application from '#contract/hiring/application.ts'
import * as applicationReview from '#contract/hiring/application-review.ts'
import * as contract from '#contract/hiring/invitation.ts'
import { community } from '#contract/notification/notification.ts'
import * as vacancies from '#contract/hiring/vacancy.ts'
import * as vacancyResponse from '#contract/hiring/vacancy-response.ts'
import { constraintOf } from '#server/platform/refuse.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { host, professional, reachLevel, service, space } from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const offered = { rent: { kind: 'share', shareBp: 4000, minimumCents: 8000 } } as const
const written = { title: 'Silla para colorista', category: 'hair', terms: offered } as const

const salon = async () => {
  kalli.time.set(testNow)
  const owner = await host(kalli)
  await reachLevel(kalli, owner.accountId, 1)
  return { owner, where: await space(kalli, owner) }
}
type Salon = Awaited<ReturnType<typeof salon>>

const stylist = async () => {
  const one = await professional(kalli)
  await service(kalli, one.id)
  return one
}
type Stylist = Awaited<ReturnType<typeof stylist>>

const published = async ({ owner, where }: Salon, openings = 1) => {
  const draft = await owner.person.call(vacancies.addVacancy, {
    body: { ...written, openings, spaceId: where.id },
  })
  const { id, version } = draft.body
  const answer = await owner.person.call(vacancies.publishVacancy, { params: { id }, body: { version } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

const send = ({ owner }: Salon, who: Stylist, vacancyId: number) =>
  owner.person.call(contract.sendInvitation, {
    body: { professionalId: who.id, vacancyId, message: 'Ven a conocernos.' },
  })

const sent = async (at: Salon, who: Stylist, vacancyId: number) => {
  const answer = await send(at, who, vacancyId)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

const accept = (who: Stylist, { id, version }: { id: string; version: number }) =>
  who.person.call(contract.acceptInvitation, { params: { id }, body: { version } })

const apply = (who: Stylist, id: number) =>
  who.person.call(vacancyResponse.applyToVacancy, { params: { id }, body: { message: 'Hola' } })

const mine = async ({ owner }: Salon, id: number) => {
  const { body } = await owner.person.call(vacancies.hostVacancies)
  const found = body.find((one) => one.id === id)
  assert.ok(found)
  return found
}

const received = async (who: Person) => (await who.call(community)).body.map(({ title }) => title)

test('accepting fills a place of the vacancy on its terms, and with the last one other candidates are notified', async () => {
  const at = await salon()
  const { id, version } = await published(at)
  const [ana, berta, carla] = [await stylist(), await stylist(), await stylist()]
  const invitation = await sent(at, ana, id)
  assert.deepEqual(invitation.vacancy, { id, title: written.title, over: null })
  assert.deepEqual(invitation.terms.rent, offered.rent)
  const other = await sent(at, berta, id)
  const applied = await apply(carla, id)
  assert.equal(applied.status, 201)
  assert.equal((await mine(at, id)).funnel.invited, 2)
  await runJobsOnce(kalli)
  assert.ok((await received(ana.person)).some((title) => title.includes('«Silla para colorista»')))

  // The host's later changes do not alter the offer.
  const edited = await at.owner.person.call(vacancies.editVacancy, {
    params: { id },
    body: {
      ...written,
      terms: { rent: { kind: 'per_hour', ratePerHourCents: 20_000 } },
      spaceId: at.where.id,
      version,
    },
  })
  assert.equal(edited.status, 200)
  const shown = (await ana.person.call(vacancies.vacancy, { params: { id } })).body
  assert.equal(shown.invitationId, invitation.id)

  const yes = await accept(ana, invitation)
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  const [agreement] = (await ana.person.call(agreements)).body
  assert.deepEqual(agreement?.terms.rent, offered.rent)
  assert.deepEqual([agreement?.origin, agreement?.spaceId], ['vacancy', at.where.id])
  // Nor can a further acceptance succeed before the job has run.
  assert.equal(refusalOf(await accept(berta, other)).code, 'vacancy_full')
  await runJobsOnce(kalli)
  const filled = await mine(at, id)
  assert.deepEqual([filled.status, filled.filled, filled.funnel.invited], ['filled', 1, 0])
  const left = (await carla.person.call(application.application, { params: { id: applied.body.id } })).body
  assert.deepEqual([left.status, left.decline?.reason], ['declined', 'vacancy_filled'])
  assert.ok((await received(berta.person)).includes('La vacante «Silla para colorista» ya se cubrió'))
  const over = (await berta.person.call(contract.invitation, { params: { id: other.id } })).body
  assert.deepEqual([over.status, over.vacancy?.over], ['revoked', 'filled'])
  assert.equal(over.moves.find(({ move }) => move === 'accept')?.reason, 'La vacante ya se cubrió.')
  const late = refusalOf(await accept(berta, { ...other, version: over.version }))
  assert.deepEqual([late.code, late.message], ['invitation_over', 'La vacante ya se cubrió.'])
  assert.ok((await received(at.owner.person)).some((title) => title.startsWith('¡Se cubrió')))
})

test('of two concurrent acceptances of the last place one gets it, and the other has no agreement', async () => {
  for (const _ of [1, 2, 3]) {
    const at = await salon()
    const { id } = await published(at, 2)
    const first = await stylist()
    assert.equal((await accept(first, await sent(at, first, id))).status, 200)
    const both = [await stylist(), await stylist()]
    const emails = await Promise.all(both.map((who) => sent(at, who, id)))
    const answers = await Promise.all(
      both.map((who, place) => accept(who, emails[place] ?? { id: '', version: 0 })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
    const lost = answers.findIndex(({ status }) => status === 409)
    const refused = answers[lost]
    assert.equal(refused === undefined ? '' : refusalOf(refused).code, 'vacancy_full')
    assert.deepEqual((await both[lost]?.person.call(agreements))?.body, [])
    assert.equal((await mine(at, id)).filled, 2)
  }
})

test('of a concurrent acceptance and approval one gets the last place', async () => {
  const at = await salon()
  const { id } = await published(at)
  const [ana, berta] = [await stylist(), await stylist()]
  const invitation = await sent(at, ana, id)
  const applied = (await apply(berta, id)).body
  const answers = await Promise.all([
    accept(ana, invitation),
    at.owner.person.call(applicationReview.approveApplication, {
      params: { id: applied.id },
      body: { version: applied.version },
    }),
  ])
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  const [invited, approved] = answers
  assert.equal(refusalOf(invited.status === 409 ? invited : approved).code, 'vacancy_full')
  await runJobsOnce(kalli)
  assert.deepEqual([(await mine(at, id)).status, (await mine(at, id)).filled], ['filled', 1])
})

test('the limits of invitations apply, and a professional has at most one open invitation per vacancy', async () => {
  const at = await salon()
  const { id } = await published(at, 3)
  const [ana, berta] = [await stylist(), await stylist()]
  const invitation = await sent(at, ana, id)
  assert.equal(refusalOf(await send(at, ana, id)).code, 'invitation_open')
  await ana.person.call(contract.declineInvitation, {
    params: { id: invitation.id },
    body: { version: invitation.version },
  })
  assert.equal(refusalOf(await send(at, ana, id)).code, 'invitation_declined_lately')
  await apply(berta, id)
  assert.equal(refusalOf(await send(at, berta, id)).code, 'application_open')
  const both = await at.owner.person.call(contract.sendInvitation, {
    body: { professionalId: berta.id, vacancyId: id, spaceId: at.where.id },
  })
  assert.equal(refusalOf(both).code, 'invalid_input')
  const neither = await at.owner.person.call(contract.sendInvitation, {
    body: { professionalId: berta.id, spaceId: at.where.id },
  })
  assert.equal(refusalOf(neither).code, 'invalid_input')
  const rival = await salon()
  assert.equal((await send(rival, await stylist(), id)).status, 404)
})

test('an unpublished vacancy cannot invite; sent invitations outlive a pause but not the vacancy’s end', async () => {
  const at = await salon()
  const { owner } = at
  const one = await published(at, 2)
  const [ana, berta, carla] = [await stylist(), await stylist(), await stylist()]
  const emails = [await sent(at, ana, one.id), await sent(at, berta, one.id)] as const
  const paused = await owner.person.call(vacancies.pauseVacancy, {
    params: { id: one.id },
    body: { version: one.version },
  })
  assert.equal(paused.status, 200)
  assert.equal(refusalOf(await send(at, carla, one.id)).code, 'vacancy_not_movable')
  assert.equal((await accept(ana, emails[0])).status, 200)
  const { version } = await mine(at, one.id)
  await owner.person.call(vacancies.closeVacancy, { params: { id: one.id }, body: { version } })
  const closed = refusalOf(await accept(berta, emails[1]))
  assert.deepEqual([closed.code, closed.message], ['invitation_over', 'El espacio cerró la vacante.'])
  await runJobsOnce(kalli)
  const again = await owner.person.call(contract.inviteAgain, { params: { id: emails[1].id } })
  assert.equal(refusalOf(again).message, 'El espacio cerró la vacante.')
})

test('an invitation to an expired vacancy is refused before and after its job runs, and accepted once it is renewed', async () => {
  const at = await salon()
  const { id } = await published(at)
  const ana = await stylist()
  kalli.time.set(new Date(testNow.getTime() + 25 * dayMs))
  const invitation = await sent(at, ana, id)
  kalli.time.set(new Date(testNow.getTime() + 31 * dayMs))
  const words = 'La vacante venció. El espacio puede renovarla.'
  assert.equal(refusalOf(await accept(ana, invitation)).message, words)
  await runJobsOnce(kalli)
  assert.equal(refusalOf(await accept(ana, invitation)).message, words)
  const { version } = await mine(at, id)
  await at.owner.person.call(vacancies.renewVacancy, { params: { id }, body: { version } })
  assert.equal((await accept(ana, invitation)).status, 200)
  kalli.time.set(testNow)
})

test('the database keeps the vacancy of a sent invitation, and requires its space', async () => {
  const at = await salon()
  const { id } = await published(at)
  const elsewhere = await space(kalli, at.owner)
  const ana = await stylist()
  const invitation = await sent(at, ana, id)
  const { kysely } = kalli.database
  const named = (change: Promise<unknown>) =>
    change.then(
      () => undefined,
      (error: unknown) => constraintOf(error),
    )
  assert.equal(
    await named(
      kysely.updateTable('invitations').set({ vacancy_id: null }).where('id', '=', invitation.id).execute(),
    ),
    'invitations_fixed',
  )
  const row = await kysely
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', invitation.id)
    .executeTakeFirstOrThrow()
  assert.equal(
    await named(
      kysely
        .insertInto('invitations')
        .values({
          ...row,
          id: '00000000-0000-4000-8000-00000000abcd',
          terms: JSON.stringify(row.terms),
          space_id: elsewhere.id,
          place_of_day: 29,
        })
        .execute(),
    ),
    'invitations_vacancy_place',
  )
})
