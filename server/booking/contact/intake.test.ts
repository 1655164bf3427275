/** Forms before a visit: who defines them, who answers with what consent, who reads, and that all others are refused. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import * as booking from '#contract/booking/booking.ts'
import { professionalDay } from '#contract/booking/day.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import * as contract from '#contract/booking/client/intake.ts'
import { ownClient, ownClients } from '#contract/booking/client/own-client.ts'
import { type FormInput, healthConsent, type Question } from '#contract/booking/client/intake.ts'
import { copyOf, forgetIntake, sealAnew, sweepIntake } from '#server/booking/contact/intake.ts'
import { present, shownById } from '#server/booking/summary/present.ts'
import { mailReminder } from '#server/booking/request/reminder.ts'
import { type Bookable, booked, confirmContact, contactOf, held, pay } from '#server/testing/bookings.ts'
import { guestBookings } from '#contract/booking/client/guest.ts'
import { prove } from '#server/testing/guests.ts'
import { startTestServer, testNow, testSecret, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { actingAs } from '#server/platform/work.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const question = (id: string, kind: Question['kind'], values: Partial<Question> = {}): Question => ({
  id,
  kind,
  label: `Pregunta ${id}`,
  required: false,
  options: [],
  ...values,
})

const health: FormInput = {
  title: 'Antes de tu facial',
  intro: '',
  sensitive: true,
  timing: 'booking',
  questions: [
    question('a', 'yes_no', { label: '¿Tienes alergias?', required: true }),
    question('b', 'long', { label: '¿A qué?' }),
    question('c', 'several', { options: ['Embarazo', 'Diabetes', 'Hipertensión'] }),
    question('d', 'date'),
  ],
}
const answers = { a: true, b: 'Al látex', c: ['Diabetes'] }

const withForm = async (form: Partial<FormInput> = {}) => {
  const at = await people.bookable(kalli)
  const written = await at.professional.person.call(contract.addForm, {
    body: { ...health, ...form, serviceIds: [at.serviceId] },
  })
  assert.equal(written.status, 201, JSON.stringify(written.body))
  return { at, form: written.body }
}

const work = () => kalli.work()
const given = { version: 1, answers, consent: healthConsent.version }

/** Held by a client with an account, answered and paid. */
const answeredVisit = async (at: Bookable, formId: number, text = 'Al látex') => {
  const who = await people.signIn(kalli, await people.account(kalli))
  const hold = await held(who, at)
  const params = { id: hold.id, form: formId }
  const answered = await who.call(contract.answerForm, {
    params,
    query: {},
    body: { ...given, answers: { ...answers, b: text } },
  })
  assert.equal(answered.status, 200, JSON.stringify(answered.body))
  const paid = await pay(who, hold.id)
  assert.equal(paid.status, 201, JSON.stringify(paid.body))
  return { who, id: hold.id, params }
}

test('a form is created, changed by version, assigned to services and archived, and a stranger finds none of it', async () => {
  const { at, form } = await withForm()
  const me = at.professional.person
  assert.deepEqual(form.serviceIds, [at.serviceId])
  const other = (await people.bookable(kalli)).professional.person
  const params = { id: form.id }
  assert.equal(
    (await other.call(contract.changeForm, { params, body: { ...health, version: 1 } })).status,
    404,
  )
  assert.equal((await other.call(contract.removeForm, { params })).status, 404)
  const foreign = { params: { id: at.serviceId }, body: { formIds: [] } }
  assert.equal((await other.call(contract.serviceForms, foreign)).status, 404)
  const changed = await me.call(contract.changeForm, {
    params,
    body: { ...health, title: 'Tu piel', version: 1 },
  })
  assert.deepEqual([changed.body.title, changed.body.version], ['Tu piel', 2])
  const stale = await me.call(contract.changeForm, { params, body: { ...health, version: 1 } })
  assert.equal(refusalOf(stale).code, 'stale_version')
  const none = await me.call(contract.serviceForms, { params: { id: at.serviceId }, body: { formIds: [] } })
  assert.deepEqual(none.body[0]?.serviceIds, [])
  assert.equal((await me.call(contract.removeForm, { params })).status, 200)
  assert.deepEqual((await me.call(contract.ownForms)).body, [])
  const wrong = { ...health, questions: [question('a', 'one', { options: ['Solo una'] })], serviceIds: [] }
  assert.equal((await me.call(contract.addForm, { body: wrong })).status, 400)
})

