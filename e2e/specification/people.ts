/** New people for one assertion each, made through the specification's own calls. */
import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
// oxlint-disable-next-line no-restricted-imports -- one meaning of ready for all journeys
import { ready } from '../ready.ts'
// oxlint-disable-next-line no-restricted-imports -- every journey closes what it opened
import { test } from '../test.ts'

export { ready, test }

export const password = 'una-clave-larga-7'

let made = 0
export const unique = () => {
  made += 1
  return `${process.pid}x${Date.now()}x${made}`
}

/** Registers a new user in this context, which is signed in from then on. */
export const register = async (
  request: APIRequestContext,
  role: 'professional' | 'host' | 'client',
  change: Record<string, unknown> = {},
) => {
  const email = `persona${unique()}@correo.test`
  const answer = await request.post('/api/auth/register', {
    data: { email, password, firstName: 'Nadia', lastName: 'Robles', phone: '', role, ...change },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return email
}

export const signIn = async (request: APIRequestContext, email: string, secret = 'kalli-demo') => {
  const answer = await request.post('/api/auth/login', { data: { email, password: secret } })
  expect(answer.status(), await answer.text()).toBe(200)
}

export const demo = {
  client: 'clienta@kalli.test',
  professional: 'profesional@kalli.test',
  host: 'host@kalli.test',
}

export const pageAs = async (browser: Browser, who: keyof typeof demo): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await signIn(context.request, demo[who])
  return context.newPage()
}

/** Scripts have loaded: from here on presses have an effect. */
export const open = async (page: Page, path: string) => {
  await page.goto(path)
  await ready(page)
}

/** The text of a page as it arrives, before any script. */
export const htmlOf = async (request: APIRequestContext, path: string) => (await request.get(path)).text()
