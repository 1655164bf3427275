/** The end of a visit: its client gives a tip; the professional reads and contests the overtime, and the host waives it. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { client, host, pageOf, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Part of all demo data (server/seed/booking/problems.ts): a visit of the demo's stylist at the demo's host, 25 minutes over. */
const stayed = '019aa000-0000-7000-8000-0000000ae003'

test('a client tips once after her visit, with the card that paid it', async ({ browser }) => {
  test.setTimeout(150_000)
  const page = await pageOf(browser, client.email)
  await page.goto(`/booking-success?id=${stayed}`)
  await ready(page)
  const give = page.getByRole('button', { name: 'Dejar propina' })
  const given = page.getByText(/^Diste \$[\d,]+ de propina\.$/)
  // A retry of this journey finds it given.
  await expect(give.or(given)).toBeVisible()
  if (await give.isVisible()) {
    await give.click()
    const dialog = page.getByRole('dialog', { name: /^Propina para / })
    await expect(dialog.getByText('Elige cuánto.')).toBeVisible()
    await expect(dialog.getByText('Con tu tarjeta terminada en 4242')).toBeVisible()
    await dialog.getByRole('radio', { name: /^15 %/ }).check()
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: /^Dar \$/ }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(given).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Ver recibo' }).click()
  await expect(page.getByRole('dialog').getByText(/^Propina/)).toBeVisible()
  await page.keyboard.press('Escape')

  // Her review, each part separate; sealed until the others wrote.
  const own = page.getByRole('button', { name: 'Ver tu reseña' })
  const write = page.getByRole('button', { name: 'Dejar reseña' })
  await expect(own.or(write)).toBeVisible()
  if (await write.isVisible()) {
    await write.click()
    const dialog = page.getByRole('dialog', { name: '¿Cómo te fue?' })
    await expect(dialog.getByText('Elige tus estrellas en cada parte.')).toBeVisible()
    await dialog
      .getByRole('group', { name: /^El trato y la puntualidad/ })
      .getByRole('radio', { name: '5 de 5: Excelente' })
      .check()
    await dialog
      .getByRole('group', { name: 'El resultado' })
      .getByRole('radio', { name: /^4 de 5/ })
      .check()
    await dialog
      .getByRole('group', { name: /^El lugar/ })
      .getByRole('radio', { name: /^5 de 5/ })
      .check()
    const words = dialog.getByLabel(/^Unas palabras/).first()
    await words.fill('Puntual. Su número es 55 1234 5678')
    await dialog.getByRole('button', { name: 'Enviar reseña' }).click()
    await expect(dialog.getByRole('alert')).toContainText('no lleva teléfonos')
    // Nothing typed is lost.
    await expect(words).toHaveValue('Puntual. Su número es 55 1234 5678')
    await words.fill('Puntual y muy cuidadosa.')
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Enviar reseña' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(own).toBeVisible()
  // The address that the email's link leads to.
  await page.goto(`${page.url()}&review=1`)
  await ready(page)
  const said = page.getByRole('dialog', { name: 'Tu reseña' })
  await expect(said.getByText('Puntual y muy cuidadosa.')).toBeVisible()
  await expect(said.getByText(/^Nadie la lee todavía/)).toBeVisible()
  await expectAccessibleEverywhere(page)

  // A visitor looking for a professional reads the reviews of one service that have a text.
  await page.goto(`/p/${stylist.id}`)
  await ready(page)
  await page.getByRole('heading', { name: /^Lo que dicen/ }).scrollIntoViewIfNeeded()
  const filters = page.getByRole('group', { name: 'Filtrar reseñas' })
  await filters.getByLabel('Servicio').selectOption('Balayage')
  await filters.getByRole('button', { name: 'Con comentario' }).click()
  const found = page.getByText(/^(\d+ reseñas?\.|Las \d+ más recientes; hay más abajo\.)/)
  await expect(found).toBeVisible()
  await page.getByRole('button', { name: 'Ver todas' }).click()
  await expect(found).toBeHidden()
  await page.context().close()
})

test('a professional contests an overtime charge, and the host withdraws it', async ({ browser }) => {
  test.setTimeout(150_000)
  const page = await pageOf(browser, stylist.email)
  await page.goto(`/professional-appointments?tab=problem&booking=${stayed}`)
  await ready(page)
  const contest = page.getByRole('button', { name: 'No me quedé ese tiempo' })
  const waits = page.getByRole('heading', { name: 'Se espera su respuesta' })
  const closed = page.getByRole('heading', { name: 'Quedó cerrado' })
  // A retry of this journey finds it contested.
  await expect(contest.or(waits).or(closed)).toBeVisible()
  if (await contest.isVisible()) {
    await expect(page.getByRole('heading', { name: /^Tiempo extra: \$/ })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await contest.click()
    const dialog = page.getByRole('dialog', { name: 'No me quedé ese tiempo' })
    await dialog.getByLabel('Cuéntalo').fill('Salí a la hora; el salón cerró la puerta después.')
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Enviar' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(waits.or(closed)).toBeVisible()
  await page.getByRole('button', { name: 'Ver recibo' }).click()
  const receipt = page.getByRole('dialog')
  await expect(receipt.getByText(/^Tiempo extra/).first()).toBeVisible()
  await page.context().close()

  const salon = await pageOf(browser, host.email)
  await salon.goto(`/host-availability?problem=${stayed}`)
  await ready(salon)
  const releaseHold = salon.getByRole('button', { name: 'Retirar el cobro' })
  const gone = salon.getByRole('heading', { name: 'Quedó cerrado' })
  await expect(releaseHold.or(gone)).toBeVisible()
  if (await releaseHold.isVisible()) {
    await expectAccessibleEverywhere(salon)
    await releaseHold.click()
  }
  await expect(gone).toBeVisible()
  await expect(salon.getByText(/retiró el cobro/)).toBeVisible()
  await salon.context().close()
})
