/**
 * Random people, neighbours and a clock drive applications, agreements and invitations against the real database. After every step each
 * state is in the contract's tables and every refusal is an expected one; in the end the history is legal, nothing overlaps, and each
 * person saw only what is theirs.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { addApplication, application } from '#contract/hiring/application.ts'
import { slots } from '#contract/availability/availability.ts'
import { hold } from '#contract/booking/hold.ts'
import { invitation, sendInvitation } from '#contract/hiring/invitation.ts'
import { keepDeadlines } from '#server/hiring/application/deadlines.ts'
import { expireDue } from '#server/hiring/agreement/ending.ts'
import { expireDue as expireInvitations } from '#server/hiring/invitation/invitation-answer.ts'
import { ownWork } from '#server/platform/work.ts'
import { pay } from '#server/testing/bookings.ts'
import { cases, testSeed } from '#server/testing/crash/deep.ts'
import { expectLegalHistory, expectNothingTwice } from '#server/testing/hiring/hiring-history.ts'
import * as moves from '#server/testing/hiring/hiring-moves.ts'
import * as reported from '#server/testing/hiring/hiring-story.ts'
import type { Cast, Story } from '#server/testing/hiring/hiring-story.ts'
import { startTestServer, testNow, type TestServer } from '#server/testing/test-server.ts'
import { refusalOf, type Answered } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer({ config: { logLevel: 'silent' } })
})
after(() => kalli.close())

let steps = 0
const made = new Set<string>()

const step = (
  name: string,
  run: (story: Story, cast: Cast) => Promise<void>,
  isPossible: (story: Readonly<Story>) => boolean = () => true,
): fc.AsyncCommand<Story, Cast> => ({
  check: (story) => isPossible(story),
  run: async (story, cast) => {
    steps += 1
    // No two events share an instant, so that the history can be ordered by time.
    kalli.time.advance(1)
    await run(story, cast)
    await reported.expectAsKnown(story, cast)
  },
  toString: () => name,
})

const expectAnswer = (answer: Answered<unknown>, { status, code }: moves.Expected) => {
  const was = status < 300 ? null : refusalOf(answer).code
  assert.deepEqual({ status: answer.status, code: was }, { status, code }, JSON.stringify(answer.body))
}

/** Terms that differ in what matters: price, weekly hours, a share, an end, a trial of one visit. */
const termsOf = (kind: number, now: Date) => {
  const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const perHour = { kind: 'per_hour', ratePerHourCents: 18_000 }
  return AgreementTerms.parse(
    reported.pick(
      [
        { rent: perHour },
        { rent: { kind: 'per_hour', ratePerHourCents: 19_000 }, quotaMinutesPerWeek: 120 },
        { rent: { kind: 'share', shareBp: 3000, minimumCents: 8000 } },
        { rent: perHour, validTo: inDays(20) },
        { rent: perHour, trial: { kind: 'uses', uses: 1 } },
      ],
      kind,
    ),
  )
}

const nth = fc.nat({ max: 60 })
/** Mostly the party whose move it is, sometimes another. */
const tries = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  { weight: 1, arbitrary: fc.constantFrom(...moves.triers) },
)
const who = (by: moves.Trier | null, sides: readonly moves.Trier[], nth: number) =>
  by ?? reported.pick(sides, nth)
/** Mostly the latest version, sometimes an outdated one. */
const behind = fc.oneof({ weight: 9, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.constant(1) })

const drafting = fc.tuple(nth, nth, nth).map(([who, where, kind]) =>
  step(`draft ${who} ${where} ${kind}`, async (story, cast) => {
    const stylist = reported.pick(cast.professionals, who)
    const place = reported.pick(cast.spaces, where)
    const open = reported.applicationOf(story, stylist, place)
    const answer = await stylist.person.call(addApplication, {
      body: { spaceId: place.id, terms: termsOf(kind, kalli.clock()), expectedMinutes: 600 },
    })
    if (open !== undefined && open.status !== 'draft')
      return expectAnswer(answer, { status: 409, code: 'application_open' })
    expectAnswer(answer, { status: 201, code: null })
    assert.equal(answer.body.version, (open?.version ?? 0) + 1)
    reported.know(story.applications, answer.body)
  }),
)

