/** A host closes a week in which six people are booked, and settles all of them in one step. */
import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { host, pageOf } from './people.ts'

type Claim = { kind: string; startsAt: string; booking: { id: string; status: string } | null }
type Timeline = { spaces: { id: number; units: { id: number; name: string; claims: Claim[] }[] }[] }

/** The date some days from now, as the calendar at the capital says. */
const dateIn = (days: number) => dateOf(new Date(Date.now() + days * 86_400_000).toISOString())
const dateOf = (instant: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(Date.parse(instant))

/** From tomorrow: the last day by which six bookings of two chairs, and no more than a dozen, are in the way. */
const wayOf = async (page: Page) => {
  const from = dateIn(1)
  const answer = await page.request.get(`/api/host/timeline?from=${from}&to=${dateIn(14)}`)
  expect(answer.status(), await answer.text()).toBe(200)
  const { spaces }: Timeline = await answer.json()
  const space = spaces.find(({ id }) => id === host.spaceId)
  const units = (space?.units ?? []).slice(0, 2)
  const booked = units
    .flatMap(({ claims }) => claims)
    .filter(({ kind, booking }) => kind === 'booking' && booking?.status === 'confirmed')
    .toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1))
  const sixth = booked[5]
  expect(sixth, 'the town is busy enough').toBeDefined()
  const to = dateOf(sixth?.startsAt ?? '')
  return { from, to, units, first: dateOf(booked[0]?.startsAt ?? '') }
}

test.setTimeout(150_000)

test('a host closes a week and settles who is booked: respected, moved, cancelled at its cost @desktop', async ({
  browser,
}) => {
  const page = await pageOf(browser, host.email)
  const { from, to, units, first } = await wayOf(page)
  await page.goto(`/host-availability?date=${first}`)
  await expect(page.getByRole('heading', { name: 'Silla 1' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }

  // The keyboard walks through what is there and opens it.
  const bar = page.locator('[data-claim]').first()
  await bar.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Cerrar un tiempo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Primer día').fill(from)
  await dialog.getByLabel('Último día').fill(to)
  await dialog.getByLabel(/^Motivo/).fill('Pintan la sala')
  for (const { name } of units) await dialog.getByLabel(name, { exact: true }).check()
  await dialog.getByRole('button', { name: 'Ver a quién afecta' }).click()
  await expect(dialog.getByText(/citas en el camino/)).toBeVisible()
  await expectAccessible(page)
  expect(await dialog.getByRole('radio', { name: /^Cancelar/ }).count()).toBeGreaterThanOrEqual(6)
  await dialog.getByRole('button', { name: 'Rescatar las que se pueda' }).click()
  await dialog
    .getByRole('radio', { name: /^Cancelar/ })
    .first()
    .check()
  await dialog
    .getByRole('radio', { name: /^Respetar/ })
    .nth(1)
    .check()
  await dialog.getByRole('button', { name: /^Cerrar y pagar \$/ }).click()
  await expect(page.getByText('Cierre guardado').first()).toBeVisible()
  await expect(dialog).toBeHidden()
  const closed = page.getByRole('button', { name: /^Cierre, / }).first()
  await closed.focus()
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Pintan la sala')).toBeVisible()
  await dialog.getByRole('button', { name: 'Quitar el cierre completo' }).click()
  await expect(page.getByText('Abierto otra vez').first()).toBeVisible()

  await page.getByRole('link', { name: 'Códigos' }).click()
  await expect(page.getByRole('img', { name: 'Código QR de Silla 1' })).toBeVisible()
  await page.getByRole('link', { name: 'Uso e ingresos' }).click()
  await expect(page.getByRole('heading', { name: 'Silla 1' })).toBeVisible()
})
