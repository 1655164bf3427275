/** From an empty chair to an agreement: a host looks for somebody, two answer, one gets it, the other is told so. */
import { type Browser, expect, type Page, test } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { confirmEmail, confirmPhone, publishSpace } from './listing.ts'
import { password } from './people.ts'
import { ready } from './ready.ts'

let people = 0

/** Somebody new, so that nobody else's journey meets them. */
const newcomer = async (browser: Browser, role: 'host' | 'professional', firstName: string) => {
  people += 1
  const page = await (await browser.newContext()).newPage()
  const email = `${firstName.toLowerCase()}${process.pid}${Date.now()}${people}@correo.test`
  const answer = await page.request.post('/api/auth/register', {
    data: { email, password, firstName, lastName: 'Paredes', role },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await confirmEmail(page.request, email)
  return page
}

/** Far from the town's centre: nobody of the seed works or looks here. */
const quietCorner = { latitude: 19.2872, longitude: -99.1687 }

/** A stylist with all that a space may ask for but a photo. */
const stylist = async (browser: Browser, firstName: string): Promise<Page> => {
  const page = await newcomer(browser, 'professional', firstName)
  const put = async (path: string, data: object) => {
    const answer = await page.request.put(path, { data })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  await put('/api/professional/profile', {
    bio: 'Coloristas hay muchas; yo además escucho.',
    experienceYears: 6,
    specialties: ['Balayage'],
    categories: ['hair'],
    basePriceCents: 60_000,
    municipalityId: 9012,
    neighbourhood: 'Tlalpan Centro',
    address: null,
    ...quietCorner,
    hasOwnPlace: false,
    status: 'published',
    version: 0,
  })
  await put('/api/availability/rules', {
    weekly: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 540, toMinute: 1140 })),
  })
  const service = await page.request.post('/api/professional/services', {
    data: { name: 'Balayage', category: 'hair', durationMinutes: 120, priceCents: 120_000 },
  })
  expect(service.status(), await service.text()).toBe(201)
  return page
}

test('a vacancy is filled: written without what the law forbids, found, answered twice, and one hears that it is taken', async ({
  browser,
}) => {
  // Three people and the looks at both sides of the screen.
  test.setTimeout(180_000)
  const salon = await newcomer(browser, 'host', 'Leonor')
  await confirmPhone(salon.request)
  await publishSpace(salon.request, {
    businessName: 'Casa Fuentes',
    name: 'Sillas del jardín',
    address: 'Calle Guadalupe Victoria 12',
    ...quietCorner,
    pricePerHourCents: 14_000,
  })
  await salon.goto('/vacancies')
  await ready(salon)
  await expect(salon.getByText('Todavía no publicas vacantes')).toBeVisible()
  await salon.getByRole('button', { name: 'Nueva vacante' }).click()
  const editor = salon.getByRole('dialog', { name: 'Nueva vacante' })
  await editor.getByLabel('Título').fill('Silla para colorista')
  const asked = editor.getByLabel('Qué ofreces y qué hace falta')
  await asked.fill('Buena presentación y luz de día.')
  await expect(editor.getByText('La ley no permite pedir esto')).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Guardar borrador' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectAccessible(salon)
  await asked.fill('Hay luz de día y lavacabezas.')
  await editor.getByLabel('Cómo se paga').selectOption('share')
  await editor.getByLabel('Parte del servicio').fill('35')
  await editor.getByRole('button', { name: 'Guardar borrador' }).click()
  const card = salon.getByRole('article').filter({ hasText: 'Silla para colorista' })
  await expect(card.getByText('Borrador')).toBeVisible()
  await card.getByRole('button', { name: /^Publicar/ }).click()
  await expect(card.getByText('Publicada', { exact: true })).toBeVisible()

  const ana = await stylist(browser, 'Amparo')
  await ana.goto('/vacancies')
  await ready(ana)
  const found = ana.getByRole('article').filter({ hasText: 'Silla para colorista' })
  await expect(found.getByText(/^Encaja/)).toBeVisible()
  await ana.getByLabel(/^Avísame de vacantes nuevas/).check()
  await expect(ana.getByText('Te avisamos de vacantes nuevas').first()).toBeVisible()
  await found.getByRole('button', { name: /^Guardar/ }).click()
  await expect(found.getByRole('button', { name: /^Guardada/ })).toHaveAttribute('aria-pressed', 'true')
  await found.getByRole('button', { name: /^Ver condiciones/ }).click()
  await expect(found.getByText('Hay luz de día y lavacabezas.')).toBeVisible()
  await expectAccessibleEverywhere(ana)
  await found.getByRole('button', { name: /^Postularme/ }).click()
  const form = ana.getByRole('dialog', { name: /Postularme/ })
  await form.getByLabel('Mensaje').fill('Trabajo por cita y cuido el lugar.')
  await expectAccessible(ana)
  await form.getByRole('button', { name: 'Enviar postulación' }).click()
  await expect(found.getByText('Te postulaste')).toBeVisible()

  const other = await stylist(browser, 'Brenda')
  await other.goto('/vacancies')
  await ready(other)
  await other.getByRole('button', { name: 'Postularme a Silla para colorista' }).click()
  await other.getByRole('button', { name: 'Enviar postulación' }).click()
  await expect(other.getByText('Te postulaste')).toBeVisible()

  await salon.goto('/vacancies')
  await ready(salon)
  await expect(card.getByText('Esperan tu respuesta')).toBeVisible()
  await expectAccessibleEverywhere(salon)
  await card.getByRole('link', { name: /Amparo Paredes/ }).click()
  await expect(salon).toHaveURL(/host-applications/)
  const application = salon.getByRole('article').filter({ hasText: 'Amparo Paredes' })
  await application.getByRole('button', { name: 'Aprobar', exact: true }).click()
  await expect(salon.getByText('Aprobada', { exact: true }).first()).toBeVisible()

  // The one place is taken: the vacancy is filled by itself, and who waited hears so, with the word.
  await expect(async () => {
    await salon.goto('/vacancies')
    await expect(card.getByText('Cubierta', { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(card.getByText('1 de 1')).toBeVisible()
  await expect(async () => {
    await other.goto('/notifications')
    await expect(other.getByText('La vacante «Silla para colorista» ya se cubrió').first()).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 30_000 })
  await other.goto('/space-applications')
  await expect(other.getByText('La vacante se cubrió con otra persona.')).toBeVisible()
  await ana.goto('/space-applications?tab=agreements')
  await expect(ana.getByRole('heading', { name: /Sillas del jardín/ })).toBeVisible()
})
