/** A form before a visit: written from a template, answered with consent before paying, and read by its professional. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { dateAhead, emailOf, hoursOf, letIn, newcomer, salonOf, stylistNear } from './newcomers.ts'
import { cards, fillCard, payButton } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openVisit } from './visits.ts'

test('requests health data with consent before payment, and shows it to the professional and the client', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const { page: pro } = stylist
  const date = dateAhead(3)

  // The professional writes it.
  await pro.goto(`/professional-services?edit=${stylist.serviceId}`)
  await ready(pro)
  await pro.getByRole('tab', { name: 'Formularios' }).click()
  await expect(pro.getByText('Todavía no tienes formularios.')).toBeVisible()
  await pro.getByRole('button', { name: 'Plantilla de Cabello' }).click()
  const editor = pro.getByRole('dialog', { name: 'Nuevo formulario' })
  await editor.getByLabel('Título').fill('Antes de tu color')
  await editor.getByLabel(/^Antes de pagar/).check()
  await editor.getByLabel(/^Pregunta algo de salud/).check()
  await editor.getByRole('button', { name: 'Quitar la pregunta 5' }).click()
  await editor.getByRole('button', { name: 'Otra pregunta' }).click()
  await editor.getByRole('button', { name: 'Guardar formulario' }).click()
  await expect(editor.getByText('La pregunta 5 no dice nada todavía.')).toBeVisible()
  await editor.getByRole('textbox', { name: 'Pregunta 5' }).fill('¿A qué eres alérgica?')
  await expectAccessible(pro, 'a form being written')
  await editor.getByRole('button', { name: 'Guardar formulario' }).click()
  await expect(pro.getByLabel(/^Antes de tu color/)).toBeChecked()
  await expectAccessibleEverywhere(pro)

  // The client cannot pay without it, and loses no typed values.
  const client = await newcomer(browser, 'client', 'Lucía')
  const token = (await hoursOf(client.request, stylist, salon.spaceId, date))[0]?.token
  const held = await client.request.post('/api/holds', { data: { slotToken: token } })
  const { id }: { id: string } = await held.json()
  await client.goto(`/dynamic-checkout?hold=${id}`)
  await ready(client)
  await expect(client.getByText('Contesta primero «Antes de tu color», arriba.')).toBeVisible()
  await client.getByLabel('Decoloración').check()
  await client.getByLabel('Rizado', { exact: true }).check()
  await client.getByLabel('¿A qué eres alérgica?').fill('A la parafenilendiamina')
  await client.reload()
  await ready(client)
  await expect(client.getByLabel('¿A qué eres alérgica?')).toHaveValue('A la parafenilendiamina')
  await client.getByRole('button', { name: 'Guardar respuestas' }).click()
  await expect(client.getByText('Falta tu respuesta.')).toBeVisible()
  await expect(client.getByText('Sin tu consentimiento no podemos guardar')).toBeVisible()
  await client.getByRole('radio', { name: 'No', exact: true }).check()
  await client.getByLabel(/^Doy mi consentimiento expreso/).check()
  await expectAccessibleEverywhere(client)
  await client.getByRole('button', { name: 'Guardar respuestas' }).click()
  await expect(client.getByText(/^Contestaste el/)).toBeVisible()
  await client.getByLabel('Correo').fill(await emailOf(client))
  await client.getByLabel('Teléfono').fill('55 1234 5678')
  await fillCard(client, cards.accepted)
  await payButton(client).click()
  await expect(client.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await expect(client.getByText('Renata todavía no las ha leído.')).toBeVisible()

  // Its professional reads it.
  await pro.goto(`/professional-appointments?date=${date}`)
  await ready(pro)
  await openVisit(pro, 'Lucía')
  await expect(pro.getByText('Formulario: contestado')).toBeVisible()
  await pro.getByRole('button', { name: 'Leer respuestas' }).click()
  const answers = pro.getByRole('dialog', { name: 'Lo que contestó Lucía' })
  await expect(answers.getByText('A la parafenilendiamina')).toBeVisible()
  await expectAccessible(pro, 'answers being read')
  await pro.keyboard.press('Escape')

  // From the card of the client too.
  await pro.getByRole('link', { name: 'Nota privada' }).click()
  const forms = pro.getByRole('region', { name: 'Formularios' })
  await forms.getByRole('button', { name: 'Leer respuestas' }).click()
  await expect(answers.getByText('A la parafenilendiamina')).toBeVisible()

  // The client sees both, and revokes them.
  await client.goto('/settings?section=privacy')
  await ready(client)
  await expect(client.getByText('Renata Campos leyó «Antes de tu color»')).toHaveCount(2)
  await client.goto(`/booking-success?id=${id}`)
  await ready(client)
  await expect(client.getByText(/^Renata las leyó el/)).toBeVisible()
  await client.getByRole('button', { name: 'Borrarlas' }).click()
  await expect(client.getByText('Respuestas borradas').first()).toBeVisible()
  await client.goto('/my-bookings')
  await ready(client)
  await expect(client.getByText('Te falta un formulario.')).toBeVisible()
})
