/** Clients without an account who return: by a code to the telephone or the mailbox that they gave. */
import assert from 'node:assert/strict'
import { enterGuestCode, sendGuestCode } from '#contract/booking/client/guest.ts'
import { drain } from '#server/platform/jobs.ts'
import { testSecret, type TestServer } from '#server/testing/test-server.ts'
import type { Person } from '#server/testing/person.ts'
import { digitsOf } from '#server/verification/rules.ts'

/** The digits of the newest code sent there; null: none was. */
export const codeTo = async (kalli: TestServer, address: string) => {
  await drain(kalli)
  const row = await kalli.database.kysely
    .selectFrom('verification_codes')
    .select('id')
    .where('address', '=', address)
    .where('ended_at', 'is', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  if (row === undefined) return null
  const emails = await kalli.database.kysely
    .selectFrom('mails')
    .select('id')
    .where('dedupe_key', '=', `code:${row.id}`)
    .execute()
  const texts = await kalli.database.kysely
    .selectFrom('text_messages')
    .select('id')
    .where('dedupe_key', 'in', [`code:${row.id}`, `code-whatsapp:${row.id}`])
    .execute()
  return emails.length + texts.length === 0 ? null : digitsOf(testSecret, row.id)
}

/** `typed` as a person writes it; `address` as it is stored. */
export const prove = async (kalli: TestServer, who: Person, typed: string, address = typed) => {
  assert.equal((await who.call(sendGuestCode, { body: { address: typed } })).status, 200)
  const code = (await codeTo(kalli, address)) ?? assert.fail('no code')
  assert.equal((await who.call(enterGuestCode, { body: { address: typed, code } })).status, 200)
}

/** The target path of the short link in a text message, or its own address if it is none. */
export const linkIn = async (kalli: TestServer, text: string | undefined): Promise<string> => {
  const address = /https?:\/\/\S+/.exec(text ?? '')?.[0] ?? assert.fail(`no link in ${text}`)
  const { pathname, search } = new URL(address)
  if (!pathname.startsWith('/s/')) return pathname + search
  const answer = await kalli.visitor().fetch('GET', pathname)
  assert.equal(answer.status, 302)
  return answer.headers.get('location') ?? assert.fail('a redirect without a target')
}
