/**
 * A professional connects her calendars: the choices made before are there when she is back, her visits are written, and an event that she
 * deletes there is a question here. With Google, then with Outlook. A host does so for a unit.
 */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Jobs write and read within seconds: the page is checked until they have. */
const eventually = (page: Page, look: () => Promise<void>) =>
  expect(async () => {
    await page.reload()
    await look()
  }).toPass({ timeout: 60_000 })

test('a professional connects her calendar, answers for a visit deleted there, and disconnects it', async ({
  browser,
}) => {
  test.setTimeout(360_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Marisol')
  await letIn(salon, stylist)
  await bookHour(browser, stylist, salon.spaceId, dateAhead(6), 1)
  const { page } = stylist
  await page.goto('/settings?section=connections')
  await ready(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Conectar Google Calendar' }).click()
  await expect(page.getByText('Kalli quiere acceso a tu cuenta de Google.')).toBeVisible()
  const email = `marisol.${crypto.randomUUID().slice(0, 8)}@gmail.test`
  await page.getByLabel('Cuenta').fill(email)
  await page.getByRole('button', { name: 'Permitir' }).click()
  await expect(page).toHaveURL(/section=connections/)
  const account = page.getByRole('region', { name: `Cuenta ${email}` })
  await eventually(page, () =>
    expect(account.getByText('Al día', { exact: true })).toBeVisible({ timeout: 2_000 }),
  )
  await ready(page)
  await expectAccessible(page)

  await expect(account.getByLabel('Escribir mis citas en')).toHaveValue('own')
  // Without a connection the request for more rights fails with its reason.
  await page.route('**/api/connections', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await account.getByRole('button', { name: 'Dar ese permiso en Google' }).click()
  await expect(account.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/connections')

  const google = await (await browser.newContext()).newPage()
  await google.goto('/dev/google')
  const event = google
    .locator('form', { has: google.locator(`input[name="email"][value="${email}"]`) })
    .filter({ hasText: 'Corte y peinado' })
  await eventually(google, () => expect(event).toHaveCount(1, { timeout: 2_000 }))
  await event.getByRole('button', { name: 'Borrar' }).click()

  const question = page.getByRole('button', { name: /^Regresar en Google/ })
  await eventually(page, () => expect(question).toBeVisible({ timeout: 2_000 }))
  await ready(page)
  await expect(page.getByText(/lo borraste en Google/)).toBeVisible()
  await question.click()
  await expect(question).toHaveCount(0)
  await eventually(google, () => expect(event).toHaveCount(1, { timeout: 2_000 }))

  // Moved there by an hour: proposed to the client from here.
  await moved(event)
  const propose = page.getByRole('button', { name: /^Proponer .* para / })
  await eventually(page, () => expect(propose).toBeVisible({ timeout: 2_000 }))
  await ready(page)
  await propose.click()
  await expect(page.getByText(/^Propusiste las /)).toBeVisible()

  await disconnected(page, email)
  await eventually(google, () => expect(event).toHaveCount(0, { timeout: 2_000 }))

  const other = email.replace('gmail', 'outlook')
  await page.getByRole('radio', { name: /^Solo ver/ }).check()
  await page.getByRole('button', { name: 'Conectar Outlook' }).click()
  await expect(page.getByText('Leer tus calendarios')).toBeVisible()
  await page.getByLabel('Cuenta').fill(other)
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByText('Outlook quedó conectado.')).toBeVisible()
  const mailbox = page.getByRole('region', { name: `Cuenta ${other}` })
  await eventually(page, () =>
    expect(mailbox.getByText('Al día', { exact: true })).toBeVisible({ timeout: 2_000 }),
  )
  await ready(page)
  await expect(mailbox.getByText(/no se escriben allá/)).toBeVisible()
  await expectAccessible(page)
  // One press, and it takes effect as described.
  await mailbox.getByRole('button', { name: /^Escribirlas en un calendario «Kalli»/ }).click()
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByText('Outlook quedó conectado.')).toBeVisible()
  const outlook = await (await browser.newContext()).newPage()
  await outlook.goto('/dev/microsoft')
  const written = outlook
    .locator('form', { has: outlook.locator(`input[name="email"][value="${other}"]`) })
    .filter({ hasText: 'Corte y peinado' })
  await eventually(outlook, () => expect(written).toHaveCount(1, { timeout: 2_000 }))
  await disconnected(page, other)
  await eventually(outlook, () => expect(written).toHaveCount(0, { timeout: 2_000 }))

  // By an app password: a wrong one explains what to do, the right one is read and written at once.
  const user = `marisol-${crypto.randomUUID().slice(0, 8)}`
  await page.getByRole('heading', { name: 'iCloud, Fastmail, Nextcloud' }).click()
  await page.getByLabel('Nextcloud u otro').check()
  await page.getByLabel('Dirección del servidor').fill('nube.kalli.test')
  await page.getByLabel('Usuario').fill(user)
  await page.getByLabel('Contraseña de app').fill('la-de-mi-cuenta')
  await page.getByRole('button', { name: 'Conectar el servidor' }).click()
  await expect(page.getByText(/Usa una contraseña de app/)).toBeVisible()
  await page.getByLabel('Contraseña de app').fill('clave-de-app')
  await page.getByRole('button', { name: 'Conectar el servidor' }).click()
  const cloud = `${user} en nube.kalli.test`
  const calendars = page.getByRole('region', { name: `Cuenta ${cloud}` })
  await eventually(page, () =>
    expect(calendars.getByText('Hay 1 evento próximo escrito.')).toBeVisible({ timeout: 2_000 }),
  )
  await ready(page)
  await expectAccessible(page)
  await disconnected(page, cloud)
})

test('a host connects a calendar to a unit, answers for a visit deleted there, and disconnects it', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Marisol')
  await letIn(salon, stylist)
  await bookHour(browser, stylist, salon.spaceId, dateAhead(6), 1)
  const { page } = salon
  await page.goto('/settings?section=connections')
  await ready(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Conectar Google Calendar' }).click()
  await expect(page.getByText('Kalli quiere acceso a tu cuenta de Google.')).toBeVisible()
  const email = `sillas.${crypto.randomUUID().slice(0, 8)}@gmail.test`
  await page.getByLabel('Cuenta').fill(email)
  await page.getByRole('button', { name: 'Permitir' }).click()
  await expect(page.getByText(/Elige cuál es el calendario de cada unidad/)).toBeVisible()
  await ready(page)
  const unit = page.getByRole('region', { name: /^Silla 1/ })
  await unit.getByLabel('Calendario de Silla 1').selectOption({ label: email })
  await eventually(page, () => expect(unit.getByText('1 evento escrito.')).toBeVisible({ timeout: 2_000 }))
  await ready(page)
  await expectAccessible(page)

  const google = await (await browser.newContext()).newPage()
  await google.goto('/dev/google')
  const event = google
    .locator('form', { has: google.locator(`input[name="email"][value="${email}"]`) })
    .filter({ hasText: 'Cita · Marisol · Silla 1' })
  await eventually(google, () => expect(event).toHaveCount(1, { timeout: 2_000 }))
  await event.getByRole('button', { name: 'Borrar' }).click()
  const question = page.getByRole('button', { name: /^Regresar en Google/ })
  await eventually(page, () => expect(question).toBeVisible({ timeout: 2_000 }))
  await ready(page)
  await expect(page.getByText(/se borró en Google/)).toBeVisible()
  await question.click()
  await expect(question).toHaveCount(0)
  await eventually(google, () => expect(event).toHaveCount(1, { timeout: 2_000 }))

  // Also shown beside the unit.
  await page.goto('/host-availability')
  await ready(page)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Calendarios' }).click()
  const dialog = page.getByRole('dialog', { name: 'Calendarios por unidad' })
  await expect(dialog.getByText('Google Calendar', { exact: true })).toBeVisible()
  await dialog.getByRole('link', { name: 'Ver en Conexiones' }).click()
  await ready(page)
  await unit.getByLabel('Calendario de Silla 1').selectOption({ label: 'Ninguno' })
  await expect(unit.getByRole('button', { name: 'Probar ahora Silla 1' })).toHaveCount(0)
  await eventually(google, () => expect(event).toHaveCount(0, { timeout: 2_000 }))
  await disconnected(page, email)
})

/** At the stand-in, an hour later. */
const moved = async (event: Locator) => {
  for (const name of [/^Empieza/, /^Termina/]) {
    const field = event.getByLabel(name)
    const at = Date.parse(`${await field.inputValue()}Z`) + 3_600_000
    await field.fill(new Date(at).toISOString().slice(0, 16))
  }
  await event.getByRole('button', { name: 'Mover' }).click()
}

const disconnected = async (page: Page, email: string) => {
  await page.getByRole('button', { name: `Desconectar ${email}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desconectar' }).click()
  await expect(page.getByRole('region', { name: `Cuenta ${email}` })).toHaveCount(0)
}
