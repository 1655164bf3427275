/** From a stylist without a salon to a client in a chair: applied, negotiated by email, agreed, and booked at once. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { salonOf, stylistNear } from './newcomers.ts'
import { cards, chooseTime, fillCheckout, goToPay, someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const onPhone = async (page: Page) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
}

test('a stylist applies, negotiates, is approved, and a client books her at that chair at once', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1', 'Silla 2'])
  const { page: stylist, professionalId } = await stylistNear(browser, salon, 'Regina')
  const host = salon.page
  await onPhone(stylist)
  await onPhone(host)

  await stylist.goto('/space-applications')

  await ready(stylist)
  await expect(stylist.getByText('Todavía no te postulas')).toBeVisible()
  await expectAccessibleEverywhere(stylist)
  await stylist.goto(`/space/${salon.spaceId}`)
  await ready(stylist)
  await stylist.getByRole('button', { name: 'Postularme' }).click()
  const form = stylist.getByRole('dialog', { name: `Postularme a ${salon.businessName} · ${salon.name}` })
  await form.getByLabel('Renta por hora, en pesos').fill('100')
  await form.getByLabel('Horas que usarías por semana').fill('12')
  await form.getByLabel('Mensaje').fill('Busco una silla entre semana.')
  await expectAccessible(stylist, 'the form of an application')
  await form.getByRole('button', { name: 'Enviar postulación' }).click()
  await expect(stylist.getByText('Postulación enviada').first()).toBeVisible()
  await stylist.getByRole('link', { name: 'Ver mi postulación' }).click()
  await expect(stylist).toHaveURL(/\/space-applications\?application=/)
  const requested = stylist.getByRole('list', { name: 'Lo que pide este espacio' })
  await expect(requested.getByText(/^Verificación de nivel \d$/)).toBeVisible()

  await host.goto('/host-applications')

  await ready(host)
  const applicants = host.getByRole('table', { name: 'Solicitudes' })
  await expect(applicants.getByText('$100 la hora').first()).toBeVisible()
  await applicants.getByRole('button', { name: 'Regina Campos' }).click()
  await expect(host.getByText('Busco una silla entre semana.')).toBeVisible()
  await expectAccessibleEverywhere(host)
  await host.getByRole('button', { name: 'Contraoferta' }).click()
  const offer = host.getByRole('dialog', { name: 'Proponer otras condiciones' })
  await offer.getByLabel('Renta por hora, en pesos').fill('115')
  await offer.getByLabel('Tope de horas por semana').fill('20')
  await expectAccessible(host, 'a counter-offer')
  await offer.getByRole('button', { name: 'Enviar contraoferta' }).click()
  await expect(host.getByText('Contraoferta enviada').first()).toBeVisible()
  await expect(host.getByText('Esperamos la respuesta de la otra parte.').first()).toBeVisible()

  await stylist.reload()

  await ready(stylist)
  const diff = stylist.getByRole('article').filter({ hasText: salon.name })
  await expect(diff.getByText('$115 la hora').first()).toBeVisible()
  await expect(diff.getByText('Hasta 20 h por semana').first()).toBeVisible()
  await expectAccessibleEverywhere(stylist)
  await stylist.getByRole('button', { name: 'Contraoferta' }).click()
  const reply = stylist.getByRole('dialog', { name: 'Proponer otras condiciones' })
  await reply.getByLabel('Renta por hora, en pesos').fill('110')
  await reply.getByRole('button', { name: 'Enviar contraoferta' }).click()
  await expect(stylist.getByText('Contraoferta enviada').first()).toBeVisible()

  await host.reload()

  await ready(host)
  // The address still names the open one.
  await host.getByRole('button', { name: 'Aprobar', exact: true }).click()
  const signed = host.getByRole('dialog', { name: 'Aprobar a Regina' })
  await expect(signed.getByText('$110 la hora')).toBeVisible()
  await expect(signed.getByText('Hasta 20 h por semana')).toBeVisible()
  await expectAccessible(host, 'what is signed')
  await signed.getByRole('button', { name: 'Aprobar', exact: true }).click()
  await expect(host.getByText('Aprobada').first()).toBeVisible()
  await host.goto('/host-applications?tab=agreements')
  await ready(host)
  await expect(host.getByText('$110 la hora').first()).toBeVisible()
  await expectAccessibleEverywhere(host)
  await host.goto('/host-applications?tab=rules')
  await ready(host)
  await expectAccessible(host, 'rules that answer by themselves')

  await stylist.goto('/space-applications?tab=agreements')

  await ready(stylist)
  const agreements = stylist.getByRole('table', { name: 'Convenios' })
  await expect(agreements.getByRole('row', { name: /\$110 la hora/ })).toBeVisible()
  await expectAccessibleEverywhere(stylist)
  await stylist.goto('/space-applications?tab=documents')
  await ready(stylist)
  await expectAccessibleEverywhere(stylist)

  const client = await (await browser.newContext()).newPage()
  await client.goto(`/booking?professional=${professionalId}`)
  await ready(client)
  await chooseTime(client, { service: 'Corte y peinado', daysAhead: 2 })
  await goToPay(client)
  await fillCheckout(client, someone(), cards.accepted)
  await client.getByRole('button', { name: /^Pagar/ }).click()
  await expect(client.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible({
    timeout: 20_000,
  })
  await expect(client.getByText(/Casa Campos/).first()).toBeVisible()
  await expect(client.getByText(/Silla [12]/).first()).toBeVisible()
})
