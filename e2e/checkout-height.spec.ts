/** The height of checkout on a phone in each of its states, with every payment method, the wallet and the coupon offered. */
import { expect, type Page } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import { codeAt } from './emails.ts'
import { cards, newPhone, openAroundTheClock, ownLine, payButton, stylist } from './people.ts'
import { dateAhead, newcomer } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Pixels; a price line for each service and a name for each person are added. */
const most = { state: 1700, services: 1760, people: 1990 }

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

/** Records the height of each state, and compares all at the end, so that one run reports all. */
const measuring = (page: Page) => {
  const seen: Record<string, number> = {}
  return {
    note: async (state: string) => {
      seen[state] = await heightOf(page)
    },
    compare: () =>
      expect(
        Object.entries(seen).filter(([, height]) => height > most.state),
        JSON.stringify(seen),
      ).toEqual([]),
  }
}

test('the checkout fits in two phone screens in every state that a visitor passes', async ({ page }) => {
  const { note, compare } = measuring(page)
  await hold(page, 'service=1', 9)
  await expect(page.getByRole('button', { name: /Pay/ }).first()).toBeVisible()
  await note('before the code, with a wallet')
  // A payment method that is not chosen shows its name and what it asks for.
  await expect(page.getByText(/antes del/)).toHaveCount(0)
  await expect(page.getByText('Pide apellido y correo')).toHaveCount(2)
  await page.getByRole('radio', { name: 'Efectivo en OXXO' }).check()
  await expect(page.getByText(/^Pagas en caja antes del/)).toBeVisible()
  await expectNoViolations(page)
  await page.getByRole('radio', { name: 'Tarjeta' }).check()
  await page.getByRole('button', { name: '¿Tienes un cupón?' }).click()
  await note('coupon open')
  await page.getByLabel('Cupón').fill('no hay tal')
  await page.getByRole('button', { name: 'Aplicar cupón' }).click()
  await expect(page.locator('[data-error]').filter({ visible: true })).toHaveCount(1)
  await note('coupon refused')
  await page.getByLabel('Cupón').fill('')
  await page.reload()
  await ready(page)

  const digits = newPhone()
  await page.getByLabel('Nombre', { exact: true }).fill('Paola')
  await page.getByLabel('Teléfono').fill(digits)
  const code = page.getByLabel('Código de seis dígitos')
  await expect(code).toBeFocused()
  await expectNoViolations(page)
  await note('code sent')
  const sent = await codeAt(page, 'sms', `+52${digits}`)
  await page.keyboard.type(sent === '000000' ? '111111' : '000000')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expectNoViolations(page)
  await note('code refused')
  await page.keyboard.type(sent)
  await expect(ownLine(page)).toContainText(digits)
  await note('code confirmed')
  await payButton(page).click()
  await expect(page.getByText('Escribe el número de tu tarjeta.')).toBeVisible()
  await note('card missing')
  await page.getByLabel('Número de tarjeta').fill(cards.declined)
  await page.getByLabel('Vence (MM/AA)').fill('08/31')
  await page.getByLabel('CVC').fill('123')
  await payButton(page).click()
  await expect(page.getByText('Tu banco rechazó la tarjeta. Intenta con otra')).toBeVisible()
  await note('card declined')
  compare()
})

test('a known client, a second service and a second person add only their own lines', async ({
  browser,
  page,
}) => {
  await hold(page, 'services=1,4', 10)
  expect(await heightOf(page)).toBeLessThanOrEqual(most.services)
  await hold(page, 'services=1,1&persons=1,1', 11)
  expect(await heightOf(page)).toBeLessThanOrEqual(most.people)
  const known = await newcomer(browser, 'client', 'Paola')
  const { note, compare } = measuring(known)
  await hold(known, 'service=1', 12)
  await known.getByLabel('Teléfono').fill(newPhone())
  await known.reload()
  await ready(known)
  await expect(ownLine(known)).toContainText('Paola')
  await note('known client')
  compare()
})
