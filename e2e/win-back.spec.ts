/** Lapsed clients: one line of today, a ready message, and its outcome. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { inDatabase } from './database.ts'
import { bookAsGuest, dateAhead, letIn, salonOf, somewhere, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Turns a future visit into past ones these days ago, which no screen can do. */
const visitsBefore = (bookingId: string, daysAgo: readonly number[]) =>
  inDatabase(async (client) => {
    await client.query('set session_replication_role = replica')
    for (const days of daysAgo)
      await client.query(
        `insert into bookings select (jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(),
           'holder', 'visitor:' || gen_random_uuid(), 'status', 'closed', 'starts_at', at, 'ends_at', at + interval '1 hour',
           'created_at', at - interval '1 day'))).*
         from bookings model cross join (select now() - make_interval(days => $2) as at) moment where id = $1`,
        [bookingId, days],
      )
    await client.query('delete from claims where booking_id = $1', [bookingId])
    await client.query(
      `update bookings set status = 'cancelled_by_client', version = version + 1 where id = $1`,
      [bookingId],
    )
  })

test('from today a stylist messages a client who has not returned in three presses @desktop', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const salon = await salonOf(browser, ['Silla 1'], somewhere(), { always: true })
  const serving = await stylistNear(browser, salon, 'Renata', { always: true })
  await letIn(salon, serving)
  const visit = await bookAsGuest(browser, serving, salon.spaceId, dateAhead(1), 0)
  const { page } = serving
  await page.goto('/professional-clients?list=lapsed')
  await ready(page)
  await expect(page.getByText('Nadie se ha tardado')).toBeVisible()
  await visitsBefore(visit.id, [100, 70, 40])

  await page.goto('/professional-appointments')
  await ready(page)
  await page.getByRole('link', { name: '1 cliente no ha vuelto como suele' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /No han vuelto/ })).toBeVisible()
  await expect(page.getByText('Hace 40 días · suele venir cada 30')).toBeVisible()
  await expectAccessibleEverywhere(page)

  // Her own text, saved for all clients.
  await page.getByRole('button', { name: 'Cambiar mensaje' }).click()
  const words = page.getByRole('dialog', { name: 'Tu mensaje' })
  await words.getByLabel('Mensaje').fill('Tu color ya pide retoque.')
  await words.getByRole('button', { name: 'Guardar' }).click()
  await expect(words).toBeHidden()

  await page.getByRole('button', { name: 'Escribir a Lucía Nava' }).click()
  const dialog = page.getByRole('dialog', { name: 'Escribir a Lucía Nava' })
  await expect(dialog.getByLabel('Mensaje')).toHaveValue('Tu color ya pide retoque.')
  // Kalli does not write to a client without consent.
  await expect(dialog.getByRole('button', { name: 'Enviar' })).toHaveCount(0)
  await expectAccessible(page, 'a message that is ready')
  const whatsapp = dialog.getByRole('link', { name: 'Abrir WhatsApp' })
  const text = new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text') ?? ''
  expect(text).toMatch(/^Hola, Lucía: Tu color ya pide retoque\. Reserva aquí: \S+\/p\/\d+$/)
  expect((/\S+$/.exec(text)?.[0] ?? '').length).toBeLessThanOrEqual(40)
  const opened = page.context().waitForEvent('page')
  await whatsapp.click()
  await (await opened).close()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Le escribiste: /)).toBeVisible()
  await expect(page.getByLabel('Lo que resultó en seis meses')).toContainText('Les escribiste1')

  // She did not send it after all, by keyboard.
  await page.getByRole('button', { name: 'No le escribí a Lucía Nava' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Escribir a Lucía Nava' })).toBeVisible()
})
