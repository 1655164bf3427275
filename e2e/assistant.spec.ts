/** A person gives an app a mandate, sees it and takes it away; and confirms at a link what an assistant prepared. */
import { expect } from '@playwright/test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import * as oauth from 'openid-client'
import { newcomer } from './newcomers.ts'
import { test } from './test.ts'

const isTransport = (one: object): one is Transport => 'send' in one
const redirectUri = 'http://127.0.0.1:9/callback'

test('a mandate is given, seen and taken away; a link that is no longer good says so', async ({
  browser,
  baseURL,
}) => {
  const page = await newcomer(browser, 'client')
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
    scope: 'bookings:write search:read',
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
  const answer = await client.callTool({ name: 'my_bookings', arguments: {} })
  expect(answer['structuredContent']).toEqual({ visits: [] })
  await client.close()

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
  await page.getByRole('button', { name: 'Quitar el permiso de Mi asistente' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Quitar permiso' }).click()
  await expect(page.getByText('Ninguna app puede pagar ni cancelar por ti.')).toBeVisible()

  await page.goto('/confirm?c=nothing.signed')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aquí no hay nada que confirmar')
})
