/** A visit repeated: what each date offers, one that is taken at another hour, all at once, and the rest cancelled with the sum first. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { bookAsGuest, bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a guest repeats a visit every week, takes another hour where it is taken, and ends the series', async ({
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
  await expect(pro.getByRole('dialog', { name: 'Citas de esta serie' }).getByRole('listitem')).toHaveCount(4)

  await series.click()
  const all = page.getByRole('dialog', { name: 'Citas de esta serie' })
  await all.getByRole('button', { name: 'Cancelar esta y las siguientes' }).click()
  await expect(all.getByText('$2,400')).toBeVisible()
  await expectAccessible(page, 'a series being ended')
  await all.getByRole('button', { name: 'Cancelar 4 citas' }).click()
  await expect(page.getByRole('heading', { name: 'Cancelaste esta cita' })).toBeVisible()
})
