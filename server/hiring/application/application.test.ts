import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { agreements } from '#contract/hiring/agreement.ts'
import * as contract from '#contract/hiring/application.ts'
import * as applicationReview from '#contract/hiring/application-review.ts'
import * as fits from '#contract/hiring/fit.ts'
import * as autoApprove from '#contract/hiring/auto-approve.ts'
import { community, notification } from '#contract/notification/notification.ts'
import { termsDiff } from '#contract/hiring/terms-words.ts'
import { slots } from '#contract/availability/availability.ts'
import { publicSpace } from '#contract/search/public-page.ts'
import { booked } from '#server/testing/bookings.ts'
import { runJobsOnce } from '#server/platform/jobs.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { bookable, host, professional, service, space } from '#server/testing/people.ts'
import { refusalOf, type Person } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const terms = { rent: { kind: 'per_hour', ratePerHourCents: 18_000 } } as const

/** A professional and a salon without any relation. */
const strangers = async (values: { level?: number } = {}) => {
  kalli.time.set(testNow)
  const stylist = await professional(kalli)
  const serviceId = await service(kalli, stylist.id)
  const owner = await host(kalli)
  const where = await space(kalli, owner)
  if (values.level !== undefined)
    await kalli.database.kysely
      .updateTable('spaces')
      .set({ minimum_level: values.level })
      .where('id', '=', where.id)
      .execute()
  return { stylist, serviceId, owner, where }
}

const send = async (who: Person, spaceId: number, values: object = {}) => {
  const drafted = await who.call(contract.addApplication, {
    body: { spaceId, terms, expectedMinutes: 600, ...values },
  })
  assert.equal(drafted.status, 201, JSON.stringify(drafted.body))
  const { id, version } = drafted.body
  return who.call(contract.submitApplication, { params: { id }, body: { version } })
}

test('an anonymous visitor and a host cannot apply, and a stranger cannot find an application', async () => {
  const { stylist, owner, where } = await strangers()
  assert.equal((await kalli.visitor().call(contract.applications)).status, 401)
  assert.equal((await owner.person.call(contract.applications)).status, 403)
  const { id, version } = (await send(stylist.person, where.id)).body
  const stranger = await professional(kalli)
  const rival = await host(kalli)
  for (const who of [stranger.person, rival.person])
    assert.equal((await who.call(contract.application, { params: { id } })).status, 404)
  assert.equal(
    (await stranger.person.call(contract.withdrawApplication, { params: { id }, body: { version } })).status,
    404,
  )
  assert.equal(
    (await rival.person.call(applicationReview.approveApplication, { params: { id }, body: { version } }))
      .status,
    404,
  )
})

test('a host is notified once of an applicant, as a match, with a link to the application (A1)', async () => {
  const { stylist, owner, where } = await strangers()
  const { id } = (await send(stylist.person, where.id)).body
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  const notices = (await owner.person.call(community)).body
  assert.deepEqual(
    notices.map(({ type }) => type),
    ['new_professional_match'],
    JSON.stringify(notices),
  )
  const seen = await owner.person.call(notification, { params: { id: notices[0]?.id ?? 0 } })
  assert.deepEqual(seen.body.about, { kind: 'host_application', id: String(id) })
})

test('only its author sees a draft, and a low profile or level is refused with what is missing', async () => {
  const { stylist, owner, where } = await strangers({ level: 2 })
  const { body } = await stylist.person.call(contract.addApplication, { body: { spaceId: where.id, terms } })
  assert.equal((await owner.person.call(contract.application, { params: { id: body.id } })).status, 404)
  const early = await stylist.person.call(contract.submitApplication, {
    params: { id: body.id },
    body: { version: body.version },
  })
  assert.equal(refusalOf(early).code, 'application_not_ready')
  assert.match(JSON.stringify(refusalOf(early).details), /nivel 2/)
  const fit = await stylist.person.call(fits.spaceFit, { params: { space: where.id } })
  assert.equal(fit.body.ready, false)
  assert.equal(fit.body.draft?.id, body.id)
})

