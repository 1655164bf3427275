/** A person gives an app a mandate, sees it used and revokes it; beyond it the app gets a link for the person to pay. */
import { expect } from '@playwright/test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import * as oauth from 'openid-client'
import * as z from 'zod/mini'
import { inDatabase } from './database.ts'
import { dateAhead, emailOf, hoursOf, letIn, newcomer, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const isTransport = (one: object): one is Transport => 'send' in one
const Held = z.object({ holdId: z.string(), quoteHash: z.string() })
const redirectUri = 'http://127.0.0.1:9/callback'

test('a client grants an app a mandate, sees its use and revokes it, and pays by a link beyond its limit', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const page = await newcomer(browser, 'client')
  const email = await emailOf(page)
  await inDatabase((client) =>
    client.query(`update accounts set phone = '+5255' || (30000000 + id) where email = $1`, [email]),
  )
  let taken = 0
  const nextHour = async () => {
    const found = await hoursOf(page.request, stylist, salon.spaceId, dateAhead(3))
    return found[(taken += 1) - 1]?.token
  }
  // An earlier visit, with whose payment she saved the card that the app may use.
  const first = await page.request.post('/api/holds', { data: { slotToken: await nextHour() } })
  const paid = await page.request.post('/api/bookings', {
    data: {
      holdId: (await first.json()).id,
      contact: {
        firstName: 'Inés',
        lastName: 'Campos',
        email,
        phone: '+525511112222',
      },
      payment: { method: 'card', token: 'tok_ok', keep: true },
    },
  })
  expect(paid.status(), await paid.text()).toBe(201)

  const config = await oauth.dynamicClientRegistration(
    new URL(baseURL ?? ''),
    { client_name: 'Mi asistente', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
    oauth.None(),
    { algorithm: 'oauth2', execute: [oauth.allowInsecureRequests] },
  )
  const pkceCodeVerifier = oauth.randomPKCECodeVerifier()
  const expectedState = '12345678901234567890'
  const resource = `${baseURL}/mcp`
  const link = oauth.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'bookings:read bookings:write search:read',
    code_challenge: await oauth.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    resource,
  })
  await page.goto(`${link.pathname}${link.search}`)
  const back = page.waitForRequest((request) => request.url().startsWith(redirectUri))
  await page.getByRole('button', { name: 'Permitir', exact: true }).click()
  const address = new URL((await back).url())
  const tokens = await oauth.authorizationCodeGrant(config, address, { pkceCodeVerifier, expectedState })
  const client = new Client({ name: 'prueba', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(resource), {
    requestInit: { headers: { authorization: `Bearer ${tokens.access_token}` } },
  })
  if (isTransport(transport)) await client.connect(transport)
  const tool = async (name: string, given: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: { ...given, requestId: crypto.randomUUID() } }))[
      'structuredContent'
    ]
  const held = async () => {
    const { holdId, quoteHash } = z.parse(Held, await tool('hold_hour', { slotToken: await nextHour() }))
    return { holdId, quoteHash }
  }

  await page.goto('/settings?section=developers')
  await page.getByRole('heading', { name: 'Permisos para pagar y cancelar' }).click()
  await expect(page.getByText('Ninguna app puede pagar ni cancelar por ti.')).toBeVisible()
  await page.getByRole('heading', { name: 'Tu asistente' }).click()
  await expect(page.getByText(/\/mcp$/)).toBeVisible()
  await page.getByRole('button', { name: 'Dar un permiso' }).click()
  const form = page.getByRole('dialog', { name: 'Un permiso para pagar y cancelar' })
  await form.getByLabel('A lo más por cita').fill('2000')
  await form.getByRole('button', { name: 'Dar permiso' }).click()
  await expect(form.getByText('En total no puede ser menos que en una cita.')).toBeVisible()
  await form.getByLabel('A lo más por cita').fill('800')
  await form.getByRole('checkbox', { name: 'Cancelar' }).check()
  await form.getByRole('button', { name: 'Dar permiso' }).click()
  await expect(page.getByText('Reservar y pagar, Cancelar, hasta $800 por cita')).toBeVisible()
  await expect(page.getByText('Lleva $0 de $1,000')).toBeVisible()

  // Within it the app books; another booking would exceed the total, so she pays it herself.
  expect(await tool('book_held_hour', await held())).toMatchObject({ state: 'done', why: null })
  const second = await held()
  const beyond = {
    state: 'needs_person',
    visit: null,
    confirmLink: `${baseURL}/dynamic-checkout?hold=${second.holdId}`,
  }
  expect(await tool('book_held_hour', second)).toMatchObject(beyond)
  await page.reload()
  await ready(page)
  await expect(page.getByText('Lleva $600 de $1,000')).toBeVisible()
  await page.getByRole('button', { name: 'Quitar el permiso de Mi asistente' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar permiso' }).click()
  await expect(page.getByText('Ninguna app puede pagar ni cancelar por ti.')).toBeVisible()

  expect(await tool('book_held_hour', second)).toMatchObject(beyond)
  await client.close()
  await page.goto(beyond.confirmLink)
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await page.goto('/my-bookings')
  await ready(page)
  await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2)

  await page.goto('/confirm?c=nothing.signed')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aquí no hay nada que confirmar')
})
