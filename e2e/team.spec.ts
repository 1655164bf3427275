/** A business's own team: a link that works once, a chair and a shift, and a rent run with a receipt for both. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { confirmPhone } from './listing.ts'
import { dateAhead, newcomer, salonOf, secret } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a rent run: invited by a link that works once, joined, charged, and both read their receipt', async ({
  browser,
}) => {
  // Two people, an email, and the checks of both sides of the screen.
  test.setTimeout(360_000)
  // A separate salon on each try, so that data of an earlier try does not conflict.
  const { page: salon, businessName } = await salonOf(browser, ['Silla 1'])
  await confirmPhone(salon.request)
  await salon.goto('/inhouse-professionals')
  await ready(salon)
  await expect(salon.getByText('Tu equipo empieza aquí')).toBeVisible()
  await salon.getByRole('button', { name: 'Invitar al equipo' }).click()
  const form = salon.getByRole('dialog', { name: 'Invitar al equipo' })
  const email = `ines.${process.pid}.${Date.now()}@correo.test`
  await form.getByLabel('Nombre', { exact: true }).fill('Inés')
  await form.getByLabel('Correo', { exact: true }).fill(email)
  await form.getByLabel('Unidad').selectOption({ label: 'Silla 1' })
  await form.getByLabel('Renta fija, en pesos').fill('1400')
  await expectAccessible(salon)
  await form.getByRole('button', { name: 'Enviar invitación' }).click()
  const reported = salon.getByRole('dialog', { name: 'Enlace para Inés' })
  await expect(reported.getByText(/\/inhouse\//)).toBeVisible()
  await expect(reported.getByRole('img', { name: 'Código QR del enlace para Inés' })).toBeVisible()
  await expectAccessible(salon)
  await reported.getByRole('button', { name: 'Cerrar' }).click()
  // Rents are charged automatically unless the business prefers to run them by hand.
  const byItself = salon.getByRole('checkbox', { name: /^Las rentas fijas se cobran solas/ })
  await expect(byItself).toBeChecked()
  await byItself.click()
  await expect(salon.getByText('Guardado', { exact: true }).first()).toBeVisible()
  await expect(byItself).not.toBeChecked()

  // The email has the same link; a visitor who opens it without an account sees the offer, and that it is for an address.
  const ines = await (await browser.newContext()).newPage()
  await expect(async () => {
    await ines.goto(`/dev/mail?to=${encodeURIComponent(email)}`)
    await ines.getByRole('listitem').getByRole('link').first().click({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const link = ines.getByRole('navigation', { name: 'Enlaces del correo' }).getByRole('link').first()
  const address = new URL((await link.getAttribute('href')) ?? '').pathname
  await ines.goto(address)
  await ready(ines)
  await expect(
    ines.getByRole('heading', { level: 1, name: `Únete al equipo de ${businessName}` }),
  ).toBeVisible()
  await expect(ines.getByText('$1,400 a la semana')).toBeVisible()
  await expect(ines.getByText('Apellidos, teléfono ni correo de las clientas.')).toBeVisible()
  await expectAccessibleEverywhere(ines)
  await ines.getByRole('link', { name: 'Crear cuenta y unirme' }).click()
  await ready(ines)
  await ines.getByLabel('Nombre', { exact: true }).fill('Inés')
  await ines.getByLabel('Apellido').fill('Barrera')
  await ines.getByLabel('Correo electrónico').fill(email)
  await ines.locator('input[autocomplete=new-password]').fill(secret)
  await ines.getByLabel('Tipo de cuenta').selectOption('professional')
  await ines.getByRole('main').getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(ines.getByRole('heading', { name: 'Confirma que este correo es tuyo' })).toBeVisible()
  await ines.getByRole('button', { name: 'Enviar código' }).click()
  let code = ''
  await expect(async () => {
    const text = await (await ines.request.get(`/dev/mail?to=${encodeURIComponent(email)}`)).text()
    code = /(\d{6}) es tu código/.exec(text)?.[1] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 20_000 })
  await ines.getByLabel('Código de seis dígitos').fill(code)
  await ines.getByRole('button', { name: 'Confirmar' }).click()
  await ines.getByRole('button', { name: 'Unirme al equipo' }).click()
  await expect(ines.getByRole('heading', { name: `Ya eres parte de ${businessName}` })).toBeVisible()
  await ines.goto(address)
  await expect(ines.getByRole('heading', { name: 'Este enlace ya se usó' })).toBeVisible()

  // A receptionist, by text message: the person who confirms that number joins.
  await salon.goto('/inhouse-professionals')
  await ready(salon)
  await salon.getByRole('button', { name: 'Invitar al equipo' }).click()
  await form.getByLabel('Nombre', { exact: true }).fill('Lupe')
  await form.getByLabel('Enviar por').selectOption('phone')
  const number = `55${String(10_000_000 + (Date.now() % 89_999_999))}`
  await form.getByLabel('Teléfono', { exact: true }).fill(number)
  await form.getByLabel('Como').selectOption('reception')
  await form.getByLabel('Empieza con').selectOption('reception')
  await form.getByRole('button', { name: 'Enviar invitación' }).click()
  const path = new URL(
    (await salon
      .getByRole('dialog', { name: 'Enlace para Lupe' })
      .getByText(/\/inhouse\//)
      .textContent()) ?? '',
  ).pathname
  const lupe = await newcomer(browser, 'professional', 'Lupe')
  await lupe.goto(path)
  await ready(lupe)
  await expect(lupe.getByRole('heading', { name: 'Confirma que este teléfono es tuyo' })).toBeVisible()
  await lupe.getByLabel('Teléfono', { exact: true }).fill(number)
  await lupe.getByRole('button', { name: 'Enviar código' }).click()
  await expectAccessible(lupe)
  await expect(async () => {
    const text = await (await lupe.request.get(`/dev/sms?to=${encodeURIComponent(`+52${number}`)}`)).text()
    code = /código es (\d{6})/.exec(text)?.[1] ?? ''
    expect(code).not.toBe('')
  }).toPass({ timeout: 20_000 })
  await lupe.getByLabel('Código de seis dígitos').fill(code)
  await lupe.getByRole('button', { name: 'Confirmar' }).click()
  await lupe.getByRole('button', { name: 'Unirme al equipo' }).click()
  await expect(lupe.getByRole('heading', { name: `Ya eres parte de ${businessName}` })).toBeVisible()
  await lupe.goto('/inhouse-professionals')
  await expect(lupe.getByRole('heading', { name: 'Agenda de la casa' })).toBeVisible()

  // The chair is hers in the timeline too, and says so.
  await salon.goto(`/host-availability?date=${dateAhead(1)}`)
  await ready(salon)
  await salon
    .getByRole('button', { name: /^Equipo de casa, Silla 1, .* guardada para Inés Barrera$/ })
    .click()
  await expect(salon.getByText('Por su turno, Silla 1 es de Inés Barrera en estas horas')).toBeVisible()
  await expectAccessible(salon)
  await salon.getByRole('link', { name: 'Ver su turno en Equipo' }).click()
  await ready(salon)
  await salon.getByRole('table', { name: 'Equipo' }).getByRole('button', { name: 'Inés Barrera' }).click()
  const card = salon.getByRole('article').filter({ hasText: 'Inés Barrera' })
  await expect(card.getByText('En el equipo')).toBeVisible()
  await expect(card.getByText(email)).toHaveCount(0)
  await salon.getByRole('button', { name: 'Cerrar' }).click()
  await salon.getByRole('button', { name: 'Cobrar rentas' }).click()
  const run = salon.getByRole('dialog', { name: 'Cobrar rentas' })
  await expect(run.getByText('$1,400 a la semana, 7 días')).toBeVisible()
  await expectAccessible(salon)
  await run.getByRole('button', { name: /^Cobrar \$1,400/ }).click()
  await expect(salon.getByRole('heading', { name: 'Rentas cobradas' })).toBeVisible()
  await expectAccessibleEverywhere(salon)
  await salon.getByRole('button', { name: 'Recibo de Inés Barrera' }).click()
  const receipt = salon.getByRole('dialog', { name: 'Recibo de renta' })
  await expect(receipt.getByText('Comisión de Kalli, con IVA')).toBeVisible()
  await expect(receipt.getByText('$1,330').first()).toBeVisible()
  await receipt.getByRole('button', { name: 'Cerrar recibo' }).click()
  // The same days again: there is nothing left to charge.
  await salon.getByRole('button', { name: 'Cobrar rentas' }).click()
  await expect(run.getByText('Estos días ya se cobraron.')).toBeVisible()

  await ines.goto('/inhouse-professionals')
  await ready(ines)
  await expect(ines.getByText('Mis recibos de renta')).toBeVisible()
  await expectAccessibleEverywhere(ines)
  // By card, which is saved for future rents.
  await ines.getByRole('button', { name: /^Pagar la renta/ }).click()
  const paying = ines.getByRole('dialog', { name: 'Pagar renta' })
  await paying.getByLabel('Número de tarjeta').fill('4242 4242 4242 4242')
  await paying.getByLabel('Vence (MM/AA)').fill('08/39')
  await paying.getByLabel('CVC').fill('123')
  await expect(paying.getByRole('checkbox', { name: /^Guardar la tarjeta/ })).toBeChecked()
  await expectAccessible(ines)
  await paying.getByRole('button', { name: 'Pagar $1,400' }).click()
  await expect(ines.getByText('Pagada', { exact: true })).toBeVisible()
  await expect(ines.getByText(/^Tus rentas se cobran a tu visa que termina en 4242/)).toBeVisible()
  await ines.getByRole('button', { name: /^Recibo/ }).click()
  const own = ines.getByRole('dialog', { name: 'Recibo de renta' })
  await expect(own.getByText('Tu parte')).toBeVisible()
  await expect(own.getByText('Pagada con tarjeta.')).toBeVisible()
  await ines.getByRole('button', { name: 'Cerrar recibo' }).click()
  await ines.getByRole('button', { name: 'Dejar el equipo' }).click()
  await ines.getByRole('button', { name: 'Dar aviso' }).click()
  await expect(ines.getByText(/^Tu lugar termina el/)).toBeVisible()
})
