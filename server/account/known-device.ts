/**
 * Browsers that an account has signed in from. Wrong passwords from other browsers do not count against them, so that strangers cannot lock
 * the owner out. The cookie does not sign in by itself.
 */
import * as z from 'zod/mini'
import type { Answer } from '#server/platform/http/http.ts'
import { hashToken, secretToken } from '#server/platform/tokens.ts'
import type { Work } from '#server/platform/work.ts'

const cookie = 'device'
/** The longest that browsers keep a cookie. */
const lifeSeconds = 400 * 86_400
/** Accounts on a shared browser; the one that signed in longest ago is dropped. */
const maxAccounts = 5

/** The id is random; an account appears as a hash that only this device has. */
const Device = z.object({ id: z.string(), accounts: z.array(z.string()) })

const readDevice = (work: Work, answer: Answer) => {
  const parsed = z.safeParse(Device, work.tokens.open(cookie, answer.cookie(cookie) ?? '', work.now))
  return parsed.success ? parsed.data : null
}

const markOf = (deviceId: string, accountId: number) =>
  hashToken(`${deviceId}:${accountId}`).subarray(0, 12).toString('base64url')

/** The id of this browser if the account has signed in from it, else null. */
export const knownDevice = (work: Work, answer: Answer, accountId: number | undefined): string | null => {
  const device = readDevice(work, answer)
  if (device === null || accountId === undefined) return null
  return device.accounts.includes(markOf(device.id, accountId)) ? device.id : null
}

export const rememberDevice = (work: Work, answer: Answer, accountId: number) => {
  const { id, accounts } = readDevice(work, answer) ?? { id: secretToken().slice(0, 22), accounts: [] }
  const mark = markOf(id, accountId)
  const saved = [mark, ...accounts.filter((other) => other !== mark)].slice(0, maxAccounts)
  const expiresAt = new Date(work.now.getTime() + lifeSeconds * 1000)
  answer.setCookie(cookie, work.tokens.sign(cookie, { id, accounts: saved }, expiresAt), lifeSeconds)
}
