/** A host and the hours of a place: a week is closed, six bookings in the way are settled, others are moved. */
import { expect, type Locator } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { bookHour, dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** The Monday after next: at least a week ahead on any day of the week. */
const mondayAhead = (weeks: number) => {
  const today = new Date(`${dateAhead(0)}T12:00:00Z`).getUTCDay()
  return 7 * weeks + ((8 - today) % 7)
}

const drag = async (bar: Locator, to: Locator) => {
  const page = bar.page()
  await bar.scrollIntoViewIfNeeded()
  const [from, target] = [await bar.boundingBox(), await to.boundingBox()]
  if (from === null || target === null) throw new Error('nothing to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, target.y + target.height / 2, { steps: 8 })
  await page.mouse.up()
}

test('a host closes a week and settles six bookings; others are moved by keyboard and by hand', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const salon = await salonOf(browser, ['Silla 1', 'Silla 2', 'Silla 3'], undefined, { capacity: 2 })
  const stylists = [
    await stylistNear(browser, salon, 'Regina'),
    await stylistNear(browser, salon, 'Sol'),
  ] as const
  for (const stylist of stylists) await letIn(salon, stylist)
  const monday = mondayAhead(1)
  for (const day of [0, 1, 2])
    for (const stylist of stylists)
      await bookHour(browser, stylist, salon.spaceId, dateAhead(monday + day), 2)
  await bookHour(browser, stylists[0], salon.spaceId, dateAhead(monday + 8), 3)

  const host = salon.page
  await host.setViewportSize({ width: 390, height: 844 })
  await host.emulateMedia({ reducedMotion: 'reduce' })
  await host.goto(`/host-availability?date=${dateAhead(monday)}`)
  await ready(host)
  await expect(host.getByRole('button', { name: /^Reserva, Silla \d/ })).toHaveCount(2)
  await expectAccessibleEverywhere(host)
  await host.getByRole('button', { name: 'Más', exact: true }).click()
  await host.getByRole('menuitem', { name: 'Cerrar un tiempo' }).click()
  const closing = host.getByRole('dialog')
  await closing.getByLabel('Último día').fill(dateAhead(monday + 6))
  await closing.getByRole('checkbox', { name: 'Silla 1' }).check()
  await closing.getByRole('checkbox', { name: 'Silla 2' }).check()
  await closing.getByLabel('Motivo').fill('Cambiamos el piso')
  await expectAccessible(host, 'what to close')
  await closing.getByRole('button', { name: 'Ver a quién afecta' }).click()
  await expect(host.getByRole('dialog', { name: 'Qué hacer con cada cita' })).toBeVisible()
  await expect(closing.getByText('6 citas afectadas')).toBeVisible()
  await expect(closing.getByText('Falta decidir 6 citas.')).toBeVisible()
  await closing.getByRole('button', { name: 'Rescatar las que se pueda' }).click()
  const rescued = closing.getByRole('radio', { name: /^Rescatar/ })
  await expect(rescued.and(closing.locator(':checked'))).toHaveCount(3)
  const last = closing.getByRole('group').last()
  const first = closing.getByRole('group').first()
  const free = /Es tu cancelación gratis del semestre/
  const pay = closing.getByRole('button', { name: /^Cerrar y pagar \$/ })
  await last.getByRole('radio', { name: /^Cancelar/ }).check()
  await expect(last.getByText(free)).toBeVisible()
  await expect(pay).toHaveCount(0)
  // Of two cancellations the first is free, and the other costs; the only one left is free.
  await first.getByRole('radio', { name: /^Cancelar/ }).check()
  await expect(first.getByText(free)).toBeVisible()
  await expect(last.getByText(free)).toHaveCount(0)
  await expect(pay).toBeVisible()
  await expectAccessibleEverywhere(host)
  await first.getByRole('radio', { name: /^Rescatar/ }).check()
  await expect(last.getByText(free)).toBeVisible()
  await closing.getByRole('button', { name: 'Cerrar', exact: true }).last().click()
  await expect(host.getByText('Cierre guardado').first()).toBeVisible()

  const answer = await host.request.get(
    `/api/host/timeline?from=${dateAhead(monday)}&to=${dateAhead(monday + 6)}`,
  )
  const { spaces }: { spaces: { units: { name: string; visits: { each: unknown[] }[] }[] }[] } =
    await answer.json()
  const booked = (spaces[0]?.units ?? []).map(
    ({ name, visits }) => `${name}: ${visits.flatMap(({ each }) => each).length}`,
  )
  const left = booked.reduce((sum, text) => sum + Number(text.split(': ')[1]), 0)
  expect(left, 'one of the six was cancelled').toBe(5)
  expect(booked.filter((text) => text === 'Silla 3: 3' || text === 'Silla 3: 2')).toHaveLength(1)

  // On a desktop, with a mouse.
  const storageState = await host.context().storageState()
  const atDesk = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false, storageState }
  const desk = await (await browser.newContext(atDesk)).newPage()
  await desk.emulateMedia({ reducedMotion: 'reduce' })
  await desk.goto(`/host-availability?date=${dateAhead(monday + 7)}`)
  await ready(desk)
  const bar = desk.getByRole('button', { name: /^Reserva, Silla \d/ })
  await expect(bar).toHaveCount(1)
  const label = (await bar.getAttribute('aria-label')) ?? ''
  const [at = '1'] = /\d/.exec(label) ?? []
  await bar.focus()
  await desk.keyboard.press('m')
  await expect(desk.getByRole('status').filter({ hasText: /^Tomaste Reserva/ })).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(desk.getByText('Lo dejaste donde estaba.')).toBeVisible()
  await desk.keyboard.press('m')
  await desk.keyboard.press(at === '3' ? 'ArrowUp' : 'ArrowDown')
  await expect(desk.getByText(/^Silla \d, .*: libre$/)).toBeVisible()
  await desk.keyboard.press('Enter')
  await expect(desk.getByText(/^Ahora en Silla/).first()).toBeVisible()
  const next = at === '3' ? '2' : String(Number(at) + 1)
  await expect(desk.getByRole('button', { name: new RegExp(`^Reserva, Silla ${next}`) })).toBeVisible()
  await drag(bar, desk.getByRole('heading', { name: `Silla ${at}`, level: 3 }))
  await expect(desk.getByRole('button', { name: new RegExp(`^Reserva, Silla ${at}`) })).toBeVisible()

  await desk.getByRole('button', { name: 'Bloquear', exact: true }).click()
  const block = desk.getByRole('dialog', { name: 'Bloquear un horario' })
  await block.getByLabel('Motivo').fill('Pintura')
  await expectAccessible(desk, 'a block')
  await block.getByRole('button', { name: 'Bloquear', exact: true }).click()
  await expect(desk.getByText('Horario bloqueado').first()).toBeVisible()
  const blocked = desk.getByRole('button', { name: /^Bloqueo, Silla 1/ })
  await blocked.focus()
  await desk.keyboard.press('m')
  await desk.keyboard.press('ArrowRight')
  await desk.keyboard.press('Shift+ArrowRight')
  await desk.keyboard.press('Enter')
  await expect(desk.getByText('Bloqueo movido').first()).toBeVisible()
  await expect(blocked).toHaveAccessibleName(/10:15 a 11:30/)

  // To the end of its day; a concurrent change is shown, and nothing typed is lost.
  await blocked.click()
  const own = desk.getByRole('dialog', { name: 'Bloqueo: Silla 1' })
  await own.getByLabel('A', { exact: true }).fill('00:00')
  await own.getByLabel('Motivo').fill('Pintura y piso')
  const {
    spaces: seen,
  }: { spaces: { units: { claims: { block?: { id: number; version: number } }[] }[] }[] } = await (
    await host.request.get(`/api/host/timeline?from=${dateAhead(monday + 7)}&to=${dateAhead(monday + 7)}`)
  ).json()
  const { id, version } = seen.flatMap(({ units }) =>
    units.flatMap(({ claims }) => claims.flatMap(({ block: one }) => one ?? [])),
  )[0] ?? { id: 0, version: 0 }
  const elsewhere = await host.request.patch(`/api/blocks/${id}`, { data: { reason: 'Yeso', version } })
  expect(elsewhere.status(), await elsewhere.text()).toBe(200)
  await own.getByRole('button', { name: 'Guardar' }).click()
  const newer = own.getByRole('alert')
  await expect(newer).toContainText(/Ahora dice: .*, 10:15 a 11:30, Silla 1, Bloqueo, Yeso\./)
  await expectAccessible(desk, 'a block that somebody else changed')
  await expect(own.getByLabel('Motivo')).toHaveValue('Pintura y piso')
  await newer.getByRole('button', { name: 'Guardar lo mío' }).click()
  await expect(own).toBeHidden()
  await expect(blocked).toHaveAccessibleName(/10:15 a 00:00/)

  await desk.getByRole('button', { name: 'Reservar en recepción' }).click()
  const form = desk.getByRole('dialog', { name: 'Reservar en recepción' })
  await form.getByRole('combobox', { name: 'Profesional' }).fill('Sol')
  await form.getByRole('option', { name: 'Sol Campos' }).click()
  await form.getByText('Más datos').click()
  await form.getByLabel('¿Para cuántas personas?').selectOption('3 personas')
  await expect(form.getByText(/^Ahí caben 2 personas a la vez/)).toBeVisible()
  await form.getByLabel('¿Para cuántas personas?').selectOption('2 personas')
  await form.getByLabel('Nombre (opcional)').fill('Elena')
  await form.getByLabel('Apellidos').fill('Mora')
  await form.getByLabel('Correo').fill(`elena${process.pid}${Date.now()}@correo.test`)
  await form.getByLabel('Teléfono').fill('55 1234 5678')
  await expectAccessible(desk, 'the front desk')
  await form.getByRole('button', { name: 'Apartar y enviar el enlace' }).click()
  await expect(desk.getByRole('dialog', { name: 'Enlace enviado' })).toContainText(', para 2 personas.')
  await desk.getByRole('button', { name: 'Listo' }).click()
  await expect(desk.getByRole('button', { name: /^Apartado, Silla \d/ })).toBeVisible()

  await desk.getByRole('button', { name: 'Más', exact: true }).click()
  await desk.getByRole('menuitem', { name: 'Horarios' }).click()
  const hours = desk.getByRole('dialog', { name: 'Horarios' })
  await hours.getByRole('checkbox', { name: 'Domingo' }).uncheck()
  await hours.getByRole('checkbox', { name: 'Silla 2 tiene su propio horario' }).check()
  await hours.getByRole('list', { name: 'Silla 2' }).getByRole('checkbox', { name: 'Lunes' }).uncheck()
  await hours.getByLabel('Otra fecha').fill(dateAhead(monday + 20))
  await hours.getByRole('button', { name: 'Cerrar ese día' }).click()
  await expectAccessible(desk, 'hours')
  await hours.getByRole('button', { name: 'Guardar horario' }).click()
  await expect(desk.getByText('Horario guardado').first()).toBeVisible()
  await expect(desk.getByRole('button', { name: /^Unidad cerrada, Silla 2/ }).first()).toBeVisible()

  await desk.goto(`/host-availability?date=${dateAhead(monday)}&view=day`)

  await ready(desk)
  await expect(desk.getByText('Horas reservadas')).toBeVisible()
  await expectAccessibleEverywhere(desk)
  await desk.goto('/host-availability?view=codes')
  await ready(desk)
  await expect(desk.getByRole('heading', { level: 1, name: 'Códigos de llegada' })).toBeVisible()
  await expectAccessibleEverywhere(desk)
})
