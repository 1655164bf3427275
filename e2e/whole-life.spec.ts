/** The whole life of a visit for all three: booked, served, tipped, three receipts that agree, reviews, an answer and a report. */
import { expect, type Locator, type Page } from '@playwright/test'
import { beginNow } from './begin-now.ts'
import { expectAccessibleEverywhere } from './accessible.ts'
import { pageOfKalli } from './kalli.ts'
import { handsOn, type Hands } from './keys.ts'
import { servingNow } from './newcomers.ts'
import { bookNow } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openVisit } from './visits.ts'

type Receipt = { state: string; netCents: number; lines: { amountCents: number }[] }

const receiptOf = async (page: Page, id: string, as: string): Promise<Receipt> => {
  const answer = await page.request.get(`/api/bookings/${id}/receipt?as=${as}`)
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

const give = ({ tick }: Hands, dialog: Locator, part: RegExp, stars: number) =>
  tick(dialog.getByRole('group', { name: part }).getByRole('radio', { name: new RegExp(`^${stars} de 5`) }))

test('a visit runs from its booking to the reviews of all three parties @desktop-deep', async ({
  browser,
  page,
}, { project }) => {
  const serving = await servingNow(browser)
  const note = 'Llego con el cabello mojado.'
  const { id, code } = await bookNow(page, serving, note)
  await expect(page.getByText(note)).toBeVisible()
  const words = {
    client: `Puntual y muy cuidadosa. ${id.slice(0, 8)}`,
    host: `Dejó todo limpio. ${id.slice(0, 8)}`,
  }

  const client = handsOn(page, project)

  // She arrives, is served, and leaves.
  const day = serving.page
  const own = handsOn(day, project)
  await day.goto('/professional-appointments')
  await ready(day)
  const mine = day
    .getByRole('listitem')
    .filter({ hasText: 'Paola' })
    .filter({ has: day.getByRole('button', { name: 'Registrar llegada' }) })
    .first()
  await expect(mine.getByText(note)).toBeVisible()
  await own.press(mine.getByRole('button', { name: 'Registrar llegada' }))
  await expect(mine.getByLabel(/^Código del cliente/)).toBeFocused()
  await own.press(mine.getByRole('button', { name: 'Registrar llegada' }))
  await expect(
    mine.getByText('Escribe el código de tu cliente o el de la unidad, o di dónde estás.'),
  ).toBeVisible()
  await expectAccessibleEverywhere(day)
  await own.write(mine.getByLabel(/^Código del cliente/), '000000')
  await own.press(mine.getByRole('button', { name: 'Registrar llegada' }))
  await expect(mine.getByText('Ese código no corresponde a esta cita.')).toBeVisible()
  await own.write(mine.getByLabel(/^Código del cliente/), code)
  await own.press(mine.getByRole('button', { name: 'Registrar llegada' }))
  await expect(day.getByText('Llegada registrada').first()).toBeVisible()
  await beginNow(code)
  await day.reload()
  await ready(day)
  const served = day.getByRole('listitem').filter({ hasText: 'Paola' })
  await own.press(served.getByRole('button', { name: 'Terminar servicio' }).first())
  await expect(day.getByText('Servicio terminado').first()).toBeVisible()

  // She confirms that all is well: the money is divided, and the three receipts agree.
  await page.reload()
  await ready(page)
  await client.press(page.getByRole('button', { name: 'Todo bien' }))
  await expect(page.getByRole('heading', { name: 'Cita completada' })).toBeVisible()
  const salon = serving.salon.page
  const business = handsOn(salon, project)
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

  await client.press(page.getByRole('button', { name: 'Dejar propina' }))
  const tip = page.getByRole('dialog', { name: /^Propina para / })
  await client.tick(tip.getByRole('radio', { name: /^10 %/ }))
  await client.press(tip.getByRole('button', { name: /^Dar \$/ }))
  await expect(page.getByText(/^Diste \$[\d,]+ de propina\.$/)).toBeVisible()

  // Her review survives Escape and a reload, until it is sent.
  await client.press(page.getByRole('button', { name: 'Dejar reseña' }))
  const review = page.getByRole('dialog', { name: '¿Cómo te fue?' })
  await give(client, review, /^El trato y la puntualidad/, 5)
  await give(client, review, /^El resultado/, 4)
  await client.write(review.getByLabel(/^Unas palabras/).first(), words.client)
  await page.keyboard.press('Escape')
  await expect(review).toBeHidden()
  await page.reload()
  await ready(page)
  await client.press(page.getByRole('button', { name: 'Dejar reseña' }))
  await expect(review.getByLabel(/^Unas palabras/).first()).toHaveValue(words.client)
  await give(client, review, /^El lugar/, 5)
  await client.press(review.getByRole('button', { name: 'Enviar reseña' }))
  await expect(page.getByRole('button', { name: 'Ver tu reseña' })).toBeVisible()

  // Her professional sees the tip and reviews the place; the host, by the bell's link, the professional.
  await day.reload()
  await ready(day)
  const sheet = await openVisit(day, 'Paola')
  await expect(sheet.getByText(/propina/i).first()).toBeVisible()
  await own.press(sheet.getByRole('button', { name: 'Ver recibo' }).first())
  await expect(day.getByRole('dialog').getByText('Liquidado')).toBeVisible()
  await day.keyboard.press('Escape')
  await own.press(sheet.getByRole('button', { name: 'Calificar el espacio' }).first())
  await give(own, day.getByRole('dialog', { name: '¿Cómo te fue?' }), /^El lugar/, 5)
  await own.press(day.getByRole('button', { name: 'Enviar reseña' }))
  await expect(sheet.getByRole('button', { name: 'Ver tu reseña' }).first()).toBeVisible()
  await salon.goto(`/host-availability?review=${id}`)
  await ready(salon)
  const scored = salon.getByRole('dialog', { name: '¿Cómo te fue?' })
  await give(business, scored, /^Cómo usó tu espacio/, 4)
  await business.write(scored.getByLabel(/^Unas palabras/), words.host)
  await expectAccessibleEverywhere(salon)
  await business.press(scored.getByRole('button', { name: 'Enviar reseña' }))
  await expect(salon.getByText('Ya se puede leer.').first()).toBeVisible()

  // All three wrote, so all reviews are published: hers is answered in public, and the host's is reported.
  await day.goto('/professional-dashboard?tab=numbers')
  await ready(day)
  const received = (said: string) => day.getByRole('listitem').filter({ hasText: said })
  await own.press(received(words.client).getByRole('button', { name: 'Responder' }))
  const reply = day.getByRole('dialog', { name: 'Responder a Paola' })
  await own.write(reply.getByLabel('Tu respuesta'), 'Gracias, aquí te espero.')
  await expectAccessibleEverywhere(day)
  await day.keyboard.press('Escape')
  await own.press(received(words.client).getByRole('button', { name: 'Responder' }))
  await expect(reply.getByLabel('Tu respuesta')).toHaveValue('Gracias, aquí te espero.')
  await own.press(reply.getByRole('button', { name: 'Publicar respuesta' }))
  await expect(received(words.client).getByText('Gracias, aquí te espero.')).toBeVisible()
  await own.press(received(words.host).getByRole('button', { name: 'Reportar' }))
  const report = day.getByRole('dialog', { name: 'Reportar la reseña' })
  await own.choose(report.getByLabel('Motivo'), 'Habla de algo que no pasó')
  await own.write(report.getByLabel(/^¿Qué pasó\?/), 'No fue ese día.')
  await expectAccessibleEverywhere(day)
  await own.press(report.getByRole('button', { name: 'Enviar reporte' }))
  const requested = received(words.host).getByRole('button', { name: 'Reportar' })
  await expect(requested).toHaveAccessibleDescription('Ya la reportaste. La revisa una persona del equipo.')

  // A staff member keeps the review, and the reporter reads so.
  const kalli = await pageOfKalli(browser)
  const team = handsOn(kalli, project)
  await kalli.goto('/admin?show=reviews')
  await ready(kalli)
  const reported = kalli.getByRole('listitem').filter({ hasText: words.host })
  await expect(reported.getByText('No fue ese día.')).toBeVisible()
  await expectAccessibleEverywhere(kalli)
  await team.press(reported.getByRole('button', { name: 'Dejarla' }))
  await expect(reported).toBeHidden()
  await day.reload()
  await ready(day)
  await expect(requested).toHaveAccessibleDescription('Una persona del equipo la revisó y se queda.')

  // A visitor reads the client's review with the answer, also at the place of the visit, and the host's review nowhere.
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
  await client.press(
    page.getByRole('group', { name: 'Filtrar reseñas' }).getByRole('button', { name: 'De profesionales' }),
  )
  await expect(said.filter({ hasText: 'Atendió aquí' }).first()).toBeVisible()
  await expect(said.filter({ hasText: 'Vino a su cita' })).toHaveCount(0)
  await expectAccessibleEverywhere(page)
})
