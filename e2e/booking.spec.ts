import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import {
  cards,
  chooseService,
  chooseTime,
  fillCard,
  fillCheckout,
  goToPay,
  openAroundTheClock,
  openLine,
  ownLine,
  payButton,
  someone,
  stylist,
} from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.beforeAll(({ browser }) => openAroundTheClock(browser))

test('a visitor finds a stylist, books, pays, and returns by the link of the email @desktop-deep', async ({
  page,
  browser,
}, { project }) => {
  const who = someone()
  await page.goto('/')
  await page.getByRole('search').first().getByRole('combobox').first().fill('Ximena Rojas')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/search-results/)
  // The home page shows her too, and stays until the results are there.
  await expect(page.getByRole('heading', { level: 1, name: 'Buscar Profesionales' })).toBeVisible()
  await page.getByRole('link', { name: `Ver Perfil de ${stylist.name}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: stylist.name })).toBeVisible()
  // On a telephone all information for a decision, including reviews, is within six screens; terms and questions are folded.
  await expect(page.getByRole('heading', { name: 'Si cambias de planes' })).toBeVisible()
  if (project.name === 'phone')
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4_800)
  await page.getByRole('link', { name: 'Reservar', exact: true }).filter({ visible: true }).click()

  await chooseTime(page, { daysAhead: 3, nth: project.name === 'phone' ? 3 : 9 })
  await goToPay(page)
  await expect(page.getByText('Apartado por')).toBeVisible()
  await page.getByText('¿A quién le llega?').click()
  await expect(page.getByText('Kalli (comisión con IVA)')).toBeVisible()

  await fillCheckout(page, who, cards.accepted)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(page.getByText('Tu código de llegada')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cómo llegar' })).toHaveAttribute(
    'href',
    /^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=\d/,
  )
  await expect(page.getByRole('button', { name: 'Compartir' })).toBeVisible()

  // The email is written by a job; its link opens the booking in a fresh browser.
  const elsewhere = await browser.newContext()
  const emails = await elsewhere.newPage()
  await expect(async () => {
    await emails.goto(`/dev/mail?to=${encodeURIComponent(who.email)}`)
    // Not the one with the code, which came before.
    await emails
      .getByRole('link', { name: /^Reserva confirmada/ })
      .first()
      .click({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const links = emails.getByRole('navigation', { name: 'Enlaces del correo' })
  const address = await links.getByRole('link').first().getAttribute('href')
  expect(address).toContain('/booking-success?id=')
  await emails.goto(address ?? '')
  await expect(emails.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await elsewhere.close()

  // With a password and the same confirmed mailbox, the visit is in the account.
  await expectAccessibleEverywhere(page)
  await page.getByRole('main').getByRole('link', { name: 'Crear cuenta' }).click()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(who.email)
  await expect(page.getByLabel('Tipo de cuenta')).toHaveValue('client')
  // Requested for an account, never for a visit.
  await page.getByLabel('Apellido').fill(who.lastName)
  await page.getByLabel('Contraseña', { exact: true }).fill('una-clave-larga-31')
  await page.getByRole('button', { name: 'Crear cuenta' }).last().click()
  await expect(page).toHaveURL(/\/my-bookings/)
  await expect(page.getByText(/¿Reservaste sin cuenta\?/)).toBeVisible()
})

test('a client in a hurry books the next available hour, and a client near a place searches by area', async ({
  page,
}) => {
  await page.goto(`/booking?professional=${stylist.id}&service=1`)
  await ready(page)
  const how = page.getByRole('group', { name: 'Cómo buscar la hora' })
  // The list is first, and the difference from the cheapest is shown.
  const next = page.getByRole('list', { name: 'Lo antes posible' }).getByRole('button')
  await expect(next).toHaveCount(7)
  await how.getByRole('link', { name: 'Elegir zona' }).click()
  await expect(page).toHaveURL(/by=area/)
  const places = page.getByRole('list', { name: 'Lugares' })
  await expect(places.getByRole('button')).toHaveCount(2)
  await page
    .getByRole('group', { name: 'Zona', exact: true })
    .getByRole('button', { name: 'Del Valle Sur' })
    .click()
  await expect(places.getByRole('button')).toHaveCount(1)
  await page.getByLabel('¿Desde dónde caminas?').fill('Del Valle Centro')
  await page
    .getByRole('option', { name: /^Del Valle Centro/ })
    .first()
    .click()
  await expect(places.getByRole('button')).toContainText(/Del Valle Sur · a unos \d+ min a pie/)
  await expectAccessibleEverywhere(page)

  await how.getByRole('link', { name: 'Lo antes posible' }).click()
  await expect(next).toHaveCount(7)
  // A starting point was given: the walking distance is shown for each hour.
  const walked = / · a unos \d+ (min a pie|km)/
  await expect(next.first()).toContainText(walked)
  await page.reload()
  await ready(page)
  await expect(next.first()).toContainText(walked)
  await expect(page.getByLabel('¿Desde dónde caminas?')).toHaveValue('Del Valle Centro')
  await next.first().click()
  await expect(next.first()).toHaveAttribute('aria-pressed', 'true')
  await goToPay(page)
})

test('a reload and the back button keep what the visitor chose and typed', async ({ page }) => {
  const who = someone()
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 6, nth: 7 })
  const hour = page.getByRole('group', { name: /^Horarios de la/ }).getByRole('button', { pressed: true })
  const wanted = await hour.innerText()
  await page.reload()
  await ready(page)
  await expect(hour).toHaveText(wanted, { useInnerText: true })
  await goToPay(page)
  await page.getByLabel('Nombre', { exact: true }).fill(who.firstName)
  await page.getByLabel('Teléfono').fill(who.phone)
  await page.reload()
  await ready(page)
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue(who.firstName)

  // Back: the same service; forward: the held hour, and the typed values.
  await page.goBack()
  await expect(page.getByRole('link', { name: /^Corte caballero/, includeHidden: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(page.getByText('Ese horario se acaba de ocupar')).toBeHidden()
  // And still by the day.
  await expect(page.getByRole('grid')).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await ready(page)
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue(who.firstName)
  await expect(page.getByLabel('Teléfono')).toHaveValue(who.phone)

  // Another service is another visit: its hour must be chosen again.
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 6, nth: 9 })
  await expect(page).toHaveURL(/#hora=/)
  await chooseService(page, /^(?!Corte caballero).*\d+ min/)
  await expect(page).not.toHaveURL(/#hora=/)
  await expect(page.getByText('Todavía no eliges una hora.')).toBeAttached()
})

test('a visitor cannot see another client’s booking', async ({ page }) => {
  await page.goto('/booking-success?id=01a1fa84-88d6-7847-bd90-f6858506d195')
  await expect(
    page
      .getByRole('heading', { name: /No encontramos esa reserva/ })
      .or(page.getByText('No encontramos esa reserva')),
  ).toBeVisible()
})

test('offers the nearest hours when another client took the hour meanwhile', async ({ page, browser }) => {
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 4, nth: 20 })
  const wanted = await page
    .getByRole('group', { name: /^Horarios de la/ })
    .getByRole('button', { pressed: true })
    .innerText()

  const other = await browser.newContext()
  const rival = await other.newPage()
  await rival.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(rival, { daysAhead: 4, nth: 20 })
  await goToPay(rival)

  await page.getByRole('button', { name: 'Apartar y continuar' }).click()
  const problem = page.getByRole('alert')
  await expect(problem).toContainText('Ese horario se acaba de ocupar')
  const others = problem.getByRole('button')
  await expect(others).toHaveCount(3)
  for (const text of await others.allInnerTexts())
    expect(text.endsWith(` ${wanted}`) && text.includes('hoy')).toBe(false)
  await others.first().click()
  await expect(page.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await other.close()
})

test('shows that a hold was released elsewhere, and retains what the client typed', async ({ page }) => {
  const who = someone()
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 5, nth: 4 })
  await goToPay(page)
  await fillCheckout(page, who, cards.accepted)
  const hold = new URL(page.url()).searchParams.get('hold')
  // The same visitor, in another tab.
  expect((await page.request.delete(`/api/holds/${hold}`)).status()).toBe(200)
  await payButton(page).click()
  await expect(page.getByText('Ya no está apartado')).toBeVisible()
  await page.getByRole('link', { name: 'Elegir otro horario' }).click()
  await chooseTime(page, { daysAhead: 5, nth: 6 })
  await goToPay(page)
  await expect(ownLine(page)).toContainText(who.email)
})

test('an hour is free again after the client changes their mind, and a client with two holds can release one', async ({
  page,
}) => {
  const who = someone()
  const hours = page.getByRole('group', { name: /^Horarios de la/ }).getByRole('button')
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 7, nth: 4 })
  const wanted = await hours.and(page.locator('[aria-pressed=true]')).innerText()
  await goToPay(page)
  await page.getByLabel('Nombre', { exact: true }).fill(who.firstName)
  await page.getByRole('link', { name: 'Elegir otra hora' }).click()
  await expect(page.getByRole('heading', { name: 'Elige cuándo y dónde' })).toBeVisible()
  await chooseTime(page, { daysAhead: 7, nth: 4 })
  await expect(hours.and(page.locator('[aria-pressed=true]'))).toHaveText(wanted, { useInnerText: true })
  await goToPay(page)
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue(who.firstName)

  // Not by that link: both stay held, so a third is refused, with the two offered for release.
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 8, nth: 4 })
  await goToPay(page)
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 9, nth: 4 })
  await page.getByRole('button', { name: 'Apartar y continuar' }).click()
  const held = page.getByRole('list', { name: 'Lo que tienes apartado' })
  await expect(held.getByRole('listitem')).toHaveCount(2)
  await expectAccessibleEverywhere(page)
  await held.getByRole('button', { name: 'Soltar y apartar el nuevo' }).first().click()
  await expect(page.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue(who.firstName)
})

test('a hold that was lost before a reload leads back to the same visit, and one press takes a nearby hour', async ({
  page,
}) => {
  const who = someone()
  await page.goto(`/book?p=${stylist.id}`)
  await chooseTime(page, { daysAhead: 10, nth: 4 })
  await goToPay(page)
  await page.getByLabel('Nombre', { exact: true }).fill(who.firstName)
  const hold = new URL(page.url()).searchParams.get('hold')
  expect((await page.request.delete(`/api/holds/${hold}`)).status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Ya no está apartado' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Elegir otro horario' })).toHaveAttribute(
    'href',
    new RegExp(`^/book\\?.*p=${stylist.id}`),
  )
  const near = page.getByRole('region', { name: 'Horarios cercanos' }).getByRole('button')
  await expect(near).toHaveCount(3)
  await expectAccessibleEverywhere(page)
  await near.nth(1).click()
  await expect(page.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await ready(page)
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue(who.firstName)
})

test('a phone whose clock is ten minutes fast still gets ten minutes, and is warned at three and at one', async ({
  page,
}) => {
  await page.clock.install({ time: Date.now() + 11 * 60_000 })
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 11, nth: 4 })
  await goToPay(page)
  const left = page.getByRole('timer')
  await expect(left).toHaveText(/^(10:00|9:[345]\d)$/)
  // Also by its address: nothing has been requested of the API yet.
  await page.reload()
  await expect(left).toHaveText(/^(10:00|9:[2345]\d)$/)
  await expect(page.getByText('Quedan tres minutos.')).toHaveCount(0)
  await page.clock.fastForward(7 * 60_000)
  await expect(page.getByText('Quedan tres minutos.')).toHaveAttribute('aria-live', 'polite')
  await page.clock.fastForward(2 * 60_000)
  await expect(page.getByText('Queda un minuto.')).toHaveAttribute('aria-live', 'polite')
})

test('an hour with an expired token is still booked with one press, and the client’s choices survive a lost hold', async ({
  page,
}) => {
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 13, nth: 4 })
  // As if a quarter of an hour had passed: the first token is refused as expired.
  let refused = 0
  await page.route('**/api/holds', async (route) => {
    refused += 1
    if (refused > 1) return route.continue()
    const json = { message: 'Ese horario ya no es válido.', code: 'slot_token_invalid' }
    return route.fulfill({ status: 400, json })
  })
  await goToPay(page)
  expect(refused).toBe(2)
  await ready(page)
  await openLine(page, 'Factura')
  await page.getByLabel('Quiero factura').check()
  await page.getByLabel('RFC').fill('XAXX010101000')
  await openLine(page, 'Propina')
  await page.getByLabel(/^10 %/).check()
  await page.reload()
  await ready(page)
  await expect(page.getByLabel('RFC')).toHaveValue('XAXX010101000')
  await expect(page.getByLabel(/^10 %/)).toBeChecked()
  await page.getByRole('link', { name: 'Elegir otra hora' }).click()
  await chooseTime(page, { daysAhead: 13, nth: 6 })
  await goToPay(page)
  await expect(page.getByLabel('RFC')).toHaveValue('XAXX010101000')
  await expect(page.getByLabel(/^10 %/)).toBeChecked()
})

test('a connection lost at the checkout keeps what was typed, and the same press pays once it is back', async ({
  page,
  context,
}) => {
  const who = someone()
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 12, nth: 4 })
  await goToPay(page)
  await fillCheckout(page, who, cards.accepted)
  await context.setOffline(true)
  await payButton(page).click()
  await expect(page.getByRole('alert')).toContainText('conexión')
  await expect(ownLine(page)).toContainText(who.email)
  await context.setOffline(false)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
})

test('a declined card keeps the hour, and the next card pays', async ({ page }) => {
  const who = someone()
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 2, nth: 5 })
  await goToPay(page)
  await fillCheckout(page, who, cards.declined)
  await payButton(page).click()
  // Shown at the card, where the focus is.
  await expect(page.getByText('Tu banco rechazó la tarjeta')).toBeVisible()
  await expect(page.getByLabel('Número de tarjeta')).toBeFocused()
  await expect(ownLine(page)).toContainText(who.email)
  await fillCard(page, cards.accepted)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
})

test('confirms the booking once the client approves the bank’s verification', async ({ page }) => {
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 2, nth: 12 })
  await goToPay(page)
  await fillCheckout(page, someone(), cards.asksTheBank)
  await payButton(page).click()
  await page.getByRole('button', { name: 'Aprobar' }).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible({
    timeout: 20_000,
  })
})