test('a space by invitation only refuses applications, and says so', async () => {
  const { stylist, where } = await strangers()
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ welcome: 'agreement' })
    .where('id', '=', where.id)
    .execute()
  const fit = await stylist.person.call(fits.spaceFit, { params: { space: where.id } })
  assert.deepEqual([fit.body.ready, fit.body.items.at(-1)?.key], [false, 'invitation'])
  const refused = await send(stylist.person, where.id)
  assert.equal(refusalOf(refused).code, 'application_not_ready')
  assert.match(JSON.stringify(refusalOf(refused).details), /invita/)
  const page = await kalli.visitor().call(publicSpace, { params: { id: String(where.id) } })
  assert.equal(page.body.facts.welcome, 'agreement')
})

test('an application is sent, seen, questioned, negotiated and accepted, and clients book there at once', async () => {
  const { stylist, serviceId, owner, where } = await strangers()
  const timesThere = async () => {
    const query = { professional: stylist.id, service: serviceId, from: '2026-11-23', to: '2026-11-24' }
    const { body } = await kalli.visitor().call(slots, { query })
    return body.days.flatMap((day) => day.slots).filter(({ spaceId }) => spaceId === where.id).length
  }
  assert.equal(await timesThere(), 0)
  const sent = await send(stylist.person, where.id, { message: 'Busco silla fija entre semana.' })
  assert.equal(sent.body.status, 'sent')
  assert.equal(sent.body.waitingFor, 'host')
  const { id } = sent.body
  const seen = await owner.person.call(applicationReview.reviewApplication, {
    params: { id },
    body: { version: sent.body.version },
  })
  assert.equal(seen.body.status, 'in_review')
  const requested = await owner.person.call(applicationReview.requestInfo, {
    params: { id },
    body: { version: seen.body.version, text: '¿Traes tu secadora?' },
  })
  assert.equal(requested.body.status, 'info_requested')
  assert.equal(
    (await stylist.person.call(contract.application, { params: { id } })).body.question,
    '¿Traes tu secadora?',
  )
  kalli.time.advance(60)
  const reported = await stylist.person.call(contract.answerInfo, {
    params: { id },
    body: { version: requested.body.version, text: 'Sí, y plancha.' },
  })
  assert.equal(reported.body.status, 'in_review')
  assert.equal(
    Date.parse(reported.body.expiresAt ?? '') - Date.parse(sent.body.expiresAt ?? ''),
    3_600_000,
    'the clock stood still for the hour of the answer',
  )
  const offer = {
    ...terms,
    rent: { kind: 'per_hour', ratePerHourCents: 19_000 },
    quotaMinutesPerWeek: 1200,
  } as const
  const countered = await owner.person.call(contract.counterOffer, {
    params: { id },
    body: { version: reported.body.version, terms: offer },
  })
  assert.equal(countered.body.status, 'countered')
  assert.deepEqual(
    termsDiff(countered.body.termsBefore, countered.body.terms).flatMap(({ label, before, text }) =>
      before === null ? [] : [[label, before, text]],
    ),
    [
      ['Renta', '$180 la hora', '$190 la hora'],
      ['Horas', 'Sin límite de horas', 'Hasta 20 h por semana'],
    ],
  )
  const own = await owner.person.call(applicationReview.approveApplication, {
    params: { id },
    body: { version: countered.body.version },
  })
  assert.equal(refusalOf(own).code, 'application_not_movable', 'nobody accepts their own offer')
  const accepted = await stylist.person.call(contract.acceptOffer, {
    params: { id },
    body: { version: countered.body.version },
  })
  assert.equal(accepted.body.status, 'approved', JSON.stringify(accepted.body))
  assert.ok((await timesThere()) > 0)

  const [current] = (await owner.person.call(agreements)).body
  assert.equal(current?.ratePerHourCents, 19_000)
  assert.equal(current?.terms.quotaMinutesPerWeek, 1200)
  const sealed = await kalli.database.kysely
    .selectFrom('agreements')
    .select('seal')
    .where('id', '=', current?.id ?? 0)
    .executeTakeFirstOrThrow()
  const opened = kalli.tokens.open('agreement', sealed.seal, kalli.clock())
  assert.deepEqual(opened?.['terms'], current?.terms, 'what both accepted is signed')
  const detail = (await stylist.person.call(contract.application, { params: { id } })).body
  assert.deepEqual(
    detail.history.map(({ move }) => move),
    ['submit', 'review', 'request_info', 'answer_info', 'counter', 'accept'],
  )
})

