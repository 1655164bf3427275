/** A host who by agreement must accept each visit: agreed, requested, accepted and declined in one press, as all three see it. */
import { type APIResponse, type Browser, expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { salonOf, stylistNear, type Salon, type Stylist } from './newcomers.ts'
import { cards, chooseTime, fillCheckout, goToPay, someone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.describe.configure({ timeout: 180_000 })

const read = async (answer: APIResponse, status: number): Promise<{ id: number; version: number }> => {
  expect(answer.status(), await answer.text()).toBe(status)
  return answer.json()
}

/** A professional applies; the host approves, with visits by request. */
const agreedOnAnswers = async ({ page: host, spaceId }: Salon, { page: stylist }: Stylist) => {
  const draft = await read(
    await stylist.request.post('/api/applications', {
      data: { spaceId, terms: { rent: { kind: 'per_hour', ratePerHourCents: 12_000 } } },
    }),
    201,
  )
  const application = `/api/applications/${draft.id}`
  await read(await stylist.request.post(`${application}/submit`, { data: { version: draft.version } }), 200)
  await host.goto(`/host-applications?application=${draft.id}`)
  await ready(host)
  await host.getByRole('button', { name: 'Contraoferta' }).click()
  const offer = host.getByRole('dialog', { name: 'Proponer otras condiciones' })
  await offer.getByRole('radio', { name: 'El espacio responde cada una' }).check()
  await expect(offer.getByText('como mucho 12 horas')).toBeVisible()
  await offer.getByRole('button', { name: 'Enviar contraoferta' }).click()
  await expect(host.getByText('Contraoferta enviada').first()).toBeVisible()
  const { version } = await read(await stylist.request.get(application), 200)
  await read(await stylist.request.post(`${application}/accept`, { data: { version } }), 200)
}

/** A visitor requests an hour, and reads that the salon must accept it. */
const ask = async (
  browser: Browser,
  { professionalId }: Stylist,
  businessName: string,
  daysAhead: number,
) => {
  const page = await (await browser.newContext()).newPage()
  await page.goto(`/booking?professional=${professionalId}`)
  await ready(page)
  await chooseTime(page, { service: 'Corte y peinado', daysAhead, nth: 3 })
  await goToPay(page)
  await expect(page.getByText(`${businessName} responde cada solicitud`)).toBeVisible()
  await fillCheckout(page, someone(), cards.accepted)
  await page.getByRole('button', { name: 'Solicitar por $600' }).click()
  await expect(page.getByRole('heading', { name: 'Solicitud enviada' })).toBeVisible()
  await expect(page.getByText(`${businessName} responde antes del`)).toBeVisible()
  return page
}

const waitingAt = (page: Page) => page.getByRole('region', { name: 'Citas por aceptar' })

test('under the agreement a host accepts one visit and declines another, and all three parties see it @desktop', async ({
  browser,
}) => {
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await agreedOnAnswers(salon, stylist)
  const { page: host, businessName } = salon

  const first = await ask(browser, stylist, businessName, 3)
  await expectAccessible(first, 'a request that a place answers')
  await stylist.page.goto('/professional-appointments?tab=requests')
  await expect(stylist.page.getByRole('region', { name: 'Falta que responda el espacio' })).toBeVisible()

  await host.goto('/host-dashboard')
  await ready(host)
  await expect(waitingAt(host).getByText('Renata Campos')).toBeVisible()
  await expect(host.getByRole('region', { name: 'Por hacer' }).getByText('Cita por aceptar')).toBeVisible()
  await expectAccessibleEverywhere(host)
  await waitingAt(host).getByRole('button', { name: 'Aceptar la cita de Renata' }).click()
  await expect(host.getByText('Cita aceptada').first()).toBeVisible()
  await expect(waitingAt(host)).toHaveCount(0)
  await first.reload()
  await expect(first.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await first.context().close()

  const second = await ask(browser, stylist, businessName, 4)
  await host.reload()
  await ready(host)
  await waitingAt(host)
    .getByRole('button', { name: /^Renata Campos/ })
    .click()
  const sheet = host.getByRole('dialog', { name: 'Renata Campos' })
  await expect(sheet.getByText('Para Paola')).toBeVisible()
  await expect(sheet.getByText('Renta $120')).toBeVisible()
  await expectAccessible(host, 'the sheet of a visit to answer')
  await sheet.getByLabel('Si la rechazas, el cliente lee').selectOption('El espacio tuvo un imprevisto.')
  await sheet.getByRole('button', { name: 'Rechazar' }).click()
  await expect(host.getByText('Cita rechazada').first()).toBeVisible()
  await expect(sheet).toHaveCount(0)
  await second.reload()
  await expect(second.getByRole('heading', { name: 'Esta vez no pudo ser' })).toBeVisible()
  await expect(second.getByText('El espacio tuvo un imprevisto.')).toBeVisible()
  await second.context().close()
})
