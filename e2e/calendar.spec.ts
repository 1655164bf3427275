/** A professional's calendar: claimed time, a block moved by keyboard, days away, and why no hours are offered. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { bookHour, dateAhead, letIn, newcomer, publishProfile, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const mondayOf = (date: string) => {
  const noon = new Date(`${date}T12:00:00Z`)
  return new Date(noon.getTime() - ((noon.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
}

const post = async (page: Page, path: string, data: object) => {
  const answer = await page.request.post(path, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

test('a block is created, moved by keyboard and deleted; days off show the expected clients and why nothing is offered', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'], undefined, { lets: true })
  const stylist = await stylistNear(browser, salon, 'Miriam')
  await letIn(salon, stylist)
  const date = dateAhead(9)
  await bookHour(browser, stylist, salon.spaceId, date, 1)
  const { page } = stylist
  await page.emulateMedia({ reducedMotion: 'reduce' })

  // On the phone a list; every view shows the same week.
  await page.goto(`/professional-calendar-advanced?date=${date}`)
  await ready(page)
  await expect(page.getByRole('navigation', { name: 'Vista' }).getByText('Lista')).toHaveAttribute(
    'aria-current',
    'true',
  )
  await expect(page.getByRole('button', { name: /Lucía/ })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.goto(`/professional-calendar-advanced?view=week&date=${date}`)
  await ready(page)
  await expect(page.getByRole('button', { name: /^Lucía/ })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.goto(`/professional-calendar-advanced?view=day&date=${date}`)
  await ready(page)
  await expect(page.getByRole('heading', { name: salon.name })).toBeVisible()

  // Free time shows what could be sold there, and links to it.
  await page
    .getByRole('button', { name: /^Hueco vendible: / })
    .first()
    .click()
  const gap = page.getByRole('dialog', { name: 'Hueco vendible' })
  await expect(gap.getByText('Corte y peinado', { exact: true })).toBeVisible()
  await expect(gap.getByRole('button', { name: /^Copiar enlace de esa hora/ })).toBeEnabled()
  await expectAccessibleEverywhere(page)
  const hours = gap.getByRole('combobox', { name: 'Hora de Corte y peinado' })
  const second = hours.getByRole('option').nth(1)
  const hour = await second.innerText()
  await hours.selectOption({ index: 1 })
  await gap.getByRole('button', { name: /^Agendar a alguien/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Nueva cita' })
  await expect(sheet.getByLabel('Hora').getByRole('option', { selected: true })).toHaveText(hour)
  await expect(sheet.getByLabel('Servicio').getByRole('option', { selected: true })).toContainText(
    'Corte y peinado',
  )
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Huecos vendibles' }).uncheck()
  await expect(page.getByRole('button', { name: /^Hueco vendible: / })).toHaveCount(0)

  // Moved by keyboard a visit stays in place until its consequences are seen and confirmed.
  const lucia = page.getByRole('button', { name: /^Lucía/ })
  const before = (await lucia.getAttribute('aria-label')) ?? (await lucia.textContent()) ?? ''
  await lucia.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await page.keyboard.press('Alt+ArrowDown')
  await expect(page.getByText(/^Lucía.*Entrar para ver qué cambia\.$/)).toBeAttached()
  await page.keyboard.press('Enter')
  const moving = page.getByRole('dialog', { name: 'Cambiar de hora' })
  await expect(moving.getByText(/hasta el .* para responder/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await moving.getByRole('button', { name: 'Dejarla como está' }).click()
  await expect(lucia).toContainText(before)
  await lucia.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Escape')
  await expect(page.getByText(/Entrar para ver qué cambia\.$/)).toHaveCount(0)
  await lucia.click()
  // Its price, and the history of its moves.
  const card = page.getByRole('dialog')
  await expect(card.getByRole('region', { name: 'Dinero' })).toContainText('Renta')
  await expect(
    card.getByRole('region', { name: 'Lo que ha pasado' }).getByRole('listitem').last(),
  ).toContainText(/Quedó confirmada.*Kalli/s)
  await expect(card).toContainText(salon.name)
  // Everything of the visit, as in the sheet of its day.
  await expect(card.getByRole('link', { name: /^\+52/ })).toHaveAttribute('href', /^tel:/)
  await expect(card.getByRole('link', { name: 'WhatsApp' })).toBeVisible()
  await expect(card.getByRole('button', { name: /^Mensajes con/ })).toHaveCount(1)
  await expect(card.getByRole('button', { name: 'Cancelar cita' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await card.getByRole('button', { name: 'Cambiar de hora' }).click()
  await expect(moving.getByText('Nada cambia hasta que confirmas.', { exact: false })).toBeVisible()
  // One dialog replaced the other: the opener of the first has the focus again.
  await page.keyboard.press('Escape')
  await expect(lucia).toBeFocused()

  // By mouse it is the same: dropping it changes nothing yet.
  await lucia.scrollIntoViewIfNeeded()
  const bar = (await lucia.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(bar.x + bar.width / 2, bar.y + 12)
  await page.mouse.down()
  await page.mouse.move(bar.x + bar.width / 2, bar.y + 40, { steps: 4 })
  await page.mouse.move(bar.x + bar.width / 2, bar.y + 76, { steps: 4 })
  await page.mouse.up()
  await expect(moving.getByText('Nada cambia hasta que confirmas.', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(lucia).toContainText(before)

  await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
  await page.getByLabel('De', { exact: true }).fill('16:00')
  await page.getByLabel('A', { exact: true }).fill('17:00')
  await page.getByLabel(/^Motivo/).fill('Dentista')
  await page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click()
  const block = page.getByRole('button', { name: /^Dentista/ })
  await expect(block).toHaveAccessibleName(/16:00 a 17:00/)
  await block.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(block).toHaveAccessibleName(/16:15 a 17:15/)
  // A layer that is switched off disappears, and comes back.
  await page.getByRole('checkbox', { name: 'Bloqueos' }).uncheck()
  await expect(block).toHaveCount(0)
  await page.getByRole('checkbox', { name: 'Bloqueos' }).check()
  // Printed, the day has no controls; and the week once more, without its visits.
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })
  await expect(block).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bloquear', exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Lucía/ })).toBeVisible()
  await expect(block).toHaveCSS('print-color-adjust', 'exact')
  await expect(block).toHaveCSS('break-inside', 'avoid')
  await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copiar semana' }).click()
  const copying = page.getByRole('dialog', { name: 'Copiar semana' })
  await expectAccessibleEverywhere(page)
  await copying.getByRole('button', { name: 'Copiar', exact: true }).click()
  await expect(page.getByText(/1 bloqueo/).first()).toBeVisible()
  // Pressed as fast as possible: each press is a day.
  for (let day = 1; day <= 7; day++)
    await page.getByRole('navigation', { name: 'Días' }).getByRole('link', { name: 'Día siguiente' }).click()
  await expect(page).toHaveURL(new RegExp(`date=${dateAhead(16)}`))
  await expect(page.getByRole('button', { name: /^Dentista/ })).toHaveAccessibleName(/16:15 a 17:15/)
  await expect(lucia).toHaveCount(0)
  await page.goto(`/professional-calendar-advanced?view=day&date=${date}`)
  await ready(page)
  await block.press('Enter')
  await page.getByRole('button', { name: 'Quitar bloqueo' }).click()
  // While the dialog is open nothing behind it has a role: the block would seem to be gone before it is.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(block).toHaveCount(0)

  // Rented hours are not a visit: they are shown separately, and link to the rents.
  const { rent } = await post(page, `/api/spaces/${salon.spaceId}/quote`, {
    date,
    startMinute: 1020,
    minutes: 60,
  })
  const { id: rentId } = await post(page, '/api/reservations', { token: rent.token })
  await post(page, `/api/reservations/${rentId}/pay`, { cardToken: 'tok_ok' })
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Vacaciones' }).click()
  await page.getByRole('button', { name: 'Ver qué pasa' }).click()
  const leaving = page.getByRole('dialog', { name: 'Vacaciones y días libres' })
  await expect(leaving.getByRole('heading', { name: 'Espacios rentados' })).toBeVisible()
  await expect(leaving.getByRole('listitem')).toHaveText([/Lucía/, new RegExp(salon.name)])
  await expect(
    leaving.getByRole('link', {
      name: `Abrir la renta en ${salon.businessName} · ${salon.name}`,
      exact: true,
    }),
  ).toHaveAttribute('href', new RegExp(`tab=rents.*${rentId}`))
  await expect(leaving.getByText('Por confirmar')).toHaveCount(0)
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Respetar esas citas y cerrar' }).click()
  await expect(page.getByText('Listo, a descansar').first()).toBeVisible()

  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: '¿Por qué no salen horarios?' }).click()
  await expect(page.getByRole('dialog').getByText(/0 horarios/)).toBeVisible()
  // Its menu entry is gone; the focus is on the menu's button.
  for (const _ of ['brought for the first time', 'there already']) {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Más', exact: true })).toBeFocused()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem', { name: '¿Por qué no salen horarios?' }).press('Enter')
    await expect(page.getByRole('dialog').getByText(/0 horarios/)).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await page.goto(`/professional-calendar-advanced?view=list&date=${date}`)
  await ready(page)
  await expect(page.getByText('No ofreces horarios')).toBeVisible()
  // The visit remains valid.
  await page.getByRole('button', { name: /Lucía/ }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Abrir en Mis citas' })).toBeVisible()
  await page.keyboard.press('Escape')

  // A usual week copied onto a closed day opens nothing; coming back does.
  await page.goto(`/professional-calendar-advanced?view=week&date=${dateAhead(16)}`)
  await ready(page)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copiar semana' }).click()
  await expect(copying).toContainText('los días que allá cerraste siguen cerrados')
  await copying.getByLabel('A la semana del').selectOption(mondayOf(date))
  await copying.getByRole('button', { name: 'Copiar', exact: true }).click()
  await expect(page.getByText(/1 día sigue cerrado/).first()).toBeVisible()
  await page.goto(`/professional-calendar-advanced?view=list&date=${date}`)
  await ready(page)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Vacaciones' }).click()
  await page.getByRole('button', { name: 'Volver a abrir esos días' }).click()
  await expect(page.getByText('Ese día vuelve a ofrecerse, con el horario que tenía.').first()).toBeVisible()
})

test('a new professional sets when they attend: the week, a day with other hours, and a night off', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const page = await newcomer(browser, 'professional', 'Jimena')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Before that comes the profile: every page of theirs says so, and links to it.
  for (const at of [
    '-appointments',
    '-calendar-advanced',
    '-demand-configuration',
    '-space-rules',
    '-dashboard',
  ]) {
    await page.goto(`/professional${at}`)
    await ready(page)
    await expect(page.getByRole('heading', { name: 'Empieza por tu oficio' })).toBeVisible()
  }
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Empezar', exact: true }).click()
  await expect(page.getByRole('heading', { name: '¿A qué te dedicas?', level: 1 })).toBeVisible()
  await publishProfile(page, {})
  // The missing steps are on the dashboard, each with its link.
  await page.goto('/professional-dashboard')
  await ready(page)
  await page.getByRole('link', { name: /Di qué días y a qué horas atiendes/ }).click()
  const week = page.getByRole('dialog', { name: 'Horario de la semana' })
  await expect(week).toContainText('Vale cada semana desde ahora, hasta que lo cambies.')
  await expect(week).toContainText('Las citas que ya tienes se quedan como están')
  await page.keyboard.press('Escape')
  const date = dateAhead(9)
  await page.goto(`/professional-calendar-advanced?date=${date}`)
  await ready(page)
  await expect(page.getByText('No ofreces horarios')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Poner mi horario' }).click()
  for (const day of ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo'])
    await week.getByRole('checkbox', { name: day }).check()
  await week.getByLabel('Lunes, de', { exact: true }).fill('10:00')
  await week.getByLabel('Lunes, a', { exact: true }).fill('09:00')
  const save = week.getByRole('button', { name: 'Guardar horario' })
  await expect(save).toHaveAccessibleDescription('Una hora de cierre va antes que la de apertura.')
  // Typed values survive a reload.
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem').first().click()
  await expect(week.getByLabel('Lunes, a', { exact: true })).toHaveValue('09:00')
  await week.getByLabel('Lunes, a', { exact: true }).fill('19:00')
  await expectAccessibleEverywhere(page)
  await save.click()
  await expect(page.getByText('Horario guardado').first()).toBeVisible()
  await expect(page.getByText('Semana libre')).toBeVisible()
  const saved: { weekly: { weekday: number; fromMinute: number; toMinute: number }[] } = await (
    await page.request.get('/api/availability/rules')
  ).json()
  expect(saved.weekly).toHaveLength(7)
  expect(saved.weekly).toContainEqual({ weekday: 1, fromMinute: 600, toMinute: 1140 })

  // An exception for one day.
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Horario de un día' }).click()
  const day = page.getByRole('dialog', { name: 'Horario de un día' })
  await day.getByLabel('Fecha').fill(date)
  await day.getByRole('button', { name: 'Quitar el turno 1' }).click()
  await expect(day.getByText('Ese día no ofreces horarios.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await day.getByRole('button', { name: 'Cerrar ese día' }).click()
  await expect(page.getByRole('heading', { name: /No ofreces horarios/ })).toBeVisible()

  // A night off, to the end of its day and then over midnight.
  await page.getByRole('button', { name: 'Bloquear', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Bloquear un rato' })
  await form.getByLabel('Día', { exact: true }).fill(date)
  await form.getByLabel('De', { exact: true }).fill('22:00')
  await form.getByLabel('A', { exact: true }).fill('00:00')
  await form.getByLabel(/^Motivo/).fill('Guardia')
  await form.getByRole('button', { name: 'Bloquear' }).click()
  const guard = page.getByRole('button', { name: /Guardia/ })
  await expect(guard.first()).toContainText('22:00 a 00:00')
  await guard.first().click()
  const own = page.getByRole('dialog', { name: 'Tu bloqueo' })
  await own.getByLabel('A', { exact: true }).fill('02:00')
  await expect(own.getByLabel('Hasta el día')).toHaveValue(dateAhead(10))
  await own.getByRole('button', { name: 'Guardar' }).click()
  await expect(guard.first()).toContainText('22:00 a 02:00')

  // Changed on another device while it is open: the current state is shown, and typed values stay until one is chosen.
  await guard.first().click()
  await own.getByLabel('A', { exact: true }).fill('03:00')
  const { entries }: { entries: { block: { id: number; version: number } | null }[] } = await (
    await page.request.get(`/api/calendar?from=${date}&to=${date}`)
  ).json()
  const { id, version } = entries.flatMap(({ block }) => block ?? [])[0] ?? { id: 0, version: 0 }
  const elsewhere = await page.request.patch(`/api/calendar/blocks/${id}`, {
    data: { reason: 'Guardia larga', version },
  })
  expect(elsewhere.status()).toBe(200)
  await own.getByRole('button', { name: 'Guardar' }).click()
  const newer = own.getByRole('alert')
  await expect(newer).toContainText(/Ahora dice: .*, 22:00 a 02:00, Guardia larga\./)
  await expectAccessibleEverywhere(page)
  await own.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(newer).toContainText('Guardia larga')
  await expect(own.getByLabel('A', { exact: true })).toHaveValue('03:00')
  await newer.getByRole('button', { name: 'Ver lo guardado' }).click()
  await expect(newer).toBeHidden()
  await expect(own.getByLabel('A', { exact: true })).toHaveValue('02:00')
  await expect(own.getByLabel(/^Motivo/)).toHaveValue('Guardia larga')
  await own.getByRole('button', { name: 'Guardar', exact: true }).click()
  await expect(own).toBeHidden()
  await expect(guard.first()).toContainText('22:00 a 02:00')

  // Two fast presses move it twice as far; it keeps the keyboard focus.
  await page.goto(`/professional-calendar-advanced?view=week&date=${date}`)
  await ready(page)
  await guard.first().focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText('Bloqueo movido').first()).toBeVisible()
  await expect(page.getByText('No se movió')).toHaveCount(0)
  await expect(guard.first()).toContainText('21:30 a 01:30')
})
