/** A slow bank: polled every three seconds for two minutes, then the waiting client reads that an email will follow. */
import { expect } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { dateAhead, emailOf, hoursOf, letIn, newcomer, salonOf, stylistNear } from './newcomers.ts'
import { fillCard, payButton } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a silent bank is polled every three seconds for two minutes, and then the page says that an email follows', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const client = await newcomer(browser, 'client', 'Lucía')
  // The page's clock is the test's, and runs normally until it is moved.
  await client.clock.install()
  const [hour] = await hoursOf(client.request, stylist, salon.spaceId, dateAhead(3))
  const held = await client.request.post('/api/holds', { data: { slotToken: hour?.token } })
  const { id }: { id: string } = await held.json()
  await client.goto(`/dynamic-checkout?hold=${id}`)
  await ready(client)
  await client.getByLabel('Correo').fill(await emailOf(client))
  await client.getByLabel('Teléfono').fill('55 1234 5678')
  // It executes the request, and sends no response for three minutes.
  await fillCard(client, '4000 0000 0000 3006')
  let requested = 0
  client.on('request', (sent) => {
    if (new URL(sent.url()).pathname === `/api/bookings/${id}`) requested += 1
  })
  await payButton(client).click()
  await expect(client.getByRole('heading', { name: 'Estamos confirmando tu pago' })).toBeVisible()
  await expect(client.getByText(/^Suele tardar unos segundos\./)).toBeVisible()
  const soon = client.getByText(/^Tu banco está tardando más de lo normal\. Te escribimos en cuanto responda/)

  for (let look = 0; look < 3; look += 1) {
    const before = requested
    await client.clock.fastForward(3_000)
    await expect.poll(() => requested).toBeGreaterThan(before)
    await expect(soon).toHaveCount(0)
  }
  await client.clock.fastForward(120_000)
  await expect(soon).toBeVisible()
  await expectAccessible(client, 'a bank that takes its time')
  // Requests in flight complete, and then there is no more polling.
  await client.waitForLoadState('networkidle')
  const quiet = requested
  await client.clock.fastForward(30_000)
  await client.waitForLoadState('networkidle')
  expect(requested).toBe(quiet)
  await client.getByRole('button', { name: 'Ver si ya respondió' }).click()
  await expect.poll(() => requested).toBe(quiet + 1)
  await expect(client.getByRole('heading', { name: 'Estamos confirmando tu pago' })).toBeVisible()
})
