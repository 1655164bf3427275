/** A person of Kalli who decides what others reported: with the second step that each of them must have, set by the first journey that needs one. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { signIn } from './people.ts'

const email = 'mediacion@kalli.test'
const file = (name: string) => join(process.env['KALLI_E2E_DATA'] ?? '', name)

/** Journeys run beside each other in processes of their own: one of them sets it, the others wait for what it leaves. */
export const pageOfKalli = async (browser: Browser): Promise<Page> => {
  const session = file('kalli-session.json')
  if (isMine()) await setSecondStep(browser, session)
  await expect.poll(() => existsSync(session), { timeout: 30_000 }).toBe(true)
  const context = await browser.newContext({ storageState: JSON.parse(readFileSync(session, 'utf8')) })
  return context.newPage()
}

const isMine = () => {
  try {
    writeFileSync(file('kalli-session.lock'), '', { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

const setSecondStep = async (browser: Browser, session: string) => {
  const context = await browser.newContext()
  await signIn(context.request, email)
  const started = await context.request.post('/api/account/second-factor')
  expect(started.status(), await started.text()).toBe(200)
  const { secret }: { secret: string } = await started.json()
  const code = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate()
  const proved = await context.request.post('/api/account/second-factor/prove', { data: { code } })
  expect(proved.status(), await proved.text()).toBe(200)
  // Whole when it is there.
  writeFileSync(`${session}.new`, JSON.stringify(await context.storageState()))
  renameSync(`${session}.new`, session)
  await context.close()
}
