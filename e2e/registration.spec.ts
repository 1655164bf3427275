/** A host publishes a salon: nine steps started on the phone and ended at the desktop, and the salon is public. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { centerOf, dragByFinger } from './finger.ts'
import { codeAt } from './emails.ts'
import { anyPhoto, confirmEmail, publishSpace } from './listing.ts'
import { emailOf, newcomer, secret, somewhere } from './newcomers.ts'
import { newPhone, signIn } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const saved = (page: Page) => expect(page.getByText('Guardado', { exact: true })).toBeVisible()
const goOn = (page: Page) => page.getByRole('button', { name: 'Continuar' }).click()
const titled = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test('a host publishes a salon with four chairs from scratch, starting on the phone and finishing on the desktop', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const phone = await newcomer(browser, 'host')
  const email = await emailOf(phone)
  await confirmEmail(phone.request, email)
  await phone.setViewportSize({ width: 390, height: 844 })
  await phone.goto('/host-registration')
  await ready(phone)
  await titled(phone, 'Abre la puerta')
  await expectAccessibleEverywhere(phone)
  await phone.getByLabel('Nombre del negocio').fill('Casa Campos')
  await phone.getByRole('button', { name: 'Empezar' }).click()

  await titled(phone, 'Tu negocio')
  await phone.getByLabel('Correo de contacto').fill(email)
  await saved(phone)
  await expectAccessibleEverywhere(phone)
  await goOn(phone)

  await titled(phone, 'Dónde está')
  await phone.getByRole('combobox', { name: 'Colonia, negocio o ciudad' }).fill('Zacatecas')
  await phone.getByRole('option').first().click()
  await phone.getByLabel('Calle y número').fill(`Calle ${process.pid} ${Date.now()}`)
  await phone.getByLabel('Indicaciones para llegar').fill('Portón azul, segundo piso.')
  await saved(phone)
  await expect(phone.getByText(/Zacatecas.* · hora del centro/)).toBeVisible()
  await expect(phone.locator('[name=neighbourhood]'), 'a town is no neighbourhood').toHaveValue('')
  await expectAccessibleEverywhere(phone)
  await goOn(phone)

  await titled(phone, 'El espacio y sus unidades')
  await phone.getByLabel('Nombre del espacio').fill('Cuatro sillas al patio')
  for (let chairs = 1; chairs < 4; chairs += 1)
    await phone.getByRole('button', { name: 'Agregar una unidad' }).click()
  await expect(phone.getByLabel('Nombre de la unidad 4')).toHaveValue('Silla 4')
  await phone.getByLabel('Descripción').fill('Patio techado con buena luz. Debes atender de 9 a 18.')
  await expect(
    phone.getByText(/subordina|horario/i).first(),
    'words that command are pointed out',
  ).toBeVisible()
  await phone.getByLabel('Descripción').fill('Patio techado con buena luz y café de olla.')
  const photos = await Promise.all([1, 2, 3, 4].map(() => anyPhoto()))
  await phone
    .getByLabel('Elegir fotos')
    .setInputFiles(photos.map((buffer, place) => ({ name: `${place}.jpg`, mimeType: 'image/jpeg', buffer })))
  await expect(phone.getByText('4 de 10 · al menos 4')).toBeVisible({ timeout: 30_000 })
  await phone.getByRole('button', { name: 'Mover la foto 2 antes' }).click()
  await expect(phone.getByText('Foto movida al lugar 1 de 4')).toBeAttached()
  // By a finger that holds still first, and moves it back.
  const photo = (place: number) => phone.getByRole('img', { name: `Foto ${place}`, exact: true })
  const first = (await photo(1).getAttribute('src')) ?? ''
  await photo(1).scrollIntoViewIfNeeded()
  await dragByFinger(photo(1), await centerOf(photo(2)), { holdMs: 500 })
  await expect(phone.getByText('Foto movida al lugar 2 de 4')).toBeAttached()
  await expect(photo(2)).toHaveAttribute('src', first)
  await phone.getByLabel('Texto de la foto 1').fill('El patio por la mañana')
  await phone.getByLabel('Texto de la foto 2').click()
  await expect(phone.getByRole('img', { name: 'El patio por la mañana' })).toBeVisible()
  await phone.getByRole('checkbox', { name: 'Espejo' }).check()
  await phone
    .getByLabel('Elegir la foto de Espejo')
    .setInputFiles({ name: 'espejo.jpg', mimeType: 'image/jpeg', buffer: await anyPhoto() })
  await expect(phone.getByRole('img', { name: 'Foto de Espejo' })).toBeVisible({ timeout: 30_000 })
  await phone.getByRole('checkbox', { name: 'Lavacabezas', exact: true }).check()
  await phone.getByRole('checkbox', { name: /^Se comparte.*Lavacabezas/ }).check()
  await phone.getByLabel('Cuántos se comparten: Lavacabezas').selectOption('Hay 2')
  await saved(phone)
  await expectAccessibleEverywhere(phone)
  await goOn(phone)

  // A call comes in: the phone is put away in the middle of the fourth step.
  await titled(phone, 'Cuándo abre')
  await phone.getByRole('checkbox', { name: 'Lunes' }).check()
  await expect(
    phone.getByRole('button', { name: 'Copiar a martes a domingo: abre esos días' }),
    'what copying opens is said before',
  ).toBeVisible()
  await saved(phone)
  await expectAccessibleEverywhere(phone)
  await phone.context().close()

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await signIn(context.request, email, secret)
  const desk = await context.newPage()
  await desk.emulateMedia({ reducedMotion: 'reduce' })
  await desk.goto('/host-registration')
  await ready(desk)
  await expect(desk.getByText('4 de 9 pasos').filter({ visible: true })).toBeVisible()
  await expectAccessible(desk, 'own spaces')
  await desk.getByRole('table', { name: 'Mis espacios' }).getByRole('button').last().click()
  await expectAccessible(desk, 'a space of mine')
  await desk.getByRole('link', { name: /^Continuar/ }).click()
  await desk.getByRole('link', { name: /Horarios/ }).click()
  await titled(desk, 'Cuándo abre')
  await expect(desk.getByRole('checkbox', { name: 'Lunes' }), 'what the phone typed is here').toBeChecked()
  for (const day of ['Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'])
    await desk.getByRole('checkbox', { name: day }).check()
  await desk.getByLabel('Limpieza entre usos').selectOption({ label: '15 min' })
  await goOn(desk)

  await titled(desk, 'Cuánto cuesta')
  await desk.getByLabel('Precio por hora (pesos)').fill('9000')
  await goOn(desk)
  await expect(desk.getByText(/Queda lejos de lo que se cobra/).first(), 'a slip of the finger').toBeVisible()
  await desk.getByLabel('Precio por hora (pesos)').fill('120')
  await desk.getByRole('button', { name: 'Agregar un paquete' }).click()
  await expect(desk.getByText('$108 por hora, 10 % menos')).toBeVisible()
  await expectAccessible(desk, 'price')
  await goOn(desk)

  await titled(desk, 'Reglas de la casa')
  await goOn(desk)
  await desk.getByRole('link', { name: /Revisar y enviar/ }).click()
  await expect(desk.getByText('Responde las reglas de la casa.')).toBeVisible()
  await desk
    .getByRole('main')
    .getByRole('link', { name: /^Reglas/ })
    .first()
    .click()
  for (const group of await desk.getByRole('group').all()) await group.getByRole('radio').first().check()
  await expectAccessible(desk, 'rules')
  await goOn(desk)

  await titled(desk, 'Quién puede trabajar aquí')
  await desk.getByRole('checkbox', { name: 'Cabello' }).check()
  await expectAccessible(desk, 'who may')
  await goOn(desk)

  await titled(desk, 'Lo legal')
  await desk
    .getByLabel(/^Elegir archivo/)
    .first()
    .setInputFiles({ name: 'contrato.jpg', mimeType: 'image/jpeg', buffer: await anyPhoto() })
  await expect(desk.getByText('contrato.jpg')).toBeVisible()
  await expectAccessible(desk, 'law')
  await goOn(desk)

  await titled(desk, 'Dónde recibes tu dinero')
  await expect(desk.getByText('Falta tu RFC para depositarte')).toBeVisible()
  await desk.getByLabel('CLABE interbancaria').fill('012180015812345678')
  await expect(desk.getByText(/Banco: BBVA/)).toBeVisible()
  await desk.getByLabel('A nombre de').fill('Pilar Campos')
  await desk.getByRole('button', { name: 'Guardar la cuenta' }).click()
  await expect(desk.getByText('Cuenta guardada').first()).toBeVisible()
  await expectAccessible(desk, 'payout')
  await desk.getByRole('button', { name: 'Revisar' }).click()

  await titled(desk, 'Revisa y envía')
  await expect(desk.getByText(/Sin RFC y régimen se publica/)).toBeVisible()
  await expectAccessibleEverywhere(desk)
  // A preview of the public page, before publication.
  await desk.getByRole('button', { name: 'Ver como lo verán' }).click()
  const preview = desk.getByRole('dialog', { name: 'Así lo verán' })
  await expect(preview.getByRole('heading', { name: 'Cuatro sillas al patio' })).toBeVisible()
  await expect(preview).toContainText('$120 por hora')
  await expect(preview).toContainText('4 unidades: Silla 1, Silla 2, Silla 3, Silla 4')
  await expect(preview).toContainText('09:00 a 20:00')
  await expect(preview.getByRole('heading', { name: 'Reglas de la casa' })).toBeVisible()
  await expect(preview, 'the street is for confirmed bookings').not.toContainText(`Calle ${process.pid}`)
  await expectAccessible(desk, 'preview')
  await preview.getByRole('button', { name: 'Cerrar' }).click()
  await desk.getByRole('button', { name: 'Enviar a revisión' }).click()
  await expect(desk.getByRole('heading', { level: 1, name: /revisando|publicado/ })).toBeVisible()
  await expect(async () => {
    await desk.reload()
    await ready(desk)
    await expect(desk.getByRole('heading', { level: 1, name: 'Ya está publicado' })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 30_000 })
  const address = await desk.getByRole('link', { name: 'Ver mi página' }).getAttribute('href')

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(address ?? '')
  await ready(visitor)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Cuatro sillas al patio' })).toBeVisible()
  for (const chair of [1, 2, 3, 4]) await expect(visitor.getByText(`Silla ${chair}`).first()).toBeAttached()
})

test('a host reads why the listing is under review, confirms the telephone there, and it is published', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const page = await newcomer(browser, 'host')
  await page.setViewportSize({ width: 390, height: 844 })
  const id = await publishSpace(page.request, {
    businessName: 'Casa Nube',
    name: 'Silla junto a la ventana',
    address: `Nube ${process.pid} ${Date.now()}`,
    ...somewhere(),
    pricePerHourCents: 12_000,
    stays: true,
  })
  await page.goto(`/host-registration?space=${id}&step=10`)
  await ready(page)
  await titled(page, 'Lo estamos revisando')
  const why = page.getByRole('region', { name: 'Por qué lo ve una persona' })
  await expect(why).toContainText('Falta confirmar tu teléfono o tu correo.')
  await expectAccessibleEverywhere(page)
  await confirmHere(page)
  // The automatic check runs again.
  await expect(page.getByRole('heading', { level: 1, name: 'Ya está publicado' })).toBeVisible({
    timeout: 45_000,
  })
  await page.context().close()
})

test('a host confirms the telephone inside the first step', async ({ browser }) => {
  const page = await newcomer(browser, 'host')
  await page.setViewportSize({ width: 390, height: 844 })
  const made = await page.request.post('/api/spaces', { data: { businessName: 'Casa Lluvia' } })
  const { id } = await made.json()
  await page.goto(`/host-registration?space=${id}&step=1`)
  await ready(page)
  await titled(page, 'Tu negocio')
  await expectAccessibleEverywhere(page)
  await confirmHere(page)
  await expect(page.getByRole('button', { name: 'Enviar código' })).toHaveCount(0)
  await page.getByLabel('Nombre del negocio').fill('Casa Lluvia y Sol')
  await goOn(page)
  await titled(page, 'Dónde está')
  await page.context().close()
})

/** By the code that the telephone of development shows. */
const confirmHere = async (page: Page) => {
  const digits = newPhone()
  await page.getByLabel('Teléfono', { exact: true }).fill(digits)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await page.getByLabel('Código de seis dígitos').fill(await codeAt(page, 'sms', `+52${digits}`))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(page.getByLabel('Código de seis dígitos')).toBeHidden()
}

