/** The views of a calendar: a month, a line at now, overlaps, colours, a dragged hour; a host's units as columns, one at a time. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const block = async (page: Page, date: string, from: string, to: string, reason: string) => {
  const answer = await page.request.post('/api/calendar/blocks', {
    data: { startsAt: `${date}T${from}:00-06:00`, endsAt: `${date}T${to}:00-06:00`, reason },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

test('the agenda shows a month, opens at the current time and uses the professional’s colours @desktop', async ({
  browser,
}, { project }) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1', 'Silla 2'], undefined, { lets: true })
  const stylist = await stylistNear(browser, salon, 'Miriam')
  await letIn(salon, stylist)
  // Not at the end of a month, so that the arrows below stay in it.
  const ahead = [8, 9, 10, 11, 12].find((days) => Number(dateAhead(days).slice(8)) < 28) ?? 12
  const date = dateAhead(ahead)
  await bookHour(browser, stylist, salon.spaceId, date, 1)
  const { page } = stylist
  if (project.name === 'desktop') await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await block(page, date, '17:00', '18:00', 'Dentista')

  // A month: the contents of each day and its free time; the keys of a grid of dates.
  await page.goto(`/professional-calendar-advanced?view=month&date=${date}`)
  await ready(page)
  const cell = page.locator(`[data-date="${date}"]`)
  await expect(cell).toHaveAccessibleName(/1 cita, .* libres$/)
  await expectAccessibleEverywhere(page)
  await cell.focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.locator(`[data-date="${dateAhead(ahead + 1)}"]`)).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await expect(cell).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(page).toHaveURL(/view=month/)
  await expect(page.locator('[data-date]:focus')).not.toHaveAttribute('data-date', date)
  await page.keyboard.press('PageUp')
  await expect(cell).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`view=day`))
  const visit = page.getByRole('button', { name: /^Lucía/ })
  await expect(visit).toBeVisible()

  // Today opens at now.
  await page.goto('/professional-calendar-advanced?view=day')
  await ready(page)
  // At night there are no hours to draw it in, and it opens at the beginning of the day.
  const now = page.locator('[data-now]')
  if ((await now.count()) === 0)
    await expect(page.getByText('9:00', { exact: true }).first()).toBeInViewport()
  else await expect(now).toBeInViewport()
  await page.goto('/professional-calendar-advanced?view=list')
  await ready(page)
  await expect(
    page.getByRole('heading', { name: /Hoy$/ }).or(page.getByText('Semana libre')).first(),
  ).toBeVisible()

  // Colours by person: hers, on every device, each with a name.
  await page.goto(`/professional-calendar-advanced?view=week&date=${date}`)
  await ready(page)
  await page.getByRole('button', { name: 'Más', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Colores' }).click()
  const colours = page.getByRole('dialog', { name: 'Colores' })
  await colours.getByText('Persona', { exact: true }).click()
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/look/professional') && answer.ok())
  await colours.getByLabel('Lucía').selectOption('Cielo')
  await saved
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
  await page.reload()
  await ready(page)
  await expect(page.getByRole('list', { name: 'Qué significa cada color' })).toContainText('Lucía')
  await expect(visit).toHaveClass(/bg-tone-5-soft/)
  await expectAccessibleEverywhere(page)

  // A dragged block shows where it would be dropped.
  const own = page.getByRole('button', { name: /^Dentista/ })
  // Below the header and above a telephone's bottom bar.
  await own.evaluate((node) => node.scrollIntoView({ block: 'center', inline: 'center' }))
  const { x, y, width } = (await own.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + width / 2, y + 12)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y - 10, { steps: 3 })
  await page.mouse.move(x + width / 2, y - 16, { steps: 3 })
  await expect(own.locator('[data-goes-to]')).toHaveText(/16:\d\d a 17:\d\d/)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(own).toContainText('17:00 a 18:00')
})

test('a host sees units as columns, one at a time on a phone, with tenant and service @desktop', async ({
  browser,
}, { project }) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1', 'Silla 2', 'Silla 3'], undefined, { lets: true })
  const stylist = await stylistNear(browser, salon, 'Nadia')
  await letIn(salon, stylist)
  const date = dateAhead(9)
  await bookHour(browser, stylist, salon.spaceId, date, 1)
  const host = salon.page
  const isPhone = project.name === 'phone'
  await host.setViewportSize(isPhone ? { width: 390, height: 844 } : { width: 1280, height: 800 })
  await host.emulateMedia({ reducedMotion: 'reduce' })
  await host.goto(`/host-availability?zoom=day&date=${date}`)
  await ready(host)
  const bar = host.getByRole('button', { name: /^Reserva, Silla \d/ })
  await expect(bar).toHaveCount(1)
  await expect(bar).toHaveAccessibleName(/Nadia .*, Corte y peinado con Lucía/)
  await expect(bar).toContainText(/Nadia.*Corte y peinado/s)
  await expectAccessibleEverywhere(host)
  if (isPhone) {
    const third = host.getByRole('heading', { name: 'Silla 3', level: 2 })
    await expect(third).not.toBeInViewport()
    await host.getByRole('button', { name: 'Unidad siguiente' }).click()
    await expect(host.getByRole('combobox', { name: 'Unidad 2 de 3' })).toBeVisible()
    await host.getByRole('combobox', { name: 'Unidad 2 de 3' }).selectOption('Silla 3')
    await expect(third).toBeInViewport()
    await expect(host.getByRole('button', { name: 'Unidad siguiente: no hay' })).toBeVisible()
  }

  // With the keys, along the orientation of the hours: sideways to another unit.
  await bar.focus()
  await host.keyboard.press('m')
  await expect(
    host.getByRole('status').filter({ hasText: /Izquierda y derecha eligen unidad/ }),
  ).toBeVisible()
  const [at = '1'] = /\d/.exec((await bar.textContent()) ?? '') ?? []
  await host.keyboard.press(at === '3' ? 'ArrowLeft' : 'ArrowRight')
  await expect(host.getByText(/^Silla \d, .*: libre$/)).toBeVisible()
  await host.keyboard.press('Escape')

  await host.getByRole('navigation', { name: 'Acercamiento' }).getByRole('link', { name: 'Mes' }).click()
  const cell = host.locator(`[data-date="${date}"]`)
  await expect(cell).toHaveAccessibleName(/1 reserva, .* libres$/)
  await expectAccessibleEverywhere(host)
  await cell.click()
  await expect(host).toHaveURL(/zoom=day/)
  for (const zoom of ['hour', 'week']) {
    await host.goto(`/host-availability?zoom=${zoom}&date=${date}`)
    await ready(host)
    await expect(bar).toHaveCount(1)
    await expectAccessibleEverywhere(host)
  }
  // Today opens at now.
  await host.goto('/host-availability?zoom=hour')
  await ready(host)
  await expect(host.locator('[data-now]').first()).toBeInViewport()
})
