/** A professional proposes another hour while a request waits (product.md §5): both times are held, and the client must answer. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { hourMs } from '#contract/platform/duration.ts'
import * as contract from '#contract/booking/booking.ts'
import * as cancellation from '#contract/booking/cancellation.ts'
import { calendar } from '#contract/booking/agenda/calendar.ts'
import * as changes from '#contract/booking/change/change.ts'
import { community } from '#contract/notification/notification.ts'
import { setupKinds } from '#contract/figures/own-figures.ts'
import { ownTasks } from '#server/figures/own-task.ts'
import * as request from '#contract/booking/request/request.ts'
import { lapseChanges } from '#server/booking/moves/proposal.ts'
import { proposalEnds } from '#server/booking/moves/proposal-row.ts'
import { lapseDue } from '#server/booking/request/request.ts'
import { respondAgainBy } from '#server/booking/moves/rules.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import {
  answersEach,
  claimsOf,
  contactOf,
  dearerThursdays,
  movesOf,
  proposedHour,
  proposeHour,
  requested,
  slotsOn,
  type Bookable,
} from '#server/testing/bookings.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { valueIn } from '#server/testing/value.ts'
import { actingAs } from '#server/platform/work.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())
beforeEach(() => kalli.time.set(testNow))

const requestWorld = async (values: Parameters<typeof people.bookable>[1] = {}) => {
  const at = await people.bookable(kalli, values)
  await answersEach(at)
  return at
}
type Request = Awaited<ReturnType<typeof requested>>

const answer = (
  { id, who, t }: Pick<Request, 'id' | 'who' | 't'>,
  how: 'accept' | 'decline',
  version: number,
) =>
  who.call(changes.answerChange, {
    params: { id, answer: how },
    query: { t },
    body: { as: 'client', version },
  })
const withdraw = (at: Bookable, { id, version }: { id: string; version: number }) =>
  at.professional.person.call(changes.answerChange, {
    params: { id, answer: 'withdraw' },
    query: {},
    body: { as: 'professional', version },
  })
const accept = (who: Person, { id, version }: { id: string; version: number }) =>
  who.call(request.acceptRequest, { params: { id }, body: { as: 'professional', version } })
const seen = async ({ id, who, t }: Pick<Request, 'id' | 'who' | 't'>) =>
  (await who.call(contract.booking, { params: { id }, query: { t } })).body
const one = valueIn(() => kalli)
const moneyOf = (id: string) =>
  one('select array[status, captured_cents::text] from payments where booking_id = $1', id)
const holdsOf = async (id: string) =>
  (await claimsOf(kalli, id)).map(({ state, expires_at }) => [state, expires_at?.toISOString()])
const held = (...until: string[]) => until.flatMap((at) => [1, 2, 3].map(() => ['hold', at]))
const emails = async (email: string) => {
  const { rows } = await kalli.database.pool.query<{ subject: string; text: string }>(
    'select subject, body_text as text from mails where to_address = $1 order by id',
    [email],
  )
  return rows
}
const titlesFor = async (who: Person) => (await who.call(community)).body.map(({ title }) => title)
const proposalsOf = (id: string) =>
  one('select array_agg(state order by created_at, id) from change_proposals where booking_id = $1', id)

test('while the client must answer, the professional’s deadline is paused, and no party waits over 36 hours', () => {
  const now = new Date('2026-11-20T16:00:00Z')
  const at = (hours: number) => new Date(now.getTime() + hours * hourMs)
  const since = (date: Date) => (date.getTime() - now.getTime()) / hourMs
  const ends = (start: number, to: number, response = 0) =>
    since(
      proposalEnds({ status: 'requested', starts_at: at(start), requested_at: at(response) }, at(to), now),
    )
  // Twelve hours, two before either time, and twenty minutes before the request ends.
  assert.deepEqual(
    [
      ends(100, 100),
      ends(5, 100),
      ends(100, 4),
      Math.round(ends(100, 100, -30) * 60),
      ends(100, 100, -36) > 0,
    ],
    [12, 3, 2, 340, false],
  )
  const again = (start: number, left: number, response = 0) =>
    Math.round(
      since(
        respondAgainBy(
          { starts_at: at(start), requested_at: at(response) },
          { leftMs: left * hourMs, from: now },
        ),
      ) * 60,
    )
  assert.deepEqual([again(100, 5), again(100, 0.1), again(2, 5), again(100, 5, -34)], [300, 20, 60, 120])
})

test('another hour for a request is held beside the first and charges nothing, and the client’s acceptance confirms it', async () => {
  const at = await requestWorld()
  const contact = contactOf()
  const response = await requested(kalli, at, { contact })
  kalli.time.advance(6 * 60)
  const proposed = await proposedHour(at, response.id, { place: 3, note: 'Ese día llego más tarde.' })
  assert.deepEqual(
    [proposed.status, proposed.startsAt, proposed.change.waitsFor, proposed.change.expiresAt],
    ['requested', response.startsAt, ['client'], '2026-11-21T10:00:00.000Z'],
  )
  // Six of twelve hours were left: six are restored once the client’s are over.
  assert.equal(proposed.request?.respondBy, '2026-11-21T16:00:00.000Z')
  assert.deepEqual(
    (await holdsOf(response.id)).toSorted(),
    held('2026-11-21T10:00:00.000Z', '2026-11-21T16:00:00.000Z'),
  )
  assert.deepEqual(await moneyOf(response.id), ['authorized', '0'])
  const open = (await slotsOn(kalli.visitor(), at, '2026-11-26')).map(({ startsAt }) => startsAt)
  assert.ok(!open.includes(proposed.change.startsAt))

  // It waits for its client now: it is in the list, but is no task.
  const { body: waiting } = await at.professional.person.call(request.requests, {
    query: { role: 'professional' },
  })
  assert.deepEqual(
    waiting.bookings.map(({ id, change }) => [id, change?.by]),
    [[response.id, 'professional']],
  )
  const me = actingAs(kalli.work(), { professionalId: at.professional.id })
  const setup: readonly string[] = setupKinds
  assert.deepEqual(
    (await ownTasks(me)).filter(({ kind }) => !setup.includes(kind)),
    [],
  )
  const { body: agenda } = await at.professional.person.call(calendar, {
    query: { from: '2026-11-25', to: '2026-11-26' },
  })
  assert.deepEqual(
    agenda.entries.map(({ layer, startsAt, reservedFor: savedFor }) => [
      layer,
      startsAt,
      savedFor?.isRequest,
    ]),
    [
      ['visit', response.startsAt, undefined],
      ['hold', proposed.change.startsAt, true],
    ],
  )

  await drain(kalli)
  const emailMessage = (await emails(contact.email)).at(-1)
  assert.match(emailMessage?.subject ?? '', /^Te proponen otra hora/)
  assert.match(emailMessage?.text ?? '', /Ese día llego más tarde/)
  assert.match(emailMessage?.text ?? '', /otra hora para la cita que pediste/)
  assert.match(emailMessage?.text ?? '', /Solo se te cobra si tu cita queda confirmada\./)

  const { version } = proposed
  const stranger = { ...response, who: kalli.visitor(), t: 'none' }
  assert.equal(refusalOf(await answer(stranger, 'accept', version)).code, 'not_found')
  assert.equal(refusalOf(await answer(response, 'accept', version - 1)).code, 'stale_version')
  const yes = await answer(response, 'accept', version)
  assert.equal(yes.status, 200, JSON.stringify(yes.body))
  assert.deepEqual(
    [yes.body.status, yes.body.startsAt, yes.body.change, yes.body.totalCents, yes.body.arrivalCode?.length],
    ['confirmed', proposed.change.startsAt, null, 100_000, 6],
  )
  assert.deepEqual(
    (await claimsOf(kalli, response.id)).map(({ state }) => state),
    ['firm', 'firm', 'firm'],
  )
  // Charged no later than the card held for the other hour would have been.
  assert.deepEqual(await moneyOf(response.id), ['authorized', '0'])
  assert.equal(
    yes.body.payment?.captureAt,
    new Date(Date.parse(response.startsAt) - 24 * hourMs).toISOString(),
  )
  assert.deepEqual((await movesOf(kalli, response.id)).slice(2), [
    'request by platform',
    'propose_change by professional',
    'accept_change by client',
  ])
  const free = (await slotsOn(kalli.visitor(), at)).map(({ startsAt }) => startsAt)
  assert.ok(free.includes(response.startsAt))
  await drain(kalli)
  assert.match((await emails(contact.email)).at(-1)?.subject ?? '', /^Reserva confirmada/)
  const { body: reported } = await at.professional.person.call(community)
  assert.match(
    reported.find(({ title }) => title.startsWith('Nueva cita'))?.message ?? '',
    /aceptó la hora que propusiste/,
  )
  const { body: after } = await at.professional.person.call(request.requests, {
    query: { role: 'professional' },
  })
  assert.deepEqual([after.bookings.length, after.answered, after.missed], [0, 1, 0])
  kalli.time.set(new Date(Date.parse(response.startsAt) - 24 * hourMs))
  await runJobsOnce(kalli)
  assert.deepEqual(await moneyOf(response.id), ['captured', '100000'])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('another hour never costs more, and a cheaper one charges less of the same authorization', async () => {
  const at = await requestWorld({ noticeMinutes: 0 })
  await dearerThursdays(at.professional.person)
  const dear = await requested(kalli, at, { date: '2026-11-26' })
  assert.equal(dear.totalCents, 110_000)
  const cheaper = await proposedHour(at, dear.id, { date: '2026-11-27' })
  assert.deepEqual([cheaper.change.differenceCents, cheaper.totalCents], [-10_000, 110_000])
  const yes = await answer(dear, 'accept', cheaper.version)
  assert.deepEqual([yes.status, yes.body.totalCents], [200, 100_000])
  assert.deepEqual(await moneyOf(dear.id), ['authorized', '0'])

  const fair = await requested(kalli, at, { date: '2026-11-25' })
  const same = await proposedHour(at, fair.id, { date: '2026-11-26' })
  assert.equal(same.change.differenceCents, 0)
  assert.equal((await answer(fair, 'accept', same.version)).body.totalCents, 100_000)
  kalli.time.set('2026-11-26T14:00:00Z')
  await runJobsOnce(kalli)
  for (const { id } of [dear, fair]) assert.deepEqual(await moneyOf(id), ['captured', '100000'])
  assert.equal(await people.trialBalance(kalli), 0)
})

test('a saved card is authorized and charged according to the accepted hour', async () => {
  const at = await requestWorld()
  const far = await requested(kalli, at, { date: '2026-12-03' })
  assert.equal(far.payment?.status, 'card_saved')
  const nearer = await proposedHour(at, far.id, { date: '2026-11-30' })
  const yes = await answer(far, 'accept', nearer.version)
  assert.equal(
    yes.body.payment?.captureAt,
    new Date(Date.parse(yes.body.startsAt) - 24 * hourMs).toISOString(),
  )
  kalli.time.set(new Date(Date.parse(yes.body.startsAt) - 23 * hourMs))
  await runJobsOnce(kalli)
  await runJobsOnce(kalli)
  assert.deepEqual(await moneyOf(far.id), ['captured', '100000'])
})

test('after a declined or withdrawn proposal the request waits for the professional again, with the time that was left', async () => {
  const at = await requestWorld()
  const response = await requested(kalli, at)
  kalli.time.advance(6 * 60)
  const first = await proposedHour(at, response.id)
  kalli.time.advance(60)
  const no = await answer(response, 'decline', first.version)
  assert.deepEqual(
    [no.status, no.body.status, no.body.change, no.body.request?.respondBy, no.body.request?.waitsFor],
    [200, 'requested', null, '2026-11-21T05:00:00.000Z', ['professional']],
  )
  assert.deepEqual(await holdsOf(response.id), held('2026-11-21T05:00:00.000Z'))
  await drain(kalli)
  const { body: notices } = await at.professional.person.call(community)
  assert.match(notices[0]?.title ?? '', /^Solicitud por responder/)
  assert.match(notices[0]?.message ?? '', /no puede a la hora que propusiste/)

  kalli.time.advance(5 * 60 + 55)
  const second = await proposedHour(at, response.id, { place: 2 })
  kalli.time.advance(30)
  const back = await withdraw(at, second)
  // Five minutes were left: the minimum is twenty.
  assert.deepEqual(
    [back.status, back.body.request?.respondBy],
    [200, new Date(kalli.clock().getTime() + 20 * 60_000).toISOString()],
  )
  assert.equal((await claimsOf(kalli, response.id)).length, 3)
  assert.deepEqual(await proposalsOf(response.id), ['declined', 'withdrawn'])
  const yes = await accept(at.professional.person, back.body)
  assert.deepEqual([yes.status, yes.body.startsAt], [200, response.startsAt])
})

test('a request cannot lapse while the client must answer, and afterwards it can again', async () => {
  const at = await requestWorld()
  const response = await requested(kalli, at)
  kalli.time.advance(6 * 60)
  const proposed = await proposedHour(at, response.id)
  // Long after the request's original end.
  kalli.time.set(new Date(Date.parse(proposed.change.expiresAt) - 1000))
  await runJobsOnce(kalli)
  assert.equal((await seen(response)).change?.by, 'professional')
  await assert.rejects(
    kalli.database.pool.query(
      `update bookings set status = 'expired', version = version + 1, professional_acceptance = 'expired', ended_at = $2 where id = $1`,
      [response.id, kalli.clock()],
    ),
    /answers first/,
  )
  kalli.time.set(proposed.change.expiresAt)
  assert.equal(
    refusalOf(await answer(response, 'accept', proposed.version)).message,
    'El plazo para responder ya pasó.',
  )
  await Promise.all([lapseChanges(kalli.work()), lapseDue(kalli.work()), lapseChanges(kalli.work())])
  const after = await seen(response)
  assert.deepEqual(
    [after.status, after.change, after.request?.respondBy],
    ['requested', null, '2026-11-21T16:00:00.000Z'],
  )
  assert.deepEqual(await holdsOf(response.id), held('2026-11-21T16:00:00.000Z'))
  await drain(kalli)
  const { body: notices } = await at.professional.person.call(community)
  assert.match(notices[0]?.message ?? '', /no respondió a tiempo la hora que propusiste/)
  kalli.time.set('2026-11-21T16:00:00.000Z')
  await runJobsOnce(kalli)
  assert.equal((await seen(response)).status, 'expired')
  assert.deepEqual(await claimsOf(kalli, response.id), [])
  assert.deepEqual(await moneyOf(response.id), ['voided', '0'])
  const { body } = await at.professional.person.call(request.requests, { query: { role: 'professional' } })
  assert.deepEqual([body.answered, body.missed], [0, 1])

  // No job ran for a day: both ends are still processed in order.
  const late = await requested(kalli, at)
  await proposedHour(at, late.id)
  kalli.time.advance(36 * 60)
  await lapseDue(kalli.work())
  assert.equal((await seen(late)).status, 'requested')
  await lapseChanges(kalli.work())
  await lapseDue(kalli.work())
  assert.deepEqual((await movesOf(kalli, late.id)).slice(-2), [
    'lapse_change by platform',
    'lapse by platform',
  ])
  assert.deepEqual(await claimsOf(kalli, late.id), [])
})

test('another hour may be proposed repeatedly, but the client never waits longer than 36 hours', async () => {
  const at = await requestWorld()
  const response = await requested(kalli, at)
  let respondBy = response.request?.respondBy ?? ''
  for (const place of [0, 1]) {
    kalli.time.set(new Date(Date.parse(respondBy) - 5 * 60_000))
    const proposed = await proposedHour(at, response.id, { place })
    kalli.time.set(new Date(Date.parse(proposed.change.expiresAt) - 60_000))
    const no = await answer(response, 'decline', proposed.version)
    respondBy = no.body.request?.respondBy ?? ''
  }
  assert.equal(respondBy, '2026-11-22T03:59:00.000Z')
  kalli.time.advance(15)
  const over = await proposeHour(at, response.id)
  assert.equal(over.status, 409)
  assert.match(refusalOf(over).message, /Ya lleva 36 horas esperando/)
  const button = (await at.professional.person.call(contract.booking, { params: { id: response.id } })).body
    .moves
  assert.equal(button.find(({ move }) => move === 'propose_change')?.reason, refusalOf(over).message)
  assert.ok(button.find(({ move }) => move === 'accept')?.allowed)
})

test('any other end of the request closes the proposal and frees its time', async () => {
  const ends: [string, (at: Bookable, response: Request, version: number) => Promise<{ status: number }>][] =
    [
      ['confirmed', (at, { id }, version) => accept(at.professional.person, { id, version })],
      [
        'declined',
        (at, { id }, version) =>
          at.professional.person.call(request.declineRequest, {
            params: { id },
            body: { as: 'professional', version, reason: 'no_time' },
          }),
      ],
      [
        'cancelled_by_client',
        async (_, { id, who, t }) => {
          const order = { params: { id }, query: { t } }
          const quoted = await who.call(cancellation.cancelQuote, { ...order, body: { as: 'client' } })
          return who.call(cancellation.cancel, {
            ...order,
            body: { quoteToken: quoted.body.token, reason: '' },
          })
        },
      ],
    ]
  for (const [status, end] of ends) {
    const at = await requestWorld()
    const response = await requested(kalli, at)
    const proposed = await proposedHour(at, response.id)
    assert.equal((await end(at, response, proposed.version)).status, 200)
    const after = await seen(response)
    assert.deepEqual([after.status, after.startsAt, after.change], [status, response.startsAt, null])
    assert.deepEqual(
      (await claimsOf(kalli, response.id)).map(({ state }) => state),
      status === 'confirmed' ? ['firm', 'firm', 'firm'] : [],
    )
    assert.deepEqual(await proposalsOf(response.id), [status === 'confirmed' ? 'withdrawn' : 'overtaken'])
    const gone = await answer(response, 'accept', after.version)
    assert.equal(refusalOf(gone).code, 'move_not_allowed')
  }
  assert.equal(await people.trialBalance(kalli), 0)
})

test('only the professional who must answer can propose: not the client, the host, a visitor, or after accepting', async () => {
  const at = await requestWorld()
  const response = await requested(kalli, at)
  const query = { as: 'client' as const, from: '2026-11-26', to: '2026-11-26' }
  const params = { id: response.id }
  const client = await response.who.call(changes.changeSlots, { params, query: { ...query, t: response.t } })
  assert.match(refusalOf(client).message, /Todavía es una solicitud/)
  const host = await at.host.person.call(changes.changeSlots, { params, query: { ...query, as: 'host' } })
  assert.match(refusalOf(host).message, /Todavía es una solicitud/)
  const anonymous = await kalli.visitor().call(changes.changeSlots, { params, query })
  assert.equal(refusalOf(anonymous).code, 'not_found')

  // As with a host who answers each visit.
  await kalli.database.pool.query(`update bookings set host_acceptance = 'pending' where id = $1`, [
    response.id,
  ])
  const part = await accept(at.professional.person, response)
  assert.deepEqual([part.body.status, part.body.request?.waitsFor], ['requested', ['host']])
  assert.equal(refusalOf(await proposeHour(at, response.id)).message, 'Aquí no se espera tu respuesta.')
})

test('when a host must still answer, the request waits for them at the hour that the client accepted', async () => {
  const at = await requestWorld()
  const response = await requested(kalli, at)
  await kalli.database.pool.query(`update bookings set host_acceptance = 'pending' where id = $1`, [
    response.id,
  ])
  const proposed = await proposedHour(at, response.id)
  const yes = await answer(response, 'accept', proposed.version)
  assert.deepEqual(
    [yes.body.status, yes.body.startsAt, yes.body.change, yes.body.request?.waitsFor],
    ['requested', proposed.change.startsAt, null, ['host']],
  )
  assert.deepEqual(await holdsOf(response.id), held(yes.body.request?.respondBy ?? ''))
  assert.deepEqual(await moneyOf(response.id), ['authorized', '0'])
  await drain(kalli)
  assert.ok((await titlesFor(at.professional.person)).some((title) => title.startsWith('Aceptaron tu hora')))
  const last = await at.host.person.call(request.acceptRequest, {
    params: { id: response.id },
    body: { as: 'host', version: yes.body.version },
  })
  assert.deepEqual([last.status, last.body.status], [200, 'confirmed'])
  assert.deepEqual(
    (await claimsOf(kalli, response.id)).map(({ state }) => state),
    ['firm', 'firm', 'firm'],
  )
})

test('for a proposal half an hour later only the additional time is held', async () => {
  const at = await requestWorld({ durationMinutes: 60 })
  const response = await requested(kalli, at, { place: 2 })
  const { body } = await at.professional.person.call(changes.changeSlots, {
    params: { id: response.id },
    query: { as: 'professional', from: '2026-11-25', to: '2026-11-25' },
  })
  const overlapping = body.days
    .flatMap(({ slots }) => slots)
    .findIndex(({ startsAt }) => startsAt > response.startsAt && startsAt < response.endsAt)
  assert.ok(overlapping >= 0)
  const proposed = await proposedHour(at, response.id, { date: '2026-11-25', place: overlapping })
  assert.equal((await claimsOf(kalli, response.id)).length, 6)
  const no = await answer(response, 'decline', proposed.version)
  assert.deepEqual(await holdsOf(response.id), held(no.body.request?.respondBy ?? ''))
  const again = await proposedHour(at, response.id, { date: '2026-11-25', place: overlapping })
  const yes = await answer(response, 'accept', again.version)
  assert.deepEqual([yes.body.status, yes.body.startsAt], ['confirmed', proposed.change.startsAt])
  assert.equal((await claimsOf(kalli, response.id)).length, 3)
})
