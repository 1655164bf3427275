import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { agreements } from '#contract/agreement.ts'
import * as application from '#contract/application.ts'
import { tasks } from '#contract/figures.ts'
import * as inviting from '#contract/invitation.ts'
import { community } from '#contract/notification.ts'
import * as contract from '#contract/team.ts'
import * as vacancies from '#contract/vacancy.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { startHouse, type TestHouse } from '#server/testing/house.ts'
import { refusalOf } from '#server/testing/person.ts'
import * as team from '#server/testing/team.ts'
import { accept, invite } from '#server/testing/team.ts'

let house: TestHouse
before(async () => {
  house = await startHouse()
})
after(() => house.close())

const rent = { kind: 'fixed', every: 'week', amountCents: 140_000 } as const

const published = async ({ owner, where }: team.Salon, terms: object = {}, unitId: number | null = null) => {
  const draft = await owner.person.call(vacancies.addVacancy, {
    body: {
      title: 'Silla con renta fija',
      category: 'hair',
      openings: 2,
      terms: { rent, ...terms },
      spaceId: where.id,
      unitId,
    },
  })
  assert.equal(draft.status, 201, JSON.stringify(draft.body))
  const { id, version } = draft.body
  const answer = await owner.person.call(vacancies.publishVacancy, { params: { id }, body: { version } })
  assert.equal(answer.status, 200)
  return id
}
type Somebody = Awaited<ReturnType<typeof team.somebody>>

const approved = async ({ owner }: team.Salon, who: Somebody, vacancy: number) => {
  const sent = await who.person.call(vacancies.applyToVacancy, { params: { id: vacancy }, body: {} })
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  return owner.person.call(application.approveApplication, {
    params: { id: sent.body.id },
    body: { version: sent.body.version },
  })
}

test('whoever is taken for a fixed rent belongs to the house, once, and its run charges what was agreed on', async () => {
  const at = await team.salon(house)
  const vacancy = await published(at)
  const ines = await team.somebody(house)
  const found = (await ines.person.call(vacancies.vacancies, { query: { rent: 'fixed' } })).body
  assert.ok(found.some(({ id }) => id === vacancy))
  const yes = await approved(at, ines, vacancy)
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  const [agreement] = (await ines.person.call(agreements)).body
  assert.deepEqual(agreement?.terms.rent, rent)
  assert.equal(agreement?.ratePerHourCents, 0)

  // Told twice, taken in once.
  await runJobsOnce(house)
  await runJobsOnce(house)
  const members = (await at.owner.person.call(contract.team)).body
  assert.deepEqual(
    members.map(({ role, status, terms }) => ({ role, status, terms })),
    [{ role: 'resident', status: 'active', terms: team.weekly }],
  )
  const heard = (await ines.person.call(community)).body.map(({ title }) => title)
  assert.ok(
    heard.some((title) => title.startsWith('Eres parte de')),
    heard.join(' | '),
  )

  // The run begins with the day on which she came: the Friday of the tests, and six days more.
  const period = { from: '2026-11-16', to: '2026-11-26' }
  const shown = (await at.owner.person.call(contract.previewRentRun, { body: period })).body
  assert.equal(shown.totalCents, 140_000)
  const run = await at.owner.person.call(contract.collectRent, {
    body: { ...period, memberIds: members.map(({ id }) => id), totalCents: 140_000 },
  })
  assert.equal(run.status, 201, JSON.stringify(run.body))
  const chargeId = run.body.charges[0]?.id ?? ''
  const receipt = await ines.person.call(contract.rentReceipt, { params: { id: chargeId } })
  assert.equal(receipt.status, 200)
})

