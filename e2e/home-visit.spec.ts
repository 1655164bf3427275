/** A professional visits homes and works online; a client books both, and each sees the information they need. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { openLink } from './emails.ts'
import { inCalvillo, newcomer, publishProfile } from './newcomers.ts'
import { cards, chooseDay, fillCard, fillCheckout, goToPay, ownLine, someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('visits at home and online are set in the editor, booked, and found by client and professional', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000)
  const own = await newcomer(browser, 'professional', 'Renata')
  const id = await publishProfile(own, {
    ...(await inCalvillo(own)),
    bio: 'Doy masaje desde hace ocho años.',
    specialties: ['Relajante'],
    categories: ['massage'],
  })
  const weekly = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 0, toMinute: 1440 }))
  await own.request.put('/api/availability/rules', { data: { weekly } })
  const added = await own.request.post('/api/professional/services', {
    data: { name: 'Masaje de espalda', category: 'massage', durationMinutes: 60, priceCents: 60_000 },
  })
  expect(added.status(), await added.text()).toBe(201)

  await own.goto('/professional-services')
  await ready(own)
  await own.getByRole('link', { name: 'Editar Masaje de espalda' }).click()
  await own.getByRole('tab', { name: 'Dónde' }).click()
  await own.getByRole('checkbox', { name: 'A domicilio' }).check()
  await own.getByLabel('Cobras por ir').fill('80')
  await expect(own.getByText('Tu cliente paga $680: $600 del servicio y $80 por ir.')).toBeVisible()
  await own.getByRole('checkbox', { name: 'En línea' }).check()
  await own.getByLabel('Siempre en mi sala').check()
  await own.getByLabel('Enlace de tu sala').fill('https://meet.example/renata')
  // No longer online, it retains its link for confirmed visits.
  await own.getByRole('checkbox', { name: 'En línea' }).uncheck()
  await own.getByRole('checkbox', { name: 'En línea' }).check()
  await expect(own.getByLabel('Enlace de tu sala')).toHaveValue('https://meet.example/renata')
  await expectAccessibleEverywhere(own)
  await own.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(own.getByText('Servicio guardado').first()).toBeVisible()

  await page.goto(`/p/${id}`)
  await expect(
    page.getByText('En su espacio · A domicilio en un radio de 8 km (+$80) · En línea'),
  ).toBeVisible()

  await page.goto(`/booking?professional=${id}`)
  await ready(page)
  await page.getByRole('link', { name: /^A domicilio/ }).click()
  const near = async (text: string) => {
    await page.getByRole('combobox', { name: 'Colonia o municipio' }).fill(text)
    await page
      .getByRole('option', { name: new RegExp(`^${text}`) })
      .first()
      .click()
  }
  await near('Roma Norte')
  await page.getByLabel('Calle y número').fill('Colima 12')
  await page.getByLabel('Cómo llegar').fill('Timbre 3')
  await page.getByRole('button', { name: 'Ver horarios para esta dirección' }).click()
  await expect(
    page.getByText(/^Esa dirección queda fuera de su zona: va a domicilio en un radio de 8 km\./),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cambiar dirección' }).click()
  // Typed values are still there.
  await expect(page.getByLabel('Calle y número')).toHaveValue('Colima 12')
  await near('Calvillo')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Ver horarios para esta dirección' }).click()
  const hours = page.getByRole('list', { name: 'Lo antes posible' })
  // Not the very next one, which may be over, and still in this week’s list.
  await hours.getByRole('button').nth(1).click()
  await goToPay(page)
  await expect(page.getByText('Servicio a domicilio')).toBeVisible()
  await fillCheckout(page, someone(), cards.accepted)
  await page.getByRole('button', { name: 'Pagar $680', exact: true }).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(page.getByText('Colima 12, Calvillo')).toBeVisible()
  await expect(page.getByText('Díselo cuando llegue.')).toBeVisible()
  await expectAccessibleEverywhere(page)

  // A day without home visits: a client joins the waitlist at the same address, and the slot that opens is held for them.
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(
    Date.now() + 5 * 86_400_000,
  )
  const openOn = async (fromMinute: number, toMinute: number) => {
    const windows = fromMinute === toMinute ? [] : [{ fromMinute, toMinute }]
    const saved = await own.request.post('/api/availability/exceptions', { data: { date: day, windows } })
    expect(saved.status(), await saved.text()).toBe(200)
  }
  await openOn(0, 0)
  const waiting = someone()
  await page.goto(`/booking?professional=${id}&how=home`)
  await ready(page)
  await chooseDay(page, 5)
  await page.getByRole('button', { name: 'Avísame si se abre un lugar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avísame si se abre un lugar' })
  await expect(dialog.getByText(/^Masaje de espalda, a domicilio\. En cuanto/)).toBeVisible()
  await dialog.getByLabel('Hasta').fill(day)
  await dialog.getByLabel('Nombre').fill(waiting.firstName)
  await dialog.getByRole('button', { name: 'Avísame por correo' }).click()
  await dialog.getByLabel('Correo').fill(waiting.email)
  await dialog.getByRole('button', { name: 'Esperar un lugar' }).click()
  await expect(page.getByRole('dialog', { name: 'Ya estás en la lista' })).toContainText('Falta un paso')
  await openLink(page, waiting.email, 'Confirma tu espera')
  await page.getByRole('button', { name: 'Confirmar mi espera' }).click()
  await expect(page.getByText('con Renata', { exact: false })).toContainText('a domicilio')
  // A link can be forwarded: it names no address.
  await expect(page.getByText('Colima 12')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await openOn(600, 660)
  await openLink(page, waiting.email, 'Se abrió un lugar')
  await page.getByRole('button', { name: 'Aceptar y pagar $680' }).click()
  await expect(page).toHaveURL(/\/dynamic-checkout/)
  await expect(page.getByText('Servicio a domicilio')).toBeVisible()

  await page.goto(`/booking?professional=${id}&how=online`)
  await ready(page)
  await hours.getByRole('button').first().click()
  await goToPay(page)
  await expect(page.getByText('Por videollamada').first()).toBeVisible()
  // Known by the link of the waitlist, on one line.
  await expect(ownLine(page)).toContainText(waiting.email)
  await fillCard(page, cards.accepted)
  await page.getByRole('button', { name: 'Pagar $600', exact: true }).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Entrar a la videollamada' })).toHaveAttribute(
    'href',
    'https://meet.example/renata',
  )

  await own.goto('/professional-calendar-advanced?view=list')
  await ready(own)
  await expect(own.getByText(/A domicilio · Colima 12/).first()).toBeVisible()
  await expect(own.getByText(/En línea/).first()).toBeVisible()
  await expectAccessibleEverywhere(own)
  await own.context().close()
})
