/** A visit repeated: what each date offers, a taken one at another hour, extended by both, and the rest cancelled, the sum first. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { handsOn } from './keys.ts'
import { codeAt, openLink } from './emails.ts'
import { bookAsGuest, bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openVisit } from './visits.ts'

test('a guest repeats a visit weekly, replaces a taken hour, accepts one more date, and ends the series @desktop-deep', async ({
  browser,
  page,
}, { project }) => {
  test.setTimeout(240_000)
  const isPhone = project.name === 'phone'
  const look = (at: Page, how: string) => (isPhone ? expectAccessible(at, how) : undefined)
  const { press, choose } = handsOn(page, project)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const date = dateAhead(3)
  const visit = await bookAsGuest(browser, stylist, salon.spaceId, date, 1)
  // Another client has the same hour a week later.
  await bookHour(browser, stylist, salon.spaceId, dateAhead(10), 1)
  await page.goto(visit.link)
  await ready(page)
  await press(page.getByRole('button', { name: 'Repetir' }))
  const dialog = page.getByRole('dialog', { name: 'Repetir esta cita' })
  await choose(dialog.getByLabel('Cada cuánto'), 'Cada semana')
  await expect(dialog.getByText('Ocupado')).toBeVisible()
  await expect(dialog.getByText('Libre')).toHaveCount(2)
  await choose(dialog.getByLabel(/^Otra hora el/), /\d\d:\d\d/)
  await expect(dialog.getByText('$1,800 en total.', { exact: false })).toBeVisible()
  await look(page, 'a series being chosen')
  await press(dialog.getByRole('button', { name: 'Reservar 3 citas más' }))
  await expect(page.getByText('Serie reservada').first()).toBeVisible()
  const series = page.getByRole('button', { name: 'Serie: cita 1 de 4' })
  await expect(series).toBeVisible()
  if (isPhone) await expectAccessibleEverywhere(page)

  // Her agenda shows its number in the series.
  const { page: pro } = stylist
  const hands = handsOn(pro, project)
  await pro.goto(`/professional-appointments?date=${dateAhead(17)}`)
  await ready(pro)
  await openVisit(pro, /:\d\d/)
  await hands.press(pro.getByRole('button', { name: 'Serie: cita 3 de 4' }))
  const hers = pro.getByRole('dialog', { name: 'Citas de esta serie' })
  await expect(hers.getByRole('listitem')).toHaveCount(4)

  // She adds one, and her client accepts by a link: there is nothing to pay that day.
  await hands.press(hers.getByRole('button', { name: 'Agregar fechas' }))
  const adding = pro.getByRole('dialog', { name: 'Agregar fechas a la serie' })
  await hands.choose(adding.getByLabel('Cuántas fechas más'), /^1/)
  await expect(adding.getByText('Libre')).toHaveCount(1)
  await look(pro, 'dates being added for a client')
  await hands.press(adding.getByRole('button', { name: 'Apartar 1 fecha y enviar el enlace' }))
  await expect(pro.getByText('Enlace enviado').first()).toBeVisible()
  const client = await (await browser.newContext()).newPage()
  const clients = handsOn(client, project)
  await openLink(client, visit.email, 'Acepta tu')
  await expect(client.getByRole('heading', { name: 'Acepta tus citas' })).toBeVisible()
  await look(client, 'dates that were added')
  const booked = await codeAt(client, 'mail', visit.email)
  await clients.press(client.getByRole('button', { name: 'Aceptar', exact: true }))
  const code = client.getByLabel('Código de seis dígitos')
  await expect(code).toBeFocused()
  let digits = booked
  await expect(async () => {
    digits = await codeAt(client, 'mail', visit.email)
    expect(digits).not.toBe(booked)
  }).toPass({ timeout: 20_000 })
  await clients.write(code, digits)
  await client.keyboard.press('Enter')
  await expect(client.getByRole('heading', { name: 'Esta cita ya es tuya' })).toBeVisible()
  await client.context().close()

  // And the client as many as she likes, at once.
  await page.reload()
  await ready(page)
  await press(page.getByRole('button', { name: 'Serie: cita 1 de 5' }))
  const all = page.getByRole('dialog', { name: 'Citas de esta serie' })
  await press(all.getByRole('button', { name: 'Agregar fechas' }))
  const more = page.getByRole('dialog', { name: 'Agregar fechas a la serie' })
  await choose(more.getByLabel('Cuántas fechas más'), /^2/)
  await expect(more.getByText('Libre')).toHaveCount(2)
  await look(page, 'a series being made longer')
  await press(more.getByRole('button', { name: 'Agregar 2 fechas' }))
  await press(page.getByRole('button', { name: 'Serie: cita 1 de 7' }))
  await press(all.getByRole('button', { name: 'Cancelar esta y las siguientes' }))
  await expect(all.getByText('$4,200')).toBeVisible()
  await look(page, 'a series being ended')
  await press(all.getByRole('button', { name: 'Cancelar 7 citas' }))
  await expect(page.getByRole('heading', { name: 'Cancelaste esta cita' })).toBeVisible()
})
