/** Prices by demand: a professional tries a rule, saves it, and a visitor reads its label on the hour and pays exactly that. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { letIn, salonOf, stylistNear } from './newcomers.ts'
import { cards, chooseDay, fillCheckout, goToPay, someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a saved price rule sets the price of its hour on the button, in the quote and in the charge', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const { page } = stylist
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })

  await page.goto('/professional-services')
  await ready(page)
  await page.getByRole('link', { name: 'Precios por demanda' }).click()
  await expect(page.getByRole('heading', { name: 'Precios por demanda', level: 1 })).toBeVisible()
  await ready(page)
  await expect(page.getByText('Cada servicio cuesta lo mismo a toda hora.')).toBeVisible()
  await expect(page.getByText('Sin citas en las últimas 4 semanas')).toBeVisible()
  await page.getByRole('button', { name: 'Agregar regla' }).click()
  await page.getByLabel('Nombre').fill('Mañanas')
  for (const day of ['lunes', 'jueves', 'viernes', 'sábado', 'domingo'])
    await page.getByRole('button', { name: day, exact: true }).click()
  // Nothing is saved yet, but the week beside it shows it: 600 less 15 % from nine to eleven.
  await expect(page.getByText('$510 a $600').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  // A rule for the own link is tried for that channel; for the other it changes nothing.
  await page.getByLabel('Para quien reserva').selectOption({ label: 'Solo con mi enlace' })
  await expect(page.getByText('$510 a $600')).toHaveCount(0)
  await page.getByLabel('Quien reserva llega').selectOption({ label: 'Con mi enlace' })
  await expect(page.getByText('$510 a $600').first()).toBeVisible()
  await page.getByLabel('Para quien reserva').selectOption({ label: 'Por donde venga' })
  await page.getByRole('button', { name: 'Guardar precios' }).click()
  await expect(page.getByText('Precios guardados').first()).toBeVisible()
  await expect(page.getByText(/«Mañanas»: Todos los días, de 09:00 a 12:00: −15 %/)).toBeVisible()

  // And a coupon for ten percent off, for one visit of each client.
  await page.getByRole('button', { name: 'Nuevo cupón' }).click()
  const coupon = page.getByRole('dialog', { name: 'Nuevo cupón' })
  await coupon.getByLabel('Palabra').fill('Año nuevo')
  await expectAccessibleEverywhere(page)
  await coupon.getByRole('button', { name: 'Guardar cupón' }).click()
  await expect(page.getByRole('button', { name: 'Editar ANONUEVO' })).toBeVisible()
  await expect(page.getByText('10 % menos en todos tus servicios')).toBeVisible()

  const visitor = await (await browser.newContext()).newPage()
  await visitor.emulateMedia({ reducedMotion: 'reduce' })
  await visitor.goto(
    `/booking?professional=${stylist.professionalId}&service=${stylist.serviceId}&space=${salon.spaceId}`,
  )
  await ready(visitor)
  await chooseDay(visitor, 3)
  await visitor.getByRole('button', { name: /^10:00\s*\$510\s*−\$90 · con descuento por horario/ }).click()
  // The bar shows the same two amounts.
  await expect(
    visitor.locator('[data-bar="bottom"]').getByText('−$90 · con descuento por horario'),
  ).toBeVisible()
  await expectAccessibleEverywhere(visitor)
  await goToPay(visitor)
  await expect(visitor.getByText('Con descuento por horario').first()).toBeVisible()
  await expect(visitor.getByText('−$90').first()).toBeVisible()
  await visitor.getByRole('button', { name: '¿Tienes un cupón?' }).click()
  await visitor.getByLabel('Cupón').fill('navidad')
  await visitor.getByRole('button', { name: 'Aplicar cupón' }).click()
  await expect(visitor.getByText('Ese cupón no existe o ya no vale.').first()).toBeVisible()
  await visitor.getByLabel('Cupón').fill('año nuevo')
  await visitor.getByRole('button', { name: 'Aplicar cupón' }).click()
  await expect(visitor.getByText('Cupón ANONUEVO', { exact: true })).toBeVisible()
  await expect(visitor.getByText('−$51').first()).toBeVisible()
  await expectAccessibleEverywhere(visitor)
  await fillCheckout(visitor, someone(), cards.accepted)
  await visitor.getByRole('button', { name: 'Pagar $459' }).click()
  await expect(visitor).toHaveURL(/booking-success/, { timeout: 30_000 })
  await expect(visitor.getByText('$459').first()).toBeVisible()
  // A one-time coupon applies to the first date of a series; one for each visit applies to every date.
  const repeats = async () => {
    await visitor.reload()
    await ready(visitor)
    await visitor.getByRole('button', { name: 'Repetir' }).click()
    return visitor.getByRole('dialog', { name: 'Repetir esta cita' })
  }
  const once = await repeats()
  await expect(once.getByText('El cupón ANONUEVO no cuenta en estas fechas.')).toBeVisible()
  await expect(once.getByText('Sin cupón: es una sola vez por persona')).toHaveCount(3)
  await page.getByRole('button', { name: 'Editar ANONUEVO' }).click()
  await page.getByLabel('Una sola vez por cliente').uncheck()
  await page.getByRole('button', { name: 'Guardar cupón' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const each = await repeats()
  await expect(each.getByText('El cupón ANONUEVO cuenta en 3 de 3 fechas.')).toBeVisible()
  await expect(each.getByText('Con tu cupón')).toHaveCount(3)
  await expect(each.getByText('$1,377', { exact: true })).toBeVisible()
  await expectAccessible(visitor, 'a series with a coupon')
  await each.getByRole('button', { name: 'Reservar 3 citas más' }).click()
  await expect(visitor.getByText('Serie reservada').first()).toBeVisible()
})
