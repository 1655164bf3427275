import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { agreements } from '#contract/hiring/agreement.ts'
import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import * as bookings from '#contract/booking/booking.ts'
import * as application from '#contract/hiring/application.ts'
import * as applicationReview from '#contract/hiring/application-review.ts'
import { tasks } from '#contract/figures/figures.ts'
import * as inviting from '#contract/hiring/invitation.ts'
import { community } from '#contract/notification/notification.ts'
import { services } from '#contract/service/service.ts'
import * as contract from '#contract/team/team.ts'
import * as rents from '#contract/team/rent.ts'
import { termsDiff } from '#contract/hiring/terms-words.ts'
import * as vacancies from '#contract/hiring/vacancy.ts'
import * as vacancyResponse from '#contract/hiring/vacancy-response.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { booked } from '#server/testing/bookings.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import { space, trialBalance } from '#server/testing/people.ts'
import { refusalOf } from '#server/testing/person.ts'
import { quoteHours } from '#server/testing/reservations.ts'
import * as team from '#server/testing/team.ts'
import { accept, invite } from '#server/testing/team.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const rent = { kind: 'fixed', every: 'week', amountCents: 140_000, unit: null } as const

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
type Recipient = Awaited<ReturnType<typeof team.newPerson>>

const applied = async (who: Recipient, vacancy: number) => {
  const sent = await who.person.call(vacancyResponse.applyToVacancy, { params: { id: vacancy }, body: {} })
  assert.equal(sent.status, 201, JSON.stringify(sent.body))
  return sent.body
}

const approved = async ({ owner }: team.Salon, who: Recipient, vacancy: number) => {
  const { id, version } = await applied(who, vacancy)
  return owner.person.call(applicationReview.approveApplication, { params: { id }, body: { version } })
}

test('a professional hired at a fixed rent joins the team once, and the rent run charges the agreed rent', async () => {
  const at = await team.salon(kalli)
  const vacancy = await published(at)
  const ines = await team.newPerson(kalli)
  const found = (await ines.person.call(vacancies.vacancies, { query: { rent: 'fixed' } })).body
  assert.ok(found.some(({ id }) => id === vacancy))
  const yes = await approved(at, ines, vacancy)
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  const [agreement] = (await ines.person.call(agreements)).body
  assert.deepEqual(agreement?.terms.rent, { ...rent, perUse: null })
  assert.equal(agreement?.ratePerHourCents, 0)

  // Running the jobs again has no effect.
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const members = (await at.owner.person.call(contract.team)).body
  assert.deepEqual(
    members.map(({ role, status, terms }) => ({ role, status, terms })),
    [{ role: 'resident', status: 'active', terms: team.weekly }],
  )
  const received = (await ines.person.call(community)).body.map(({ title }) => title)
  assert.ok(
    received.some((title) => title.startsWith('Eres parte de')),
    received.join(' | '),
  )

  // The run starts on the day she joined: the Friday of the tests, and six days more.
  const period = { from: '2026-11-16', to: '2026-11-26' }
  const shown = (await at.owner.person.call(rents.previewRentRun, { body: period })).body
  assert.equal(shown.totalCents, 140_000)
  const run = await at.owner.person.call(rents.collectRent, {
    body: { ...period, memberIds: members.map(({ id }) => id), totalCents: 140_000 },
  })
  assert.equal(run.status, 201, JSON.stringify(run.body))
  const chargeId = run.body.charges[0]?.id ?? ''
  const receipt = await ines.person.call(rents.rentReceipt, { params: { id: chargeId } })
  assert.equal(receipt.status, 200)
})