test('a form required first must be answered before payment, and one due before the visit can wait', async () => {
  const { at, form } = await withForm()
  const who = kalli.visitor()
  const hold = await held(who, at)
  const refused = await pay(who, hold.id)
  assert.equal(refusalOf(refused).code, 'forms_missing')
  const params = { id: hold.id, form: form.id }
  const put = (body: object) =>
    who.call(contract.answerForm, { params, query: {}, body: { ...given, ...body } })
  assert.equal(refusalOf(await put({ answers: { b: 'x' } })).code, 'answers_incomplete')
  assert.equal(refusalOf(await put({ answers: { ...answers, c: ['Otra'] } })).code, 'answers_incomplete')
  assert.equal(refusalOf(await put({ answers: { ...answers, d: '2026-02-30' } })).code, 'answers_incomplete')
  assert.equal(refusalOf(await put({ consent: null })).code, 'consent_needed')
  assert.equal(refusalOf(await put({ version: 7 })).code, 'form_changed')
  const stored = await put({})
  const [one] = stored.body
  assert.ok(one?.answered?.consentText?.includes('consentimiento expreso'))
  assert.deepEqual(one?.answered?.answers, answers)
  const contact = contactOf()
  await confirmContact(who, hold.id, contact.email)
  assert.equal((await pay(who, hold.id, 'tok_ok', contact)).body.forms, 'answered')

  const later = await withForm({ timing: 'visit', sensitive: false })
  const visit = await booked(kalli, later.at)
  assert.equal(visit.forms, 'pending')
})

test('answers are encrypted at rest, with the consent text’s version and time', async () => {
  const { at, form } = await withForm()
  const { id } = await answeredVisit(at, form.id, 'Secreto de salud')
  const row = await kalli.database.kysely
    .selectFrom('intake_answers')
    .selectAll()
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow()
  assert.ok(!row.sealed.includes('Secreto'))
  assert.match(row.key_id, /^[0-9a-f]{16}$/)
  assert.deepEqual([row.consent_version, row.consented_at], [healthConsent.version, testNow])
})

/** The state of the forms for the only client in her book. */
const formsInBook = async (pro: Person) => {
  const [entry] = (await pro.call(ownClients, { query: {} })).body
  assert.ok(entry)
  return (await pro.call(ownClient, { params: { id: entry.id } })).body.visits.map(({ forms }) => forms)
}

test('only the professional reads the answers, and the client sees each reading', async () => {
  const { at, form } = await withForm()
  const { who, id, params } = await answeredVisit(at, form.id)
  const pro = at.professional.person
  const look = { params: { id } }
  const admin = await people.signIn(kalli, await people.account(kalli, { roles: ['admin', 'professional'] }))
  for (const stranger of [at.host.person, admin, (await people.bookable(kalli)).professional.person, who]) {
    const answer = await stranger.call(contract.readForms, look)
    assert.ok([403, 404].includes(answer.status), String(answer.status))
  }
  for (const stranger of [at.host.person, admin, pro, kalli.visitor()])
    assert.equal((await stranger.call(contract.visitForms, { ...look, query: {} })).status, 404)
  const asHost = await at.host.person.call(booking.booking, { ...look, query: { as: 'host' } })
  assert.equal(asHost.body.forms, null)
  assert.ok(!JSON.stringify(asHost.body).includes('látex'))
  // Her book shows the form as answered; that does not count as reading it.
  assert.deepEqual(await formsInBook(pro), ['answered'])
  assert.deepEqual((await who.call(contract.formReadings)).body, [])

  const [shown] = (await pro.call(contract.readForms, look)).body
  assert.deepEqual(shown?.answered?.answers, answers)
  kalli.time.set(new Date(testNow.getTime() + 60_000))
  await pro.call(contract.readForms, look)
  const log = (await who.call(contract.formReadings)).body
  assert.deepEqual(
    log.map(({ at, form }) => [at, form]),
    [
      [new Date(testNow.getTime() + 60_000).toISOString(), health.title],
      [testNow.toISOString(), health.title],
    ],
  )
  const mine = await who.call(contract.visitForms, { ...look, query: {} })
  assert.equal(mine.body[0]?.readAt.length, 2)

  // Withdrawn: deleted for the professional, and requested again.
  await who.call(contract.forgetAnswers, { params, query: {} })
  assert.equal((await pro.call(contract.readForms, look)).body[0]?.answered, null)
  assert.equal((await who.call(booking.booking, { ...look, query: {} })).body.forms, 'pending')
  assert.equal((await who.call(contract.formReadings)).body.length, 2)
  assert.deepEqual(await formsInBook(pro), ['pending'])
})

