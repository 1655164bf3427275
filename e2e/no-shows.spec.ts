/** Somebody did not come: the client and the stylist of the demo contest it, and the client has credit for one who stayed away. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { client, pageOf, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Seeded in every town (server/seed/absences.ts). */
const ofClient = '019aa000-0000-7000-8000-0000000ab001'
const ofStylist = '019aa000-0000-7000-8000-0000000ab003'

/** Contested once; a second try of this journey finds it so. */
const contest = async (page: Page, words: string, contested: string) => {
  const panel = page.getByRole('group', { name: 'Inasistencia' })
  await expect(panel.getByRole('heading')).toBeVisible()
  const button = panel.getByRole('button', { name: 'Objetar la inasistencia' })
  if (await button.isVisible()) {
    await expectAccessibleEverywhere(page)
    await expect(panel.getByText('Escribe primero qué pasó.')).toBeVisible()
    await panel.getByLabel('¿Qué pasó?').fill(words)
    await button.click()
  }
  await expect(panel.getByRole('heading', { name: contested })).toBeVisible()
  await expect(panel.getByText(words)).toBeVisible()
}

test('the client contests that she did not come, and her professional reads why', async ({ browser }) => {
  test.setTimeout(120_000)
  const page = await pageOf(browser, client.email)
  await page.goto('/my-bookings?tab=past')
  await ready(page)
  await expect(page.getByRole('link', { name: 'Ver la inasistencia' }).first()).toBeVisible()
  await page.goto(`/booking-success?id=${ofClient}`)
  await ready(page)
  await contest(page, 'Llegué a tiempo y esperé en la puerta.', 'Estamos revisando tu objeción')
  await page.context().close()

  const salon = await pageOf(browser, stylist.email)
  await salon.goto(`/professional-appointments?tab=no-show&booking=${ofClient}`)
  await ready(salon)
  const panel = salon.getByRole('group', { name: 'Inasistencia' })
  await expect(panel.getByText('Llegué a tiempo y esperé en la puerta.')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Retirar y devolver todo' })).toBeEnabled()

  await salon.goto(`/professional-appointments?tab=no-show&booking=${ofStylist}`)
  await ready(salon)
  await contest(salon, 'Estuve en mi silla desde las nueve.', 'Estamos revisando lo que dices')
})

test('who was let down has credit, sees where it came from, and may pay with it', async ({ browser }) => {
  const page = await pageOf(browser, client.email)
  await page.goto('/my-bookings?tab=wallet')
  await ready(page)
  await expect(page.getByText('Por una cita que te fallaron')).toBeVisible()
  await expectAccessibleEverywhere(page)

  // The first professional of a search has some free hour in the next days.
  await page.goto(`/booking?professional=${stylist.id}`)
  await ready(page)
  const { token } = await page.evaluate(async (id) => {
    const services: { id: number }[] = (await (await fetch(`/api/public/professionals/${id}`)).json())
      .services
    const date = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    for (const { id: service } of services) {
      const asked = `professional=${id}&service=${service}&from=${date(2)}&to=${date(9)}`
      const { days } = await (await fetch(`/api/slots?${asked}`)).json()
      for (const { slots } of days)
        if (slots.length > 0) return { token: String(slots[slots.length - 1].token) }
    }
    throw new Error('no hour is free')
  }, stylist.id)
  const held = await page.request.post('/api/holds', { data: { slotToken: token } })
  expect(held.status(), await held.text()).toBe(201)
  const { id } = await held.json()
  await page.goto(`/dynamic-checkout?hold=${id}`)
  await ready(page)
  const tick = page.getByRole('checkbox', { name: 'Usar $50 de mi saldo a favor' })
  await expect(tick).toBeChecked()
  await expect(page.getByText('Con tu tarjeta')).toBeVisible()
  await expectAccessible(page, 'a checkout with credit')
  await tick.uncheck()
  await expect(page.getByText('Con tu tarjeta')).toBeHidden()
  await page.request.delete(`/api/holds/${id}`)
})
