/** A key is made, tried and revoked; another developer's app is allowed on a phone, called by an independent client, and disallowed. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import * as client from 'openid-client'
import { expectAccessibleEverywhere } from './accessible.ts'
import { newcomer } from './newcomers.ts'
import { test } from './test.ts'

const settings = '/professional-dashboard?tab=profile&section=developers'
test('a professional creates an API key, tries it, calls with it and revokes it', async ({
  browser,
  baseURL,
}) => {
  const page = await newcomer(browser, 'professional')
  await page.goto(settings)
  await page.getByRole('heading', { name: 'Llaves' }).click()
  await page.getByRole('button', { name: 'Hacer una llave' }).click()
  const form = page.getByRole('dialog', { name: 'Una llave nueva' })
  await form.getByRole('button', { name: 'Hacer llave' }).click()
  await expect(form.getByText('Ponle un nombre para reconocerla.')).toBeVisible()
  await form.getByLabel('Nombre').fill('Mi página')
  await form.getByRole('radio', { name: 'Elegir una por una' }).check()
  await form.getByLabel('Tus servicios y precios').selectOption('Ver')
  await form.getByRole('button', { name: 'Hacer llave' }).click()

  const shown = page.getByRole('dialog', { name: 'Tu llave «Mi página»' })
  const secret = (await shown.getByText(/^kalli_test_/).textContent()) ?? ''
  await shown.getByRole('button', { name: 'Probarla' }).click()
  await expect(shown.getByText('Funciona: entra en nombre de Inés.')).toBeVisible()
  await shown.getByRole('button', { name: 'Cerrar' }).click()
  const answerTo = (path: string) =>
    fetch(`${baseURL}${path}`, { headers: { authorization: `Bearer ${secret}` } })
  expect((await answerTo('/api/professional/services')).status).toBe(200)
  expect((await answerTo('/api/professional/clients')).status).toBe(403)

  await page.reload()
  await expect(page.getByText(secret)).toHaveCount(0)
  await expect(page.getByText('1 permiso')).toBeVisible()
  // Renewed: both work until the former one ends.
  await page.getByRole('button', { name: 'Renovar Mi página' }).click()
  const renewing = page.getByRole('dialog', { name: '¿Renovar «Mi página»?' })
  await expect(renewing.getByRole('radio', { name: /En 24 horas/ })).toBeChecked()
  await expectAccessibleEverywhere(page)
  await renewing.getByRole('button', { name: 'Renovar llave' }).click()
  await expect(shown.getByText(/^kalli_test_/)).not.toHaveText(secret)
  await shown.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByRole('button', { name: 'Revocar Mi página (anterior)' })).toBeVisible()
  expect((await answerTo('/api/professional/services')).status).toBe(200)

  for (const name of ['Mi página (anterior)', 'Mi página']) {
    await page.getByRole('button', { name: `Revocar ${name}`, exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revocar llave' }).click()
    await expect(page.getByRole('button', { name: `Revocar ${name}`, exact: true })).toHaveCount(0)
  }
  await expect(page.getByText('No tienes llaves')).toBeVisible()
  expect((await answerTo('/api/professional/services')).status).toBe(401)
})

test('an app of one’s own is registered, edited, and gets another secret', async ({ browser }) => {
  const page = await newcomer(browser, 'professional')
  await page.goto(settings)
  await page.getByRole('heading', { name: 'Apps que hiciste' }).click()
  await page.getByRole('button', { name: 'Registrar una app' }).click()
  const form = page.getByRole('dialog', { name: 'Registrar una app' })
  await form.getByLabel('Nombre').fill('Agenda Luna')
  await form.getByLabel('Direcciones de regreso').fill('https://luna.example.test/regreso')
  await form.getByRole('button', { name: 'Registrar' }).click()
  const shown = page.getByRole('dialog', { name: /^Agenda/ })
  const secret = (await shown.getByText(/^kalli_secret_/).textContent()) ?? ''
  await shown.getByRole('button', { name: 'Cerrar' }).click()

  await page.getByRole('button', { name: 'Editar Agenda Luna' }).click()
  const editing = page.getByRole('dialog', { name: 'Editar Agenda Luna' })
  await editing.getByLabel('Direcciones de regreso').fill('http://malo.test/')
  await editing.getByRole('button', { name: 'Guardar' }).click()
  await expect(editing.getByText(/^Revisa las direcciones de regreso/)).toBeVisible()
  await editing.getByLabel('Nombre').fill('Agenda Sol')
  await editing
    .getByLabel('Direcciones de regreso')
    .fill('https://sol.example.test/a\nhttps://sol.example.test/b')
  await expectAccessibleEverywhere(page)
  await editing.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Regresa a https://sol.example.test/b')).toBeVisible()

  await page.getByRole('button', { name: 'Cambiar secreto de Agenda Sol' }).click()
  await page
    .getByRole('dialog', { name: '¿Cambiar el secreto de Agenda Sol?' })
    .getByRole('button', { name: 'Cambiar secreto' })
    .click()
  await expect(shown.getByText(/^kalli_secret_/)).not.toHaveText(secret)
  await shown.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByText(/El secreto anterior sirve también hasta/)).toBeVisible()
})

/** The app's own server: it records the address to which the browser returned. */
const startApp = async () => {
  const came: URL[] = []
  const server = createServer((request, response) => {
    came.push(new URL(request.url ?? '', 'http://127.0.0.1'))
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<title>Agenda Luna</title><h1>De vuelta en Agenda Luna</h1>')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  const isPort = (one: string | AddressInfo | null): one is AddressInfo =>
    typeof one === 'object' && one !== null
  const port = isPort(address) ? address.port : 0
  return {
    redirectUri: `http://127.0.0.1:${port}/regreso`,
    cameBackTo: () => {
      const last = came.findLast(({ pathname }) => pathname === '/regreso') ?? new URL('http://127.0.0.1/')
      return new URL(`http://127.0.0.1:${port}${last.pathname}${last.search}`)
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('a third-party app asks for access, is allowed, calls the API and is revoked', async ({
  browser,
  baseURL,
}) => {
  const app = await startApp()
  try {
    const config = await client.dynamicClientRegistration(
      new URL(baseURL ?? ''),
      { client_name: 'Agenda Luna', redirect_uris: [app.redirectUri], token_endpoint_auth_method: 'none' },
      client.None(),
      { algorithm: 'oauth2', execute: [client.allowInsecureRequests] },
    )
    const pkceCodeVerifier = client.randomPKCECodeVerifier()
    const expectedState = '12345678901234567890'
    const link = client.buildAuthorizationUrl(config, {
      redirect_uri: app.redirectUri,
      scope: 'services:read bookings:write',
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
      state: expectedState,
    })
    const page = await newcomer(browser, 'professional')

    // "No" goes back to the app.
    await page.goto(`${link.pathname}${link.search}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Agenda Luna quiere entrar a tu cuenta de Kalli',
    )
    await expect(page.getByText('Ver y cambiar tus citas y reservas')).toBeVisible()
    await expect(page.getByText('Ver tus servicios y precios')).toBeVisible()
    await expect(page.getByText('Esta app se registró sola')).toBeVisible()
    await page.getByRole('button', { name: 'No permitir' }).click()
    await expect(page.getByRole('heading', { name: 'De vuelta en Agenda Luna' })).toBeVisible()
    expect(app.cameBackTo().searchParams.get('error')).toBe('access_denied')

    await page.goto(`${link.pathname}${link.search}`)
    await page.getByRole('button', { name: 'Permitir', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'De vuelta en Agenda Luna' })).toBeVisible()
    const tokens = await client.authorizationCodeGrant(config, app.cameBackTo(), {
      pkceCodeVerifier,
      expectedState,
    })
    const calledBy = (token: string) =>
      fetch(`${baseURL}/api/professional/services`, { headers: { authorization: `Bearer ${token}` } })
    expect((await calledBy(tokens.access_token)).status).toBe(200)
    const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? '')

    await page.goto(settings)
    await expect(page.getByText('2 permisos')).toBeVisible()
    await page.getByRole('button', { name: 'Quitar Agenda Luna' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Quitar app' }).click()
    await expect(page.getByText('Ninguna app tiene acceso a tu cuenta.')).toBeVisible()
    expect((await calledBy(next.access_token)).status).toBe(401)
  } finally {
    app.close()
  }
})

test('an authorization link of an unknown app does not redirect the browser', async ({ browser }) => {
  const page = await newcomer(browser, 'client')
  await page.goto(
    '/oauth/authorize?client_id=app_0000000000000000&redirect_uri=https%3A%2F%2Fevil.example.test',
  )
  await expect(page.getByRole('heading', { name: 'No podemos seguir con esta app' })).toBeVisible()
  await expect(page).toHaveURL(/\/oauth\/authorize/)
})

test('an app is registered, and its secret is shown once', async ({ browser }) => {
  const page = await newcomer(browser, 'host')
  await page.goto('/host-dashboard?tab=profile&section=developers')
  await page.getByRole('heading', { name: 'Apps que hiciste' }).click()
  await page.getByRole('button', { name: 'Registrar una app' }).click()
  const form = page.getByRole('dialog', { name: 'Registrar una app' })
  await form.getByLabel('Nombre').fill('Mi agenda')
  await form.getByLabel('Direcciones de regreso').fill('http://example.test/regreso')
  await form.getByRole('button', { name: 'Registrar' }).click()
  await expect(form.getByText('Revisa las direcciones de regreso')).toBeVisible()
  await form.getByLabel('Direcciones de regreso').fill('https://example.test/regreso')
  await form.getByRole('button', { name: 'Registrar' }).click()
  const shown = page.getByRole('dialog', { name: 'Mi agenda' })
  await expect(shown.getByText(/^kalli_secret_/)).toBeVisible()
  await shown.getByRole('button', { name: 'Cerrar' }).click()
  await expect(page.getByText('0 personas la usan · Con secreto')).toBeVisible()
  await expect(page.getByText(/^kalli_secret_/)).toHaveCount(0)
})
