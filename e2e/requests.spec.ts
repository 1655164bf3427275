/** A stylist who answers each request: asked, accepted and declined, as both see it. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { letIn, salonOf, stylistNear, type Stylist } from './newcomers.ts'
import { cards, chooseTime, fillCheckout, goToPay, someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** A visitor asks for an hour some days ahead, and is told until when there is an answer. */
const ask = async (page: Page, { professionalId, firstName }: Stylist, daysAhead: number) => {
  await page.goto(`/booking?professional=${professionalId}`)
  await ready(page)
  await chooseTime(page, { service: 'Corte y peinado', daysAhead, nth: 3 })
  await goToPay(page)
  await expect(page.getByText(`${firstName} responde cada solicitud`)).toBeVisible()
  await fillCheckout(page, someone(), cards.accepted)
  await page.getByRole('button', { name: 'Solicitar por $600' }).click()
  await expect(page.getByRole('heading', { name: 'Solicitud enviada' })).toBeVisible()
  await expect(page.getByText('no se te cobra nada antes')).toBeVisible()
}

test('a visitor asks, the stylist says yes to one and no to another, and both know where they stand', async ({
  browser,
}) => {
  // Two newcomers, a listing with its photos, two visitors, and the looks at three screens.
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const { page } = stylist

  await page.goto('/professional-space-rules')
  await ready(page)
  await page.getByText('Quién aparta el espacio').click()
  await page.getByLabel('Apartar en automático').selectOption('Pregúntame cada vez')
  await page.getByRole('button', { name: 'Guardar reglas' }).click()
  await expect(page.getByText('Reglas guardadas').first()).toBeVisible()

  await page.goto('/professional-appointments?tab=requests')
  await expect(page.getByText('Nada por responder')).toBeVisible()

  const first = await (await browser.newContext()).newPage()
  await ask(first, stylist, 3)
  await expectAccessible(first, 'a request that was sent')

  await page.goto('/professional-appointments')
  await ready(page)
  await page.getByRole('link', { name: 'Por responder (1)' }).click()
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'Paola Nava Ríos' }) })
  await expect(card.getByText(/^Quedan/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await card.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByText('Cita confirmada').first()).toBeVisible()
  await expect(page.getByText('Nada por responder')).toBeVisible()
  await expect(page.getByText('respondiste a tiempo 1 de 1')).toBeVisible()
  await first.reload()
  await expect(first.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await first.context().close()

  const second = await (await browser.newContext()).newPage()
  await ask(second, stylist, 4)
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Rechazar' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Rechazar esta solicitud?' })
  await dialog.getByText('Necesito más tiempo para prepararme.').click()
  await expectAccessible(page, 'saying no')
  await dialog.getByRole('button', { name: 'Rechazar solicitud' }).click()
  await expect(page.getByText('Nada por responder')).toBeVisible()
  await second.reload()
  await ready(second)
  await expect(second.getByRole('heading', { name: 'Esta vez no pudo ser' })).toBeVisible()
  await expect(second.getByText('Necesito más tiempo para prepararme.')).toBeVisible()
  await expectAccessible(second, 'a request that was declined')
  const others = second
    .getByRole('heading', { name: 'Otros horarios cercanos' })
    .locator('..')
    .getByRole('listitem')
  await expect(others).toHaveCount(3)
  await others.first().getByRole('button').click()
  await expect(second.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
})
