import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from 'kysely'
import { agreements } from '#contract/hiring/agreement.ts'
import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { slots } from '#contract/availability/availability.ts'
import * as contract from '#contract/hiring/invitation.ts'
import { community } from '#contract/notification/notification.ts'
import { drain, runJobsOnce } from '#server/platform/jobs.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'

let kalli: TestServer
before(async () => {
  kalli = await startTestServer()
})
after(() => kalli.close())

const terms: AgreementTerms = {
  rent: { kind: 'per_hour', ratePerHourCents: 16_000 },
  windows: null,
  categories: ['hair'],
  quotaMinutesPerWeek: null,
  autoAccept: true,
  trial: null,
  validFrom: null,
  validTo: null,
  noticeDays: 7,
}

/** A salon with a verified host, and a professional who may be invited. */
const salonAndStylist = async () => {
  const host = await people.host(kalli)
  await people.reachLevel(kalli, host.accountId, 1)
  const space = await people.space(kalli, host)
  const stylist = await people.professional(kalli)
  const serviceId = await people.service(kalli, stylist.id)
  return { host, space, stylist, serviceId }
}
type Scene = Awaited<ReturnType<typeof salonAndStylist>>

const send = ({ host, space, stylist }: Scene, more: { message?: string; key?: string } = {}) =>
  host.person.call(
    contract.sendInvitation,
    {
      body: {
        professionalId: stylist.id,
        spaceId: space.id,
        terms,
        message: more.message ?? 'Ven a conocernos.',
      },
    },
    more.key === undefined ? {} : { key: more.key },
  )

const sent = async (scene: Scene) => {
  const answer = await send(scene)
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return answer.body
}

const inBox = async (who: Person, box: 'in' | 'out' = 'in') => {
  const answer = await who.call(contract.invitations, { query: { box } })
  assert.equal(answer.status, 200)
  return answer.body
}

const accept = (who: Person, id: string, version: number, token?: string) =>
  who.call(contract.acceptInvitation, { params: { id }, body: { version, token } })
const decline = (who: Person, id: string, version: number, reason = '') =>
  who.call(contract.declineInvitation, { params: { id }, body: { version, reason } })
const revoke = (who: Person, id: string, version: number) =>
  who.call(contract.revokeInvitation, { params: { id }, body: { version } })

const dayMinutes = 24 * 60