type Made = {
  id: number
  version: number
  businessId: number
  municipalityId: number
  address: string
  latitude: number
  longitude: number
}

test('settings shared by several spaces of a business are entered once, at any of them', async ({
  browser,
}) => {
  const page = await newcomer(browser, 'host')
  const { request } = page
  const post = async (url: string, data: object): Promise<Made> =>
    (await request.post(url, { data, headers: { 'idempotency-key': crypto.randomUUID() } })).json()
  const floor = await post('/api/spaces', { businessName: 'Casa Olivo' })
  const cabin = await post('/api/spaces', { businessId: floor.businessId })
  const street = `Olivo ${process.pid}`
  const where = { latitude: 19.4194, longitude: -99.1616 }
  for (const [{ id, version }, name, address] of [
    [floor, 'Piso de salón', street],
    [cabin, 'Cabina del fondo', `${street}, planta alta`],
  ] as const) {
    const placed = await request.put(`/api/spaces/${id}/step/2`, { data: { version, address, ...where } })
    const there: Made = await placed.json()
    expect(placed.status()).toBe(200)
    await request.put(`/api/spaces/${id}/step/3`, { data: { version: there.version, name } })
  }

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/host-registration?space=${floor.id}&step=3`)
  await ready(page)
  await page.getByRole('checkbox', { name: 'Lavacabezas', exact: true }).check()
  await page.getByRole('checkbox', { name: /^Se comparte.*Lavacabezas/ }).check()
  const others = page.getByRole('group', { name: /Qué otros espacios de la casa usan lo mismo: Lavacabezas/ })
  await others.getByRole('checkbox', { name: 'Cabina del fondo' }).check()
  await page.getByLabel('Cuántos se comparten: Lavacabezas').selectOption('Hay 2')
  await saved(page)
  await expectAccessibleEverywhere(page)

  // The cabin lists it already, and leaving the sharing there leaves the floor its basins.
  await page.goto(`/host-registration?space=${cabin.id}&step=3`)
  await ready(page)
  await expect(others.getByRole('checkbox', { name: 'Piso de salón' })).toBeChecked()
  await expect(page.getByLabel('Cuántos se comparten: Lavacabezas')).toHaveValue('2')
  await page.getByRole('checkbox', { name: 'Lavacabezas', exact: true }).uncheck()
  await saved(page)
  await page.goto(`/host-registration?space=${floor.id}&step=3`)
  await ready(page)
  await expect(page.getByLabel('Cuántos se comparten: Lavacabezas')).toHaveValue('2')
  await expect(others.getByRole('checkbox', { name: 'Cabina del fondo' })).not.toBeChecked()

  // A space that shares equipment cannot leave the business without a warning.
  await others.getByRole('checkbox', { name: 'Cabina del fondo' }).check()
  await saved(page)
  await page.goto(`/host-registration?space=${floor.id}&step=2`)
  await ready(page)
  await page.getByLabel('Calle y número').fill('Otra calle 9')
  await expect(page.getByText(/comparte equipo con otros de la casa/)).toBeVisible()
})
