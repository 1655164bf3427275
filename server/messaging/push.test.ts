/** Notices on browsers: only at push services, encrypted for each, deleted with the browser, and confirmed by its service worker. */
import assert from 'node:assert/strict'
import { createECDH, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import library from 'web-push'
import * as contract from '#contract/messaging/channel.ts'
import { enqueue } from '#server/messaging/messaging.ts'
import { sendDue, type Write } from '#server/messaging/message-round.ts'
import { receiptOf } from '#server/messaging/push.ts'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'
import * as people from '#server/testing/people.ts'
import { type Person, refusalOf } from '#server/testing/person.ts'
import { startTelephone, type TelephoneServer } from '#server/testing/telephone/telephone-server.ts'

let kalli: TestServer
let telephone: TelephoneServer
before(async () => {
  telephone = await startTelephone()
  const { publicKey, privateKey } = library.generateVAPIDKeys()
  kalli = await startTestServer({
    config: {
      logLevel: 'silent',
      vapid: { publicKey, privateKey, subject: 'mailto:hola@kalli.test', origins: [telephone.url] },
    },
  })
})
after(async () => {
  await kalli.close()
  await telephone.close()
})

let serial = 0
const subscriptionOf = (endpoint = `${telephone.url}/push/${++serial}`) => {
  const keys = createECDH('prime256v1')
  return {
    endpoint,
    publicKey: keys.generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  }
}
const add = (
  person: Person,
  subscription: ReturnType<typeof subscriptionOf> | null,
  label = 'Chrome en Android',
) => person.call(contract.addDevice, { body: { subscription, label } })

const newPerson = async () => {
  const accountId = await people.account(kalli)
  return { accountId, person: await people.signIn(kalli, accountId) }
}

const notice = async (accountId: number) => {
  const key = `push:${++serial}`
  const mails: string[] = []
  await enqueue(kalli.work(), [
    { accountId, event: 'booking_confirmed', content: {}, dedupeKey: key, dueAt: kalli.clock() },
  ])
  const write: Write = (work, messages) =>
    Promise.resolve(
      new Map(
        messages.map(({ id }) => [
          id,
          {
            notBefore: work.now,
            ways: [
              {
                channel: 'push',
                accountId,
                title: 'Nueva cita',
                body: 'Corte, hoy',
                path: '/professional-appointments',
              },
              { channel: 'email', to: 'persona@example.test', send: () => Promise.resolve(mails.push(key)) },
            ],
          },
        ]),
      ),
    )
  await sendDue(kalli.work(), write)
  const states = async () => {
    const { rows } = await kalli.database.pool.query<{ id: string; said: string }>(
      `select d.id, concat_ws(' ', d.channel, d.state, d.reason) as said from deliveries d
       join outbound_messages m on m.id = d.message_id where m.dedupe_key = $1 order by d.state = 'failed' desc`,
      [key],
    )
    return rows
  }
  return { states, mails, send: () => sendDue(kalli.work(), write) }
}

test('a subscribed browser is notified, and its service worker reports only shown and opened', async () => {
  const { accountId, person } = await newPerson()
  const added = await add(person, subscriptionOf())
  assert.equal(added.status, 200, JSON.stringify(added.body))
  assert.equal(added.body.push.devices.length, 1)
  const { states, mails } = await notice(accountId)
  const [tried] = await states()
  assert.equal(tried?.said, 'push sent')
  assert.equal(telephone.pushes.at(-1)?.headers['urgency'], 'high')
  const receipt = receiptOf(kalli.work(), tried?.id ?? '')
  const says = (how: 'shown' | 'opened', what = receipt) =>
    kalli.visitor().call(contract.acknowledge, { body: { receipt: what, how } })
  assert.equal((await says('shown', `${receipt.slice(0, -2)}xx`)).status, 200)
  assert.equal((await states())[0]?.said, 'push sent')
  for (const [how, state] of [
    ['shown', 'delivered'],
    ['opened', 'read'],
    ['shown', 'read'],
  ] as const) {
    assert.equal((await says(how)).status, 200)
    assert.equal((await states())[0]?.said, `push ${state}`)
  }
  assert.equal(mails.length, 0)
})

test('a browser whose subscription is gone is removed, and the next channel is used', async () => {
  const { accountId, person } = await newPerson()
  const subscription = subscriptionOf()
  await add(person, subscription)
  telephone.gone.add(new URL(subscription.endpoint).pathname)
  const { states, mails } = await notice(accountId)
  assert.deepEqual(
    (await states()).map(({ said }) => said),
    ['push failed push_gone', 'email sent'],
  )
  assert.equal(mails.length, 1)
  assert.deepEqual((await person.call(contract.reach)).body.push.devices, [])
})

test('a busy push service is retried', async () => {
  const { accountId, person } = await newPerson()
  await add(person, subscriptionOf())
  telephone.mood.push = 'busy'
  const { states, send } = await notice(accountId)
  telephone.mood.push = 'well'
  assert.equal((await states())[0]?.said, 'push queued')
  kalli.time.advance(2)
  await send()
  assert.equal((await states())[0]?.said, 'push sent')
})

test('only addresses of push services are called, and one browser notifies one account', async () => {
  const { person } = await newPerson()
  for (const endpoint of [
    'http://127.0.0.1:5432/',
    'https://169.254.169.254/latest',
    'https://fcm.googleapis.com.example.test/x',
    'http://fcm.googleapis.com/x',
  ])
    assert.equal((await add(person, subscriptionOf(endpoint))).status, 400, endpoint)
  assert.equal(refusalOf(await add(person, null)).code, 'push_unavailable')
  const shared = subscriptionOf()
  await add(person, shared)
  await add(person, shared, 'Chrome en Windows')
  const { body } = await person.call(contract.reach)
  assert.deepEqual(
    body.push.devices.map(({ label }) => label),
    ['Chrome en Windows'],
  )
  const next = await newPerson()
  await add(next.person, shared)
  assert.deepEqual((await person.call(contract.reach)).body.push.devices, [])
  const id = (await next.person.call(contract.reach)).body.push.devices[0]?.id ?? ''
  assert.equal((await person.call(contract.removeDevice, { params: { id } })).status, 404)
  assert.equal((await next.person.call(contract.removeDevice, { params: { id } })).status, 200)
})

test('an account has at most ten browsers, also with concurrent requests', async () => {
  const { person } = await newPerson()
  const answers = await Promise.all(Array.from({ length: 12 }, () => add(person, subscriptionOf())))
  assert.equal(answers.filter(({ status }) => status === 200).length, 10)
  assert.ok(
    answers.filter(({ status }) => status !== 200).every((one) => refusalOf(one).code === 'too_many_devices'),
  )
})