test('the monthly remainder is estimated from the last ninety days, with a fixed rent always deducted', async () => {
  kalli.time.set(testNow)
  const at = await bookable(kalli, { durationMinutes: 60, priceCents: 60_000 })
  const visit = await booked(kalli, at, { date: '2026-11-25' })
  await kalli.database.kysely
    .updateTable('bookings')
    .set(({ eb }) => ({ status: 'completed', version: eb('version', '+', 1) }))
    .where('id', '=', visit.id)
    .execute()
  kalli.time.set(new Date('2026-11-26T16:00:00Z'))
  const estimateAt = async (rent: object) => {
    const where = await space(kalli, await host(kalli))
    const { body } = await at.professional.person.call(contract.addApplication, {
      body: { spaceId: where.id, terms: { ...terms, rent: { ...terms.rent, ...rent } } },
    })
    const { estimate } = (
      await at.professional.person.call(contract.application, { params: { id: body.id } })
    ).body
    return estimate
  }
  const income = { visits: 0, incomeCents: 20_000, commissionCents: 2000 }
  assert.deepEqual(await estimateAt({}), {
    ...income,
    rentCents: 6000,
    fixedRentCents: 0,
    netCents: 12_000,
  })
  assert.deepEqual(await estimateAt({ kind: 'share', shareBp: 3000, minimumCents: 24_000 }), {
    ...income,
    rentCents: 8000,
    fixedRentCents: 0,
    netCents: 10_000,
  })
  assert.deepEqual(await estimateAt({ kind: 'fixed', every: 'month', amountCents: 12_000 }), {
    ...income,
    rentCents: 12_000,
    fixedRentCents: 12_000,
    netCents: 6000,
  })
  assert.deepEqual(await estimateAt({ kind: 'fixed', every: 'week', amountCents: 7000 }), {
    ...income,
    rentCents: 30_000,
    fixedRentCents: 30_000,
    netCents: -12_000,
  })
  // A mixed rent: both parts are counted.
  const share = { kind: 'share', shareBp: 3000, minimumCents: 24_000 } as const
  assert.deepEqual(await estimateAt({ kind: 'fixed', every: 'month', amountCents: 9000, perUse: share }), {
    ...income,
    rentCents: 17_000,
    fixedRentCents: 9000,
    netCents: 1000,
  })
  const hourly = { kind: 'per_hour', ratePerHourCents: 10_001 } as const
  assert.deepEqual(await estimateAt({ kind: 'fixed', every: 'week', amountCents: 1000, perUse: hourly }), {
    ...income,
    rentCents: 4286 + 3334,
    fixedRentCents: 4286,
    netCents: 10_380,
  })
  kalli.time.set(testNow)
})

