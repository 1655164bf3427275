/** Session packs: a professional sells five, a client pays them once, and a visit uses one of them. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { letIn, newcomer, salonOf, stylistNear, withCredit } from './newcomers.ts'
import { cards, fillCard, goToPay, openLine } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('five sessions are paid once, and a visit uses one of them', async ({ browser }) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Noemí')
  await letIn(salon, stylist)
  const { page } = stylist
  await page.goto('/professional-services')
  await ready(page)
  await page.getByRole('link', { name: 'Editar Corte y peinado' }).click()
  await page.getByRole('tab', { name: 'Precio' }).click()
  await page.getByRole('button', { name: 'Agregar un paquete' }).click()
  const pack = page.getByRole('group', { name: 'Paquete 1' })
  await expect(pack.getByText('Cada sesión sale en $540, $60 menos que suelta.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Agregar un complemento' }).click()
  const wash = page.getByRole('group', { name: /^Complemento/ })
  await wash.getByLabel('Qué es').fill('Lavado')
  await wash.getByLabel(/^Cuánto más/).fill('80')
  await wash.getByLabel('Minutos más').fill('0')
  await page.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(page.getByText('Servicio guardado').first()).toBeVisible()

  const client = await newcomer(browser, 'client', 'Paula')
  await withCredit(client, 20_000)
  await client.goto(`/p/${stylist.professionalId}`)
  await ready(client)
  await client.getByRole('link', { name: /^5 sesiones por \$2,700/ }).click()
  await expect(client.getByRole('heading', { name: 'Compra tu paquete' })).toBeVisible()
  await expect(client.getByText(/Ahorras \$300/)).toBeVisible()
  await expectAccessibleEverywhere(client)
  await fillCard(client, cards.accepted)
  await client.getByRole('button', { name: 'Pagar $2,700' }).click()
  const mine = client.getByRole('region', { name: 'Tus paquetes' })
  await expect(mine.getByText('Quedan 5 de 5 sesiones')).toBeVisible({ timeout: 30_000 })
  await expectAccessibleEverywhere(client)
  await mine.getByRole('link', { name: /^Reservar una sesión/ }).click()
  await ready(client)
  await client.getByRole('list', { name: 'Lo antes posible' }).getByRole('button').first().click()
  await goToPay(client)
  const amountOf = (label: string) =>
    client.getByText(label, { exact: true }).locator('xpath=following-sibling::*')
  await expect(amountOf('Con tu tarjeta')).toHaveText('$400')
  await client.getByRole('radio', { name: /^Mi paquete/ }).check()
  await client.getByLabel('Teléfono').fill('55 1234 5678')
  // A session pays all of it: no credit beside it, and each party gets its share of one session's price.
  await expect(amountOf('Con tu paquete')).toHaveText('−$600')
  await expect(amountOf('Hoy')).toHaveText('$0')
  await expect(client.getByText('Tu saldo a favor')).toBeHidden()
  await expect(client.getByText('Por pagar', { exact: true })).toBeHidden()
  await client.getByText('¿A quién le llega?').click()
  await expect(amountOf('Lo que vale tu sesión')).toHaveText('$540')
  await expectAccessibleEverywhere(client)
  // A paid extra costs more than a session: then a card is required, until the extra is removed again.
  await openLine(client, 'Agregar complementos')
  await client.getByLabel(/^Lavado/).check()
  await expect(client.getByText('Tu paquete no paga esta cita como está')).toBeVisible()
  await expect(amountOf('Con tu tarjeta')).toHaveText('$480')
  await expect(client.getByRole('button', { name: 'Pagar $480', exact: true })).toBeVisible()
  await expectAccessibleEverywhere(client)
  await client.getByLabel(/^Lavado/).uncheck()
  await expect(client.getByRole('radio', { name: /^Mi paquete/ })).toBeChecked()
  await expect(amountOf('Hoy')).toHaveText('$0')
  await client.reload()
  await ready(client)
  await expect(amountOf('Hoy')).toHaveText('$0')
  await client.getByRole('button', { name: 'Reservar con mi paquete' }).click()
  await expect(client).toHaveURL(/booking-success/, { timeout: 30_000 })
  await client.goto('/my-bookings?tab=wallet')
  await expect(client.getByText('Quedan 4 de 5 sesiones')).toBeVisible()

  // Hidden, it is visible to her only: that is shown before, and she continues.
  await page.goto('/professional-services')
  await ready(page)
  await page.getByRole('button', { name: 'Más opciones de Corte y peinado' }).click()
  await page.getByRole('menuitem', { name: 'Ocultar' }).click()
  const hiding = page.getByRole('dialog', { name: '¿Ocultar «Corte y peinado»?' })
  await expect(
    hiding.getByText(/Un cliente tiene paquete y lo sigue reservando con sus sesiones/),
  ).toBeVisible()
  await expectAccessibleEverywhere(page)
  await hiding.getByRole('button', { name: 'Ocultar' }).click()
  await expect(page.getByText('Oculto')).toBeVisible()
  await expect(hiding).toHaveCount(0)
  await mine.getByRole('link', { name: /^Reservar una sesión/ }).click()
  await ready(client)
  await expect(
    client.getByRole('list', { name: 'Lo antes posible' }).getByRole('button').first(),
  ).toBeVisible()

  // Archiving ends it: the refund, and that it cannot be undone, are shown before the press.
  await page.getByRole('button', { name: 'Más opciones de Corte y peinado' }).click()
  await page.getByRole('menuitem', { name: 'Archivar' }).click()
  const leaving = page.getByRole('dialog', { name: '¿Archivar «Corte y peinado»?' })
  await expect(
    leaving.getByText(/Se devuelven \$2,160 a un cliente que tiene paquete; eso no se deshace\./),
  ).toBeVisible()
  await expectAccessibleEverywhere(page)
  await leaving.getByRole('button', { name: 'Archivar' }).click()
  await expect(page.getByText(/Lo que quedaba de los paquetes se devuelve/).first()).toBeVisible()
})
