/** From a host's empty hours to an agreement: a professional on Kalli by their profile, and a new one by a link. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { host, pageOf, password, stylist } from './people.ts'
import { publishProfile } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const whole = async (page: Page) => {
  await ready(page)
  // Wait for the fade-in to finish.
  await page.waitForTimeout(400)
  await expectAccessible(page)
}

test('a host invites by e-mail; a visitor without an account registers, reaches the invitation, asks, and accepts', async ({
  browser,
}) => {
  // Three people and eight checks of whole screens.
  test.slow()
  const email = `karla${process.pid}${Date.now()}@correo.test`
  const salon = await pageOf(browser, host.email)
  await salon.goto('/search-professionals')
  await whole(salon)
  await salon.emulateMedia({ colorScheme: 'dark' })
  await whole(salon)
  await salon.emulateMedia({ colorScheme: 'light' })
  await salon.getByRole('button', { name: 'Invitar por correo' }).click()
  const form = salon.getByRole('dialog', { name: 'Invitar por correo' })
  await form.getByLabel('Correo').fill(email)
  await form.getByLabel('Cómo se paga').selectOption('fixed')
  await form.getByLabel('Renta fija, en pesos').fill('1400')
  // A certain chair, or one to be chosen later.
  const place = form.getByLabel('Su lugar')
  await place.selectOption({ index: 1 })
  await expect(form.getByText(/te lo pedimos cuando acepte/)).toHaveCount(0)
  await place.selectOption('Se elige después de aceptar')
  await expect(form.getByText(/te lo pedimos cuando acepte/)).toBeVisible()
  await form.getByLabel('Mensaje').fill('Nos encanta tu trabajo.')
  await whole(salon)
  await form.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(salon.getByText('Invitación enviada').first()).toBeVisible()

  const guest = await (await browser.newContext()).newPage()
  await expect(async () => {
    await guest.goto(`/dev/mail?to=${encodeURIComponent(email)}`)
    await guest.getByRole('listitem').getByRole('link').first().click({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const link = guest.getByRole('navigation', { name: 'Enlaces del correo' }).getByRole('link').first()
  const address = (await link.getAttribute('href')) ?? ''
  expect(address).toContain('/invitations/')

  // Another account learns nothing.
  const stranger = await pageOf(browser, stylist.email)
  await stranger.goto(new URL(address).pathname)
  await expect(stranger.getByRole('heading', { name: 'Esta invitación es para otra cuenta' })).toBeVisible()
  await whole(stranger)
  await stranger.context().close()

  await guest.goto(address)
  await expect(guest).toHaveURL(/\/auth\?/)
  await ready(guest)
  await guest.getByLabel('Nombre', { exact: true }).fill('Karla')
  await guest.getByLabel('Apellido').fill('Ortiz')
  await guest.getByLabel('Correo electrónico').fill(email)
  await guest.locator('input[autocomplete=new-password]').fill(password)
  await guest.getByLabel('Tipo de cuenta').selectOption('professional')
  await guest.getByRole('main').getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(guest.getByRole('heading', { level: 1, name: 'Te invitan a trabajar aquí' })).toBeVisible()
  await expect(guest.getByText('Renta fija: $1,400 a la semana').first()).toBeVisible()
  await expect(guest.getByText('Se elige después de aceptar')).toBeVisible()
  await whole(guest)
  await guest.getByLabel('Pregunta al espacio').fill('¿Hay estacionamiento?')
  await guest.getByRole('button', { name: 'Enviar pregunta' }).click()
  await expect(guest.getByText('Espera respuesta del espacio.')).toBeVisible()

  await salon.goto('/search-professionals?box=sent')
  const sent = salon.getByRole('table', { name: 'Invitaciones enviadas' })
  await sent.getByRole('button', { name: email }).click()
  await salon.getByLabel('Tu respuesta').fill('A la vuelta, con pensión.')
  await salon.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(salon.getByText('A la vuelta, con pensión.')).toBeVisible()
  await whole(salon)

  await guest.reload()
  await expect(guest.getByText('A la vuelta, con pensión.')).toBeVisible()
  await guest.getByRole('button', { name: 'Aceptar invitación' }).click()
  await expect(guest.getByRole('heading', { name: 'Tu convenio está vigente' })).toBeVisible()
  await whole(guest)
  // Idempotent.
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'Ya aceptaste esta invitación' })).toBeVisible()

  await salon.goto('/search-professionals?box=sent')
  await salon.getByText('Terminadas').click()
  await expect(sent.getByRole('button', { name: 'Karla Ortiz' })).toBeVisible()

  // She pays for a place of her own, and none was named: the team page asks for it until it is set.
  const karla = salon.getByRole('article').filter({ hasText: 'Karla Ortiz' })
  await expect(async () => {
    await salon.goto('/inhouse-professionals')
    await salon.getByRole('button', { name: 'Karla Ortiz' }).click({ timeout: 3_000 })
    await expect(karla.getByRole('button', { name: /^Elegir su unidad/ })).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  await karla.getByRole('button', { name: /^Elegir su unidad/ }).click()
  const seat = salon.getByRole('dialog', { name: 'Permisos y turno de Karla Ortiz' })
  await seat.getByLabel('Unidad', { exact: true }).selectOption({ index: 1 })
  await whole(salon)
  await seat.getByRole('button', { name: 'Guardar' }).click()
  await expect(salon.getByText('Cambios guardados').first()).toBeVisible()
  await expect(karla.getByRole('button', { name: /^Elegir su unidad/ })).toHaveCount(0)
})

test('a stylist opens an invitation, sees what changes in her agenda, and declines without a reason', async ({
  browser,
}) => {
  const page = await pageOf(browser, stylist.email)
  await page.goto('/professional-invitations')
  await expect(page.getByRole('heading', { level: 1, name: 'Invitaciones' })).toBeVisible()
  await page
    .getByRole('link', { name: /Ver condiciones y agenda/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: 'Qué cambia en tu agenda' })).toBeVisible()
  await whole(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await whole(page)
  await page.getByLabel('Categoría').selectOption('yoga')
  await expect(page.getByText('Nada en esta categoría')).toBeVisible()
  await page.getByRole('link', { name: 'Ver todas' }).click()
  await page
    .getByRole('link', { name: /^No, gracias/ })
    .first()
    .click()
  await expect(
    page.getByRole('heading', { level: 1, name: '¿No te interesa esta invitación?' }),
  ).toBeVisible()
  await whole(page)
  await page.getByRole('button', { name: 'Rechazar invitación' }).click()
  await expect(page.getByRole('heading', { name: 'Dijiste que no a esta invitación' })).toBeVisible()
})

test('a professional sets the languages she speaks, her page shows them, and a host filters by them', async ({
  browser,
}) => {
  const page = await (await browser.newContext()).newPage()
  const email = `idiomas${process.pid}${Date.now()}@correo.test`
  const registered = await page.request.post('/api/auth/register', {
    data: { email, password, firstName: 'Nadia', lastName: 'Robles', role: 'professional' },
  })
  expect(registered.status(), await registered.text()).toBe(200)
  const id = await publishProfile(page, {
    bio: '',
    experienceYears: 4,
    specialties: [],
    municipalityId: 9013,
    neighbourhood: null,
    latitude: 19.25,
    longitude: -99.1,
  })
  await page.goto('/professional-dashboard?tab=profile&section=profile')
  await ready(page)
  const form = page.getByRole('form', { name: 'Perfil público' })
  await form.getByRole('checkbox', { name: 'Español' }).check()
  await form.getByRole('checkbox', { name: 'Náhuatl' }).check()
  await form.getByRole('button', { name: 'Guardar perfil' }).click()
  await expect(page.getByText('Perfil guardado').first()).toBeVisible()
  await whole(page)
  await page.goto(`/p/${id}`)
  await expect(page.getByText('Atiende en: Español, Náhuatl')).toBeVisible()
  await page.context().close()

  const salon = await pageOf(browser, host.email)
  await salon.goto('/search-professionals')
  await ready(salon)
  const filters = salon.getByRole('button', { name: 'Filtros' })
  if (await filters.isVisible()) await filters.click()
  await salon.getByLabel('Idioma').selectOption('Mixteco')
  await expect(salon.getByText('No se encontraron resultados')).toBeVisible()
  await whole(salon)
  await salon.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(salon.getByText(/resultados encontrados/)).toBeVisible()
  await salon.context().close()
})
