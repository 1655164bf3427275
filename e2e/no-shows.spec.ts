/** A no-show: it is reported, contested, withdrawn and decided, and the client has credit for a professional's no-show. */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { pageOfKalli } from './kalli.ts'
import { pressByKey, reach } from './keys.ts'
import { client, pageOf, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Part of all demo data (server/seed/booking/absences.ts). */
const ofClient = '019aa000-0000-7000-8000-0000000ab001'
const ofStylist = '019aa000-0000-7000-8000-0000000ab003'

/** Visits without a reported no-show: of her client (one for the phone and one for the desktop), of her professional. */
const unsaid = {
  ofClient: {
    phone: '019aa000-0000-7000-8000-0000000ab005',
    desktop: '019aa000-0000-7000-8000-0000000ab007',
  },
  ofStylist: '019aa000-0000-7000-8000-0000000ab006',
}

/** Contested once, without a mouse; a retry of this journey finds it so. */
const contest = async (page: Page, words: string, contested: string) => {
  const panel = page.getByRole('group', { name: 'Inasistencia' })
  await expect(panel.getByRole('heading')).toBeVisible()
  const button = panel.getByRole('button', { name: 'Decir que no fue así' })
  if (await button.isVisible()) {
    await expect(panel.getByText('Escribe primero qué pasó.')).toBeVisible()
    await reach(page, panel.getByLabel('¿Qué pasó?'))
    await page.keyboard.type(words)
    await pressByKey(page, button)
  }
  await expect(panel.getByRole('heading', { name: contested })).toBeVisible()
  await expect(panel.getByText(words)).toBeVisible()
}

/** Opened and closed again by Escape; returns the button that opened it. */
const openAbsence = async (page: Page, visit: Locator, group: string | RegExp, title: string | RegExp) => {
  const button = visit.getByRole('group', { name: group }).getByRole('button', { name: 'No llegó' })
  await pressByKey(page, button)
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog).toBeVisible()
  if (test.info().project.name === 'phone') await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  return { button, dialog }
}