test('an accepted invitation joins the team too, with the agreed notice', async () => {
  const at = await team.salon(kalli)
  const vacancy = await published(at, { noticeDays: 30 })
  const ines = await team.newPerson(kalli)
  const emailMessage = await at.owner.person.call(inviting.sendInvitation, {
    body: { professionalId: ines.professional?.id, vacancyId: vacancy },
  })
  assert.equal(emailMessage.status, 201, JSON.stringify(emailMessage.body))
  const preview = await ines.person.call(inviting.invitationPreview, { params: { id: emailMessage.body.id } })
  assert.deepEqual(
    preview.body.services.map(({ rentCents }) => rentCents),
    preview.body.services.map(() => 0),
  )
  const yes = await ines.person.call(inviting.acceptInvitation, {
    params: { id: emailMessage.body.id },
    body: { version: emailMessage.body.version },
  })
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  await runJobsOnce(kalli)
  const [mine] = (await ines.person.call(contract.memberships)).body
  assert.deepEqual(mine?.terms, team.weekly)
  const left = await ines.person.call(contract.leaveTeam, {
    params: { id: mine?.id ?? 0 },
    body: { version: mine?.version ?? 0 },
  })
  assert.equal(left.status, 200, JSON.stringify(left.body))
  const [agreement] = (await ines.person.call(agreements)).body
  assert.equal(left.body.endsAt, agreement?.validTo)
  const days = (Date.parse(left.body.endsAt ?? '') - kalli.clock().getTime()) / 86_400_000
  assert.equal(days, 30)
  kalli.time.advance(31 * 24 * 60)
  await runJobsOnce(kalli)
  assert.deepEqual(
    (await ines.person.call(contract.memberships)).body.map(({ status }) => status),
    ['ended'],
  )
})

test('a professional already on the team, or with its invitation link, is not hired a second time', async () => {
  const at = await team.salon(kalli)
  const vacancy = await published(at)
  const other = await team.newPerson(kalli)
  await invite(at, other.email)
  const refused = await approved(at, other, vacancy)
  assert.equal(refusalOf(refused).code, 'member_exists')
  const desk = await team.newPerson(kalli)
  const { token } = await invite(at, desk.email, {
    role: 'reception',
    permissions: [],
    terms: team.nothing,
  })
  assert.equal((await accept(desk.person, token)).status, 200)
  assert.equal(refusalOf(await approved(at, desk, vacancy)).code, 'member_exists')
  await runJobsOnce(kalli)
  assert.equal((await desk.person.call(agreements)).body.length, 0)
})

const wednesday = [{ weekday: 3, fromMinute: 540, toMinute: 1080 }]
const chairTask = async ({ owner }: team.Salon) =>
  (await owner.person.call(tasks)).body.filter(({ kind }) => kind === 'chair')

