/** Hours at a space without a client: found, priced, held, paid, cancelled and transferred, bought as a pack, used; the host sees them. */
import { type Browser, expect, type Page } from '@playwright/test'
import { beginNow } from './begin-now.ts'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { confirmEmail, publishSpace } from './listing.ts'
import { cards, fillCard, password } from './people.ts'
import { letIn, publishProfile, somewhere, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** A new user, so that no other test affects them. */
const newcomer = async (browser: Browser, role: 'host' | 'professional', firstName: string) => {
  const page = await (await browser.newContext()).newPage()
  const email = `${role}.${process.pid}${Date.now()}@correo.test`
  const answer = await page.request.post('/api/auth/register', {
    data: { email, password, firstName, lastName: 'Robles', role },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  await confirmEmail(page.request, email)
  return page
}

type Place = ReturnType<typeof somewhere>

const professional = async (browser: Browser, place: Place): Promise<Page> => {
  const page = await newcomer(browser, 'professional', 'Elisa')
  await publishProfile(page, { municipalityId: 9013, neighbourhood: 'Xochimilco Centro', ...place })
  return page
}

const isoDate = (daysOn: number) => {
  const at = new Date(Date.now() + daysOn * 86_400_000)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(at)
}

test('a professional rents a chair, returns and hands over hours and buys ten; the host moves an hour and rents at the desk', async ({
  browser,
}) => {
  // Two newcomers, a listing with its photos, and checks of five screens.
  test.setTimeout(420_000)
  // A new place each time: on a retry the same one would be a duplicate.
  const place = somewhere()
  const name = `Silla del canal ${Date.now() % 1_000_000}`
  const salon = await newcomer(browser, 'host', 'Marta')
  const businessName = `Casa Robles ${Date.now() % 1_000_000}`
  const id = await publishSpace(salon.request, {
    businessName,
    name,
    address: `Calle ${process.pid} ${Date.now()}`,
    ...place,
    pricePerHourCents: 12_000,
    lets: true,
  })

  const prices = await (await salon.request.get(`/api/spaces/${id}/pricing`)).json()
  const packs = [{ id: 'h10', hours: 10, priceCents: 100_000, validityDays: 90, transferable: false }]
  const sold = await salon.request.put(`/api/spaces/${id}/pricing`, {
    data: {
      baseCents: 12_000,
      version: prices.version,
      rules: { ...prices.rules, packs, depositCents: 30_000 },
    },
  })
  expect(sold.status(), await sold.text()).toBe(200)

  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/space/${id}#renta`)
  await visitor.locator('#renta').scrollIntoViewIfNeeded()
  const enter = visitor.getByRole('link', { name: 'Entra para rentar estas horas' })
  await expect(enter).toHaveAttribute('href', new RegExp(`space(/|%2F)${id}`))
  await visitor.context().close()

  const page = await professional(browser, place)
  await expect(async () => {
    await page.goto(`/search-results?type=spaces&q=${encodeURIComponent(name)}`)
    // Not the proposal to search without that name, while it is not yet in the index.
    await page
      .getByRole('link', { name: new RegExp(`^(?!Quita).*${name}`) })
      .first()
      .click({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(page).toHaveURL(/\/space\//)
  await ready(page)
  const rent = page.locator('#renta')
  await rent.scrollIntoViewIfNeeded()
  await rent.getByLabel('Fecha').fill(isoDate(6))
  await rent.getByLabel('Durante').selectOption('240')
  await expect(rent.getByLabel('Fecha')).toHaveValue(isoDate(6))
  await expect(rent.getByText('Libre a esa hora.')).toBeVisible()
  await rent.getByRole('button', { name: 'Rentar por $480' }).click()

  await expect(page.getByRole('heading', { name: 'Paga tus horas' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await fillCard(page, cards.declined)
  await page.getByRole('button', { name: 'Pagar $480' }).click()
  await expect(page.getByRole('alert')).toContainText('rechazó')
  await fillCard(page, cards.accepted)
  await page.getByRole('button', { name: 'Pagar $480' }).click()
  await expect(page.getByRole('heading', { name: '¡Tus horas están pagadas!' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ver mis espacios rentados' }).click()

  const mine = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: name })
  await expect(mine.first().getByText('Confirmada')).toBeVisible()
  await mine.first().getByRole('button', { name: 'Devolver horas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Devolver horas' })
  await dialog.getByLabel('Devuelvo desde').selectOption({ label: '12:00' })
  await expect(dialog.getByText('Vuelve a la tarjeta')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Devolver y recibir $240' }).click()
  await expect(mine.first().getByText('Pagaste $480 y te devolvimos $240')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await mine.first().getByRole('button', { name: 'Ver recibo' }).click()
  const receipt = page.getByRole('dialog', { name: 'Tu recibo de renta' })
  await expect(receipt.getByText('Devolviste 2 h')).toBeVisible()
  await receipt.getByRole('button', { name: 'Cerrar' }).click()

  // One of the two remaining hours goes to a colleague, at its cost.
  const business = { page: salon, spaceId: id, name, businessName, where: place }
  const colleague = await stylistNear(browser, business, 'Berta')
  await letIn(business, colleague)
  await mine.first().getByRole('button', { name: 'Ceder horas' }).click()
  const handing = page.getByRole('dialog', { name: 'Ceder horas' })
  await handing.getByLabel('Cedo desde').selectOption({ label: '11:00' })
  await expect(handing.getByText('Conservas de 10:00 a 11:00.')).toBeVisible()
  await expectAccessible(page)
  await handing.getByRole('button', { name: 'Ofrecer horas' }).click()
  await expect(mine.first().getByText('Ofreciste de 11:00 a 12:00')).toBeVisible()
  await colleague.page.goto('/professional-appointments?tab=rents')
  await ready(colleague.page)
  await colleague.page.getByRole('button', { name: 'Tomar las horas' }).click()
  await expect(colleague.page.getByText('La pagó Elisa Robles')).toBeVisible()
  await colleague.page.context().close()

  // A pack of ten hours; two of them pay for the day after, and no card is charged.
  await page.goto(`/space/${id}#renta`)
  await ready(page)
  await rent.scrollIntoViewIfNeeded()
  await rent.getByRole('link', { name: 'Comprar el paquete de 10 h' }).click()
  await expect(page.getByRole('heading', { name: 'Compra tu paquete' })).toBeVisible()
  await expectAccessible(page)
  await fillCard(page, cards.accepted)
  await page.getByRole('button', { name: 'Pagar $1,000' }).click()
  await expect(page.getByText('Quedan 10 h')).toBeVisible()
  const later = await page.request.post(`/api/spaces/${id}/quote`, {
    data: { date: isoDate(7), startMinute: 600, minutes: 120 },
  })
  const requested = await page.request.post('/api/reservations', {
    data: { token: (await later.json()).rent.token },
  })
  expect(requested.status(), await requested.text()).toBe(201)
  await page.goto(`/dynamic-checkout?rent=${(await requested.json()).id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Usar 2 h de mi paquete' }).click()
  await expect(page.getByText('Usaste 2 h de tu paquete de 10 h')).toBeVisible()
  await page.goto('/professional-appointments?tab=rents&pack=all')
  await expect(page.getByText('Quedan 8 h')).toBeVisible()
  await expectAccessibleEverywhere(page)

  // Another hour, which begins now: by the same calls, since the screen offers whole half hours only.
  const now = new Date(Date.now() + 3 * 60_000)
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Mexico_City',
    hour: '2-digit',
    minute: '2-digit',
  }).format(now)
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(now)
  const quote = await page.request.post(`/api/spaces/${id}/quote`, {
    data: { date, startMinute: hours * 60 + minutes - (minutes % 5), minutes: 60 },
  })
  const priced = await quote.json()
  if (priced.rent.token === null) {
    // The five minutes that the quote is rounded to may be over: the next ones.
    const later = await page.request.post(`/api/spaces/${id}/quote`, {
      data: { date, startMinute: hours * 60 + minutes - (minutes % 5) + 5, minutes: 60 },
    })
    priced.rent = (await later.json()).rent
  }
  const held = await page.request.post('/api/reservations', { data: { token: priced.rent.token } })
  expect(held.status(), await held.text()).toBe(201)
  await page.goto(`/dynamic-checkout?rent=${(await held.json()).id}`)
  await ready(page)
  await fillCard(page, cards.accepted)
  await page.getByRole('button', { name: 'Pagar $120' }).click()
  await page.getByRole('link', { name: 'Ver mis espacios rentados' }).click()
  // The first press opens the ways to prove it, the second is refused without one of them.
  await mine.first().getByRole('button', { name: 'Registrar llegada' }).click()
  await expect(mine.first().getByLabel('Código de la unidad')).toBeVisible()
  await mine.first().getByRole('button', { name: 'Registrar llegada' }).click()
  await expect(
    mine.first().getByText('Escribe el código que está en la unidad, o di dónde estás.'),
  ).toBeVisible()
  const { stations }: { stations: { name: string; code: string }[] } = await (
    await salon.request.get(`/api/spaces/${id}/stations`)
  ).json()
  const words = await mine.first().innerText()
  const unit = stations.find(({ name }) => words.includes(name))
  await mine
    .first()
    .getByLabel('Código de la unidad')
    .fill(unit?.code ?? '')
  await mine.first().getByRole('button', { name: 'Registrar llegada' }).click()
  await expect(mine.first().getByRole('button', { name: 'Terminar uso' })).toBeVisible()
  await beginNow((await held.json()).id)
  await page.reload()
  await ready(page)
  await mine.first().getByRole('button', { name: 'Terminar uso' }).click()
  await mine.first().getByRole('button', { name: 'Cerrar renta' }).click()
  await expect(page.getByText('Renta cerrada: el espacio recibe su parte').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Anteriores' }).click()
  await expect(mine.first().getByText('Completada')).toBeVisible()
  await expect(mine.first().getByText(/Está apartada en tu tarjeta ····4242/)).toBeVisible()

  // The mirror broke: the host shows it, and the renter says that it was broken before.
  await salon.goto('/host-availability')
  await ready(salon)
  await salon.getByRole('button', { name: /Elisa Robles, \$300/ }).click()
  await expectAccessibleEverywhere(salon)
  await salon.getByRole('button', { name: 'Reclamar un daño' }).click()
  const claim = salon.getByRole('dialog', { name: 'Reclamar un daño' })
  await claim.getByLabel('Cuánto cuesta repararlo').fill('180')
  await claim.getByLabel('Qué se dañó').fill('Se quebró el espejo grande.')
  await expect(claim.getByText('Agrega al menos una foto del daño.')).toBeVisible()
  const { default: sharp } = await import('sharp')
  const buffer = await sharp({ create: { width: 320, height: 240, channels: 3, background: '#7a4b2a' } })
    .png()
    .toBuffer()
  await claim.getByLabel('Agregar fotos').setInputFiles({ name: 'espejo.png', mimeType: 'image/png', buffer })
  await expect(claim.getByRole('img', { name: 'Foto 1' })).toBeVisible()
  await expectAccessible(salon)
  await claim.getByRole('button', { name: 'Enviar reclamo' }).click()
  await expect(salon.getByText('Reclamo enviado').first()).toBeVisible()

  await page.goto('/professional-appointments?tab=rents')
  await ready(page)
  const claims = page.getByRole('region', { name: 'Reclamos por responder' })
  await expect(claims.getByText('Se quebró el espejo grande.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await claims.getByRole('button', { name: 'No estoy de acuerdo' }).click()
  const answer = page.getByRole('dialog', { name: 'No estoy de acuerdo' })
  await answer.getByLabel('Qué pasó').fill('Ya estaba quebrado cuando llegué.')
  await answer.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(page.getByText('Respuesta enviada').first()).toBeVisible()

  await salon.setViewportSize({ width: 1280, height: 800 })
  await salon.goto(`/host-availability?date=${isoDate(6)}`)
  await ready(salon)
  const bar = salon.getByRole('button', { name: /Renta directa, Silla 1.*10:00 a 11:00.*Elisa Robles/ })
  await expect(bar).toBeVisible()
  await bar.click()
  await expect(salon.getByRole('dialog', { name: 'Renta directa: Silla 1' })).toBeVisible()
  await expectAccessible(salon)

  // By keyboard to another hour: it is proposed, and the professional accepts.
  await salon.keyboard.press('Escape')
  await bar.focus()
  await bar.press('m')
  for (let quarter = 0; quarter < 12; quarter += 1) await bar.press('ArrowRight')
  await expect(salon.getByText('Silla 1, 13:00 a 14:00: libre')).toBeVisible()
  await bar.press('Enter')
  const proposing = salon.getByRole('dialog', { name: 'Proponer otra hora' })
  await expect(proposing.getByText('Quien renta no paga más por un cambio tuyo.')).toBeVisible()
  await proposing.getByLabel('Mensaje').fill('A las 10 viene el plomero.')
  await expectAccessibleEverywhere(salon)
  await proposing.getByRole('button', { name: 'Proponer esta hora' }).click()
  await expect(salon.getByText('Hora propuesta').first()).toBeVisible()

  await page.goto('/professional-appointments?tab=rents')
  await ready(page)
  const otherHour = page.getByRole('group', { name: 'Otra hora propuesta' })
  await expect(otherHour.getByText('A las 10 viene el plomero.')).toBeVisible()
  await expectAccessible(page)
  await otherHour.getByRole('button', { name: 'Aceptar la hora' }).click()
  await expect(otherHour).toHaveCount(0)
  await salon.reload()
  await ready(salon)
  await expect(
    salon.getByRole('button', { name: /Renta directa, Silla 1.*13:00 a 14:00.*Elisa/ }),
  ).toBeVisible()
  // A client of hers comes later: now she proposes, and the host accepts.
  await page
    .getByRole('listitem')
    .filter({ hasText: '13:00' })
    .getByRole('button', { name: 'Proponer otra hora' })
    .click()
  const asks = page.getByRole('dialog', { name: 'Proponer otra hora' })
  await asks.getByLabel('Empieza').fill('16:00')
  await expect(asks.getByText('El precio se queda en lo que pagaste.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await asks.getByRole('button', { name: 'Proponer esta hora' }).click()
  await expect(otherHour.getByText(/^Propusiste moverla/)).toBeVisible()
  await salon.reload()
  await ready(salon)
  await salon.getByRole('button', { name: /Renta directa, Silla 1.*13:00 a 14:00.*Elisa/ }).click()
  const wanted = salon.getByRole('group', { name: 'Otra hora propuesta' })
  await expect(wanted.getByText(/Por tus precios de hoy costaría \$/)).toBeVisible()
  await expectAccessibleEverywhere(salon)
  await wanted.getByRole('button', { name: 'Aceptar la hora' }).click()
  await expect(wanted).toHaveCount(0)
  await salon.reload()
  await ready(salon)
  await expect(
    salon.getByRole('button', { name: /Renta directa, Silla 1.*16:00 a 17:00.*Elisa/ }),
  ).toBeVisible()
  // She is at the desk and wants more: the host sees the price, and she has the hours to pay.
  const { email } = await (await page.request.get('/api/auth/user')).json()
  await salon.getByRole('button', { name: 'Más', exact: true }).click()
  await salon.getByRole('menuitem', { name: 'Rentar en recepción' }).click()
  const walkIn = salon.getByRole('dialog', { name: 'Rentar horas en recepción' })
  await walkIn.getByLabel('Correo o teléfono').fill('nadie@correo.test')
  await walkIn.getByLabel('Día').fill(isoDate(9))
  await walkIn.getByRole('button', { name: 'Ver precio' }).click()
  await expect(walkIn.getByRole('button', { name: 'Enviar invitación' })).toBeVisible()
  await walkIn.getByLabel('Correo o teléfono').fill(email)
  await walkIn.getByRole('button', { name: 'Ver precio' }).click()
  await expect(walkIn.getByText('Elisa Robles')).toBeVisible()
  await expectAccessibleEverywhere(salon)
  await walkIn.getByRole('button', { name: 'Apartar y enviar el enlace' }).click()
  await salon.getByRole('dialog', { name: 'Enlace enviado' }).getByRole('button', { name: 'Listo' }).click()
  await page.goto('/professional-appointments?tab=rents')
  await ready(page)
  await expect(page.getByRole('link', { name: 'Pagar estas horas' })).toBeVisible()

  // And two hours more, paid by hand there: the host has the money and owes the commission.
  await salon.getByRole('button', { name: 'Más', exact: true }).click()
  await salon.getByRole('menuitem', { name: 'Rentar en recepción' }).click()
  await walkIn.getByLabel('Correo o teléfono').fill(email)
  await walkIn.getByLabel('Día').fill(isoDate(9))
  await walkIn.getByLabel('Empieza').fill('15:00')
  await walkIn.getByRole('button', { name: 'Ver precio' }).click()
  await walkIn.getByRole('radio', { name: /^En efectivo, aquí/ }).check()
  await expectAccessibleEverywhere(salon)
  await walkIn.getByRole('button', { name: /^Cobré .* en efectivo/ }).click()
  const taken = salon.getByRole('dialog', { name: 'Renta cobrada' })
  await expect(taken.getByText(/La comisión de Kalli, \$/)).toBeVisible()
  await taken.getByRole('button', { name: 'Listo' }).click()
  await page.reload()
  await ready(page)
  await expect(page.getByText('Pagaste en efectivo, en recepción.')).toBeVisible()

  // Her own calendar shows when the chair is taken, and not by whom.
  await salon.getByRole('button', { name: 'Más', exact: true }).click()
  await salon.getByRole('menuitem', { name: 'Calendarios' }).click()
  const calendars = salon.getByRole('dialog', { name: 'Calendarios por unidad' })
  await calendars.getByRole('button', { name: /^Crear dirección de Silla 1/ }).click()
  const address = await calendars.getByRole('textbox', { name: 'Dirección de Silla 1' }).inputValue()
  await expectAccessible(salon)
  const file = await (await salon.request.get(new URL(address).pathname)).text()
  expect(file).toContain('SUMMARY:Ocupado')
  expect(file).not.toMatch(/Elisa|Berta|Robles/)

  // Conversely: busy time of another calendar cannot be booked here, and she does the same with her own.
  await calendars.getByLabel('Otro calendario que ocupa Silla 1').fill('http://calendario.test/comida.ics')
  await calendars.getByRole('button', { name: 'Conectar', exact: true }).first().click()
  await expect(calendars.getByText(/Pega la dirección secreta/)).toBeVisible()
  await calendars.getByLabel('Otro calendario que ocupa Silla 1').fill('https://calendario.test/comida.ics')
  await calendars.getByRole('button', { name: 'Conectar', exact: true }).first().click()
  await expect(calendars.getByText('Al día')).toBeVisible()
  await expectAccessibleEverywhere(salon)
  await salon.reload()
  await ready(salon)
  await expect(salon.getByRole('button', { name: /^Calendario externo, Silla 1/ }).first()).toBeVisible()
  await page.goto('/professional-calendar-advanced')
  await ready(page)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Calendarios' }).click()
  const own = page.getByRole('dialog', { name: 'Calendarios conectados' })
  await own.getByLabel('Dirección de tu otro calendario').fill('https://calendario.test/nada.ics')
  await own.getByRole('button', { name: 'Conectar', exact: true }).click()
  await expect(own.getByText('Desconectado')).toBeVisible()
  await expectAccessible(page)
  await own.getByRole('button', { name: 'Quitar calendario.test' }).click()
  await expect(own.getByText('Desconectado')).toHaveCount(0)
})
