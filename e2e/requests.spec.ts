/** A stylist who must accept each request: requested, accepted, declined, and answered with another hour, as both see it. */
import { type Browser, expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { pressByKey, reach } from './keys.ts'
import { dateAhead, letIn, salonOf, stylistNear, type Stylist } from './newcomers.ts'
import {
  cards,
  chooseTime,
  fillCheckout,
  fillContact,
  goToPay,
  pageOf,
  payButton,
  someone,
  stylist as seeded,
} from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openVisit } from './visits.ts'

/** A visitor requests an hour some days ahead, and sees the answer deadline. */
const ask = async (page: Page, { professionalId, firstName }: Stylist, daysAhead: number) => {
  await page.goto(`/booking?professional=${professionalId}`)
  await ready(page)
  await chooseTime(page, { service: 'Corte y peinado', daysAhead, nth: 3 })
  await goToPay(page)
  await expect(page.getByText(`${firstName} responde cada solicitud`)).toBeVisible()
  await fillCheckout(page, someone(), cards.accepted)
  await page.getByRole('button', { name: 'Solicitar por $600' }).click()
  await expect(page.getByRole('heading', { name: 'Solicitud enviada' })).toBeVisible()
  await expect(page.getByText('Solo se te cobra si tu cita queda confirmada.')).toBeVisible()
}

/** A stylist who must accept each visit before it is confirmed. */
const requestedEachTime = async (browser: Browser) => {
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  const { page } = stylist
  await page.goto('/professional-space-rules')
  await ready(page)
  await page.getByText('Quién aparta el espacio').click()
  await page.getByLabel('Apartar en automático').selectOption('Pregúntame cada vez')
  await page.getByRole('button', { name: 'Guardar reglas' }).click()
  await expect(page.getByText('Reglas guardadas').first()).toBeVisible()
  return stylist
}

/** A form before the visit, which does not prevent the request. */
const asksForm = async ({ page, serviceId }: Stylist) => {
  await page.goto(`/professional-services?edit=${serviceId}`)
  await ready(page)
  await page.getByRole('tab', { name: 'Formularios' }).click()
  await page.getByRole('button', { name: 'Plantilla de Cabello' }).click()
  const editor = page.getByRole('dialog', { name: 'Nuevo formulario' })
  await editor.getByRole('button', { name: 'Guardar formulario' }).click()
  await expect(editor).toHaveCount(0)
}

