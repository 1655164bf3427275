/** The agenda in another calendar: a private address that is shown once, contains confirmed visits, and is revoked. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** The response to another calendar program, which is not signed in. */
const readElsewhere = async (page: Page, address: string) => {
  const { pathname } = new URL(address)
  const answer = await page.request.get(pathname)
  return { status: answer.status(), text: await answer.text(), type: answer.headers()['content-type'] }
}

test('a stylist subscribes another calendar to her agenda by a private address, replaces it and removes it', async ({
  browser,
  page: elsewhere,
}) => {
  test.setTimeout(120_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Noemí')
  await letIn(salon, stylist)
  await bookHour(browser, stylist, salon.spaceId, dateAhead(6), 2)
  const { page } = stylist
  const dialog = page.getByRole('dialog', { name: 'Calendarios conectados' })
  const shown = dialog.getByRole('textbox', { name: 'Dirección de tu agenda' })
  const open = async () => {
    await page.goto('/professional-calendar-advanced')
    await ready(page)
    await page.getByRole('button', { name: 'Más', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Calendarios' }).click()
    await expect(dialog.getByRole('heading', { name: 'Tu agenda en Google, Apple u Outlook' })).toBeVisible()
  }
  await open()
  await dialog.getByRole('button', { name: 'Crear dirección' }).click()
  const first = await shown.inputValue()
  expect(first).toMatch(/\/api\/own-calendars\/[\w-]{20,}\.ics$/)
  await expectAccessibleEverywhere(page)
  const read = await readElsewhere(elsewhere, first)
  expect([read.status, read.type]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(read.text).toContain('SUMMARY:Corte y peinado · Lucía')
  // Only the client's first name.
  expect(read.text).not.toMatch(/Nava|correo\.test|5511112222/)

  // It is not shown a second time; a new one replaces it.
  await open()
  await expect(dialog.getByText(/^Con dirección desde el /)).toBeVisible()
  await expect(shown).toBeHidden()
  await dialog.getByRole('button', { name: 'Crear otra y retirar esta' }).click()
  await expect(shown).not.toHaveValue(first)
  const second = await shown.inputValue()
  expect((await readElsewhere(elsewhere, first)).status).toBe(404)
  expect((await readElsewhere(elsewhere, second)).status).toBe(200)
  await dialog.getByRole('button', { name: 'Retirar dirección' }).click()
  await expect(page.getByText('Ya no muestra nada.').first()).toBeVisible()
  await expect(shown).toBeHidden()
  expect((await readElsewhere(elsewhere, second)).status).toBe(404)
})
