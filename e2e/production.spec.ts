/** The most important journeys, in production mode behind a proxy that terminates TLS. */
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { daily } from './listing.ts'
import { publishProfile } from './newcomers.ts'
import {
  cards,
  chooseEmail,
  chooseTime,
  fillCard,
  goToPay,
  newPhone,
  ownLine,
  payButton,
  someone,
} from './people.ts'
import { test } from './production.ts'
import { ready } from './ready.ts'
import { openCode } from './visits.ts'

test.describe.configure({ mode: 'serial' })

const password = 'una-clave-larga-7'

const register = async (page: Page, kind: string) => {
  const person = someone()
  await page.goto('/auth?tab=register')
  await ready(page)
  const form = page.getByRole('form', { name: 'Crear cuenta' })
  await form.getByLabel('Nombre', { exact: true }).fill('Renata')
  await form.getByLabel('Apellido').fill('Campos')
  await form.getByLabel('Correo electrónico').fill(person.email)
  await form.getByRole('textbox', { name: 'Contraseña' }).fill(password)
  await form.getByLabel('Tipo de cuenta').selectOption({ label: kind })
  await form.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page).toHaveURL('/')
  return person.email
}

const signIn = async (page: Page, email: string, wanted: string) => {
  await page.goto(`/auth?redirect=${encodeURIComponent(wanted)}`)
  await ready(page)
  const form = page.getByRole('form', { name: 'Iniciar sesión' })
  await form.getByLabel('Correo electrónico').fill(email)
  await form.getByRole('textbox', { name: 'Contraseña' }).fill(password)
  await form.getByRole('button', { name: 'Iniciar sesión' }).click()
}

const signOut = async (page: Page) => {
  await page.getByRole('banner').locator('button[aria-haspopup=menu]').click()
  await page.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/')
}

const sessionCookies = async (page: Page) =>
  (await page.context().cookies()).filter(({ name }) => name.endsWith('sid'))

/** The server's rendering for this visitor, before any script runs. */
const drawn = async (request: APIRequestContext, path: string, headers: Record<string, string> = {}) =>
  request.get(path, { maxRedirects: 0, headers: { accept: 'text/html', ...headers } })

test('a visitor registers, is recognised by every page, signs out and signs in again', async ({
  page,
  production,
}) => {
  expect(production.output()).toContain('AVISO: KALLI_STANDINS=on')
  const email = await register(page, 'Quiero reservar servicios')
  const [cookie] = await sessionCookies(page)
  expect(cookie).toMatchObject({ name: '__Host-sid', secure: true, httpOnly: true, path: '/' })

  const own = await drawn(page.request, '/my-bookings')
  expect(own.status()).toBe(200)
  expect(await own.text()).toContain('Mis reservas')
  await page.goto('/my-bookings')
  await expect(page.getByRole('heading', { name: 'Mis reservas' })).toBeVisible()
  await expect(page.getByRole('banner').locator('button[aria-haspopup=menu]')).toBeVisible()

  await signOut(page)
  expect(await sessionCookies(page)).toEqual([])
  expect((await drawn(page.request, '/my-bookings')).headers()['location']).toContain('/auth')

  await signIn(page, email, '/my-bookings?tab=past')
  await expect(page).toHaveURL('/my-bookings?tab=past')
  await expect(page.getByRole('heading', { name: 'Mis reservas' })).toBeVisible()

  // The same secret in a cookie that another host of the domain could plant.
  const [signedIn] = await sessionCookies(page)
  const planted = { cookie: `sid=${signedIn?.value ?? ''}` }
  await page.context().clearCookies()
  expect((await page.request.get('/api/auth/user', { headers: planted })).status()).toBe(401)
  const refused = await drawn(page.request, '/my-bookings', planted)
  expect(refused.headers()['location']).toContain('/auth')
})

