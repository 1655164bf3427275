/** People who work with a telephone: confirmed, with consent to WhatsApp, and notified by the channels that they chose. */
import assert from 'node:assert/strict'
import { agreeToWhatsapp } from '#contract/messaging/channel.ts'
import { notificationSettings, saveNotificationSettings } from '#contract/notification/notification.ts'
import * as people from '#server/testing/people.ts'
import type { Person } from '#server/testing/person.ts'
import type { TestServer } from '#server/testing/test-server.ts'

/** Their telephone is confirmed, and they consented to messages. */
export const onWhatsapp = async (
  kalli: TestServer,
  { accountId, person }: { accountId: number; person: Person },
) => {
  await people.reachLevel(kalli, accountId, 1)
  const { phone } = await kalli.database.kysely
    .selectFrom('accounts')
    .select('phone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  assert.equal((await person.call(agreeToWhatsapp, { body: { agree: true } })).status, 200)
  return phone ?? assert.fail('no telephone')
}

/** Limits notifications of an event to these channels. */
export const listensBy = async (
  person: Person,
  event: string,
  ways: Partial<Record<'whatsapp' | 'sms', boolean>>,
) => {
  const { body: now } = await person.call(notificationSettings)
  const events = now.events.map((row) =>
    row.event === event ? { ...row, push: false, email: false, ...ways } : row,
  )
  const saved = await person.call(saveNotificationSettings, {
    body: { events, quiet: null, version: now.version },
  })
  assert.equal(saved.status, 200, JSON.stringify(saved.body))
}