describe('sending', () => {
  test('an anonymous visitor and a professional cannot invite', async () => {
    const scene = await salonAndStylist()
    const body = { professionalId: scene.stylist.id, spaceId: scene.space.id, terms }
    assert.equal((await kalli.visitor().call(contract.sendInvitation, { body })).status, 401)
    assert.equal((await scene.stylist.person.call(contract.sendInvitation, { body })).status, 403)
  })

  test('another host cannot invite into a space that is not theirs', async () => {
    const scene = await salonAndStylist()
    const other = await people.host(kalli)
    await people.reachLevel(kalli, other.accountId, 2)
    const body = { professionalId: scene.stylist.id, spaceId: scene.space.id, terms }
    assert.equal((await other.person.call(contract.sendInvitation, { body })).status, 404)
  })

  test('an unverified host must verify before inviting', async () => {
    const scene = await salonAndStylist()
    await people.reachLevel(kalli, scene.host.accountId, 0)
    assert.equal(refusalOf(await send(scene)).code, 'host_not_verified')
  })

  test('invalid input: no invitee or two, a term that ends before the answer, too long a message', async () => {
    const { host, space, stylist } = await salonAndStylist()
    const wrong = [
      { spaceId: space.id, terms },
      { professionalId: stylist.id, email: 'a@b.mx', spaceId: space.id, terms },
      { professionalId: stylist.id, spaceId: space.id, terms: { ...terms, validTo: '2026-11-25' } },
      { professionalId: stylist.id, spaceId: space.id, terms, message: 'x'.repeat(501) },
    ]
    for (const body of wrong)
      assert.equal(
        (await host.person.call(contract.sendInvitation, { body })).status,
        400,
        JSON.stringify(body),
      )
  })

  test('the space’s host invites: the professional sees the invitation with its terms, and is notified with one link', async () => {
    const scene = await salonAndStylist()
    const made = await sent(scene)
    assert.equal(made.status, 'sent')
    assert.deepEqual(made.terms, terms)
    assert.equal(made.professional?.id, scene.stylist.id)
    const [received] = await inBox(scene.stylist.person)
    assert.equal(received?.id, made.id)
    assert.equal(received?.professional, null)
    assert.deepEqual(received?.matchingCategories, ['hair'])
    assert.equal(Date.parse(made.expiresAt) - kalli.clock().getTime(), 14 * dayMinutes * 60_000)
    await drain(kalli)
    const bell = await scene.stylist.person.call(community)
    assert.equal(bell.body[0]?.type, 'direct_invitation')
    // Others do not see it.
    const stranger = await people.professional(kalli)
    assert.deepEqual(await inBox(stranger.person), [])
    assert.deepEqual(await inBox(stranger.person, 'out'), [])
  })

  test('a retry with one key sends one invitation; a second one to the same professional and space is refused', async () => {
    const scene = await salonAndStylist()
    const key = crypto.randomUUID()
    const [one, two] = [await send(scene, { key }), await send(scene, { key })]
    assert.equal(one.body.id, two.body.id)
    assert.equal(refusalOf(await send(scene)).code, 'invitation_open')
  })

  test('of concurrent invitations to the same professional and space one is sent', async () => {
    const scene = await salonAndStylist()
    const answers = await Promise.all([send(scene), send(scene), send(scene)])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409, 409])
  })

  test('a professional who already works there cannot be invited, and nor can the host', async () => {
    const scene = await salonAndStylist()
    await people.agreement(kalli, scene.stylist.id, scene.space.id)
    assert.equal(refusalOf(await send(scene)).code, 'agreement_exists')
    const own = await people.professional(kalli, { accountId: scene.host.accountId })
    assert.equal(
      refusalOf(await send({ ...scene, stylist: { ...own, person: scene.host.person } })).code,
      'invitation_to_oneself',
    )
  })

  test('a host may send thirty invitations a day, also of thirty-five at once, and thirty again tomorrow', async () => {
    const scene = await salonAndStylist()
    const write = (number: number) =>
      scene.host.person.call(contract.sendInvitation, {
        body: { email: `colega${number}@correo.test`, spaceId: scene.space.id, terms },
      })
    const answers = await Promise.all(Array.from({ length: 35 }, (_, number) => write(number)))
    assert.equal(answers.filter(({ status }) => status === 201).length, 30)
    const refused = answers.find(({ status }) => status !== 201)
    assert.ok(refused)
    assert.equal(refusalOf(refused).code, 'too_many_invitations')
    const quota = () => scene.host.person.call(contract.invitationQuota)
    assert.deepEqual((await quota()).body, {
      sentToday: 30,
      maxADay: 30,
      freshAt: '2026-11-21T06:00:00.000Z',
    })
    // Nor by direct SQL.
    await assert.rejects(
      sql`insert into invitations (id, host_id, space_id, email, status, terms, sent_at, sent_on, place_of_day, expires_at)
        select gen_random_uuid(), host_id, space_id, 'mano@correo.test', 'sent', terms, sent_at, sent_on, 31, expires_at
        from invitations where host_id = ${scene.host.id} limit 1`.execute(kalli.database.kysely),
      /invitations_thirty_a_day/,
    )
    kalli.time.advance(dayMinutes)
    assert.equal((await quota()).body.sentToday, 0)
    assert.equal((await write(99)).status, 201)
    kalli.time.advance(-dayMinutes)
  })
})