test('the next request is open, the others are a row each, and all fit on two phone screens', async ({
  browser,
}) => {
  const page = await pageOf(browser, seeded.email)
  await page.goto('/professional-appointments?tab=requests')
  await ready(page)
  const questions = page.locator('main ol > li > details')
  await expect(questions.first()).toHaveAttribute('open', '')
  expect(await questions.count()).toBeGreaterThan(2)
  await expect(page.locator('main ol > li > details[open]')).toHaveCount(1)
  // Rows of other journeys' people are added to the seeded ones.
  const rows = await page.locator('main ol > li > details:not([open])').count()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(height - Math.max(0, rows - 5) * 104).toBeLessThanOrEqual(1_700)
  const second = questions.nth(1)
  await second.locator('summary').press('Enter')
  await expect(second.getByRole('link').or(second.getByRole('button')).first()).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('a long history is searched without accents, and a search without results says so', async ({
  browser,
}) => {
  const page = await pageOf(browser, seeded.email)
  await page.goto('/professional-appointments?tab=past')
  await ready(page)
  const search = page.getByRole('searchbox', { name: 'Buscar por cliente, servicio o lugar' })
  const rows = page.locator('main ol > li')
  await search.fill('LETICIA moreno')
  await expect(page.getByRole('status').filter({ hasText: /resultados?$/ })).toBeAttached()
  expect(await rows.count()).toBeGreaterThan(0)
  await expect(rows.filter({ hasNotText: 'Leticia Moreno' })).toHaveCount(0)
  await search.fill('nadie se llama así')
  await expect(page.getByText('Nada con eso.')).toBeVisible()
  await expectAccessible(page, 'a search that finds nothing')
  // The field stays, with the focus, while the list comes back.
  await search.fill('')
  await expect(rows.first()).toBeVisible()
  await expect(search).toBeFocused()
})

test('a visitor requests visits, the stylist accepts one and declines another, and both see the status', async ({
  browser,
}) => {
  // Two newcomers, a listing with its photos, two visitors, and checks of three screens.
  test.setTimeout(180_000)
  const stylist = await requestedEachTime(browser)
  const { page } = stylist
  await asksForm(stylist)

  await page.goto('/professional-appointments?tab=requests')
  await expect(page.getByText('Nada por responder')).toBeVisible()

  const first = await (await browser.newContext()).newPage()
  await ask(first, stylist, 3)
  await expectAccessible(first, 'a request that was sent')

  // Today says it first, above the earnings and the visits: the hour is held, and may be answered there.
  await page.goto('/professional-appointments')
  await ready(page)
  const today = page.getByRole('region', { name: 'Por responder' })
  await expect(today.getByRole('listitem')).toHaveText(/Paola Quedan .+ Corte y peinado/)
  await expect(today.getByRole('button', { name: 'Aceptar la cita de Paola' })).toBeVisible()
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  expect((await today.boundingBox())?.y ?? 0).toBeLessThan((title?.y ?? 0) + 160)
  await expectAccessibleEverywhere(page)
  await page.goto(`/professional-appointments?date=${dateAhead(2)}`)
  await expect(page.getByText('Nada en tu agenda este día')).toBeVisible()
  await expect(today).toHaveCount(0)
  await page.goto(`/professional-appointments?date=${dateAhead(3)}`)
  await expect(today.getByRole('listitem')).toHaveCount(1)
  await page.getByRole('link', { name: 'Por responder (1)' }).click()
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Paola' }) })
  await expect(card.getByText(/^Quedan/)).toBeVisible()
  // The professional who decides sees the pending form and the delivery of messages, and may ask the client something first.
  await expect(card.getByText('Formulario: pendiente')).toBeVisible()
  await expect(card.getByText(/^Solicitud: .* por correo/)).toBeVisible()
  await card.getByRole('button', { name: 'Mensajes con Paola' }).click()
  const talk = page.getByRole('dialog').filter({ has: page.getByRole('heading', { name: /Paola/ }) })
  await expect(talk).toBeVisible()
  await expectAccessible(page, 'a word before the answer')
  await page.keyboard.press('Escape')
  await expect(talk).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await card.getByRole('button', { name: 'Aceptar' }).click()
  await expect(page.getByText('Cita confirmada').first()).toBeVisible()
  await expect(page.getByText('Nada por responder')).toBeVisible()
  await expect(page.getByText('respondiste a tiempo 1 de 1')).toBeVisible()
  await first.reload()
  await expect(first.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  await first.context().close()

  const second = await (await browser.newContext()).newPage()
  await ask(second, stylist, 4)
  await page.goto('/professional-appointments')
  await ready(page)
  await today.getByRole('button', { name: 'Rechazar la cita de' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Rechazar esta solicitud?' })
  await dialog.getByText('Necesito más tiempo para prepararme.').click()
  await expectAccessible(page, 'saying no')
  await dialog.getByRole('button', { name: 'Rechazar solicitud' }).click()
  // An open dialog hides what is behind it.
  await expect(dialog).toHaveCount(0)
  await expect(today).toHaveCount(0)
  await second.reload()
  await ready(second)
  await expect(second.getByRole('heading', { name: 'Esta vez no pudo ser' })).toBeVisible()
  await expect(second.getByText('Necesito más tiempo para prepararme.')).toBeVisible()
  await expectAccessible(second, 'a request that was declined')
  const others = second
    .getByRole('heading', { name: 'Otros horarios cercanos' })
    .locator('..')
    .getByRole('listitem')
  await expect(others).toHaveCount(3)
  await others.first().getByRole('button').click()
  await expect(second.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
})

test('a client who pays a request in cash reads that it is paid, and that it becomes credit if the visit does not happen', async ({
  browser,
}) => {
  // Two newcomers, a listing with its photos, a visitor, and checks of three screens.
  test.setTimeout(180_000)
  const stylist = await requestedEachTime(browser)
  const client = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await client.goto(`/booking?professional=${stylist.professionalId}`)
  await ready(client)
  await expect(client.getByText('Precios con IVA incluido.')).toBeVisible()
  await chooseTime(client, { service: 'Corte y peinado', daysAhead: 8, nth: 3 })
  await expect(client.getByText('IVA incluido', { exact: true })).toBeVisible()
  await goToPay(client)
  await fillContact(client, someone())
  await client.getByRole('radio', { name: /^Efectivo en OXXO/ }).check()
  // A payment reference names its payer in full.
  await client.getByLabel('Apellidos').fill('Nava Ríos')
  await expect(client.getByText(/Cuando llega tu pago, Renata responde tu solicitud/)).toBeVisible()
  await client.getByRole('button', { name: 'Solicitar con referencia de $600' }).click()

  await expect(client.getByRole('heading', { name: 'Falta tu pago' })).toBeVisible()
  await expect(client.getByText(/Renata recibe tu solicitud y la responde\./)).toBeVisible()
  await expect(client.getByText(/si cancelas o Renata no acepta, lo que te toque/)).toBeVisible()
  await expectAccessibleEverywhere(client)
  const counter = await client.getByRole('link', { name: 'Abrir la ficha' }).getAttribute('href')
  await client.goto(counter ?? '')
  await payButton(client).click()
  await expect(client).toHaveURL(/booking-success/)
  await ready(client)
  await expect(client.getByRole('heading', { name: 'Solicitud enviada' })).toBeVisible()
  await expect(
    client.getByText(/Ya pagaste \$600: si tu cita no queda confirmada, quedan como saldo/),
  ).toBeVisible()
  await expect(client.getByText(/no se te cobr/i)).toHaveCount(0)
  await expectAccessibleEverywhere(client)

  await client.getByRole('button', { name: 'Retirar solicitud' }).click()
  const dialog = client.getByRole('dialog', { name: '¿Retirar tu solicitud?' })
  await expect(dialog.getByText(/Recibes de vuelta \$600: quedan como saldo/)).toBeVisible()
  await expectAccessible(client, 'withdrawing a request')
  await dialog.getByRole('button', { name: 'Conservar la solicitud' }).click()
  await expect(dialog).toBeHidden()
  await client.getByRole('button', { name: 'Retirar solicitud' }).click()
  await dialog.getByRole('button', { name: 'Retirar solicitud' }).click()
  await expect(client.getByRole('heading', { name: 'Retiraste tu solicitud' })).toBeVisible()
  await expect(client.getByText(/Recibes de vuelta \$600: quedan como saldo/)).toBeVisible()
})

/** By keyboard alone: from the button of the request to an hour of a later day, and the message to its reader. */
const proposeByKey = async (
  page: Page,
  opener: Locator,
  { daysAhead, nth }: { daysAhead: number; nth: number },
) => {
  await pressByKey(page, opener)
  const dialog = page.getByRole('dialog', { name: 'Proponer otra hora' })
  await pressByKey(
    page,
    dialog.getByRole('group', { name: 'Elige un día' }).getByRole('button').nth(daysAhead),
  )
  await pressByKey(
    page,
    dialog
      .getByRole('group', { name: /^Horarios de la/ })
      .getByRole('button')
      .nth(nth),
  )
  await expect(dialog.getByText('Precio acordado')).toBeVisible()
  await reach(page, dialog.getByLabel('Mensaje'))
  await page.keyboard.type('Ese día tengo más calma.')
  return dialog
}

test('the stylist proposes another hour for a request by keyboard, and the client accepts it on a phone @desktop-deep', async ({
  browser,
}) => {
  // Two newcomers, a listing with its photos, a visitor, and checks of five screens.
  test.setTimeout(180_000)
  const stylist = await requestedEachTime(browser)
  const { page } = stylist

  // Without an account: they return by the link of their email.
  const client = await (
    await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true })
  ).newPage()
  await ask(client, stylist, 3)

  await page.goto('/professional-appointments?tab=requests')
  await ready(page)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Paola' }) })
  const dialog = await proposeByKey(page, card.getByRole('button', { name: 'Proponer otra hora' }), {
    daysAhead: 5,
    nth: 2,
  })
  await expect(dialog.getByText(/la que pidió quedan apartadas/)).toBeVisible()
  await expectAccessible(page, 'another hour for a request')
  await pressByKey(page, dialog.getByRole('button', { name: 'Proponer esta hora' }))
  const proposed = card.getByRole('group', { name: 'Otra hora propuesta' })
  await expect(proposed.getByText('Ese día tengo más calma.')).toBeVisible()
  await expect(card.getByRole('button', { name: 'Aceptar la que pidió' })).toBeVisible()
  // It is the client's turn: the tab has no count.
  await expect(page.getByRole('link', { name: 'Por responder', exact: true })).toBeVisible()
  await expectAccessibleEverywhere(page)

  await client.reload()
  await ready(client)
  await expect(client.getByRole('heading', { level: 1 })).toHaveText('Te proponen otra hora')
  await expect(client.getByRole('heading', { level: 1 })).toHaveCount(1)
  const requested = client.getByRole('group', { name: 'Otra hora propuesta' })
  await expect(requested.getByText(/Solo se te cobra si tu cita queda confirmada\./)).toBeVisible()
  await expect(requested.getByText('$600, no cambia')).toBeVisible()
  await expectAccessibleEverywhere(client)
  await requested.getByRole('button', { name: 'Prefiero la que pedí' }).click()
  await expect(client.getByRole('heading', { level: 1 })).toHaveText('Solicitud enviada')

  // From her agenda too, where the request is among her visits.
  await page.goto(`/professional-calendar-advanced?view=list&date=${dateAhead(3)}`)
  await ready(page)
  await pressByKey(page, page.getByRole('button', { name: /Paola/ }))
  const again = await proposeByKey(page, page.getByRole('button', { name: 'Proponer otra hora' }), {
    daysAhead: 6,
    nth: 3,
  })
  await pressByKey(page, again.getByRole('button', { name: 'Proponer esta hora' }))
  await expect(again).toHaveCount(0)
  await page.goto(`/professional-calendar-advanced?view=list&date=${dateAhead(6)}`)
  await ready(page)
  // In order of time: the requested hour comes first, the proposed one after it.
  await page.getByRole('button', { name: /Paola/ }).last().click()
  await expect(page.getByRole('dialog').getByText(/Propusiste esta hora en vez de/)).toBeVisible()
  await expectAccessible(page, 'an hour of the agenda that is proposed')

  await client.reload()
  await ready(client)
  await requested.getByRole('button', { name: 'Aceptar y confirmar' }).tap()
  await expect(client.getByRole('heading', { level: 1 })).toHaveText('¡Tu cita está confirmada!')
  await expect(requested).toHaveCount(0)
  await expectAccessible(client, 'an hour that was taken')
  await page.goto(`/professional-appointments?date=${dateAhead(6)}`)
  await ready(page)
  const sheet = await openVisit(page, 'Paola')
  await expect(sheet.getByText('Confirmada', { exact: true })).toBeVisible()
})
