/** What an account received about an object: the notification, and the email as rendered. */
import assert from 'node:assert/strict'
import {
  community,
  notificationSettings,
  saveNotificationSettings,
  type NotificationEvent,
} from '#contract/notification/notification.ts'
import { drain } from '#server/platform/jobs.ts'
import type { TestServer } from '#server/testing/test-server.ts'
import type { Person } from '#server/testing/person.ts'

type Recipient = { person: Person; accountId: number }

/** The one email of this title, and whether the notification says it too. */
export const receivedBy = async (
  kalli: TestServer,
  { person, accountId }: Recipient,
  title: string | RegExp,
) => {
  await drain(kalli)
  const isIt = (text: string) => (typeof title === 'string' ? text === title : title.test(text))
  const { body } = await person.call(community, {})
  const { rows } = await kalli.database.pool.query<{ subject: string; text: string; html: string }>(
    `select subject, body_text as text, body_html as html from mails join accounts a on a.email = to_address
     where a.id = $1 order by mails.id`,
    [accountId],
  )
  const emails = rows.filter(({ subject }) => isIt(subject))
  assert.ok(emails.length <= 1, `once: ${emails.map(({ subject }) => subject).join('; ')}`)
  return { rings: body.some((one) => isIt(one.title)), email: emails[0] ?? null }
}

/** Turns off the notifications and the emails of one kind. */
export const muteEmail = async ({ person }: Pick<Recipient, 'person'>, event: NotificationEvent) => {
  const { body } = await person.call(notificationSettings)
  const answer = await person.call(saveNotificationSettings, {
    body: {
      events: body.events.map((row) =>
        row.event === event ? { ...row, app: false, push: false, email: false } : row,
      ),
      quiet: null,
      version: body.version,
    },
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
}
