/** Any professional of a business: the text names the assigned one, also when the hour is taken at the last moment. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('when the chosen professional’s hour is taken meanwhile, offers another free one by name and books only on a press', async ({
  page,
  browser,
}) => {
  const salon = await salonOf(browser, ['Silla 1', 'Silla 2'])
  const renata = await stylistNear(browser, salon, 'Renata')
  const sofia = await stylistNear(browser, salon, 'Sofía')
  for (const one of [renata, sofia]) await letIn(salon, one)
  const nameOf = new Map([
    [renata.professionalId, 'Renata'],
    [sofia.professionalId, 'Sofía'],
  ])

  const { businessId } = await (await page.request.get(`/api/public/spaces/${salon.spaceId}`)).json()
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto(`/booking?business=${businessId}&service=${renata.serviceId}`)
  await ready(page)
  await expect(page.getByRole('link', { name: 'Cualquier profesional' })).toHaveAttribute(
    'aria-current',
    'true',
  )
  // The first hour may be over by the time it is requested again.
  const soonest = page.getByRole('list', { name: 'Lo antes posible' }).getByRole('button').last()
  await soonest.click()
  const bar = page.getByText(/^Corte y peinado · con /)
  await expect(bar).toBeVisible()
  const at = /#hora=([\d:.TZ-]+)\//.exec(page.url())?.[1] ?? ''

  // Another client, elsewhere, takes that very hour.
  const other = await browser.newContext()
  const date = new Date(at).toLocaleDateString('sv', { timeZone: 'America/Mexico_City' })
  const query = `business=${businessId}&service=${renata.serviceId}&from=${date}&to=${date}`
  type Day = { slots: { startsAt: string; token: string; professionalId: number }[] }
  const { days }: { days: Day[] } = await (await other.request.get(`/api/slots?${query}`)).json()
  const same = days.flatMap(({ slots }) => slots).find(({ startsAt }) => startsAt === at)
  const first = nameOf.get(same?.professionalId ?? 0) ?? 'nobody'
  const second = first === 'Renata' ? 'Sofía' : 'Renata'
  await expect(bar).toHaveText(`Corte y peinado · con ${first} Campos`)
  const held = await other.request.post('/api/holds', { data: { slotToken: same?.token } })
  expect(held.status(), await held.text()).toBe(201)

  await page.getByRole('button', { name: 'Apartar y continuar' }).click()
  const problem = page.getByRole('alert').filter({ hasText: 'se acaba de ocupar' })
  await expect(problem).toBeVisible()
  // No professional is swapped silently: the one pressed is the one named.
  await expect(bar).toHaveText(`Corte y peinado · con ${first} Campos`)
  await expect(soonest).toHaveAttribute('aria-pressed', 'false')
  const instead = problem.getByRole('button', { name: `con ${second} Campos · $600` })
  await expect(instead.first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  const hour = new Date(at).toLocaleTimeString('es-MX', {
    timeZone: 'America/Mexico_City',
    hour: 'numeric',
    minute: '2-digit',
    hour12: false,
  })
  await problem.getByRole('button', { name: `${hour} con ${second} Campos` }).press('Enter')
  await expect(page).toHaveURL(/\/dynamic-checkout/)
  await expect(page.getByText(`${second} Campos`).first()).toBeVisible()
  await expect(page.getByText(`${first} Campos`)).toHaveCount(0)
  await other.close()
})