test('an alerting answer flags the upcoming visit without its words, and only for the professional', async () => {
  const flags = async (form: Partial<FormInput>, answers: contract.Answers) => {
    const { at, form: written } = await withForm({ timing: 'visit', ...form })
    const visit = await booked(kalli, at, { date: '2026-11-25' })
    const params = { id: visit.id, form: written.id }
    const put = await visit.who.call(contract.answerForm, {
      params,
      query: { t: visit.t },
      body: { ...given, answers },
    })
    assert.equal(put.status, 200, JSON.stringify(put.body))
    const day = await at.professional.person.call(professionalDay, { query: { date: '2026-11-25' } })
    const shown = day.body.bookings.find(({ id }) => id === visit.id)
    assert.ok(!JSON.stringify(shown).includes('látex'))
    return { at, visit, flag: shown?.formAlert }
  }
  const { at, visit, flag } = await flags({}, answers)
  assert.equal(flag, true)
  const look = { params: { id: visit.id } }
  assert.deepEqual(
    await kalli.database.kysely
      .selectFrom('intake_readings')
      .selectAll()
      .where('booking_id', '=', visit.id)
      .execute(),
    [],
  )
  const asClient = await visit.who.call(booking.booking, { ...look, query: { t: visit.t } })
  const asHost = await at.host.person.call(booking.booking, { ...look, query: { as: 'host' } })
  assert.deepEqual([asClient.body.formAlert, asHost.body.formAlert], [undefined, undefined])
  const key = { kind: 'key', id: 'key.1', name: '', scopes: [], version: '', expiresAt: null } as const
  const row = await shownById(work(), visit.id)
  assert.equal(present(work(), row, 'professional').formAlert, true)
  const byKey = actingAs(work(), { credential: key })
  assert.equal(present(byKey, row, 'professional').formAlert, undefined)

  assert.equal((await flags({}, { a: false })).flag, undefined)
  const other = [question('x', 'long', { label: '¿Tomas medicinas?' })]
  assert.equal((await flags({ questions: other }, { x: 'látex' })).flag, undefined)
  const marked = [question('x', 'long', { label: '¿Tomas medicinas?', alerts: true })]
  assert.equal((await flags({ questions: marked }, { x: 'látex' })).flag, true)
  assert.equal((await flags({ questions: marked }, { x: 'Ninguna.' })).flag, undefined)
  const unmarked = [question('x', 'long', { label: 'Alergias', alerts: false })]
  assert.equal((await flags({ questions: unmarked }, { x: 'látex' })).flag, undefined)
})

test('a guest verified by telephone can open the visit but not its answers, and by mailbox can', async () => {
  const { at, form } = await withForm()
  const booker = kalli.visitor()
  const hold = await held(booker, at)
  const params = { id: hold.id, form: form.id }
  await booker.call(contract.answerForm, { params, query: {}, body: given })
  const contact = contactOf({ phone: '55 4321 1234' })
  const t = (await pay(booker, hold.id, 'tok_ok', contact)).body.viewToken ?? ''
  const look = { params: { id: hold.id } }
  const linkOf = async (who: Person) =>
    (await who.call(guestBookings, { query: {} })).body.visits[0]?.t ?? assert.fail('no visit')

  const byPhone = kalli.visitor()
  await prove(kalli, byPhone, contact.phone, '+525543211234')
  const query = { t: await linkOf(byPhone) }
  const visit = await byPhone.call(booking.booking, { ...look, query })
  assert.deepEqual([visit.status, visit.body.forms], [200, 'answered'])
  for (const answer of [
    await byPhone.call(contract.visitForms, { ...look, query }),
    await byPhone.call(contract.answerForm, { params, query, body: given }),
    await byPhone.call(contract.forgetAnswers, { params, query }),
  ]) {
    assert.deepEqual([answer.status, refusalOf(answer).code], [403, 'mailbox_needed'])
    assert.ok(!JSON.stringify(answer.body).includes('látex'))
  }
  // The email's own link, and the browser that booked.
  const byEmail = await kalli.visitor().call(contract.visitForms, { ...look, query: { t } })
  assert.deepEqual(byEmail.body[0]?.answered?.answers, answers)
  assert.equal((await booker.call(contract.visitForms, { ...look, query })).status, 200)
  // The same browser confirms the mailbox as well, and another one the mailbox alone.
  kalli.time.advance(2)
  await prove(kalli, byPhone, contact.email)
  assert.equal((await byPhone.call(contract.visitForms, { ...look, query })).status, 200)
  assert.equal(
    refusalOf(await kalli.visitor().call(contract.visitForms, { ...look, query })).code,
    'mailbox_needed',
    'the link says what it was given out for, whoever has it',
  )
  kalli.time.advance(2)
  const byMailbox = kalli.visitor()
  await prove(kalli, byMailbox, contact.email)
  const whole = { t: await linkOf(byMailbox) }
  assert.equal((await kalli.visitor().call(contract.visitForms, { ...look, query: whole })).status, 200)
})