test('a stylist reports a no-show, the client contests it and Kalli decides, by keyboard alone @desktop-deep', async ({
  browser,
}, { project }) => {
  const id = unsaid.ofClient[project.name === 'phone' ? 'phone' : 'desktop']
  const salon = await pageOf(browser, stylist.email)
  const { startsAt, status } = await (await salon.request.get(`/api/bookings/${id}?as=professional`)).json()
  const panel = salon.getByRole('group', { name: 'Inasistencia' })
  // A retry of this journey finds it reported.
  if (status === 'confirmed') {
    const date = new Date(startsAt).toLocaleDateString('sv-SE', { timeZone: 'America/Mexico_City' })
    await salon.goto(`/professional-appointments?date=${date}`)
    await ready(salon)
    const hour = new Date(startsAt).toLocaleTimeString('es-MX', {
      timeZone: 'America/Mexico_City',
      hour: '2-digit',
      minute: '2-digit',
      hour12: false,
    })
    // It begins with its hour.
    const row = salon.getByRole('listitem').filter({ hasText: new RegExp(`^${hour}`) })
    if (!(await row.isVisible())) await pressByKey(salon, salon.locator('main details > summary'))
    await pressByKey(salon, row.locator('button[aria-haspopup=dialog]').last())
    const visit = salon.getByRole('dialog').first()
    const absence = /^Si .+ no llega$/
    const { button, dialog } = await openAbsence(salon, visit, absence, /^¿.+ no llegó\?$/)
    await salon.keyboard.press('Enter')
    await pressByKey(salon, dialog.getByRole('button', { name: 'Registrar que no llegó' }))
    await expect(salon.getByText('Quedó registrado').first()).toBeVisible()
    await expect(button).toBeHidden()
  }

  const page = await pageOf(browser, client.email)
  await page.goto('/my-bookings?tab=past')
  await ready(page)
  await page
    .getByRole('button', { name: /No asististe/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Ver qué pasó' })).toBeVisible()
  await page.goto(`/booking-success?id=${id}`)
  await ready(page)
  const decided = page.getByRole('heading', { name: 'Te dimos la razón' })
  await expect(page.getByRole('group', { name: 'Inasistencia' }).getByRole('heading')).toBeVisible()
  if (!(await decided.isVisible())) {
    const words = `Llegué a tiempo y esperé en la puerta (${project.name}).`
    await contest(page, words, 'Estamos revisando lo que dijiste')
    await salon.goto(`/professional-appointments?tab=no-show&booking=${id}`)
    await ready(salon)
    await expect(panel.getByText(words)).toBeVisible()
    await expect(panel.getByRole('button', { name: 'Retirar y devolver todo' })).toBeEnabled()

    const kalli = await pageOfKalli(browser)
    await kalli.goto('/admin?show=no-shows')
    await ready(kalli)
    const requested = kalli.getByRole('listitem').filter({ hasText: words })
    await pressByKey(kalli, requested.getByRole('button', { name: 'No procede: devolver todo' }))
    // The result is shown first, and the reason is required.
    const dialog = kalli.getByRole('dialog', { name: '¿No procede: devolver todo?' })
    await expect(dialog.getByText('Lo que cambia para cada quien')).toBeVisible()
    await expect(dialog.getByText('El cliente', { exact: true })).toBeVisible()
    await expectAccessibleEverywhere(kalli)
    await dialog.getByLabel('Motivo').fill('El cliente mostró la foto de la puerta.')
    await pressByKey(kalli, dialog.getByRole('button', { name: 'Decidir' }))
    // The list behind the dialog is hidden from assistive technology; the decision is made when the message appears.
    await expect(kalli.getByText('Decidido: avisamos a las dos partes', { exact: true })).toBeVisible()
    await expect(requested).toBeHidden()
    await kalli.context().close()
    await page.reload()
    await ready(page)
  }
  await expect(decided).toBeVisible()
})

test('a stylist withdraws a client’s no-show, and contests her own', async ({ browser }) => {
  const page = await pageOf(browser, client.email)
  await page.goto(`/booking-success?id=${ofClient}`)
  await ready(page)
  const panel = page.getByRole('group', { name: 'Inasistencia' })
  const takenBack = panel.getByRole('heading', { name: 'Se retiró el aviso de que no llegaste' })
  await expect(panel.getByRole('heading')).toBeVisible()
  const salon = await pageOf(browser, stylist.email)
  if (!(await takenBack.isVisible())) {
    await expectAccessibleEverywhere(page)
    await salon.goto(`/professional-appointments?tab=no-show&booking=${ofClient}`)
    await ready(salon)
    await salon.getByRole('button', { name: 'Retirar y devolver todo' }).click()
    await expect(salon.getByRole('heading', { name: 'Retiraste el aviso de que no llegó' })).toBeVisible()
    await page.reload()
    await ready(page)
  }
  await expect(takenBack).toBeVisible()

  await salon.goto(`/professional-appointments?tab=no-show&booking=${ofStylist}`)
  await ready(salon)
  await contest(salon, 'Estuve en mi silla desde las nueve.', 'Estamos revisando lo que dices')

  // A client who waited for her professional must confirm, and may go on waiting.
  await page.goto(`/booking-success?id=${unsaid.ofStylist}`)
  await ready(page)
  await openAbsence(page, page.locator('main'), /^Si .+ no llega$/, /^¿.+ no llegó\?$/)
})

test('a client whose professional did not come sees the credit and its origin, and may pay with it', async ({
  browser,
}) => {
  const page = await pageOf(browser, client.email)
  await page.goto('/my-bookings?tab=wallet')
  await ready(page)
  await expect(page.getByText('Por una cita que te fallaron')).toBeVisible()
  await expectAccessibleEverywhere(page)

  // The first professional of a search has some free hour in the next days.
  await page.goto(`/booking?professional=${stylist.id}`)
  await ready(page)
  const { token } = await page.evaluate(async (id) => {
    const services: { id: number }[] = (await (await fetch(`/api/public/professionals/${id}`)).json())
      .services
    const date = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    for (const { id: service } of services) {
      const requested = `professional=${id}&service=${service}&from=${date(2)}&to=${date(9)}`
      const { days } = await (await fetch(`/api/slots?${requested}`)).json()
      for (const { slots } of days)
        if (slots.length > 0) return { token: String(slots[slots.length - 1].token) }
    }
    throw new Error('no hour is free')
  }, stylist.id)
  const held = await page.request.post('/api/holds', { data: { slotToken: token } })
  expect(held.status(), await held.text()).toBe(201)
  const { id } = await held.json()
  await page.goto(`/dynamic-checkout?hold=${id}`)
  await ready(page)
  const tick = page.getByRole('checkbox', { name: 'Usar $50 de mi saldo a favor' })
  await expect(tick).toBeChecked()
  await expect(page.getByText('Con tu tarjeta')).toBeVisible()
  await expectAccessible(page, 'a checkout with credit')
  await tick.uncheck()
  await expect(page.getByText('Con tu tarjeta')).toBeHidden()
  await page.request.delete(`/api/holds/${id}`)
})