const applicationAsks = [
  'submit',
  'submit',
  'review',
  'request_info',
  'answer_info',
  'counter',
  'accept',
  'approve',
  'trial',
  'decline',
  'withdraw',
] as const

const applicationMoves = fc
  .tuple(fc.constantFrom(...applicationAsks), nth, tries, behind, nth)
  .map(([move, which, requested, late, kind]) => {
    const by = who(requested, moves.sidesOfApplication(move), kind)
    return step(
      `${move} application ${which} by ${by}${late === 0 ? '' : ', late'}`,
      async (story, cast) => {
        const one = reported.pickLiving(story.applications, which)
        const at = { version: one.version - late, terms: termsOf(kind, kalli.clock()) }
        const expected = moves.expectedOfApplication(story, cast, one, move, by, at)
        const person = moves.personFor(cast, by, one.professional.id, one.space.id)
        const answer = await moves.applicationAsks[move](person, { id: one.id }, at)
        expectAnswer(answer, expected)
        if (expected.code !== null) return
        made.add(`application ${move}`)
        assert.equal(answer.body.version, one.version + 1)
        reported.know(story.applications, answer.body)
        await reported.learnAgreements(story, reported.stylistOf(cast, one.professional.id))
      },
      ({ applications }) => applications.length > 0,
    )
  })

/** Both act at once: what the table allows happens once. */
const pressing = fc
  .tuple(
    fc.constantFrom('withdraw' as const, 'accept' as const, 'counter' as const, 'answer_info' as const),
    fc.constantFrom('approve' as const, 'trial' as const, 'decline' as const, 'counter' as const),
    nth,
    nth,
  )
  .map(([mine, theirs, which, kind]) =>
    step(
      `${mine} and ${theirs} application ${which} at once`,
      async (story, cast) => {
        const one = reported.pickLiving(story.applications, which)
        const at = { version: one.version, terms: termsOf(kind, kalli.clock()) }
        const tried = [
          { move: mine, by: 'professional' },
          { move: theirs, by: 'host' },
        ] as const
        const expected = tried.map(({ move, by }) =>
          moves.expectedOfApplication(story, cast, one, move, by, at),
        )
        const answers = await Promise.all(
          tried.map(({ move, by }) =>
            moves.applicationAsks[move](
              moves.personFor(cast, by, one.professional.id, one.space.id),
              { id: one.id },
              at,
            ),
          ),
        )
        const won = answers.filter(({ status }) => status === 200).length
        assert.equal(won, expected.some(({ code }) => code === null) ? 1 : 0, JSON.stringify(answers))
        const stylist = reported.stylistOf(cast, one.professional.id)
        const now = await stylist.person.call(application, { params: { id: one.id } })
        reported.know(story.applications, now.body)
        await reported.learnAgreements(story, stylist)
      },
      ({ applications }) => applications.length > 0,
    ),
  )

const agreementMoves = fc
  .tuple(
    fc.constantFrom(
      'pause' as const,
      'resume' as const,
      'ask_renewal' as const,
      'renew' as const,
      'give_notice' as const,
    ),
    nth,
    tries,
    behind,
  )
  .map(([move, which, requested, late]) => {
    const by = who(requested, ['professional', 'host'], which)
    return step(
      `${move} agreement ${which} by ${by}${late === 0 ? '' : ', late'}`,
      async (story, cast) => {
        const one = reported.pickLiving(story.agreements, which)
        const at = { version: one.version - late, terms: termsOf(0, kalli.clock()) }
        const expected = moves.expectedOfAgreement(cast, one, move, by, at)
        const person = moves.personFor(cast, by, one.professionalId, one.spaceId)
        const answer = await moves.agreementAsks[move](person, { id: one.id }, at)
        expectAnswer(answer, expected)
        if (expected.code !== null) return
        made.add(`agreement ${move}`)
        assert.equal(answer.body.version, one.version + (moves.isDone(one, move) ? 0 : 1))
        reported.know(story.agreements, answer.body)
      },
      ({ agreements }) => agreements.length > 0,
    )
  })