test('a vacancy for a certain chair gives it to the hired professional, in the hours of the agreement', async () => {
  const at = await team.salon(kalli)
  const [chair] = at.where.units
  const vacancy = await published(at, { windows: wednesday }, chair)
  const ines = await team.newPerson(kalli)
  assert.equal((await approved(at, ines, vacancy)).status, 200)
  await runJobsOnce(kalli)
  const [member] = (await at.owner.person.call(contract.team)).body
  assert.deepEqual([member?.unitId, member?.shift], [chair, wednesday])
  assert.deepEqual(await chairTask(at), [])
  // It is reserved: no other member is given it then.
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

test('without a named or free chair the host is asked for one until they name it', async () => {
  const at = await team.salon(kalli)
  const [chair, next] = at.where.units
  const vacancy = await published(at, {}, chair)
  const ines = await team.newPerson(kalli)
  const other = await team.newPerson(kalli)
  assert.equal((await approved(at, ines, vacancy)).status, 200)
  await runJobsOnce(kalli)
  assert.equal((await approved(at, other, vacancy)).status, 200)
  await runJobsOnce(kalli)
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
  assert.deepEqual(await chairTask(await team.salon(kalli)), [])

  const sit = (unitId: number | undefined) =>
    at.owner.person.call(contract.editMember, {
      params: { id: waiting.id },
      body: { version: waiting.version, permissions: waiting.permissions, unitId, shift: null },
    })
  assert.equal(refusalOf(await sit(chair)).code, 'shift_taken')
  assert.equal((await sit(next)).status, 200)
  assert.deepEqual(await chairTask(at), [])
  await runJobsOnce(kalli)
  assert.ok(
    (await other.person.call(community)).body.some(({ message }) => message.startsWith('Tu unidad es ')),
  )
})

test('an approval names a free chair of the space, which the professional has on joining', async () => {
  const at = await team.salon(kalli)
  const [chair, next] = at.where.units
  const vacancy = await published(at, { windows: wednesday })
  const [ines, other] = [await team.newPerson(kalli), await team.newPerson(kalli)]
  const first = await applied(ines, vacancy)
  const yes = (who: { id: number; version: number }, unitId: number | undefined, trial = false) =>
    at.owner.person.call(trial ? applicationReview.approveOnTrial : applicationReview.approveApplication, {
      params: { id: who.id },
      body: { version: who.version, unitId },
    })
  const [elsewhere] = (await team.salon(kalli)).where.units
  assert.equal(refusalOf(await yes(first, elsewhere)).code, 'invalid_input')
  assert.equal((await yes(first, chair)).status, 200)
  await runJobsOnce(kalli)
  const seats = async () =>
    (await at.owner.person.call(contract.team)).body.map(({ unitId, shift }) => [unitId, shift])
  assert.deepEqual(await seats(), [[chair, wednesday]])
  assert.deepEqual(await chairTask(at), [])

  // The host sees its new holder before the next acceptance; an applicant does not see the chairs of the business.
  const second = await applied(other, vacancy)
  const chairsFor = async ({ person }: Pick<Recipient, 'person'>) =>
    (await person.call(application.application, { params: { id: second.id } })).body.chairs.map(
      ({ id, isFree, isNamed }) => [id, isFree, isNamed],
    )
  assert.deepEqual(await chairsFor(at.owner), [
    [chair, false, false],
    [next, true, false],
  ])
  assert.deepEqual(await chairsFor(other), [])
  assert.equal(refusalOf(await yes(second, chair, true)).code, 'shift_taken')
  assert.equal((await yes(second, next, true)).status, 200)
  await runJobsOnce(kalli)
  assert.deepEqual((await seats()).toSorted(), [
    [chair, wednesday],
    [next, wednesday],
  ])

  // An hourly rent reserves no chair.
  const hourly = await published(at, { rent: { kind: 'per_hour', ratePerHourCents: 12_000 } })
  const third = await applied(await team.newPerson(kalli), hourly)
  assert.equal(refusalOf(await yes(third, next)).code, 'invalid_input')
})

test('of two concurrent approvals for one chair one gets it, and the other is refused as taken', async () => {
  const at = await team.salon(kalli)
  const [chair] = at.where.units
  const vacancy = await published(at)
  const sent = [
    await applied(await team.newPerson(kalli), vacancy),
    await applied(await team.newPerson(kalli), vacancy),
  ]
  const both = await Promise.all(
    sent.map(({ id, version }) =>
      at.owner.person.call(applicationReview.approveApplication, {
        params: { id },
        body: { version, unitId: chair },
      }),
    ),
  )
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  assert.deepEqual(
    both.flatMap((answer) => (answer.status === 409 ? [refusalOf(answer).code] : [])),
    ['shift_taken'],
  )
  await runJobsOnce(kalli)
  assert.deepEqual(
    (await at.owner.person.call(contract.team)).body.map(({ unitId }) => unitId),
    [chair],
  )
  assert.deepEqual(await chairTask(at), [])
})

const chairOf = ({ terms }: { terms: AgreementTerms }) =>
  terms.rent.kind === 'fixed' ? terms.rent.unit : undefined

test('an invitation names a chair without reserving it, and the professional gets it on acceptance', async () => {
  const at = await team.salon(kalli)
  const [chair = 0, next = 0] = at.where.units
  const [ines, other, third] = [
    await team.newPerson(kalli),
    await team.newPerson(kalli),
    await team.newPerson(kalli),
  ]
  const sent = (who: Recipient, unitId: number, more: object = {}) =>
    at.owner.person.call(inviting.sendInvitation, {
      body: {
        professionalId: who.professional?.id ?? 0,
        spaceId: at.where.id,
        terms: { rent: { ...rent, unit: { id: unitId, name: 'La mejor' } }, ...more },
      },
    })
  const [elsewhere = 0] = (await team.salon(kalli)).where.units
  assert.equal(refusalOf(await sent(ines, elsewhere)).code, 'invalid_input')
  const mine = await sent(ines, chair)
  assert.equal(mine.status, 201, JSON.stringify(mine.body))
  const [seen] = (await ines.person.call(inviting.invitations)).body
  const { name } = chairOf(seen ?? assert.fail()) ?? assert.fail()
  assert.notEqual(name, 'La mejor')
  assert.deepEqual(chairOf(mine.body), { id: chair, name })
  // An offer reserves nothing: the first to accept gets it, and the other is notified.
  const late = await sent(other, chair)
  assert.equal(late.status, 201, JSON.stringify(late.body))
  const yes = (who: Recipient, { id, version }: { id: string; version: number }) =>
    who.person.call(inviting.acceptInvitation, { params: { id }, body: { version } })
  assert.equal((await yes(ines, mine.body)).status, 200)
  assert.equal(refusalOf(await yes(other, late.body)).code, 'shift_taken')
  assert.equal(refusalOf(await sent(third, chair)).code, 'shift_taken')
  assert.equal((await sent(third, next)).status, 201)
  await runJobsOnce(kalli)
  assert.deepEqual(
    (await at.owner.person.call(contract.team)).body.map(({ unitId }) => unitId),
    [chair],
  )
  const [current] = (await ines.person.call(agreements)).body
  assert.deepEqual(chairOf(current ?? assert.fail()), { id: chair, name })
})

test('a host’s counter-offer names a chair, which the professional’s own counter-offer keeps but cannot change', async () => {
  const at = await team.salon(kalli)
  const [chair = 0, next = 0] = at.where.units
  const vacancy = await published(at, { windows: wednesday })
  const ines = await team.newPerson(kalli)
  const first = await applied(ines, vacancy)
  const countered = (
    person: Recipient['person'],
    version: number,
    unitId: number | null,
    amountCents = 140_000,
  ) =>
    person.call(application.counterOffer, {
      params: { id: first.id },
      body: {
        version,
        terms: {
          ...first.terms,
          rent: { ...rent, amountCents, unit: unitId === null ? null : { id: unitId, name: 'x' } },
        },
      },
    })
  const offer = await countered(at.owner.person, first.version, chair)
  assert.equal(offer.status, 200, JSON.stringify(offer.body))
  const { name } = chairOf(offer.body) ?? assert.fail()
  assert.deepEqual(
    termsDiff(offer.body.termsBefore, offer.body.terms).flatMap(({ label, before, text }) =>
      before === null ? [] : [[label, before, text]],
    ),
    [['Lugar', 'Se elige después de aceptar', name]],
  )
  assert.equal(refusalOf(await countered(ines.person, offer.body.version, next)).code, 'invalid_input')
  const less = await countered(ines.person, offer.body.version, chair, 130_000)
  assert.deepEqual(chairOf(less.body), { id: chair, name })
  const last = await countered(at.owner.person, less.body.version, next, 135_000)
  const yes = await ines.person.call(application.acceptOffer, {
    params: { id: first.id },
    body: { version: last.body.version },
  })
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  await runJobsOnce(kalli)
  const [member] = (await at.owner.person.call(contract.team)).body
  assert.deepEqual([member?.unitId, member?.shift], [next, wednesday])
  assert.deepEqual(await chairTask(at), [])
})

const mixed = { ...rent, perUse: { kind: 'share', shareBp: 1500, minimumCents: 10_000 } } as const

/** Held, paid and completed. */
const visited = async (who: Recipient, { where, owner }: team.Salon) => {
  const professional = who.professional ?? assert.fail()
  const [one] = (await who.person.call(services)).body
  const at = { professional, host: owner, space: where, agreementId: 0, serviceId: one?.id ?? 0 }
  const visit = await booked(kalli, at)
  kalli.time.set(new Date(Date.parse(visit.endsAt) + 25 * 3_600_000))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const receipt = await who.person.call(bookings.receipt, {
    params: { id: visit.id },
    query: { as: 'professional' },
  })
  assert.equal(receipt.status, 200, JSON.stringify(receipt.body))
  return receipt.body
}

test('a mixed rent is found, negotiated and paid in both parts: the fixed one by a run, the other by each visit', async () => {
  const at = await team.salon(kalli)
  const vacancy = await published(at, { rent: mixed })
  const ines = await team.newPerson(kalli)
  const found = async (kind: 'fixed' | 'mixed' | 'share') =>
    (await ines.person.call(vacancies.vacancies, { query: { rent: kind } })).body.some(
      ({ id }) => id === vacancy,
    )
  assert.deepEqual([await found('mixed'), await found('fixed'), await found('share')], [true, false, false])
  const sent = await ines.person.call(vacancyResponse.applyToVacancy, { params: { id: vacancy }, body: {} })
  assert.deepEqual(sent.body.terms.rent, mixed)
  // The rent per visit is negotiated like everything else.
  const requested = { ...mixed, perUse: { ...mixed.perUse, shareBp: 1250 } }
  const countered = await at.owner.person.call(application.counterOffer, {
    params: { id: sent.body.id },
    body: { version: sent.body.version, terms: { ...sent.body.terms, rent: requested } },
  })
  assert.equal(countered.status, 200, JSON.stringify(countered.body))
  assert.deepEqual(
    termsDiff(countered.body.termsBefore, countered.body.terms).flatMap(({ before, text }) =>
      before === null ? [] : [[before, text]],
    ),
    [
      [
        'Renta mixta: $1,400 a la semana más 15 % de cada servicio (mínimo $100)',
        'Renta mixta: $1,400 a la semana más 12.5 % de cada servicio (mínimo $100)',
      ],
    ],
  )
  const yes = await ines.person.call(application.acceptOffer, {
    params: { id: sent.body.id },
    body: { version: countered.body.version },
  })
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  const [agreement] = (await ines.person.call(agreements)).body
  assert.deepEqual(agreement?.terms.rent, requested)
  // The space's price, for hours without a client.
  assert.equal(agreement?.ratePerHourCents, 20_000)
  await runJobsOnce(kalli)
  const [member] = (await at.owner.person.call(contract.team)).body
  assert.deepEqual(member?.terms, { fixed: team.weekly.fixed, perUse: requested.perUse })

  // 12.5 % of $1,000, which is more than the minimum.
  const receipt = await visited(ines, at)
  assert.equal(receipt.lines.find(({ code }) => code === 'rent')?.amountCents, -12_500)
  const period = { from: '2026-11-20', to: '2026-11-26' }
  const shown = (await at.owner.person.call(rents.previewRentRun, { body: period })).body
  assert.deepEqual(
    shown.rows.map(({ amountCents, perUseCents }) => [amountCents, perUseCents]),
    [[140_000, 12_500]],
  )
  const run = await at.owner.person.call(rents.collectRent, {
    body: { ...period, memberIds: [member?.id ?? 0], totalCents: 140_000 },
  })
  assert.equal(run.status, 201, JSON.stringify(run.body))
  assert.equal(await trialBalance(kalli), 0)
})

test('an invitation at a mixed rent shows the net of each visit and of a month, with both parts deducted', async () => {
  const before = await team.salon(kalli)
  const ines = await team.newPerson(kalli)
  assert.equal((await approved(before, ines, await published(before, { rent: mixed }))).status, 200)
  await runJobsOnce(kalli)
  await visited(ines, before)

  const now = kalli.clock()
  const at = await team.salon(kalli)
  kalli.time.set(now)
  const hourly = { ...rent, perUse: { kind: 'per_hour', ratePerHourCents: 12_000 } } as const
  const emailMessage = await at.owner.person.call(inviting.sendInvitation, {
    body: { professionalId: ines.professional?.id, spaceId: at.where.id, terms: { rent: hourly } },
  })
  assert.equal(emailMessage.status, 201, JSON.stringify(emailMessage.body))
  const { services: left, estimate } = (
    await ines.person.call(inviting.invitationPreview, { params: { id: emailMessage.body.id } })
  ).body
  assert.deepEqual(
    left.map(({ rentCents, netCents }) => [rentCents, netCents]),
    [[18_000, 72_000]],
  )
  // One visit in ninety days: a third of it per month, and the week's rent for thirty days.
  assert.deepEqual(estimate, {
    visits: 0,
    incomeCents: 33_333,
    commissionCents: 3333,
    rentCents: 600_000 + 6000,
    fixedRentCents: 600_000,
    netCents: 33_333 - 3333 - 606_000,
  })
  const yes = await ines.person.call(inviting.acceptInvitation, {
    params: { id: emailMessage.body.id },
    body: { version: emailMessage.body.version },
  })
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  await runJobsOnce(kalli)
  const mine = (await ines.person.call(contract.memberships)).body.find(
    ({ space }) => space.id === at.where.id,
  )
  assert.deepEqual(mine?.terms, { fixed: team.weekly.fixed, perUse: hourly.perUse })
  // Its hours cost the agreed rate; only a fixed rent alone includes them.
  const quoted = await quoteHours(ines.person, { space: at.where }, { date: '2026-12-02', minutes: 120 })
  assert.equal(quoted.totalCents, 24_000)
})

test('a member who charges rent sees only the tenants, rents and receipts of their own business', async () => {
  const at = await team.salon(kalli)
  const there = { owner: at.owner, where: await space(kalli, at.owner) }
  const desk = await team.joined(
    kalli,
    at,
    { role: 'reception', permissions: ['charge'], terms: team.nothing },
    ['client'],
  )
  const [here, elsewhere] = [await team.joined(kalli, at), await team.joined(kalli, there)]
  const week = { from: '2026-11-20', to: '2026-11-26' }
  const membership = desk.membership.id
  const seen = await desk.person.call(rents.previewRentRun, { body: { ...week, membership } })
  assert.equal(seen.status, 200, JSON.stringify(seen.body))
  const tenants = seen.body.rows.filter(({ chargeable }) => chargeable).map(({ memberId }) => memberId)
  assert.deepEqual(tenants, [here.membership.id])
  const collect = (who: typeof desk.person, asMember: number | null, memberId: number) =>
    who.call(rents.collectRent, {
      body: { ...week, membership: asMember, memberIds: [memberId], totalCents: 140_000 },
    })
  assert.equal((await collect(desk.person, membership, elsewhere.membership.id)).status, 404)
  const theirs = await collect(at.owner.person, null, elsewhere.membership.id)
  const mine = await collect(desk.person, membership, here.membership.id)
  assert.deepEqual([theirs.status, mine.status], [201, 201])
  const runs = (await desk.person.call(rents.rentRuns, { query: { membership } })).body
  assert.deepEqual(
    runs.map(({ id }) => id),
    [mine.body.id],
  )
  assert.equal((await at.owner.person.call(rents.rentRuns)).body.length, 2)
  const receipt = (id = '') => desk.person.call(rents.rentReceipt, { params: { id }, query: { membership } })
  assert.equal((await receipt(mine.body.charges[0]?.id)).status, 200)
  assert.equal((await receipt(theirs.body.charges[0]?.id)).status, 404)
})
