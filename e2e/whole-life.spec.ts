/** The whole life of a visit for all three: booked, served, well, with a tip, three receipts that agree, what they say of each other, an answer and a report. */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { pageOfKalli } from './kalli.ts'
import { servingNow } from './newcomers.ts'
import { bookNow } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

type Receipt = { state: string; netCents: number; lines: { amountCents: number }[] }

const receiptOf = async (page: Page, id: string, as: string): Promise<Receipt> => {
  const answer = await page.request.get(`/api/bookings/${id}/receipt?as=${as}`)
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

const give = (dialog: Locator, part: RegExp, stars: number) =>
  dialog
    .getByRole('group', { name: part })
    .getByRole('radio', { name: new RegExp(`^${stars} de 5`) })
    .check()

test('a visit from its booking to what all three say of it @desktop', async ({ browser, page }, {
  project,
}) => {
  // Looked at once: on a desk the same journey is walked by what it does.
  const look = (at: Page) => (project.name === 'phone' ? expectAccessibleEverywhere(at) : undefined)
  const serving = await servingNow(browser)
  const note = 'Llego con el cabello mojado.'
  const { id, code } = await bookNow(page, serving, note)
  await expect(page.getByText(note)).toBeVisible()
  const words = {
    client: `Puntual y muy cuidadosa. ${id.slice(0, 8)}`,
    host: `Dejó todo limpio. ${id.slice(0, 8)}`,
  }

  // She comes, is served, and goes.
  const day = serving.page
  await day.goto('/professional-appointments')
  await ready(day)
  const mine = day
    .getByRole('listitem')
    .filter({ hasText: 'Paola Nava Ríos' })
    .filter({ has: day.getByRole('button', { name: 'Registrar llegada' }) })
    .first()
  await expect(mine.getByText(note)).toBeVisible()
  await mine.getByLabel(/^Código de la clienta/).fill('000000')
  await mine.getByRole('button', { name: 'Registrar llegada' }).click()
  await expect(mine.getByText('Ese código no corresponde a esta cita.')).toBeVisible()
  await mine.getByLabel(/^Código de la clienta/).fill(code)
  await mine.getByRole('button', { name: 'Registrar llegada' }).click()
  await expect(day.getByText('Llegada registrada').first()).toBeVisible()
  const served = day.getByRole('listitem').filter({ hasText: 'Paola Nava Ríos' })
  await served.getByRole('button', { name: 'Terminar servicio' }).first().click()
  await expect(day.getByText('Servicio terminado').first()).toBeVisible()

  // She says that all is well: the money is divided, and the three receipts agree.
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Todo bien' }).click()
  await expect(page.getByRole('heading', { name: 'Cita completada' })).toBeVisible()
  const salon = serving.salon.page
  const paid = await receiptOf(page, id, 'client')
  const earned = await receiptOf(day, id, 'professional')
  const rent = await receiptOf(salon, id, 'host')
  for (const receipt of [paid, earned, rent]) {
    expect(receipt.state).toBe('settled')
    expect(receipt.lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(receipt.netCents)
  }
  const total = Math.abs(paid.netCents)
  const platform = total - earned.netCents - rent.netCents
  // 10 % of the service and 5 % of the rent, nothing else.
  expect(platform).toBeGreaterThanOrEqual(Math.floor(total * 0.1))
  expect(platform).toBeLessThan(total * 0.15)

  await page.getByRole('button', { name: 'Dejar propina' }).click()
  const tip = page.getByRole('dialog', { name: /^Propina para / })
  await tip.getByRole('radio', { name: /^10 %/ }).check()
  await tip.getByRole('button', { name: /^Dar \$/ }).click()
  await expect(page.getByText(/^Diste \$[\d,]+ de propina\.$/)).toBeVisible()

  // What she says survives Escape and a reload, until it is sent.
  await page.getByRole('button', { name: 'Dejar reseña' }).click()
  const review = page.getByRole('dialog', { name: '¿Cómo te fue?' })
  await give(review, /^El trato y la puntualidad/, 5)
  await give(review, /^El resultado/, 4)
  await review
    .getByLabel(/^Unas palabras/)
    .first()
    .fill(words.client)
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Dejar reseña' }).click()
  await expect(review.getByLabel(/^Unas palabras/).first()).toHaveValue(words.client)
  await give(review, /^El lugar/, 5)
  await review.getByRole('button', { name: 'Enviar reseña' }).click()
  await expect(page.getByRole('button', { name: 'Ver tu reseña' })).toBeVisible()

  // Her professional sees the tip and scores the place; the host, by the way of the bell, the professional.
  await day.reload()
  await ready(day)
  await expect(served.getByText(/propina/i).first()).toBeVisible()
  await served.getByRole('button', { name: 'Ver recibo' }).first().click()
  await expect(day.getByRole('dialog').getByText('Liquidado')).toBeVisible()
  await day.keyboard.press('Escape')
  await served.getByRole('button', { name: 'Calificar el espacio' }).first().click()
  await give(day.getByRole('dialog', { name: '¿Cómo te fue?' }), /^El lugar/, 5)
  await day.getByRole('button', { name: 'Enviar reseña' }).click()
  await expect(served.getByRole('button', { name: 'Ver tu reseña' }).first()).toBeVisible()
  await salon.goto(`/host-availability?review=${id}`)
  await ready(salon)
  const scored = salon.getByRole('dialog', { name: '¿Cómo te fue?' })
  await give(scored, /^Cómo usó tu espacio/, 4)
  await scored.getByLabel(/^Unas palabras/).fill(words.host)
  await look(salon)
  await scored.getByRole('button', { name: 'Enviar reseña' }).click()
  await expect(salon.getByText('Ya se puede leer.').first()).toBeVisible()

  // All three wrote, so all is read: she is answered in public, and the host's is reported.
  await day.goto('/professional-dashboard')
  await ready(day)
  const received = (said: string) => day.getByRole('listitem').filter({ hasText: said })
  await received(words.client).getByRole('button', { name: 'Responder' }).click()
  const reply = day.getByRole('dialog', { name: 'Responder a Paola' })
  await reply.getByLabel('Tu respuesta').fill('Gracias, aquí te espero.')
  await look(day)
  await day.keyboard.press('Escape')
  await received(words.client).getByRole('button', { name: 'Responder' }).click()
  await expect(reply.getByLabel('Tu respuesta')).toHaveValue('Gracias, aquí te espero.')
  await reply.getByRole('button', { name: 'Publicar respuesta' }).click()
  await expect(received(words.client).getByText('Gracias, aquí te espero.')).toBeVisible()
  await received(words.host).getByRole('button', { name: 'Reportar' }).click()
  const report = day.getByRole('dialog', { name: 'Reportar la reseña' })
  await report.getByLabel('Motivo').selectOption('Habla de algo que no pasó')
  await report.getByLabel(/^¿Qué pasó\?/).fill('No fue ese día.')
  await look(day)
  await report.getByRole('button', { name: 'Enviar reporte' }).click()
  const asked = received(words.host).getByRole('button', { name: 'Reportar' })
  await expect(asked).toHaveAccessibleDescription('Ya la reportaste. La revisa una persona del equipo.')

  // A person of Kalli leaves it, and who reported it reads so.
  const kalli = await pageOfKalli(browser)
  await kalli.goto('/admin?show=reviews')
  await ready(kalli)
  const reported = kalli.getByRole('listitem').filter({ hasText: words.host })
  await expect(reported.getByText('No fue ese día.')).toBeVisible()
  await look(kalli)
  await reported.getByRole('button', { name: 'Dejarla' }).click()
  await expect(reported).toBeHidden()
  await day.reload()
  await ready(day)
  await expect(asked).toHaveAccessibleDescription('Una persona del equipo la revisó y se queda.')

  // Whoever looks reads hers with the answer, of the place that she came, and nowhere the host's.
  await page.goto(`/p/${serving.professionalId}`)
  await ready(page)
  await page.getByRole('heading', { name: /^Lo que dicen/ }).scrollIntoViewIfNeeded()
  const hers = page.getByRole('listitem').filter({ hasText: words.client })
  await expect(hers.getByText('Gracias, aquí te espero.')).toBeVisible()
  await expect(page.getByText(words.host)).toBeHidden()
  await page.goto(`/space/${serving.salon.spaceId}`)
  await ready(page)
  await page.getByRole('heading', { name: /^Lo que dicen/ }).scrollIntoViewIfNeeded()
  const said = page.locator('#resenas').getByRole('listitem')
  await expect(said.filter({ hasText: 'Vino a su cita' }).first()).toBeVisible()
  await page
    .getByRole('group', { name: 'Filtrar reseñas' })
    .getByRole('button', { name: 'De profesionales' })
    .click()
  await expect(said.filter({ hasText: 'Atendió aquí' }).first()).toBeVisible()
  await expect(said.filter({ hasText: 'Vino a su cita' })).toHaveCount(0)
  await look(page)
})