describe('answering', () => {
  test('an anonymous visitor, a stranger and the inviting host cannot answer', async () => {
    const scene = await salonAndStylist()
    const { id, version } = await sent(scene)
    const stranger = await people.professional(kalli)
    for (const endpoint of [contract.acceptInvitation, contract.declineInvitation]) {
      const input = { params: { id }, body: { version } }
      assert.equal((await kalli.visitor().call(endpoint, input)).status, 401)
      const wrong = await stranger.person.call(endpoint, input)
      assert.equal(wrong.status, 403)
      assert.deepEqual(refusalOf(wrong), {
        message: 'Esta invitación es para otra cuenta',
        code: 'invitation_of_another',
      })
      assert.equal((await scene.host.person.call(endpoint, input)).status, 403)
    }
    const looked = await stranger.person.call(contract.invitation, { params: { id }, query: {} })
    assert.equal(looked.status, 403)
    assert.doesNotMatch(JSON.stringify(looked.body), /Ana|Rojas|Salas/)
    const unknown = await stranger.person.call(contract.invitation, {
      params: { id: crypto.randomUUID() },
      query: {},
    })
    assert.equal(unknown.status, 404)
  })

  test('reading an invitation changes nothing, and opening it shows the host that it was seen, not when', async () => {
    const scene = await salonAndStylist()
    const { id } = await sent(scene)
    const shown = await scene.stylist.person.call(contract.invitation, { params: { id }, query: {} })
    assert.equal(shown.body.status, 'sent')
    const see = () => scene.stylist.person.call(contract.seeInvitation, { params: { id }, body: {} })
    assert.equal((await see()).body.status, 'seen')
    assert.equal((await see()).body.version, 2)
    const [out] = await inBox(scene.host.person, 'out')
    assert.equal(out?.status, 'seen')
  })

  test('accepting makes an agreement with the shown terms, and its times can be booked at once', async () => {
    const scene = await salonAndStylist()
    const { id, version } = await sent(scene)
    const timesLeft = async () => {
      const query = {
        professional: scene.stylist.id,
        service: scene.serviceId,
        from: '2026-11-23',
        to: '2026-11-24',
      }
      const { body } = await kalli.visitor().call(slots, { query })
      return body.days.flatMap((day) => day.slots).length
    }
    assert.equal(await timesLeft(), 0)
    const accepted = await accept(scene.stylist.person, id, version)
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
    assert.equal(accepted.body.status, 'accepted')
    assert.ok((await timesLeft()) > 0)
    const [agreement] = (await scene.stylist.person.call(agreements)).body
    assert.equal(agreement?.id, accepted.body.agreementId)
    assert.deepEqual(agreement?.terms.rent, terms.rent)
    assert.equal(agreement?.origin, 'invitation')
    await drain(kalli)
    const bell = (await scene.host.person.call(community)).body
    assert.ok(bell.some(({ title }) => title === 'Ana aceptó tu invitación'))
    // It can be accepted only once.
    assert.equal(refusalOf(await accept(scene.stylist.person, id, version)).code, 'invitation_over')
  })

  test('concurrent acceptances make one agreement', async () => {
    const scene = await salonAndStylist()
    const { id, version } = await sent(scene)
    const answers = await Promise.all([1, 2, 3, 4].map(() => accept(scene.stylist.person, id, version)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409, 409, 409])
    assert.equal((await scene.stylist.person.call(agreements)).body.length, 1)
  })

  test('of a concurrent acceptance and revocation one takes effect, and only an acceptance makes an agreement', async () => {
    for (let round = 0; round < 6; round += 1) {
      const scene = await salonAndStylist()
      const { id, version } = await sent(scene)
      const [accepted, revoked] = await Promise.all([
        accept(scene.stylist.person, id, version),
        revoke(scene.host.person, id, version),
      ])
      assert.deepEqual([accepted.status, revoked.status].toSorted(), [200, 409])
      const made = (await scene.stylist.person.call(agreements)).body.length
      assert.equal(made, accepted.status === 200 ? 1 : 0)
    }
  })

  test('a declined professional cannot be invited again for sixty days, by the database too', async () => {
    const scene = await salonAndStylist()
    const { id, version } = await sent(scene)
    const declined = await decline(scene.stylist.person, id, version, 'Me queda lejos')
    assert.equal(declined.body.status, 'declined')
    const [out] = await inBox(scene.host.person, 'out')
    assert.equal(out?.declineReason, 'Me queda lejos')
    assert.equal(refusalOf(await send(scene)).code, 'invitation_declined_lately')
    const again = await scene.host.person.call(contract.inviteAgain, { params: { id } })
    assert.match(refusalOf(again).message, /60 días/)
    kalli.time.advance(60 * dayMinutes)
    const later = await scene.host.person.call(contract.inviteAgain, { params: { id } })
    assert.equal(later.status, 201, JSON.stringify(later.body))
    kalli.time.advance(-60 * dayMinutes)
  })

  test('no database statement changes the terms of a sent invitation', async () => {
    const { id } = await sent(await salonAndStylist())
    await assert.rejects(
      sql`update invitations set terms = '{}' where id = ${id}`.execute(kalli.database.kysely),
      /cannot be changed/,
    )
    await assert.rejects(
      sql`delete from invitation_moves where invitation_id = ${id}`.execute(kalli.database.kysely),
      /append-only/,
    )
  })
})

