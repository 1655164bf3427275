/** A visit is saved to the wallet of a telephone: from its confirmation and from "Mis citas", and after a move with its new hour. */
import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { generate } from 'selfsigned'
import { dateAhead, emailOf, hoursOf, letIn, newcomer, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { type Kalli, startKalli } from './servers.ts'
import { test as plain } from './test.ts'

/** A separate Kalli, with a temporary certificate. */
const test = plain.extend<object, { kalli: Kalli }>({
  kalli: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use, { workerIndex }) => {
      const names = [{ name: 'commonName', value: 'Pass Type ID: pass.mx.kalli.test' }]
      const { cert, private: key } = await generate(names, { keySize: 2048 })
      const { stop, ...kalli } = await startKalli(workerIndex, {
        KALLI_APPLE_PASS_TYPE: 'pass.mx.kalli.test',
        KALLI_APPLE_PASS_TEAM: 'TEAM123456',
        KALLI_APPLE_PASS_CERTIFICATE: cert,
        KALLI_APPLE_PASS_KEY: key,
        KALLI_APPLE_PASS_AUTHORITY: cert,
      })
      process.env['KALLI_E2E_DATABASE'] = kalli.databaseUrl
      await use(kalli)
      await stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** The pass behind the link: its file is stored without compression, so that its text can be read. */
const savedBy = async (page: Page, link: Locator) => {
  const saving = page.waitForEvent('download')
  await link.click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/\.pkpass$/)
  const file = await readFile(await saved.path())
  expect(file.subarray(0, 2).toString()).toBe('PK')
  return file.toString('latin1')
}

test('a wallet pass is downloaded from the confirmation and from the list of visits, and follows a move', async ({
  browser,
}) => {
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const page = await newcomer(browser, 'client', 'Lucía')
  const { request } = page
  const [hour] = await hoursOf(request, stylist, salon.spaceId, dateAhead(4))
  const hold = await request.post('/api/holds', { data: { slotToken: hour?.token } })
  const { id }: { id: string } = await hold.json()
  const booked = await request.post('/api/bookings', {
    data: {
      holdId: id,
      contact: { firstName: 'Lucía', lastName: '', email: await emailOf(page), phone: '+525511112222' },
      payment: { method: 'card', token: 'tok_ok' },
    },
  })
  expect(booked.status(), await booked.text()).toBe(201)
  const { startsAt, arrivalCode } = await booked.json()
  const dateIn = (instant: string) => `"relevantDate":"${instant.slice(0, 16)}`

  await page.goto(`/booking-success?id=${id}`)
  await ready(page)
  await page.getByRole('button', { name: 'Agregar a mi calendario' }).click()
  const saving = page.getByRole('dialog', { name: 'Guardar tu cita' })
  await expect(saving.getByRole('link', { name: /Google/ })).toBeVisible()
  const first = await savedBy(page, saving.getByRole('link', { name: 'Agregar a Apple Wallet' }))
  expect(first).toContain(dateIn(startsAt))
  expect(first).toContain(String(arrivalCode))

  const slots = await request.get(`/api/bookings/${id}/change-slots`, {
    params: { as: 'client', from: dateAhead(5), to: dateAhead(5) },
  })
  const slotToken: string = (await slots.json()).days[0].slots[0].token
  const quote = await request.post(`/api/bookings/${id}/change-quote`, { data: { as: 'client', slotToken } })
  const { token: quoteToken } = await quote.json()
  const moved = await request.post(`/api/bookings/${id}/change`, { data: { quoteToken, note: '' } })
  expect(moved.status(), await moved.text()).toBe(200)
  const { startsAt: later } = await moved.json()
  expect(later).not.toBe(startsAt)

  await page.goto('/my-bookings')
  await ready(page)
  await page
    .getByRole('tabpanel')
    .getByRole('listitem')
    .first()
    .locator('button[aria-haspopup=dialog]')
    .last()
    .click()
  const sheet = page.getByRole('dialog')
  const second = await savedBy(page, sheet.getByRole('link', { name: 'Agregar a Apple Wallet' }))
  expect(second).toContain(dateIn(later))
})
