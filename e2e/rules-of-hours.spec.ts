/** Hours of one service, limits, and why an hour is not offered: set on the screens, seen by a client, overridden by the professional. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { dateAhead, hoursOf, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** A press that saves, and the server's response to it. */
const saved = async (page: Page, button: string, path: RegExp) => {
  const answer = page.waitForResponse(
    (response) => path.test(response.url()) && response.request().method() !== 'GET',
  )
  await page.getByRole('button', { name: button }).click()
  expect((await answer).status()).toBe(200)
}

test('a stylist limits a service to mornings and one visit a day; offers follow it, and she may override it @desktop', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'], undefined, { lets: true })
  const stylist = await stylistNear(browser, salon, 'Amanda')
  await letIn(salon, stylist)
  const { page, serviceId } = stylist
  const date = dateAhead(9)
  const offered = async () =>
    (await hoursOf(page.request, stylist, salon.spaceId, date)).map(({ startsAt }) =>
      Number(
        new Intl.DateTimeFormat('en', {
          timeZone: 'America/Mexico_City',
          hour: 'numeric',
          hourCycle: 'h23',
        }).format(new Date(startsAt)),
      ),
    )
  expect((await offered()).some((hour) => hour >= 13)).toBe(true)

  // The hours of the service: a sentence explains their effect, and typed values are there after a reload.
  await page.goto(`/professional-services?edit=${serviceId}`)
  await ready(page)
  await page.getByRole('tab', { name: 'Tiempo' }).click()
  await page.getByRole('checkbox', { name: /^Horario de este servicio/ }).check()
  await page.getByRole('button', { name: 'Solo en las mañanas' }).click()
  await page.getByRole('button', { name: 'Día por día' }).click()
  await page.getByRole('checkbox', { name: 'Domingo' }).uncheck()
  await expect(page.getByText(/^Se ofrece lunes a sábado de 09:00 a 13:00/)).toBeVisible()
  await page.getByRole('checkbox', { name: 'Domingo' }).check()
  await page.getByRole('button', { name: 'Solo en las mañanas' }).click()
  await page.getByLabel(/^Se ofrece del/).fill(dateAhead(20))
  await page.getByLabel(/^al \(último día\)/).fill(dateAhead(2))
  await page.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(page.getByText('La última fecha del servicio va antes que la primera.').first()).toBeVisible()
  await page.getByLabel(/^Se ofrece del/).fill('')
  await page.getByLabel(/^al \(último día\)/).fill(dateAhead(40))
  await expect(page.getByText(/^Se ofrece todos los días de 09:00 a 13:00, hasta el /)).toBeVisible()
  await page.reload()
  await ready(page)
  await page.getByRole('tab', { name: 'Tiempo' }).click()
  await expect(page.getByRole('checkbox', { name: /^Horario de este servicio/ })).toBeChecked()
  await expectAccessibleEverywhere(page)
  await saved(page, 'Guardar servicio', /\/api\/professional\/services\/\d+$/)
  const mornings = await offered()
  expect(mornings.length).toBeGreaterThan(0)
  for (const hour of mornings) expect(hour).toBeLessThan(13)

  // One visit a day; the professional writes a second one anyway, and reads which limit that overrides.
  await page.goto('/professional-space-rules')
  await ready(page)
  const limits = page.getByRole('form', { name: 'Tus límites' })
  await expect(limits.getByText('Sin límites: se ofrece todo tu tiempo libre.')).toBeVisible()
  await limits.getByLabel('Citas al día').fill('1')
  await limits.getByLabel('Horas a la semana').fill('20')
  await limits.getByRole('checkbox', { name: /hora justa/ }).check()
  await expect(
    limits.getByText(/^Tus clientes reservan hasta 1 cita al día y 20 h a la semana\./),
  ).toBeVisible()
  await page.reload()
  await ready(page)
  await expect(limits.getByLabel('Citas al día')).toHaveValue('1')
  await expectAccessibleEverywhere(page)
  await saved(page, 'Guardar límites', /\/api\/professional\/limits$/)
  const [slot] = await hoursOf(page.request, stylist, salon.spaceId, date)
  const visitor = await browser.newContext()
  const held = await visitor.request.post('/api/holds', { data: { slotToken: slot?.token } })
  expect(held.status(), await held.text()).toBe(201)
  expect(await offered()).toEqual([])

  await page.goto(`/professional-calendar-advanced?view=day&date=${date}`)
  await ready(page)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: '¿Por qué no salen horarios?' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Por qué no salen horarios?' })
  await expect(dialog.getByText('Ese día ya llega a tu límite').first()).toBeVisible()

  await page.goto(`/professional-calendar-advanced?nueva=1&day=${date}&time=17:00`)
  await ready(page)
  const sheet = page.getByRole('dialog', { name: 'Nueva cita' })
  await expect(
    sheet.getByText(/ese día ya llega a tu límite.*fuera del horario de este servicio/i),
  ).toBeVisible()
  await sheet.getByLabel('¿Para quién?').fill('Paola Nava')
  await sheet.getByRole('button', { name: 'Agregar «Paola Nava»' }).click()
  await sheet.getByRole('button', { name: 'Agendar' }).click()
  await expect(page.getByRole('dialog', { name: 'Cita agendada' })).toBeVisible()
  await visitor.close()
  await page.context().close()
})
