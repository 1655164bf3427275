/** A gift card: bought by a visitor, delivered by email, redeemed by another client, and a visit is paid with it. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { codeAt, openLink } from './emails.ts'
import { letIn, newcomer, salonOf, stylistNear } from './newcomers.ts'
import { cards, fillCard, goToPay } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a gift card is bought, sent and redeemed by another client, who pays a visit with it @desktop-deep', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Noemí')
  await letIn(salon, stylist)

  const giver = await (await browser.newContext()).newPage()
  const mine = `regala-${crypto.randomUUID().slice(0, 8)}@example.test`
  const theirs = `recibe-${crypto.randomUUID().slice(0, 8)}@example.test`
  await giver.goto('/dynamic-checkout?gift=new')
  await ready(giver)
  await expect(giver.getByRole('heading', { name: 'Regala tiempo para alguien' })).toBeVisible()
  await giver.getByRole('radio', { name: 'Otra cantidad' }).check()
  await giver.getByLabel('Cantidad en pesos').fill('100')
  await giver.getByLabel('Para', { exact: true }).fill('Inés')
  await giver.getByLabel('De', { exact: true }).fill('Lucía')
  await giver.getByLabel(/^Mensaje/).fill('Feliz cumpleaños, date un gusto.')
  await giver.getByLabel('Correo de quien la recibe').fill(theirs)
  await giver.getByRole('button', { name: 'Confirmar con mi correo' }).click()
  await giver.getByLabel('Tu correo').fill(mine)
  await fillCard(giver, cards.accepted)
  await giver.getByRole('button', { name: /^Pagar/ }).click()
  await expect(giver.getByText('De $200 a $5,000, en pesos enteros.')).toBeVisible()
  await expectAccessibleEverywhere(giver)
  await giver.getByLabel('Cantidad en pesos').fill('400')
  await giver.getByRole('button', { name: 'Enviar código' }).click()
  await giver
    .getByLabel('Código de seis dígitos')
    .fill(await codeAt(await giver.context().newPage(), 'mail', mine))
  await expect(giver.getByText('Correo confirmado')).toBeVisible()
  await giver.getByRole('button', { name: 'Pagar $400' }).click()
  await expect(giver.getByRole('heading', { name: 'Tu regalo para Inés está listo' })).toBeVisible({
    timeout: 30_000,
  })
  await giver.getByRole('button', { name: /^Ver código y enlace/ }).click()
  await expect(giver.getByText(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}$/)).toBeVisible()
  await expectAccessibleEverywhere(giver)

  const stranger = await (await browser.newContext()).newPage()
  await openLink(stranger, theirs, 'te regala')
  await expect(stranger.getByRole('heading', { name: 'Inés, Lucía te hizo un regalo' })).toBeVisible()
  await expectAccessibleEverywhere(stranger)
  const address = stranger.url()

  const client = await newcomer(browser, 'client', 'Inés')
  await client.goto(address)
  await ready(client)
  await client.getByRole('button', { name: 'Canjear $400' }).click()
  await expect(client.getByRole('heading', { name: '$400 ya son tuyos' })).toBeVisible()
  await expectAccessibleEverywhere(client)
  await stranger.reload()
  await ready(stranger)
  await expect(stranger.getByRole('heading', { name: 'Este enlace no abre ningún regalo' })).toBeVisible()
  await client.goto('/my-bookings?tab=wallet')
  await ready(client)
  await expect(client.getByText('Tarjeta de regalo', { exact: true })).toBeVisible()
  await expectAccessibleEverywhere(client)

  // A second one, entered by its code, counts where the visit is paid.
  await client.getByRole('link', { name: 'Regalar una' }).click()
  await client.getByRole('radio', { name: '$300', exact: true }).check()
  await client.getByLabel('Para', { exact: true }).fill('Mí')
  await client.getByRole('radio', { name: /^Yo se la doy/ }).check()
  await fillCard(client, cards.accepted)
  await client.getByRole('button', { name: 'Pagar $300' }).click()
  await client.getByRole('button', { name: /^Ver código y enlace/ }).click({ timeout: 30_000 })
  const code = await client.getByText(/^[A-HJ-NP-Z2-9]{4}(-[A-HJ-NP-Z2-9]{4}){3}$/).innerText()

  await client.goto(`/booking?professional=${stylist.professionalId}`)
  await ready(client)
  await client
    .getByRole('button', { name: /, \d\d:\d\d/ })
    .first()
    .click()
  await goToPay(client)
  await expect(client.getByLabel('Usar $400 de mi saldo a favor')).toBeChecked()
  await client.getByRole('button', { name: 'Tarjeta de regalo' }).click()
  const gift = client.getByRole('group', { name: 'Tarjeta de regalo' })
  await gift.getByLabel('Código de regalo').fill('ABCD-EFGH-JKLM-NPQR')
  await gift.getByRole('button', { name: 'Usar mi regalo' }).click()
  await expect(gift.getByText(/no abre ningún regalo por canjear/)).toBeVisible()
  await expectAccessibleEverywhere(client)
  await gift.getByLabel('Código de regalo').fill(code)
  await gift.getByRole('button', { name: 'Usar mi regalo' }).click()
  await expect(client.getByLabel('Usar $580 de mi saldo a favor')).toBeChecked()
  await client.getByLabel('Teléfono').fill('55 1234 5678')
  await fillCard(client, cards.accepted)
  await client.getByRole('button', { name: 'Pagar $20' }).click()
  await expect(client).toHaveURL(/booking-success/, { timeout: 30_000 })

  // The giver reads that it was redeemed, by the link of the receipt.
  const elsewhere = await (await browser.newContext()).newPage()
  await openLink(elsewhere, mine, 'Tu tarjeta de regalo')
  await expect(elsewhere.getByRole('heading', { name: 'Inés ya tiene tu regalo' })).toBeVisible()
})
