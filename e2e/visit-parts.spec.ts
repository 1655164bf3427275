/** The parts of a visit: a service in phases, and add-ons before and after its hour is held. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { cards, chooseDay, chooseHour, fillCheckout, openLine, payButton, someone } from './people.ts'
import { dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openVisit } from './visits.ts'

test('a service gets phases, a price by hair length and add-ons; a client chooses, changes the hold and pays the sum', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1', 'Silla 2'])
  const stylist = await stylistNear(browser, salon, 'Abril')
  await letIn(salon, stylist)
  const { page } = stylist
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/professional-services')
  await ready(page)
  await page
    .getByRole('link', { name: /^Editar / })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Tiempo' }).click()
  await page.getByLabel('Tiene un rato en que trabaja solo').check()
  await page.getByLabel('Proceso (minutos)', { exact: true }).fill('40')
  await page.getByLabel('Cierre (minutos)').fill('10')
  const phases = page.getByRole('list', { name: 'Las fases del servicio' })
  await expect(phases.getByRole('listitem')).toHaveCount(4)
  await expect(page.getByText(/en 40 min puedes atender a alguien más/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('tab', { name: 'Precio' }).click()
  for (const [name, pesos, minutes] of [
    ['Lavado', '80', '15'],
    ['Ampolleta', '150', '0'],
  ] as const) {
    await page.getByRole('button', { name: 'Agregar un complemento' }).click()
    const last = page.getByRole('group', { name: /^Complemento/ }).last()
    await last.getByLabel('Qué es').fill(name)
    await last.getByLabel(/^Cuánto más/).fill(pesos)
    await last.getByLabel('Minutos más').fill(minutes)
  }
  await page.getByRole('button', { name: 'Agregar un grupo de opciones' }).click()
  const lengths = page.getByRole('group', { name: 'Grupo Largo de cabello' })
  for (const [place, name, pesos, minutes] of [
    [1, 'Corto', '0', '0'],
    [2, 'Largo', '120', '15'],
  ] as const) {
    const one = lengths.getByRole('group', { name: `Opción ${place}` })
    await one.getByRole('textbox', { name: 'Opción' }).fill(name)
    await one.getByLabel(/^Cuánto más/).fill(pesos)
    await one.getByLabel('Minutos más').fill(minutes)
  }
  // What the professional earns with each.
  const left = page.getByText(/ganas .* por este servicio\./)
  const ofShort = await left.innerText()
  await page.getByRole('combobox', { name: 'Largo de cabello' }).selectOption({ label: 'Largo, +$120' })
  await expect(left).not.toHaveText(ofShort)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(page.getByText('Servicio guardado').first()).toBeVisible()

  // The client.
  const visitor = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage()
  await visitor.goto(`/p/${stylist.professionalId}`)
  await ready(visitor)
  await expect(visitor.getByText('Con complementos: Lavado +$80, Ampolleta +$150')).toBeVisible()
  await expect(visitor.getByText('Largo de cabello: Corto, Largo +$120')).toBeVisible()
  await visitor.goto(`/book?p=${stylist.professionalId}`)
  await ready(visitor)
  const offered = visitor.getByRole('region', { name: 'Complementos' })
  const choice = visitor.getByRole('region', { name: 'Largo de cabello' })
  await expect(visitor.getByText('Elige una opción para ver sus horarios: Largo de cabello.')).toBeVisible()
  await expectAccessibleEverywhere(visitor)
  await choice.getByRole('link', { name: /^Elegir Corto/ }).click()
  // Chosen, it is one line, which opens again.
  await expect(choice.getByRole('link', { name: /^Elegir Largo/ })).toBeHidden()
  await choice.getByText('Largo de cabello').click()
  await choice.getByRole('link', { name: /^Elegir Largo/ }).click()
  await expect(choice.getByRole('link', { name: /^Elegido Largo/ })).toBeVisible()
  await expect(choice.getByRole('link', { name: /^Elegir Corto/ })).toBeVisible()
  await offered.getByText('Complementos').click()
  const wash = offered.getByRole('link', { name: /^Agregar Lavado/ })
  await wash.focus()
  await visitor.keyboard.press('Enter')
  await expect(offered.getByRole('link', { name: /^Quitar Lavado/ })).toBeVisible()
  await expectAccessibleEverywhere(visitor)
  await chooseDay(visitor, 3)
  await chooseHour(visitor)
  await visitor.getByRole('button', { name: 'Apartar y continuar' }).click()
  await expect(visitor.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  const total = () => visitor.getByText('Total', { exact: true }).locator('xpath=following-sibling::*')
  await expect(visitor.getByText('Lavado', { exact: true }).last()).toBeVisible()
  const before = await total().innerText()
  await visitor.getByLabel(/^Ampolleta/).check()
  await expect(total()).not.toHaveText(before)
  await expect(visitor.getByLabel(/^Lavado/)).toBeEnabled()
  await visitor.getByLabel(/^Lavado/).uncheck()
  await expect(visitor.getByText('Lavado', { exact: true })).toHaveCount(1)
  // The other length and back: $120 of difference, and never none.
  const ofLong = await total().innerText()
  await visitor.getByRole('radio', { name: /^Corto/ }).click()
  await expect(visitor.getByRole('radio', { name: /^Corto/ })).toBeChecked()
  await expect(total()).not.toHaveText(ofLong)
  await visitor.getByRole('radio', { name: /^Largo/ }).click()
  await expect(total()).toHaveText(ofLong)
  await expect(visitor.getByText('Largo de cabello: Largo', { exact: true })).toBeVisible()
  await expectAccessibleEverywhere(visitor)
  await fillCheckout(visitor, someone(), cards.accepted)
  // A tip is charged afterwards: the amount paid today stays the same.
  await openLine(visitor, 'Propina')
  await expect(visitor.getByLabel('Sin propina')).toBeChecked()
  const today = await payButton(visitor).innerText()
  await visitor.getByLabel('Otro importe').check()
  await expect(visitor.getByText(/^La propina va de \$10/).first()).toBeVisible()
  await visitor.getByLabel(/^10 %/).check()
  await expect(visitor.getByText('Después de tu cita, la propina')).toBeVisible()
  // And an invoice, which the stylist will issue.
  await openLine(visitor, 'Factura')
  await visitor.getByLabel('Quiero factura').check()
  await expect(visitor.getByText(/La emite Abril .*no timbra facturas/)).toBeVisible()
  await visitor.getByLabel('RFC', { exact: true }).fill('hegl 901301 ab1')
  await visitor.getByLabel('Código postal fiscal').fill('06700')
  await expect(visitor.getByText('La fecha dentro del RFC no existe. Revísalo.')).toBeVisible()
  await visitor.getByLabel('RFC', { exact: true }).fill('hegl 900101 ab1')
  await visitor.getByLabel('Nombre o razón social').fill('Lucía Hernández García')
  await visitor.getByLabel('Régimen fiscal').selectOption('612')
  await visitor.getByLabel('Uso del CFDI').selectOption('G03')
  await expectAccessibleEverywhere(visitor)
  await expect(visitor.getByRole('button', { name: today })).toBeEnabled()
  await payButton(visitor).click()
  await expect(visitor.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(visitor.getByText(/\+ Ampolleta/).first()).toBeVisible()
  await expect(visitor.getByText(/\+ Largo de cabello: Largo/).first()).toBeVisible()
  await expect(visitor.getByText(/^Propina: \$/)).toBeVisible()
  await expectAccessibleEverywhere(visitor)
  await visitor.getByRole('button', { name: 'Factura', exact: true }).click()
  await expect(visitor.getByRole('dialog').getByLabel('RFC', { exact: true })).toHaveValue('HEGL900101AB1')
  await expectAccessibleEverywhere(visitor)
  await visitor.keyboard.press('Escape')
  await page.goto(`/professional-appointments?date=${dateAhead(3)}`)
  await ready(page)
  const sheet = await openVisit(page, /:\d\d/)
  await sheet.getByText('Pide factura').click()
  await expect(page.getByText('HEGL900101AB1')).toBeVisible()
  await visitor.getByRole('button', { name: 'Quitar propina' }).click()
  await expect(visitor.getByText(/^Propina: \$/)).toBeHidden()

  // With any professional of the business it may be added too.
  await visitor.goto(`/book?s=${salon.spaceId}`)
  await ready(visitor)
  await choice.getByRole('link', { name: /^Elegir Largo/ }).click()
  await choice.getByText('Largo de cabello').click()
  await expect(choice.getByRole('link', { name: /^Elegido Largo/ })).toBeVisible()
  await offered.getByText('Complementos').click()
  await offered.getByRole('link', { name: /^Agregar Lavado/ }).click()
  await expect(offered.getByRole('link', { name: /^Quitar Lavado/ })).toBeVisible()
  await chooseDay(visitor, 4)
  await chooseHour(visitor)
  await expect(visitor.getByText(/\+ Lavado · con Abril/)).toBeVisible()
  await expectAccessibleEverywhere(visitor)
  await visitor.getByRole('button', { name: 'Apartar y continuar' }).click()
  await expect(visitor.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await expect(visitor.getByLabel(/^Lavado/)).toBeChecked()

  // Its professional sees the phases in which they are free.
  await page.goto(`/professional-calendar-advanced?view=list&date=${dateAhead(3)}`)
  await ready(page)
  await expect(page.getByText(/Ampolleta · .*Proceso \d+:\d\d a \d+:\d\d/).first()).toBeVisible()
})
