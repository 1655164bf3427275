/** A visitor's code goes by WhatsApp first, by SMS on request or as the fallback; checked against the published interface. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sendVisitorCode, enterVisitorCode } from '#contract/booking/contact-code.ts'
import { sendGuestCode } from '#contract/booking/client/guest.ts'
import { drain } from '#server/platform/jobs.ts'
import type { Person } from '#server/testing/person.ts'
import { startTelephone, type TelephoneServer } from '#server/testing/telephone/telephone-server.ts'
import { startTestServer, testSecret, type TestServer } from '#server/testing/test-server.ts'
import { digitsOf } from '#server/verification/rules.ts'

let telephone: TelephoneServer
/** One with Twilio and WhatsApp of this machine, and one with the local telephone. */
let kalli: TestServer
let local: TestServer
before(async () => {
  telephone = await startTelephone()
  const { twilio, whatsapp } = telephone
  kalli = await startTestServer({ config: { twilio, whatsapp, logLevel: 'silent' } })
  local = await startTestServer({ config: { logLevel: 'silent' } })
})
after(async () => {
  await kalli.close()
  await local.close()
  await telephone.close()
})

let serial = 0
const phoneOf = () => `+5255447${String(++serial + 10_000)}9`.slice(0, 13)
const ask = async (who: Person, phone: string, by?: 'sms') => {
  const answer = await who.call(sendVisitorCode, { body: { phone, by } })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  await drain(kalli)
  return answer.body
}
const sentTo = (phone: string) => ({
  whatsapp: telephone.whatsapps.filter(({ to }) => to === phone),
  sms: telephone.texts.filter(({ to }) => to === phone),
})
const enter = async (who: Person, phone: string, codeId: string | null) =>
  who.call(enterVisitorCode, { body: { phone, code: digitsOf(testSecret, codeId ?? '') } })

test('a code is sent by WhatsApp’s authentication template, whose button copies it, and not by SMS', async () => {
  const who = kalli.visitor()
  const phone = phoneOf()
  const { codeId, sentBy } = await ask(who, phone)
  assert.equal(sentBy, 'whatsapp')
  const digits = digitsOf(testSecret, codeId ?? '')
  const { whatsapp, sms } = sentTo(phone)
  assert.deepEqual(
    whatsapp.map(({ body, reference }) => [body, reference]),
    [[`kalli_codigo|${digits}|${digits}`, codeId]],
  )
  assert.deepEqual(sms, [])
  const { rows } = await kalli.database.pool.query('select body from text_messages where to_phone = $1', [
    phone,
  ])
  assert.deepEqual(rows, [{ body: '' }], 'the digits are not stored')
  assert.equal((await enter(who, phone, codeId)).status, 200)
})

test('one press sends the same code by SMS at once, without the waiting time of a new code', async () => {
  const who = kalli.visitor()
  const phone = phoneOf()
  const first = await ask(who, phone)
  const second = await ask(who, phone, 'sms')
  assert.deepEqual([second.codeId, second.sentBy], [first.codeId, 'sms'])
  const { sms } = sentTo(phone)
  assert.equal(sms.length, 1)
  assert.match(sms[0]?.body ?? '', new RegExp(digitsOf(testSecret, first.codeId ?? '')))
  assert.equal((await enter(who, phone, first.codeId)).status, 200)
})

test('another browser cannot resend a code that is not its own', async () => {
  const phone = phoneOf()
  const mine = await ask(kalli.visitor(), phone)
  const stranger = await kalli.visitor().call(sendVisitorCode, { body: { phone, by: 'sms' } })
  assert.notEqual(stranger.body.codeId, mine.codeId)
})

test('without WhatsApp, or when its provider fails or does not answer, the code goes by SMS at once', async () => {
  for (const [ending, mood] of [
    ['0400', 'well'],
    ['7777', 'broken'],
    ['8888', 'busy'],
    ['9999', 'lost'],
  ] as const) {
    const phone = `+52554488${ending}`
    telephone.mood.whatsapp = mood
    const { codeId } = await ask(kalli.visitor(), phone)
    telephone.mood.whatsapp = 'well'
    // Twilio's stand-in refuses the first number too.
    if (ending === '0400') {
      const { rows } = await kalli.database.pool.query(
        'select sent_by from verification_codes where id = $1',
        [codeId],
      )
      assert.deepEqual(rows, [{ sent_by: 'sms' }])
    } else assert.equal(sentTo(phone).sms.length, 1, mood)
  }
})

test('a later WhatsApp failure report sends the same code by SMS, once, and only with a valid signature', async () => {
  const phone = phoneOf()
  const { codeId } = await ask(kalli.visitor(), phone)
  const { whatsapp } = sentTo(phone)
  const report = async (secret?: string) => {
    const { path, body, headers } = telephone.whatsappReport(
      {
        statuses: [
          {
            id: whatsapp[0]?.id,
            status: 'failed',
            biz_opaque_callback_data: codeId,
            errors: [{ code: 131026 }],
          },
        ],
      },
      secret,
    )
    const answer = await kalli.visitor().fetch('POST', path, { body, headers })
    await drain(kalli)
    return answer.status
  }
  assert.equal(await report('another secret'), 403)
  assert.equal(sentTo(phone).sms.length, 0)
  assert.deepEqual([await report(), await report()], [200, 200])
  const { sms } = sentTo(phone)
  assert.equal(sms.length, 1)
  assert.match(sms[0]?.body ?? '', new RegExp(digitsOf(testSecret, codeId ?? '')))
})

test('a stranger gets the same reply for a known and an unknown number, and no code is sent', async () => {
  const phones = [phoneOf(), phoneOf()]
  const answers = await Promise.all(
    phones.map((address) => local.visitor().call(sendGuestCode, { body: { address } })),
  )
  const [first, second] = answers.map(({ body }) => [body.sentBy, body.resendInSeconds])
  assert.deepEqual(first, ['whatsapp', 60])
  assert.deepEqual(second, first)
  await drain(local)
  const { rows } = await local.database.pool.query('select 1 from text_messages')
  assert.equal(rows.length, 0)
})

test('the database refuses a channel that does not fit the address', async () => {
  await assert.rejects(
    kalli.database.pool.query("update verification_codes set sent_by = 'email' where channel = 'sms'"),
    { constraint: 'verification_codes_sent_by' },
  )
})