test('only the applicant sees a space’s distance from home, and from clients’ origins once there are five', async () => {
  kalli.time.set(testNow)
  const at = await bookable(kalli, { durationMinutes: 60 })
  // A tenth of a degree is eleven kilometres; home is as far south as the new space is north.
  const { latitude } = await kalli.database.kysely
    .selectFrom('spaces')
    .select('latitude')
    .where('id', '=', at.space.id)
    .executeTakeFirstOrThrow()
  await kalli.database.kysely
    .updateTable('professionals')
    .set({ latitude: latitude - 0.1 })
    .where('id', '=', at.professional.id)
    .execute()
  const owner = await host(kalli)
  const where = await space(kalli, owner)
  await kalli.database.kysely
    .updateTable('spaces')
    .set({ latitude: latitude + 0.1 })
    .where('id', '=', where.id)
    .execute()
  for (let visit = 0; visit < 5; visit += 1) await booked(kalli, at, { date: '2026-11-25', place: 0 })
  const complete = (count: number) =>
    kalli.database.pool.query(
      `update bookings set status = 'completed', version = version + 1 where id in (
        select id from bookings where professional_id = $1 and status = 'confirmed' limit $2)`,
      [at.professional.id, count],
    )
  kalli.time.set(new Date('2026-11-26T16:00:00Z'))
  const sent = await send(at.professional.person, where.id)
  const read = async (who: Person) =>
    (await who.call(contract.application, { params: { id: sent.body.id } })).body
  await complete(4)
  assert.equal((await read(at.professional.person)).clientsKm, null)
  await complete(1)
  const { distanceKm, clientsKm } = await read(at.professional.person)
  assert.deepEqual([Math.round(distanceKm), Math.round(clientsKm ?? 0)], [22, 11])
  assert.equal((await read(owner.person)).clientsKm, null)
  kalli.time.set(testNow)
})

test('a professional may have ten open applications, and the database refuses an eleventh, also at once', async () => {
  const { stylist } = await strangers()
  const drafts = []
  for (let count = 0; count < 11; count += 1) {
    const owner = await host(kalli)
    const where = await space(kalli, owner)
    drafts.push(
      (await stylist.person.call(contract.addApplication, { body: { spaceId: where.id, terms } })).body,
    )
  }
  const answers = await Promise.all(
    drafts.map(({ id, version }) =>
      stylist.person.call(contract.submitApplication, { params: { id }, body: { version } }),
    ),
  )
  assert.equal(answers.filter(({ status }) => status === 200).length, 10)
  const refused = answers.filter(({ status }) => status !== 200)
  assert.deepEqual(
    refused.map((one) => refusalOf(one).code),
    ['too_many_applications'],
  )
})

test('a rejection has a neutral reason, the host’s note is shared only on request, and reapplying waits thirty days', async () => {
  const { stylist, owner, where } = await strangers()
  const { id, version } = (await send(stylist.person, where.id)).body
  const no = await owner.person.call(applicationReview.rejectApplication, {
    params: { id },
    body: { version, reason: 'no_place', note: 'Me recuerda a alguien.' },
  })
  assert.equal(no.body.decline?.note, 'Me recuerda a alguien.')
  const read = await stylist.person.call(contract.application, { params: { id } })
  assert.equal(read.body.decline?.label, 'Por ahora no tengo lugar')
  assert.equal(read.body.decline?.note, null)
  assert.doesNotMatch(JSON.stringify(read.body), /recuerda/)
  const again = await stylist.person.call(contract.addApplication, { body: { spaceId: where.id, terms } })
  const submit = () =>
    stylist.person.call(contract.submitApplication, {
      params: { id: again.body.id },
      body: { version: again.body.version },
    })
  assert.equal(refusalOf(await submit()).code, 'application_rests')
  kalli.time.advance(30 * 24 * 60 + 1)
  assert.equal((await submit()).status, 200)
})