test('without the proxy no session is created, and the log says why', async ({ production }) => {
  const answer = await fetch(`${production.direct}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...someone(), phone: '', password, role: 'client' }),
  })
  expect(answer.status).toBe(403)
  expect(answer.headers.getSetCookie()).toEqual([])
  await expect.poll(production.output).toContain('no session over http')
})

/** A professional at her own place around the clock, with one service of $600. */
const openProfessional = async (own: Page) => {
  await register(own, 'Profesional')
  const professionalId = await publishProfile(own, { address: 'Colima 200', hasOwnPlace: true })
  const added = await own.request.post('/api/professional/services', {
    data: {
      name: 'Corte y peinado',
      category: 'hair',
      durationMinutes: 30,
      stepMinutes: 5,
      noticeMinutes: 0,
      priceCents: 60_000,
    },
  })
  expect(added.status(), await added.text()).toBe(201)
  const hours = await own.request.put('/api/availability/rules', { data: { weekly: daily(true) } })
  expect(hours.status(), await hours.text()).toBe(200)
  return professionalId
}

test('a guest books and pays, and the professional gives the visit', async ({
  browser,
  page,
  production,
}) => {
  const own = await (await browser.newContext()).newPage()
  const professionalId = await openProfessional(own)
  const guest = someone()
  await page.goto(`/booking?professional=${professionalId}`)
  await chooseTime(page, { service: 'Corte y peinado' })
  await goToPay(page)
  await page.getByLabel('Nombre', { exact: true }).fill(guest.firstName)
  await chooseEmail(page, guest.email)
  await page.getByLabel('Teléfono').fill(guest.phone)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  // The sixth digit sends it.
  await page.getByLabel('Código de seis dígitos').fill(await production.codeFor(guest.email))
  await expect(ownLine(page)).toContainText(guest.email)
  await fillCard(page, cards.accepted)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  const code = await page.getByText('Tu código de llegada').locator('xpath=../../p[2]').innerText()

  await own.goto('/professional-appointments')
  await ready(own)
  const visit = own.getByRole('main').getByRole('listitem').filter({ hasText: guest.firstName })
  await openCode(visit)
  await visit.getByLabel(/^Código del cliente/).fill(code)
  await visit.getByRole('button', { name: 'Registrar llegada' }).click()
  await expect(own.getByText('Llegada registrada').first()).toBeVisible()
  await production.beginNow(code)
  await own.reload()
  await ready(own)
  await visit.getByRole('button', { name: 'Terminar servicio' }).first().click()
  await expect(own.getByText('Servicio terminado').first()).toBeVisible()

  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Todo bien' }).click()
  await expect(page.getByRole('heading', { name: 'Cita completada' })).toBeVisible()
})

test('a guest with only a telephone books and pays, opens the visit by its message’s link, and cancels it', async ({
  browser,
  page,
  production,
}) => {
  const own = await (await browser.newContext()).newPage()
  const professionalId = await openProfessional(own)
  const digits = newPhone()
  const phone = `+52${digits}`
  await page.goto(`/booking?professional=${professionalId}`)
  await chooseTime(page, { service: 'Corte y peinado', daysAhead: 3 })
  await goToPay(page)
  await page.getByLabel('Nombre', { exact: true }).fill('Paola')
  await page.getByLabel('Teléfono').fill(digits)
  await expect(page.getByLabel('Código de seis dígitos')).toBeFocused()
  await page.keyboard.type(await production.textedCodeFor(phone))
  await expect(ownLine(page)).toContainText(`Paola ${digits}`)
  await fillCard(page, cards.accepted)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()

  // The link of the message opens the visit on another browser, and no email is sent.
  const linkOf = () => /https:\/\/\S+\/s\/\S+/.exec(production.textsTo(phone).join('\n'))?.[0]
  await expect.poll(linkOf, { timeout: 20_000 }).toBeDefined()
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(linkOf() ?? '')
  await ready(elsewhere)
  await expect(elsewhere.getByText('Tu código de llegada')).toBeVisible()
  await elsewhere.getByRole('button', { name: 'Cancelar cita' }).click()
  await elsewhere.getByRole('dialog').getByRole('button', { name: 'Cancelar sin costo' }).click()
  await expect(elsewhere.getByRole('heading', { name: 'Cancelaste esta cita' })).toBeVisible()
  await expect
    .poll(() => production.textsTo(phone).join('\n'), { timeout: 20_000 })
    .toMatch(/Kalli: .*[Cc]ancel/)
})

test('an administrator signs in with the second factor, and signs out', async ({ page, production }) => {
  const email = await register(page, 'Quiero reservar servicios')
  await production.makeAdministrator(email)
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/settings\?section=security/)
  await ready(page)
  await page.getByRole('button', { name: 'Activar segundo paso' }).click()
  const form = page.getByRole('form', { name: 'Activar segundo paso' })
  const secret = ((await form.locator('code').textContent()) ?? '').replace(/\s/g, '')
  const codeAt = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
  await form.getByLabel('Código de tu app').fill(codeAt(-1))
  await form.getByRole('button', { name: 'Activar' }).click()
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await signOut(page)

  await signIn(page, email, '/admin')
  const second = page.getByRole('form', { name: 'Segundo paso' })
  await second.getByLabel('Código de tu app').fill(codeAt(0))
  await second.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL('/admin')
  expect((await drawn(page.request, '/admin')).status()).toBe(200)
  await signOut(page)
  expect((await drawn(page.request, '/admin')).headers()['location']).toContain('/auth')
})
