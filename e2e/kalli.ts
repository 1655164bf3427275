/** A staff member who decides on reports: with the required second step, set up by the first journey of a worker that needs one. */
import { type Browser, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { signIn } from './people.ts'

const email = 'mediacion@kalli.test'

/** A worker's journeys run one after the other on one Kalli: a code of the second step is valid once. */
let session: ReturnType<typeof setSecondStep> | undefined

export const pageOfKalli = async (browser: Browser): Promise<Page> => {
  session ??= setSecondStep(browser)
  const context = await browser.newContext({ storageState: await session })
  return context.newPage()
}

const setSecondStep = async (browser: Browser) => {
  const context = await browser.newContext()
  await signIn(context.request, email)
  const started = await context.request.post('/api/account/second-factor')
  expect(started.status(), await started.text()).toBe(200)
  const { secret }: { secret: string } = await started.json()
  const code = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate()
  const proved = await context.request.post('/api/account/second-factor/prove', { data: { code } })
  expect(proved.status(), await proved.text()).toBe(200)
  const state = await context.storageState()
  await context.close()
  return state
}