test('a host is reminded at 24 and 48 hours, the application expires after seven days, and the host’s answer rate falls', async () => {
  const { stylist, owner, where } = await strangers()
  const { id } = (await send(stylist.person, where.id)).body
  const waits = async () => {
    await runJobsOnce(kalli)
    const row = await kalli.database.kysely
      .selectFrom('applications')
      .select(['status', 'reminders'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return `${row.status} ${row.reminders}`
  }
  assert.equal(await waits(), 'sent 0')
  kalli.time.advance(24 * 60)
  assert.equal(await waits(), 'sent 1')
  kalli.time.advance(24 * 60)
  assert.equal(await waits(), 'sent 2')
  assert.equal(await waits(), 'sent 2', 'each reminder once')
  kalli.time.advance(5 * 24 * 60)
  assert.equal(await waits(), 'expired 2')
  assert.equal(await waits(), 'expired 2')
  for (let count = 0; count < 2; count += 1) {
    const other = await professional(kalli)
    await service(kalli, other.id)
    await send(other.person, where.id)
  }
  kalli.time.advance(8 * 24 * 60)
  await waits()
  const fit = await stylist.person.call(fits.spaceFit, { params: { space: where.id } })
  assert.deepEqual(fit.body.hostAnswers, { ratePercent: 0, medianHours: null, answersLittle: true })
  assert.equal(
    (await owner.person.call(applicationReview.hostApplications, { query: { show: 'decided' } })).body.length,
    3,
  )
})

test('after 72 hours an unanswered question resumes the clock; two questions are the maximum', async () => {
  const { stylist, owner, where } = await strangers()
  let now = (await send(stylist.person, where.id)).body
  const { id } = now
  const asks = async () =>
    owner.person.call(applicationReview.requestInfo, {
      params: { id },
      body: { version: now.version, text: '¿Cuándo empiezas?' },
    })
  now = (await asks()).body
  kalli.time.advance(72 * 60)
  await runJobsOnce(kalli)
  now = (await owner.person.call(contract.application, { params: { id } })).body
  assert.equal(now.status, 'in_review')
  now = (await asks()).body
  now = (
    await stylist.person.call(contract.answerInfo, {
      params: { id },
      body: { version: now.version, text: 'El lunes.' },
    })
  ).body
  assert.equal(refusalOf(await asks()).code, 'application_not_movable')
})

test('the parties take turns in four rounds of terms, and a fifth is refused', async () => {
  const { stylist, owner, where } = await strangers()
  let now = (await send(stylist.person, where.id)).body
  const { id } = now
  const offers = async (who: Person, ratePerHourCents: number) =>
    who.call(contract.counterOffer, {
      params: { id },
      body: { version: now.version, terms: { rent: { kind: 'per_hour', ratePerHourCents } } },
    })
  assert.equal(refusalOf(await offers(stylist.person, 17_000)).code, 'application_not_movable')
  assert.equal(refusalOf(await offers(owner.person, 18_000)).code, 'same_terms')
  for (const [round, who] of [owner, stylist, owner, stylist].entries())
    now = (await offers(who.person, 20_000 - round * 100)).body
  assert.equal(now.counterRounds, 4)
  assert.equal(refusalOf(await offers(owner.person, 15_000)).code, 'application_not_movable')
  kalli.time.advance(72 * 60)
  await runJobsOnce(kalli)
  assert.equal((await stylist.person.call(contract.application, { params: { id } })).body.status, 'expired')
})

test('of a concurrent approval and withdrawal one takes effect, and two approvals make one agreement', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { stylist, owner, where } = await strangers()
    const { id, version } = (await send(stylist.person, where.id)).body
    const body = { version }
    const [yes, back] = await Promise.all([
      owner.person.call(applicationReview.approveApplication, { params: { id }, body }),
      stylist.person.call(contract.withdrawApplication, { params: { id }, body }),
    ])
    assert.deepEqual([yes.status, back.status].toSorted(), [200, 409])
    const current = (await stylist.person.call(agreements)).body.length
    assert.equal(current, yes.status === 200 ? 1 : 0)
  }
  const { stylist, owner, where } = await strangers()
  const { id, version } = (await send(stylist.person, where.id)).body
  const both = await Promise.all(
    [1, 2].map(() =>
      owner.person.call(applicationReview.approveApplication, { params: { id }, body: { version } }),
    ),
  )
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 409])
  assert.equal((await stylist.person.call(agreements)).body.length, 1)
})

test('a thirty-day trial ends by itself, and its times with it', async () => {
  const { stylist, owner, where } = await strangers()
  const { id, version } = (await send(stylist.person, where.id)).body
  await owner.person.call(applicationReview.approveOnTrial, { params: { id }, body: { version } })
  const [current] = (await stylist.person.call(agreements)).body
  assert.deepEqual(current?.terms.trial, { kind: 'days', days: 30 })
  kalli.time.advance(16 * 24 * 60)
  await runJobsOnce(kalli)
  assert.equal((await stylist.person.call(agreements)).body[0]?.status, 'expiring')
  kalli.time.advance(16 * 24 * 60)
  await runJobsOnce(kalli)
  assert.equal((await stylist.person.call(agreements)).body[0]?.status, 'expired')
})