describe('asking', () => {
  const ask = (who: Person, id: string, version: number, question = '¿Hay lavacabezas?') =>
    who.call(contract.askAboutInvitation, { params: { id }, body: { version, question } })
  const answer = (who: Person, id: string, version: number, text = 'Sí, dos.') =>
    who.call(contract.answerAboutInvitation, { params: { id }, body: { version, answer: text } })

  test('two questions may be asked and no third, and the clock stops while one is open', async () => {
    const scene = await salonAndStylist()
    const { stylist, host } = scene
    const first = await sent(scene)
    const requested = await ask(stylist.person, first.id, first.version)
    assert.equal(requested.status, 200, JSON.stringify(requested.body))
    assert.equal(Date.parse(requested.body.expiresAt) - Date.parse(first.expiresAt), 72 * 3_600_000)
    assert.ok(requested.body.pausedUntil)
    assert.equal(
      refusalOf(await ask(stylist.person, first.id, requested.body.version)).message,
      'Tu pregunta espera respuesta.',
    )
    // Answered ten hours later: those ten hours are added, and no more.
    kalli.time.advance(600)
    const answered = await answer(host.person, first.id, requested.body.version)
    assert.equal(answered.status, 200, JSON.stringify(answered.body))
    assert.equal(Date.parse(answered.body.expiresAt) - Date.parse(first.expiresAt), 10 * 3_600_000)
    const second = await ask(stylist.person, first.id, answered.body.version, '¿Y estacionamiento?')
    const last = await answer(host.person, first.id, second.body.version, 'A la vuelta.')
    assert.equal(
      refusalOf(await ask(stylist.person, first.id, last.body.version)).message,
      'Ya hiciste tus dos preguntas.',
    )
    await assert.rejects(
      sql`insert into invitation_questions values (${first.id}, 3, '¿?', now())`.execute(
        kalli.database.kysely,
      ),
      /invitations_two_questions/,
    )
    assert.deepEqual(
      (await inBox(stylist.person))[0]?.questions.map((one) => one.answer),
      ['Sí, dos.', 'A la vuelta.'],
    )
    // Ten hours and none: the median of the two. There are no bookings there yet.
    const score = (await inBox(stylist.person))[0]?.host
    assert.deepEqual([score?.answersPercent, score?.answersHours, score?.keepsPercent], [100, 5, null])
    kalli.time.advance(-600)
  })

  test('after 72 hours an unanswered question resumes the clock', async () => {
    const scene = await salonAndStylist()
    const first = await sent(scene)
    await ask(scene.stylist.person, first.id, first.version)
    kalli.time.advance(14 * dayMinutes + 60)
    await runJobsOnce(kalli)
    assert.equal((await inBox(scene.stylist.person))[0]?.status, 'seen')
    kalli.time.advance(3 * dayMinutes)
    await runJobsOnce(kalli)
    assert.equal((await inBox(scene.stylist.person))[0]?.status, 'expired')
    kalli.time.advance(-17 * dayMinutes - 60)
  })

  test('of two concurrent questions one is sent', async () => {
    const scene = await salonAndStylist()
    const { id, version } = await sent(scene)
    const answers = await Promise.all([
      ask(scene.stylist.person, id, version),
      ask(scene.stylist.person, id, version),
    ])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 409])
  })
})

