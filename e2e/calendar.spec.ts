/** A professional's calendar: what takes their time, a block carried by keyboard, days away, and why no hours are offered. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a block is made, carried by keyboard and taken away; days away show who is expected, and why nothing is offered', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Miriam')
  await letIn(salon, stylist)
  const date = dateAhead(9)
  await bookHour(browser, stylist, salon.spaceId, date, 1)
  const { page } = stylist
  await page.emulateMedia({ reducedMotion: 'reduce' })

  // On the phone a list; every view is a look at the same week.
  await page.goto(`/professional-calendar-advanced?date=${date}`)
  await ready(page)
  await expect(page.getByRole('button', { name: /Lucía/ })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.goto(`/professional-calendar-advanced?view=week&date=${date}`)
  await ready(page)
  await expect(page.getByRole('button', { name: /^Lucía/ })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.goto(`/professional-calendar-advanced?view=day&date=${date}`)
  await ready(page)
  await expect(page.getByRole('heading', { name: salon.name })).toBeVisible()

  // What is free says what could be sold there, and goes on from it.
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
  const arranging = page.getByRole('dialog', { name: 'Nueva cita para una clienta' })
  await expect(arranging.getByRole('button', { name: new RegExp(`^${hour}`), pressed: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('checkbox', { name: 'Huecos vendibles' }).uncheck()
  await expect(page.getByRole('button', { name: /^Hueco vendible: / })).toHaveCount(0)

  // Carried with the keyboard a visit stays where it is until what it means is seen and said yes to.
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
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar de hora' }).click()
  await expect(moving.getByText('Nada cambia hasta que confirmas.', { exact: false })).toBeVisible()
  await page.keyboard.press('Escape')

  // By mouse it is the same: let go of, nothing has happened yet.
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
  // On paper the day without what one presses; and the week once more, without its visits.
  await page.emulateMedia({ media: 'print', reducedMotion: 'reduce' })
  await expect(block).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bloquear', exact: true })).toBeHidden()
  await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copiar semana' }).click()
  const copying = page.getByRole('dialog', { name: 'Copiar semana' })
  await expectAccessibleEverywhere(page)
  await copying.getByRole('button', { name: 'Copiar', exact: true }).click()
  await expect(page.getByText(/1 bloqueo/).first()).toBeVisible()
  // Pressed as fast as one can: each press is a day.
  for (let day = 1; day <= 7; day++)
    await page.getByRole('navigation', { name: 'Días' }).getByRole('link', { name: 'Día siguiente' }).click()
  await expect(page).toHaveURL(new RegExp(`date=${dateAhead(16)}`))
  await expect(page.getByRole('button', { name: /^Dentista/ })).toHaveAccessibleName(/16:15 a 17:15/)
  await expect(lucia).toHaveCount(0)
  await page.goto(`/professional-calendar-advanced?view=day&date=${date}`)
  await ready(page)
  await block.press('Enter')
  await page.getByRole('button', { name: 'Quitar bloqueo' }).click()
  await expect(block).toHaveCount(0)

  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Vacaciones' }).click()
  await page.getByRole('button', { name: 'Ver qué pasa' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toContainText('Lucía')
  await page.getByRole('button', { name: 'Respetar esas citas y cerrar' }).click()
  await expect(page.getByText('Listo, a descansar').first()).toBeVisible()

  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: '¿Por qué no salen horarios?' }).click()
  await expect(page.getByRole('dialog').getByText(/0 horarios/)).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`/professional-calendar-advanced?view=list&date=${date}`)
  await ready(page)
  await expect(page.getByText('No ofreces horarios')).toBeVisible()
  // The visit stands.
  await page.getByRole('button', { name: /Lucía/ }).click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Abrir en Mis citas' })).toBeVisible()
})
