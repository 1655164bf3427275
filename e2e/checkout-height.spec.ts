/** How high checkout is on a phone in each of its states, with every method of payment and the coupon offered. */
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { codeAt } from './emails.ts'
import { newPhone, openAroundTheClock, ownLine, stylist } from './people.ts'
import { dateAhead } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Pixels. The aim of issue 28 is 1,700; a line of price for each service and a name for each person come on top, and the code while it is entered. */
const most = { before: 1700, code: 1960, after: 1560, services: 1840, people: 2020 }

test.beforeAll(({ browser }) => openAroundTheClock(browser))

/** Holds an hour far enough ahead for transfer and cash. */
const hold = async (page: Page, query: string, daysAhead: number) => {
  const day = dateAhead(daysAhead)
  type Days = { days: { slots: { token: string }[] }[] }
  const { days }: Days = await (
    await page.request.get(`/api/slots?professional=${stylist.id}&${query}&from=${day}&to=${day}`)
  ).json()
  const held = await page.request.post('/api/holds', {
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    data: { slotToken: days[0]?.slots[0]?.token },
  })
  expect(held.status(), await held.text()).toBe(201)
  const { id }: { id: string } = await held.json()
  await page.goto(`/dynamic-checkout?hold=${id}`)
  await ready(page)
  const methods = page.getByRole('radiogroup', { name: 'Forma de pago' })
  await expect(methods.getByRole('radio')).toHaveCount(3)
  await expect(page.getByRole('button', { name: '¿Tienes un cupón?' })).toBeVisible()
}

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

test('with every method offered checkout stays within two screens of a phone, before and after the code', async ({
  page,
}) => {
  await hold(page, 'service=1', 9)
  const seen = { before: await heightOf(page), code: 0, after: 0 }
  // Of a method that is not chosen only its name is there.
  await expect(page.getByText(/antes del/)).toHaveCount(0)
  await page.getByRole('radio', { name: 'Efectivo en OXXO' }).check()
  await expect(page.getByText(/^Pagas en caja antes del/)).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('radio', { name: 'Tarjeta' }).check()
  const digits = newPhone()
  await page.getByLabel('Nombre', { exact: true }).fill('Paola')
  await page.getByLabel('Teléfono').fill(digits)
  await expect(page.getByLabel('Código de seis dígitos')).toBeFocused()
  seen.code = await heightOf(page)
  await page.keyboard.type(await codeAt(page, 'sms', `+52${digits}`))
  await expect(ownLine(page)).toContainText(digits)
  seen.after = await heightOf(page)
  for (const state of ['before', 'code', 'after'] as const)
    expect(seen[state], state).toBeLessThanOrEqual(most[state])
})

test('a second service and a second person add only their own lines', async ({ page }) => {
  await hold(page, 'services=1,4', 10)
  expect(await heightOf(page)).toBeLessThanOrEqual(most.services)
  await hold(page, 'services=1,1&persons=1,1', 11)
  expect(await heightOf(page)).toBeLessThanOrEqual(most.people)
})