test('an auto-approve rule accepts an application in the host’s name at their price, and not below it', async () => {
  const { stylist, owner, where } = await strangers()
  const rule: autoApprove.AutoApproveRule = {
    minimumLevel: 0,
    minimumRating: null,
    documents: [],
    spaceIds: [],
    outcome: 'trial',
  }
  const saved = await owner.person.call(autoApprove.saveAutoApprove, { body: { rules: [rule], version: 0 } })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
  const late = await owner.person.call(autoApprove.saveAutoApprove, { body: { rules: [], version: 0 } })
  assert.equal(refusalOf(late).code, 'stale_version')
  const below = (await send(stylist.person, where.id)).body
  await runJobsOnce(kalli)
  assert.equal(
    (await stylist.person.call(contract.application, { params: { id: below.id } })).body.status,
    'sent',
  )
  const other = await professional(kalli)
  await service(kalli, other.id)
  const at = (
    await send(other.person, where.id, { terms: { rent: { kind: 'per_hour', ratePerHourCents: 20_000 } } })
  ).body
  await runJobsOnce(kalli)
  const decided = (await other.person.call(contract.application, { params: { id: at.id } })).body
  assert.equal(decided.status, 'approved')
  assert.deepEqual(decided.terms.trial, { kind: 'days', days: 30 })
})

test('a host declines several applications with one reason, and those of another host are left alone', async () => {
  const { stylist, owner, where } = await strangers()
  const mine = (await send(stylist.person, where.id)).body
  const elsewhere = await strangers()
  const theirs = (await send(elsewhere.stylist.person, elsewhere.where.id)).body
  const answer = await owner.person.call(applicationReview.rejectMany, {
    body: { ids: [mine.id, theirs.id], reason: 'filled' },
  })
  assert.deepEqual(answer.body, { declined: [mine.id], left: [theirs.id] })
})

test('telephones in both parties’ texts are hidden until approval, and a draft stays as its author wrote it', async () => {
  const { stylist, owner, where } = await strangers()
  const message = 'Mi cel es 55-12-34-56-78'
  const drafted = await stylist.person.call(contract.addApplication, {
    body: { spaceId: where.id, terms, expectedMinutes: 600, message },
  })
  assert.equal(drafted.body.message, message)
  const { id } = drafted.body
  const sent = await stylist.person.call(contract.submitApplication, {
    params: { id },
    body: { version: drafted.body.version },
  })
  assert.equal(sent.body.message, 'Mi cel es [teléfono oculto]')
  const requested = await owner.person.call(applicationReview.requestInfo, {
    params: { id },
    body: { version: sent.body.version, text: '¿Me escribes a casa@salon.mx?' },
  })
  const reported = await stylist.person.call(contract.answerInfo, {
    params: { id },
    body: { version: requested.body.version, text: 'Mejor en mi ig ana_rojas' },
  })
  assert.equal(reported.status, 200, JSON.stringify(reported.body))
  for (const { person } of [stylist, owner]) {
    const seen = JSON.stringify((await person.call(contract.application, { params: { id } })).body)
    assert.match(seen, /¿Me escribes a \[correo oculto\]\?/)
    assert.match(seen, /Mejor en mi ig \[usuario oculto\]/)
    assert.doesNotMatch(seen, /56-78|salon\.mx|ana_rojas/)
  }
  const approved = await owner.person.call(applicationReview.approveApplication, {
    params: { id },
    body: { version: reported.body.version },
  })
  assert.equal(approved.status, 200, JSON.stringify(approved.body))
  const shown = (await stylist.person.call(contract.application, { params: { id } })).body
  assert.equal(shown.message, message)
  assert.ok(shown.history.some(({ text }) => text === 'Mejor en mi ig ana_rojas'))
})
