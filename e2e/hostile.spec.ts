/**
 * Hostile values through visible forms: nothing is executed, no user is redirected elsewhere, a refusal is in Spanish and keeps the typed
 * values. The server's handling is tested in server/hostile.test.ts.
 */
import { type Browser, expect, type Page } from '@playwright/test'
import {
  cards,
  changeContact,
  chooseEmail,
  chooseTime,
  client,
  fillCheckout,
  goToPay,
  host,
  pageOf,
  someone,
  stylist,
} from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openVisit } from './visits.ts'

/** Each field of a form gets the next of these. */
const corpus = [
  '"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
  "'; drop table accounts; --\u0000\u0007\u202E{{constructor.constructor('window.hacked=1')()}}",
  '//evil.example/\\evil.example',
  `javascript:window.hacked=1 ${'ñ\u{1F47E}'.repeat(3000)}`,
] as const
const hostileEmail = '"onfocus=hacked"@evil.example'

type Tried = {
  /** Anonymous unless given. */
  as?: string
  path: string
  form: string | RegExp
  role?: 'form' | 'search'
  button?: string | RegExp
  prepare?: (page: Page) => Promise<void>
}

const forms: readonly Tried[] = [
  { path: '/', form: 'Buscar Profesionales', role: 'search', button: 'Buscar' },
  { path: '/contact', form: 'Contacto', button: 'Enviar mensaje' },
  { path: '/auth?redirect=//evil.example', form: 'Iniciar sesión', button: 'Iniciar sesión' },
  {
    path: '/auth?tab=register&redirect=https:evil.example',
    form: 'Crear cuenta',
    button: 'Crear cuenta',
  },
  { path: '/reset-password?token=%22%3E%3Cscript%3E', form: /contraseña/i, button: /Actualizar/ },
  { as: client.email, path: '/settings?section=profile', form: 'Tu nombre', button: 'Guardar nombre' },
  { as: client.email, path: '/settings?section=security', form: 'Cambiar contraseña' },
  {
    as: client.email,
    path: '/settings?section=verification',
    form: 'Cambiar correo',
    button: 'Enviar código',
    prepare: (page) => page.getByRole('button', { name: 'Cambiar correo' }).click(),
  },
  {
    as: stylist.email,
    path: '/professional-dashboard?tab=profile&section=profile',
    form: 'Perfil público',
    button: 'Guardar perfil',
  },
  {
    as: stylist.email,
    path: '/professional-dashboard?tab=profile&section=profile',
    form: 'Trabajo 1',
    button: 'Guardar',
  },
  {
    as: host.email,
    path: '/host-dashboard?tab=profile&section=profile',
    form: /^Negocio/,
    button: 'Guardar negocio',
  },
]

const textFields =
  'input:not([type=hidden]):not([type=checkbox]):not([type=radio]):not([type=file]):not([type=number]):not([type=time]):visible, textarea:visible'

/** Fills and sends one form; returns the typed values and whether it was refused. */
const send = async (page: Page, tried: Tried, shift: number) => {
  await page.goto(tried.path)
  await ready(page)
  await tried.prepare?.(page)
  const form = page.getByRole(tried.role ?? 'form', { name: tried.form })
  const fields = form.locator(textFields)
  await expect(fields.first(), `${tried.path} has its form`).toBeVisible({ timeout: 30_000 })
  const count = await fields.count()
  for (let place = 0; place < count; place += 1) {
    const field = fields.nth(place)
    const email = (await field.getAttribute('type')) === 'email'
    await field.fill(email ? hostileEmail : (corpus[(place + shift) % corpus.length] ?? ''))
  }
  const typed = await fields.evaluateAll((all) => all.map((one) => ('value' in one ? String(one.value) : '')))
  const refusals: number[] = []
  page.on('response', (answer) => {
    if (answer.request().method() !== 'GET' && answer.status() >= 400) refusals.push(answer.status())
  })
  const button = form.getByRole('button', { name: tried.button ?? 'Cambiar contraseña' }).last()
  if (await button.isEnabled()) await button.click()
  await ready(page)
  return { fields, typed, refusals }
}

const expectHarmless = async (page: Page, where: string, origin: string) => {
  expect(await page.evaluate(() => Reflect.get(window, 'hacked')), where).toBeUndefined()
  expect(new URL(page.url()).origin, where).toBe(origin)
}