const inviting = fc.tuple(nth, nth, behind).map(([invited, where, by]) => {
  // Only the host of a space can invite to it.
  const sender = by === 0 ? 'host' : 'other host'
  return step(`invite ${invited} to ${where} by ${sender}`, async (story, cast) => {
    const stylist = reported.pick(cast.professionals, invited)
    const place = reported.pick(cast.spaces, where)
    const answer = await moves.personFor(cast, sender, stylist.id, place.id).call(sendInvitation, {
      body: { professionalId: stylist.id, spaceId: place.id, terms: termsOf(0, kalli.clock()) },
    })
    if (sender === 'other host') return expectAnswer(answer, { status: 404, code: 'not_found' })
    const expected = moves.expectedOfSending(story, cast, stylist.id, place.id)
    expectAnswer(answer, expected)
    if (expected.code !== null) return
    story.invitations = story.invitations.map((one) =>
      one.professionalId === stylist.id && one.spaceId === place.id
        ? reported.invitationAfter(one, kalli.clock())
        : one,
    )
    story.invitations.push(reported.invitationAsShown(answer.body, stylist.id))
  })
})

const invitationMoves = fc
  .tuple(
    fc.constantFrom(
      'see' as const,
      'accept' as const,
      'decline' as const,
      'ask' as const,
      'answer' as const,
      'revoke' as const,
      'again' as const,
    ),
    nth,
    tries,
    behind,
  )
  .map(([move, which, requested, late]) => {
    const by = who(requested, [moves.sideOfInvitation(move)], 0)
    return step(
      `${move} invitation ${which} by ${by}${late === 0 ? '' : ', late'}`,
      async (story, cast) => {
        const one = reported.pickLiving(story.invitations, which)
        const at = { version: one.version - late, terms: termsOf(0, kalli.clock()) }
        const expected = moves.expectedOfInvitation(story, cast, one, move, by, at)
        const person = moves.personFor(cast, by, one.professionalId, one.spaceId)
        const answer = await moves.invitationAsks[move](person, { id: one.id }, at)
        expectAnswer(answer, expected)
        if (expected.code !== null) return
        made.add(`invitation ${move}`)
        const shown = reported.invitationAsShown(answer.body, one.professionalId)
        if (move === 'again') reported.know(story.invitations, { ...one, repeated: true })
        // Repeated, or too late: nothing changes.
        if (move !== 'see' || answer.body.version > one.version) reported.know(story.invitations, shown)
        await reported.learnAgreements(story, reported.stylistOf(cast, one.professionalId))
      },
      ({ invitations }) => invitations.length > 0,
    )
  })

/** An application and an invitation of the same two are accepted at once: one agreement. */
const crossing = nth.map((which) =>
  step(
    `approve and accept for one pair ${which}`,
    async (story, cast) => {
      const requested = reported.pickLiving(story.invitations, which)
      const stylist = reported.stylistOf(cast, requested.professionalId)
      const applied = reported.applicationOf(story, stylist, reported.placeOf(cast, requested.spaceId))
      if (applied === undefined) return
      const at = { version: applied.version, terms: applied.terms }
      const seenAt = { ...at, version: requested.version }
      const expected = [
        moves.expectedOfApplication(story, cast, applied, 'approve', 'host', at),
        moves.expectedOfInvitation(story, cast, requested, 'accept', 'professional', seenAt),
      ]
      const host = moves.personFor(cast, 'host', stylist.id, requested.spaceId)
      const answers = await Promise.all([
        moves.applicationAsks.approve(host, { id: applied.id }, at),
        moves.invitationAsks.accept(stylist.person, { id: requested.id }, seenAt),
      ])
      const won = answers.filter(({ status }) => status === 200).length
      assert.equal(won, expected.some(({ code }) => code === null) ? 1 : 0, JSON.stringify(answers))
      const now = await stylist.person.call(application, { params: { id: applied.id } })
      reported.know(story.applications, now.body)
      const { body } = await stylist.person.call(invitation, { params: { id: requested.id }, query: {} })
      if (body.version > requested.version)
        reported.know(story.invitations, reported.invitationAsShown(body, stylist.id))
      await reported.learnAgreements(story, stylist)
    },
    ({ invitations, applications }) => invitations.length > 0 && applications.length > 0,
  ),
)

const licence = nth.map((who) =>
  step(`the licence of ${who} arrives or runs out`, (story, cast) =>
    reported.changeLicense(story, cast, reported.pick(cast.professionals, who)),
  ),
)