describe('time', () => {
  test('an invitation expires after fourteen days, once, and the host may send it again once with one press', async () => {
    const scene = await salonAndStylist()
    const { id, version } = await sent(scene)
    kalli.time.advance(14 * dayMinutes)
    // The job has not run yet, but the deadline has passed.
    assert.equal(
      refusalOf(await accept(scene.stylist.person, id, version)).message,
      'Esta invitación venció.',
    )
    await runJobsOnce(kalli)
    await runJobsOnce(kalli)
    const reported = (await scene.host.person.call(community)).body
    assert.equal(reported.filter(({ title }) => /venció/.test(title)).length, 1)
    const again = () => scene.host.person.call(contract.inviteAgain, { params: { id } })
    const answers = await Promise.all([again(), again()])
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409])
    const [fresh] = await inBox(scene.stylist.person)
    assert.equal(fresh?.status, 'sent')
    assert.deepEqual(fresh?.terms, terms)
    kalli.time.advance(-14 * dayMinutes)
  })
})

describe('by e-mail to a visitor without an account', () => {
  const invited = async (email: string) => {
    const scene = await salonAndStylist()
    const made = await scene.host.person.call(contract.sendInvitation, {
      body: { email, spaceId: scene.space.id, terms, message: 'Nos recomendaron tu trabajo.' },
    })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    await drain(kalli)
    const mail = await kalli.database.kysely
      .selectFrom('mails')
      .select('body_text')
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow()
    const token = /accept\?t=([\w.-]+)/.exec(mail.body_text)?.[1] ?? ''
    assert.notEqual(token, '')
    return { scene, id: made.body.id, version: made.body.version, token }
  }
  const newcomer = async () => {
    const accountId = await people.account(kalli, { firstName: 'Rosa', roles: ['client'] })
    return { accountId, person: await people.signIn(kalli, accountId) }
  }

  test('the link opens the invitation, accepting makes a professional and an agreement, and the link expires', async () => {
    const { id, version, token, scene } = await invited('rosa.link@correo.test')
    const rosa = await newcomer()
    assert.equal(
      (await rosa.person.call(contract.invitation, { params: { id }, query: {} })).status,
      403,
      'without the link it is for another account',
    )
    const opened = await rosa.person.call(contract.invitation, { params: { id }, query: { token } })
    assert.equal(opened.status, 200, JSON.stringify(opened.body))
    assert.equal(opened.body.email, null)
    const accepted = await accept(rosa.person, id, version, token)
    assert.equal(accepted.status, 200, JSON.stringify(accepted.body))
    const fresh = await people.signIn(kalli, rosa.accountId)
    assert.equal((await fresh.call(agreements)).body.length, 1)
    // A later reader of the email finds nothing.
    const other = await newcomer()
    assert.equal((await accept(other.person, id, version, token)).status, 403)
    const [out] = await inBox(scene.host.person, 'out')
    assert.equal(out?.professional?.name, 'Rosa Hernández')
  })

  test('of two users with the same link one gets the invitation', async () => {
    const { id, version, token } = await invited('dos@correo.test')
    const [one, two] = [await newcomer(), await newcomer()]
    const answers = await Promise.all([one, two].map(({ person }) => accept(person, id, version, token)))
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 403])
  })

  test('a revoked link is invalid at once, and an unsent email is not sent', async () => {
    const { id, version, token, scene } = await invited('tarde@correo.test')
    await revoke(scene.host.person, id, version)
    const rosa = await newcomer()
    const late = await rosa.person.call(contract.invitation, { params: { id }, query: { token } })
    assert.equal(refusalOf(late).code, 'invitation_over')
    const unposted = await scene.host.person.call(contract.sendInvitation, {
      body: { email: 'nunca@correo.test', spaceId: scene.space.id, terms },
    })
    await revoke(scene.host.person, unposted.body.id, unposted.body.version)
    await drain(kalli)
    const mails = await kalli.database.kysely
      .selectFrom('mails')
      .select('id')
      .where('to_address', '=', 'nunca@correo.test')
      .execute()
    assert.deepEqual(mails, [])
  })

  test('the host does not learn who viewed an invitation, and cannot answer it by their own link', async () => {
    const { id, version, token, scene } = await invited('mira@correo.test')
    const rosa = await newcomer()
    await rosa.person.call(contract.seeInvitation, { params: { id }, body: { token } })
    const [out] = await inBox(scene.host.person, 'out')
    assert.equal(out?.status, 'seen')
    assert.equal(out?.professional, null)
    assert.equal(
      refusalOf(await accept(scene.host.person, id, version + 1, token)).code,
      'invitation_to_oneself',
    )
  })

  test('the secret is stored nowhere in the app', async () => {
    const { token } = await invited('secreto@correo.test')
    const { rows } = await sql<{ found: number }>`
      select count(*) as found from (
        select data::text as text from pgboss.job union all select i::text from invitations i) kept
      where kept.text like ${`%${token.split('.')[1]}%`}`.execute(kalli.database.kysely)
    assert.equal(rows[0]?.found, 0)
  })
})