test('no form executes hostile values, navigates away or loses what was typed', async ({
  browser,
  baseURL,
}) => {
  test.setTimeout(240_000)
  const was = await publicFaces(browser)
  const pages = new Map<string, Page>()
  for (const [shift, tried] of forms.entries()) {
    const who = tried.as ?? ''
    const page =
      pages.get(who) ??
      (who === '' ? await (await browser.newContext()).newPage() : await pageOf(browser, who))
    pages.set(who, page)
    const requested: string[] = []
    page.removeAllListeners()
    page.on('request', (request) => requested.push(request.url()))
    page.on('dialog', (dialog) => {
      requested.push(`dialog ${dialog.message()}`)
      void dialog.dismiss()
    })
    const where = `${tried.path} ${String(tried.form)}`
    const { fields, typed, refusals } = await send(page, tried, shift)
    await expectHarmless(page, where, new URL(baseURL ?? '').origin)
    expect(
      requested.filter((url) => /^dialog|evil\.example\//.test(url.split('?')[0] ?? '')),
      where,
    ).toEqual([])
    if (refusals.length === 0) continue
    expect(
      refusals.every((status) => status < 500),
      `${where}: ${refusals.join()}`,
    ).toBe(true)
    const said = page
      .locator('[role=alert], [data-radix-collection-item], [role=status]')
      .locator('visible=true')
    await expect(said.first(), where).toHaveText(/[a-záéíóúñ]{3}/i)
    expect((await said.allInnerTexts()).join(' '), where).not.toMatch(/undefined|\[object|invalid input/i)
    const stored = await fields.evaluateAll((all) =>
      all.map((one) => ('value' in one ? String(one.value) : '')),
    )
    expect(stored, `${where} keeps what was typed`).toEqual(typed)
  }
  await puttingBack(was)
  for (const page of pages.values()) await page.context().close()
})

/** The pages on which others see these people. */
const publicFaces = async (browser: Browser) => {
  const [ximena, marta] = [await pageOf(browser, stylist.email), await pageOf(browser, host.email)]
  const profile = await (await ximena.request.get('/api/professional/profile')).json()
  const businesses: { id: number }[] = await (await marta.request.get('/api/host/businesses')).json()
  return { ximena, marta, profile, businesses }
}

const puttingBack = async ({
  ximena,
  marta,
  profile,
  businesses,
}: Awaited<ReturnType<typeof publicFaces>>) => {
  const now = await (await ximena.request.get('/api/professional/profile')).json()
  const saved = await ximena.request.put('/api/professional/profile', {
    data: { ...profile, version: now.version },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  const known: { id: number; version: number }[] = await (
    await marta.request.get('/api/host/businesses')
  ).json()
  for (const business of businesses) {
    const version = known.find(({ id }) => id === business.id)?.version
    const stored = await marta.request.patch(`/api/host/businesses/${business.id}`, {
      data: { ...business, version },
    })
    expect(stored.status(), await stored.text()).toBe(200)
  }
}

test('the checkout refuses and keeps an invalid card or telephone, and accepts hostile text as a name', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const page = await (await browser.newContext()).newPage()
  page.on('dialog', (dialog) => void dialog.dismiss())
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 5, nth: 4 })
  await goToPay(page)
  const form = page.getByRole('form', { name: 'Tus datos y tu pago' })
  const type = (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text)
  await chooseEmail(page, hostileEmail)
  await type('Nombre', corpus[0])
  await type('Teléfono', '//evil.example')
  for (const field of await form.getByRole('group', { name: 'Forma de pago' }).getByRole('textbox').all())
    await field.fill(corpus[3].slice(0, 200))
  await form.getByRole('button', { name: /^Pagar/ }).click()
  await expect(form.locator('[aria-invalid=true]').first()).toBeVisible()
  await expect(form.getByLabel('Nombre', { exact: true })).toHaveValue(corpus[0])
  await expect(form.getByLabel('Teléfono', { exact: true })).toHaveValue('//evil.example')
  const origin = new URL(page.url()).origin
  await expectHarmless(page, 'the checkout, refused', origin)

  await fillCheckout(page, { ...someone(), firstName: corpus[0] }, cards.accepted)
  // A plausible length, but no real number: only the server knows.
  await changeContact(page)
  await type('Teléfono', '00 0000 0000')
  await form.getByRole('button', { name: /^Pagar/ }).click()
  await expect(form.getByText('Revisa tu teléfono: son 10 dígitos')).toBeVisible()
  await expect(form.getByLabel('Teléfono', { exact: true })).toHaveValue('00 0000 0000')
  await type('Teléfono', '55 1234 5678')
  await form.getByRole('button', { name: /^Pagar/ }).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible({
    timeout: 20_000,
  })
  await expectHarmless(page, 'the checkout, taken', origin)
  const { startsAt }: { startsAt: string } = await bookingShown(page)
  const ximena = await pageOf(browser, stylist.email)
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date(startsAt))
  await ximena.goto(`/professional-appointments?date=${day}`)
  await openVisit(ximena, /onerror=|<img/)
  await expect(ximena.getByText('onerror=').first(), 'markup is shown as the text that it is').toBeVisible()
  await expectHarmless(ximena, 'the agenda', origin)
  await ximena.context().close()
})

/** By the id in the screen's own address. */
const bookingShown = async (page: Page) => {
  const at = new URL(page.url()).searchParams
  const answer = await page.request.get(`/api/bookings/${at.get('id')}?t=${at.get('t') ?? ''}`)
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

test("a reset that fails says 'Error' with the server's words", async ({ page }) => {
  await page.route('**/api/auth/reset-password', (route) =>
    route.fulfill({ status: 400, json: { message: 'El enlace ya se usó.' } }),
  )
  await page.goto('/reset-password?token=abc')
  await ready(page)
  const typed = page.locator('input[type=password]')
  await typed.first().fill('una frase larga')
  await typed.last().fill('una frase larga')
  await page.getByRole('button', { name: /Actualizar/ }).click()
  await expect(page.getByText('Error', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('El enlace ya se usó.').first()).toBeVisible()
})
