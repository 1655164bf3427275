/** A client who booked without an account and lost the email: a code, their visits, one of them cancelled, and no data left behind. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { codeAt } from './emails.ts'
import { bookAsGuest, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { newPhone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a guest finds their visits with a code, cancels one, and signs out of the browser', async ({
  browser,
  page,
}) => {
  test.setTimeout(120_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Ofelia')
  await letIn(salon, stylist)
  const { email } = await bookAsGuest(browser, stylist, salon.spaceId, dateAhead(6), 1)
  // The code with which they booked is in the same mailbox.
  const spent = await codeAt(page, 'mail', email)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/auth')
  await ready(page)
  await page.getByRole('link', { name: 'Mira tus citas con un código' }).click()
  await expectAccessibleEverywhere(page)
  await page.getByLabel('Celular o correo').fill(email)
  await page.getByRole('button', { name: 'Enviarme un código' }).click()
  await page.getByLabel('Código de seis dígitos').fill('000000')
  await expect(page.getByText('Ese código no es, o ya venció. Revísalo o pide otro.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  let code = spent
  await expect(async () => {
    code = await codeAt(page, 'mail', email)
    expect(code).not.toBe(spent)
  }).toPass({ timeout: 20_000 })
  await page.getByLabel('Código de seis dígitos').fill(code)
  const visits = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Ofelia' })
  await expect(visits).toHaveCount(1)
  await expectAccessibleEverywhere(page)

  // The home page begins with it while this browser knows them.
  await page.goto('/')
  await ready(page)
  const next = page.getByRole('region', { name: 'Tu próxima cita' })
  await expect(next.getByText('Ofelia')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await next.getByRole('link', { name: 'Ver todas' }).click()

  // The other client features, for a client without an account.
  await page.getByRole('tab', { name: 'Lista de espera' }).click()
  await expect(page.getByText('No esperas ningún lugar')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('tab', { name: 'Paquetes y saldo' }).click()
  await expect(page.getByText('Todavía no tienes saldo')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('tab', { name: 'Próximas' }).click()
  await page.getByRole('button', { name: 'Más opciones' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancelar cita' }).click()
  await dialog.getByRole('button', { name: 'Cancelar sin costo' }).click()
  await expect(page.getByText('No tienes citas por venir')).toBeVisible()
  // A list that cannot be read keeps the tabs, and is there after a retry.
  await page.route('**/api/guest/bookings**tab=past**', (route) => route.fulfill({ status: 500, body: 'x' }))
  await page.getByRole('tab', { name: 'Pasadas' }).click()
  await expect(page.getByText('Error del servidor. Por favor intenta más tarde.')).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Pasadas' })).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect(visits).toHaveCount(1)
  await visits.getByRole('button').click()
  await expect(dialog.getByRole('link', { name: 'Volver a reservar' })).toBeVisible()
  await dialog.getByRole('link', { name: 'Abrir la cita' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelaste esta cita' })).toBeVisible()

  await page.goto('/guest-bookings')
  await ready(page)
  await page.getByRole('button', { name: 'Salir de este navegador' }).click()
  await expect(page.getByLabel('Celular o correo')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(next).toHaveCount(0)
})

test('a telephone typed in another format is found; its code opens the visit, but not the health answers', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Zenaida')
  await letIn(salon, stylist)
  const form = await stylist.page.request.post('/api/professional/forms', {
    data: {
      title: 'Antes de tu visita',
      intro: '',
      sensitive: true,
      timing: 'visit',
      questions: [{ id: 'a', kind: 'short', label: '¿Tienes alergias?', required: true, options: [] }],
      serviceIds: [stylist.serviceId],
    },
  })
  expect(form.status()).toBe(201)
  const digits = newPhone()
  const typed = `${digits.slice(0, 2)} ${digits.slice(2, 6)} ${digits.slice(6)}`
  const { link } = await bookAsGuest(browser, stylist, salon.spaceId, dateAhead(6), 1, typed)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/guest-bookings')
  await ready(page)
  // Sent by the last digit, and entered by the code's sixth.
  await page.getByLabel('Celular o correo').fill(`(${digits.slice(0, 2)}) ${digits.slice(2)}`)
  await expect(page.getByLabel('Código de seis dígitos')).toBeFocused()
  await page.keyboard.type(await codeAt(page, 'sms', `+52${digits}`))
  const visits = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Zenaida' })
  await expect(visits).toHaveCount(1)
  await visits.getByRole('link', { name: 'Abrir la cita' }).click()
  await expect(page.getByRole('heading', { name: 'Preguntas para tu cita' })).toBeVisible()
  await expect(page.getByText('puede hablar de tu salud')).toBeVisible()
  await expect(page.getByLabel('¿Tienes alergias?')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Ir a mis reservas' }).click()
  await expect(page.getByRole('button', { name: 'Salir de este navegador' })).toBeVisible()

  // The link of the email opens the questions.
  await page.goto(link)
  await ready(page)
  await expect(page.getByLabel('¿Tienes alergias?')).toBeVisible()
})