/** Keeps sessions recent, so that no person is signed out meanwhile. */
const pass = async (hours: number) => {
  kalli.time.advance(hours * 60)
  await kalli.database.kysely.updateTable('sessions').set({ seen_at: kalli.clock() }).execute()
}

const hours = fc
  .constantFrom(1, 24, 70, 72, 7 * 24, 14 * 24, 31 * 24, 61 * 24)
  .map((passed) => step(`${passed} h pass`, () => pass(passed)))

const runJobs = async (story: Story) => {
  const work = ownWork(kalli)
  await keepDeadlines(work)
  await expireDue(work)
  await expireInvitations(work)
  reported.afterJobs(story, kalli.clock())
}
const jobs = fc.constant(step('the jobs come by', runJobs))

/** Times are offered only where an agreement is active; of two who choose one, one gets it, and pays. */
const booking = fc.tuple(nth, fc.nat({ max: 3 }), nth).map(([who, days, which]) =>
  step(`a client books ${who}, ${days + 1} days ahead`, async (story, cast) => {
    const stylist = reported.pick(cast.professionals, who)
    const date = new Date(kalli.clock().getTime() + (days + 1) * 86_400_000).toISOString().slice(0, 10)
    const [client, other] = [kalli.visitor(), kalli.visitor()]
    const { body } = await client.call(slots, {
      query: { professional: stylist.id, service: stylist.serviceId, from: date, to: date },
    })
    const offered = body.days.flatMap((day) => day.slots)
    for (const { spaceId, endsAt } of offered) {
      const current = reported.agreementOf(story, stylist.id, spaceId ?? 0)
      assert.ok(current?.status === 'active' || current?.status === 'expiring', `${spaceId} at ${endsAt}`)
      assert.ok(current.validTo === null || Date.parse(endsAt) <= Date.parse(current.validTo), endsAt)
    }
    if (offered.length === 0) return
    const { token } = reported.pick(offered, which)
    const answers = await Promise.all(
      [client, other].map((one) => one.call(hold, { body: { slotToken: token } })),
    )
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409], JSON.stringify(answers))
    const [first] = answers
    const [winner, held] = first?.status === 201 ? [client, first] : [other, answers[1]]
    const paid = await pay(winner, held?.body.id ?? '')
    assert.equal(paid.body.status, 'confirmed', JSON.stringify(paid.body))
    made.add('booking')
  }),
)

/** Entries listed twice are picked twice as often. */
const everything = [
  drafting,
  drafting,
  applicationMoves,
  applicationMoves,
  applicationMoves,
  applicationMoves,
  applicationMoves,
  pressing,
  agreementMoves,
  agreementMoves,
  inviting,
  invitationMoves,
  invitationMoves,
  crossing,
  licence,
  hours,
  jobs,
  booking,
]

const storyRuns = cases(10, 1000)

test('any sequence of actions yields no illegal state, no overlap, and no access to other users’ data', async (t) => {
  let stories = 0
  await fc.assert(
    fc.asyncProperty(fc.commands(everything, { maxCommands: 60, size: 'max' }), async (commands) => {
      stories += 1
      kalli.time.set(testNow)
      const cast = await reported.castOf(kalli)
      const story: Story = { applications: [], agreements: [], invitations: [], licensed: new Set() }
      await fc.asyncModelRun(() => ({ model: story, real: cast }), commands)
      await reported.expectOwnOnly(story, cast)
      await expectNothingTwice(story, cast)
      await expectLegalHistory(story, cast)
      // Without further actions, everything that waits for a party ends by itself.
      kalli.time.advance(60 * 24 * 60)
      await runJobs(story)
      await runJobs(story)
      await reported.expectAsKnown(story, cast)
      const waiting = [...story.applications, ...story.invitations].filter(({ status }) =>
        ['sent', 'seen', 'in_review', 'info_requested', 'countered'].includes(status),
      )
      assert.deepEqual(waiting, [])
    }),
    { seed: testSeed, numRuns: storyRuns },
  )
  t.diagnostic(`${stories} stories, ${steps} steps; made: ${[...made].toSorted().join(', ')}`)
  assert.equal(stories, storyRuns)
})