test('an invitation accepted does the same, with the notice that was agreed on', async () => {
  const at = await team.salon(house)
  const vacancy = await published(at, { noticeDays: 30 })
  const ines = await team.somebody(house)
  const letter = await at.owner.person.call(inviting.sendInvitation, {
    body: { professionalId: ines.professional?.id, vacancyId: vacancy },
  })
  assert.equal(letter.status, 201, JSON.stringify(letter.body))
  const preview = await ines.person.call(inviting.invitationPreview, { params: { id: letter.body.id } })
  assert.deepEqual(
    preview.body.services.map(({ rentCents }) => rentCents),
    preview.body.services.map(() => 0),
  )
  const yes = await ines.person.call(inviting.acceptInvitation, {
    params: { id: letter.body.id },
    body: { version: letter.body.version },
  })
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  await runJobsOnce(house)
  const [mine] = (await ines.person.call(contract.memberships)).body
  assert.deepEqual(mine?.terms, team.weekly)
  const left = await ines.person.call(contract.leaveTeam, {
    params: { id: mine?.id ?? 0 },
    body: { version: mine?.version ?? 0 },
  })
  assert.equal(left.status, 200, JSON.stringify(left.body))
  const [agreement] = (await ines.person.call(agreements)).body
  assert.equal(left.body.endsAt, agreement?.validTo)
  const days = (Date.parse(left.body.endsAt ?? '') - house.clock().getTime()) / 86_400_000
  assert.equal(days, 30)
  house.time.advance(31 * 24 * 60)
  await runJobsOnce(house)
  assert.deepEqual(
    (await ines.person.call(contract.memberships)).body.map(({ status }) => status),
    ['ended'],
  )
})

test('who is of the house, or has its link, is not taken in a second time', async () => {
  const at = await team.salon(house)
  const vacancy = await published(at)
  const other = await team.somebody(house)
  await invite(at, other.email)
  const refused = await approved(at, other, vacancy)
  assert.equal(refusalOf(refused).code, 'member_exists')
  const desk = await team.somebody(house)
  const { token } = await invite(at, desk.email, {
    role: 'reception',
    permissions: [],
    terms: team.nothing,
  })
  assert.equal((await accept(desk.person, token)).status, 200)
  assert.equal(refusalOf(await approved(at, desk, vacancy)).code, 'member_exists')
  await runJobsOnce(house)
  assert.equal((await desk.person.call(agreements)).body.length, 0)
})

const wednesday = [{ weekday: 3, fromMinute: 540, toMinute: 1080 }]
const chairTask = async ({ owner }: team.Salon) =>
  (await owner.person.call(tasks)).body.filter(({ kind }) => kind === 'chair')

test('a vacancy for a certain chair gives it to whoever is taken, in the hours of their agreement', async () => {
  const at = await team.salon(house)
  const [chair] = at.where.units
  const vacancy = await published(at, { windows: wednesday }, chair)
  const ines = await team.somebody(house)
  assert.equal((await approved(at, ines, vacancy)).status, 200)
  await runJobsOnce(house)
  const [member] = (await at.owner.person.call(contract.team)).body
  assert.deepEqual([member?.unitId, member?.shift], [chair, wednesday])
  assert.deepEqual(await chairTask(at), [])
  // It is kept: nobody else of the house is given it then.
  const refused = await at.owner.person.call(contract.inviteMember, {
    body: {
      spaceId: at.where.id,
      unitId: chair,
      name: 'Olga',
      email: 'olga@example.test',
      role: 'resident',
      permissions: ['see_own'],
      shift: wednesday,
      terms: team.weekly,
    },
  })
  assert.equal(refusalOf(refused).code, 'shift_taken')
})

test('where no chair was named, or it is somebody’s, the host is asked for one until they say it', async () => {
  const at = await team.salon(house)
  const [chair, next] = at.where.units
  const vacancy = await published(at, {}, chair)
  const ines = await team.somebody(house)
  const other = await team.somebody(house)
  assert.equal((await approved(at, ines, vacancy)).status, 200)
  await runJobsOnce(house)
  assert.equal((await approved(at, other, vacancy)).status, 200)
  await runJobsOnce(house)
  const waiting = (await at.owner.person.call(contract.team)).body.find(({ unitId }) => unitId === null)
  assert.ok(waiting)
  const [task] = await chairTask(at)
  assert.equal(task?.id, String(waiting.id))
  assert.match(task.text, /^Inés Rojas paga renta fija en .+: elige cuál es su unidad$/)
  assert.ok(
    (await at.owner.person.call(community)).body.some(({ message }) =>
      message.includes('elige cuál es su unidad'),
    ),
  )
  assert.deepEqual(await chairTask(await team.salon(house)), [])

  const sit = (unitId: number | undefined) =>
    at.owner.person.call(contract.editMember, {
      params: { id: waiting.id },
      body: { version: waiting.version, permissions: waiting.permissions, unitId, shift: null },
    })
  assert.equal(refusalOf(await sit(chair)).code, 'shift_taken')
  assert.equal((await sit(next)).status, 200)
  assert.deepEqual(await chairTask(at), [])
  await runJobsOnce(house)
  assert.ok(
    (await other.person.call(community)).body.some(({ message }) => message.startsWith('Tu unidad es ')),
  )
})
