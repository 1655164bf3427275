/** A visit repeated: what each date offers, one that is taken at another hour, made longer by both, and the rest cancelled with the sum first. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { codeAt, openLink } from './letters.ts'
import { bookAsGuest, bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a guest repeats a visit every week, takes another hour where it is taken, it is made longer, and she ends it', async ({
  browser,
  page,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const date = dateAhead(3)
  const visit = await bookAsGuest(browser, stylist, salon.spaceId, date, 1)
  // Somebody else has the same hour a week later.
  await bookHour(browser, stylist, salon.spaceId, dateAhead(10), 1)
  await page.goto(visit.link)
  await ready(page)
  await page.getByRole('button', { name: 'Repetir' }).click()
  const dialog = page.getByRole('dialog', { name: 'Repetir esta cita' })
  await dialog.getByLabel('Cada cuánto').selectOption('Cada semana')
  await expect(dialog.getByText('Ocupado')).toBeVisible()
  await expect(dialog.getByText('Libre')).toHaveCount(2)
  await dialog.getByLabel(/^Otra hora el/).selectOption({ index: 1 })
  await expect(dialog.getByText('$1,800 en total.', { exact: false })).toBeVisible()
  await expectAccessible(page, 'a series being chosen')
  await dialog.getByRole('button', { name: 'Reservar 3 citas más' }).click()
  await expect(page.getByText('Serie reservada').first()).toBeVisible()
  const series = page.getByRole('button', { name: 'Serie: cita 1 de 4' })
  await expect(series).toBeVisible()
  await expectAccessibleEverywhere(page)

  // Her agenda knows which one it is.
  const { page: pro } = stylist
  await pro.goto(`/professional-appointments?date=${dateAhead(17)}`)
  await ready(pro)
  await pro.getByRole('button', { name: 'Serie: cita 3 de 4' }).click()
  const hers = pro.getByRole('dialog', { name: 'Citas de esta serie' })
  await expect(hers.getByRole('listitem')).toHaveCount(4)

  // She would add one, and her client says yes by a link: there is nothing to pay that day.
  await hers.getByRole('button', { name: 'Agregar fechas' }).click()
  const adding = pro.getByRole('dialog', { name: 'Agregar fechas a la serie' })
  await adding.getByLabel('Cuántas fechas más').selectOption('1')
  await expect(adding.getByText('Libre')).toHaveCount(1)
  await expectAccessible(pro, 'dates being added for a client')
  await adding.getByRole('button', { name: 'Apartar 1 fecha y enviar el enlace' }).click()
  await expect(pro.getByText('Enlace enviado').first()).toBeVisible()
  const client = await (await browser.newContext()).newPage()
  await openLink(client, visit.email, 'Acepta tu')
  await expect(client.getByRole('heading', { name: 'Acepta tus citas' })).toBeVisible()
  await expectAccessible(client, 'dates that were added')
  const booked = await codeAt(client, 'mail', visit.email)
  await client.getByRole('button', { name: 'Aceptar', exact: true }).click()
  const code = client.getByLabel('Código de seis dígitos')
  await expect(code).toBeFocused()
  let digits = booked
  await expect(async () => {
    digits = await codeAt(client, 'mail', visit.email)
    expect(digits).not.toBe(booked)
  }).toPass({ timeout: 20_000 })
  await code.fill(digits)
  await client.keyboard.press('Enter')
  await expect(client.getByRole('heading', { name: 'Esta cita ya es tuya' })).toBeVisible()
  await client.context().close()

  // And the client as many as she likes, at once.
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Serie: cita 1 de 5' }).click()
  const all = page.getByRole('dialog', { name: 'Citas de esta serie' })
  await all.getByRole('button', { name: 'Agregar fechas' }).click()
  const more = page.getByRole('dialog', { name: 'Agregar fechas a la serie' })
  await more.getByLabel('Cuántas fechas más').selectOption('2')
  await expect(more.getByText('Libre')).toHaveCount(2)
  await expectAccessible(page, 'a series being made longer')
  await more.getByRole('button', { name: 'Agregar 2 fechas' }).click()
  await page.getByRole('button', { name: 'Serie: cita 1 de 7' }).click()
  await all.getByRole('button', { name: 'Cancelar esta y las siguientes' }).click()
  await expect(all.getByText('$4,200')).toBeVisible()
  await expectAccessible(page, 'a series being ended')
  await all.getByRole('button', { name: 'Cancelar 7 citas' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelaste esta cita' })).toBeVisible()
})