test('day, agenda, e-mails and data copy include the answers, and a changed form keeps the questions answered', async () => {
  const { at, form } = await withForm({ timing: 'visit' })
  const visit = await booked(kalli, at, { date: '2026-11-25' })
  const pro = at.professional.person
  const day = async () => {
    const agenda = await pro.call(calendar, { query: { from: '2026-11-25', to: '2026-11-25' } })
    return agenda.body.entries.find(({ booking: one }) => one?.id === visit.id)?.booking?.forms
  }
  assert.equal(await day(), 'pending')
  await mailReminder(work(), visit.id, `forms-reminder:${visit.id}`)
  const emails = await kalli.database.kysely
    .selectFrom('mails')
    .select('body_text')
    .where('dedupe_key', '=', `forms-reminder:${visit.id}`)
    .execute()
  assert.match(emails[0]?.body_text ?? '', /falta contestar el formulario/)
  const params = { id: visit.id, form: form.id }
  const put = await visit.who.call(contract.answerForm, { params, query: { t: visit.t }, body: given })
  assert.equal(put.status, 200, JSON.stringify(put.body))
  assert.equal(await day(), 'answered')
  const rewritten = { ...health, timing: 'visit' as const, questions: [question('z', 'short')], version: 1 }
  await pro.call(contract.changeForm, { params: { id: form.id }, body: rewritten })
  const [shown] = (await pro.call(contract.readForms, { params: { id: visit.id } })).body
  assert.deepEqual(
    shown?.answered?.questions.map(({ id }) => id),
    ['a', 'b', 'c', 'd'],
  )
  const { client_id: clientId } = await kalli.database.kysely
    .selectFrom('bookings')
    .select('client_id')
    .where('id', '=', visit.id)
    .executeTakeFirstOrThrow()
  const [copied] = await copyOf(work(), [clientId ?? 0])
  assert.deepEqual(copied?.respuestas[1], { pregunta: '¿A qué?', respuesta: 'Al látex' })
  await forgetIntake(work(), [clientId ?? 0])
  assert.deepEqual(await copyOf(work(), [clientId ?? 0]), [])
  // The visit is over: no more answers are taken.
  kalli.time.set(new Date(visit.endsAt))
  const late = await visit.who.call(contract.answerForm, {
    params,
    query: { t: visit.t },
    body: { version: 2, answers: {}, consent: 1 },
  })
  assert.equal(refusalOf(late).code, 'too_late_to_answer')
})

test('answers encrypted with an earlier secret are encrypted again, and deleted after a year', async () => {
  const { at, form } = await withForm()
  const { id, who } = await answeredVisit(at, form.id)
  const later = work()
  const turned = {
    ...later,
    config: { ...later.config, secret: `${testSecret}-new`, secretsBefore: [testSecret] },
  }
  assert.ok((await sealAnew(turned)) >= 1)
  assert.equal(await sealAnew(turned), 0)
  const { client_id: clientId } = await kalli.database.kysely
    .selectFrom('bookings')
    .select('client_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  assert.equal((await copyOf(turned, [clientId ?? 0])).length, 1)
  await assert.rejects(copyOf(later, [clientId ?? 0]), /no key/)
  const back = { ...later, config: { ...later.config, secretsBefore: [`${testSecret}-new`] } }
  await sealAnew(back)
  assert.equal((await who.call(contract.visitForms, { params: { id }, query: {} })).status, 200)
  kalli.time.set(new Date('2027-11-20T00:00:00Z'))
  await sweepIntake(work())
  assert.equal((await copyOf(work(), [clientId ?? 0])).length, 1)
  kalli.time.set(new Date('2027-11-26T00:00:00Z'))
  await sweepIntake(work())
  assert.equal((await copyOf(work(), [clientId ?? 0])).length, 0)
})