test('an invitation offers only categories that the space allows', async () => {
  const scene = await salonAndStylist()
  await kalli.database.pool.query(`update spaces set categories = '{hair,beauty}' where id = $1`, [
    scene.space.id,
  ])
  const offer = (categories: AgreementTerms['categories']) =>
    scene.host.person.call(contract.sendInvitation, {
      body: {
        professionalId: scene.stylist.id,
        spaceId: scene.space.id,
        terms: { ...terms, categories },
        message: '',
      },
    })
  assert.equal(refusalOf(await offer(['massage'])).code, 'invalid_input')
  const answer = await offer([])
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  assert.deepEqual(answer.body.terms.categories, ['hair', 'beauty'])
})

test('the preview shows the hours of both parties, the existing bookings and the net of each service', async () => {
  const scene = await salonAndStylist()
  const { id } = await sent(scene)
  const { body } = await scene.stylist.person.call(contract.invitationPreview, { params: { id }, query: {} })
  assert.equal(body.hoursAWeek, 70)
  assert.equal(body.newHoursAWeek, 70)
  assert.equal(body.bookingsThen, 0)
  // $1000 for 90 minutes at $160 an hour: less 10 % and $240.
  assert.deepEqual(body.services, [
    { name: 'Corte y peinado', minutes: 90, priceCents: 100_000, rentCents: 24_000, netCents: 66_000 },
  ])
  const stranger = await people.professional(kalli)
  assert.equal(
    (await stranger.person.call(contract.invitationPreview, { params: { id }, query: {} })).status,
    403,
  )
})

test('until acceptance telephones in both parties’ messages are hidden, also in the email', async () => {
  const scene = await salonAndStylist()
  const { stylist, host } = scene
  const message = 'Llámame: 55 1234 5678'
  const { id } = (await send(scene, { message })).body
  const first = (await inBox(stylist.person)).find((one) => one.id === id)
  assert.equal(first?.message, 'Llámame: [teléfono oculto]')
  const requested = await stylist.person.call(contract.askAboutInvitation, {
    params: { id },
    body: { version: first.version, question: '¿Te escribo a ana@rojas.mx?' },
  })
  const reported = await host.person.call(contract.answerAboutInvitation, {
    params: { id },
    body: { version: requested.body.version, answer: 'Mejor al 55/12/34/56/78' },
  })
  assert.deepEqual(
    reported.body.questions.map(({ question, answer }) => [question, answer]),
    [['¿Te escribo a [correo oculto]?', 'Mejor al [teléfono oculto]']],
  )
  const accepted = await accept(stylist.person, id, reported.body.version)
  assert.deepEqual(
    [accepted.body.message, accepted.body.questions[0]?.answer],
    [message, 'Mejor al 55/12/34/56/78'],
  )
  const byLink = await host.person.call(contract.sendInvitation, {
    body: { email: 'nueva@correo.test', spaceId: scene.space.id, terms, message },
  })
  assert.equal(byLink.status, 201, JSON.stringify(byLink.body))
  await drain(kalli)
  const { rows } = await kalli.database.pool.query<{ body_text: string }>(
    'select body_text from mails where to_address = $1',
    ['nueva@correo.test'],
  )
  assert.match(rows[0]?.body_text ?? '', /«Llámame: \[teléfono oculto\]»/)
})
