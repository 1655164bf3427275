/** A salon in a basement: today's agenda opens without a line, an arrival registered there reaches Kalli once, and whoever signs out leaves nothing behind. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { servingNow } from './newcomers.ts'
import { bookNow } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const isKept = (page: Page) =>
  page.evaluate(
    async () =>
      (await caches.match('/kept', { cacheName: 'kalli-agenda' })) !== undefined &&
      navigator.serviceWorker.controller !== null,
  )

test('an arrival without a line is kept on the device and arrives once', async ({ browser, page }) => {
  const serving = await servingNow(browser)
  const { id, code } = await bookNow(page, serving)

  // She says by her link that she comes late; the agenda knows it, also without a line.
  const late = page.getByRole('group', { name: 'Si vas tarde' })
  await expect(late.getByText(/^Se te espera 15 minutos\./)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await late.getByRole('button', { name: '10 min' }).click()
  await expect(late.getByText('Avisaste que llegas 10 min tarde.')).toBeVisible()

  const { salon } = serving
  const { stations }: { stations: { name: string; code: string }[] } = await (
    await salon.page.request.get(`/api/spaces/${salon.spaceId}/stations`)
  ).json()
  const stationCode = (label: string) =>
    stations.find(({ name }) => label.startsWith(`Código de ${name}`))?.code ?? ''

  const day = serving.page
  await day.goto('/professional-appointments')
  await ready(day)
  const isLate = day.getByText('Paola avisó que llega 10 min tarde')
  await expect(isLate).toBeVisible()
  await expect.poll(() => isKept(day)).toBe(true)
  await day.context().setOffline(true)
  await day.reload()
  const keptLine = day.getByText(/^Sin conexión: agenda guardada a las \d\d:\d\d\.$/)
  await expect(keptLine).toBeVisible()
  await expect(isLate).toBeVisible()
  const mine = day
    .getByRole('listitem')
    .filter({ hasText: 'Paola Nava Ríos' })
    .filter({ has: day.getByLabel(/^Código de la clienta/) })
    .first()
  // Who serves is there before her, by the code that hangs at the unit; that nobody came is said with a line.
  const absence = mine.getByRole('group', { name: 'Si tu clienta no llega' })
  const unit = absence.getByLabel(/^Código de /)
  await unit.fill(stationCode(await absence.getByText(/^Código de /).innerText()))
  await absence.getByRole('button', { name: 'Ya estoy aquí' }).dblclick()
  const here = day.getByText(/^Tu llegada al lugar registrada a las \d\d:\d\d en este equipo/)
  await expect(here).toBeVisible()
  await expect(absence.getByText('Ya registraste que estás en el lugar.')).toBeVisible()
  await expect(absence.getByRole('button', { name: 'No llegó' })).toHaveAccessibleDescription(
    'Se registra cuando vuelva la conexión.',
  )
  await expectAccessibleEverywhere(day)
  await mine.getByLabel(/^Código de la clienta/).fill(code)
  await mine.getByRole('button', { name: 'Registrar llegada' }).dblclick()
  const waits = day.getByText(/^Llegada registrada a las \d\d:\d\d en este equipo/)
  await expect(waits).toBeVisible()
  await day.goto('/professional-calendar-advanced')
  await expect(keptLine).toBeVisible()
  await day.goto('/')
  await expect(waits).toBeVisible()
  await expectAccessibleEverywhere(day)

  // What needs a line says so and takes nothing down.
  await day.goto('/professional-calendar-advanced?view=day')
  await expect(day.getByRole('button', { name: 'Nueva cita' })).toHaveAccessibleDescription('Con conexión')
  await day.getByRole('button', { name: 'Más', exact: true }).click()
  await expect(day.getByRole('menuitem', { name: 'Horario de la semana' })).toBeDisabled()
  await day.keyboard.press('Escape')
  await expect(day.getByText(/^Sin conexión: tu agenda se lee e imprime/)).toBeVisible()
  await expectAccessibleEverywhere(day)
  await day
    .getByRole('button', { name: /^Paola/ })
    .first()
    .click()
  await expect(day.getByRole('dialog').getByText('Estado')).toBeVisible()
  await day.keyboard.press('Escape')
  await day.goto('/')
  await expect(waits).toBeVisible()

  const bookingOf = async () => (await page.request.get(`/api/bookings/${id}`)).json()
  expect((await bookingOf()).checkedInAt).toBeNull()
  await day.context().setOffline(false)
  await expect(waits).toBeHidden()
  await expect(here).toBeHidden()
  await expect(day.getByText(/^Llegada de quien da el servicio registrada sin conexión: a las/)).toBeVisible()
  await expect(day.getByText(/^Llegada registrada sin conexión: a las/)).toBeVisible()
  await expect(keptLine).toBeHidden()
  const come = await bookingOf()
  expect([come.status, come.checkInMethod]).toEqual(['in_progress', 'client_code'])
  expect(Date.parse(come.checkedInAt)).toBeLessThan(Date.parse(come.checkInReceivedAt))
  expect(Date.parse(come.professionalArrivedAt)).toBeLessThan(Date.parse(come.checkedInAt))
  const once = come.version
  await day.reload()
  await ready(day)
  await expect(day.getByRole('button', { name: 'Terminar servicio' }).first()).toBeVisible()
  expect((await bookingOf()).version).toBe(once)
  await expectAccessibleEverywhere(day)

  // What was kept goes with whoever signs out.
  await day.getByRole('button', { name: /Menú de / }).click()
  await day.getByRole('menuitem', { name: 'Cerrar Sesión' }).click()
  await expect(day).toHaveURL('/')
  await expect.poll(() => isKept(day)).toBe(false)
  await day.context().setOffline(true)
  await day.goto('/professional-appointments')
  await expect(day.getByText('En este equipo no hay una agenda guardada de hoy.')).toBeVisible()
})
