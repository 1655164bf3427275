/**
 * A salon in a basement: today's agenda opens offline, an arrival registered there reaches Kalli once, and signing out leaves nothing
 * behind.
 */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { isSaved } from './drafts.ts'
import { handsOn } from './keys.ts'
import {
  bookAsGuest,
  dateAhead,
  hoursOf,
  letIn,
  salonOf,
  servingNow,
  somewhere,
  stylistNear,
} from './newcomers.ts'
import { bookNow } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { visitOf } from './visits.ts'

test('an arrival registered offline is stored on the device and sent once @desktop-deep', async ({
  browser,
  page,
}, { project }) => {
  const serving = await servingNow(browser)
  const { id, code } = await bookNow(page, serving)

  // She announces by her link that she will be late; the agenda shows it, also offline.
  const late = page.getByRole('group', { name: 'Si vas tarde' })
  await expect(late.getByText(/^Se te espera 15 minutos\./)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await handsOn(page, project).press(late.getByRole('button', { name: '10 min' }))
  await expect(late.getByText('Avisaste que llegas 10 min tarde.')).toBeVisible()

  const { salon } = serving
  const { stations }: { stations: { name: string; code: string }[] } = await (
    await salon.page.request.get(`/api/spaces/${salon.spaceId}/stations`)
  ).json()
  const stationCode = (label: string) =>
    stations.find(({ name }) => label.startsWith(`Código de ${name}`))?.code ?? ''

  const day = serving.page
  const { press, pressTwice, write } = handsOn(day, project)
  await day.goto('/professional-appointments')
  await ready(day)
  const isLate = day.getByText('Paola avisó que llega 10 min tarde')
  await expect(isLate).toBeVisible()
  await expect.poll(() => isSaved(day), { timeout: 30_000 }).toBe(true)
  await day.context().setOffline(true)
  await day.reload()
  const savedLine = day.getByText(/^Sin conexión: agenda guardada a las \d\d:\d\d\.$/)
  await expect(savedLine).toBeVisible()
  await expect(isLate).toBeVisible()
  // Everything of the visit opens in its sheet, also offline.
  const next = await visitOf(day, 'Paola')
  await press(next.getByRole('button', { name: 'Más opciones' }))
  const mine = day.getByRole('dialog')
  // The professional arrives before her, by the code displayed at the unit; a no-show can only be reported online.
  const absence = mine.getByRole('group', { name: /^Si .+ no llega$/ })
  const unit = absence.getByLabel(/^Código de /)
  await write(unit, stationCode(await absence.getByText(/^Código de /).innerText()))
  await pressTwice(absence.getByRole('button', { name: 'Ya estoy aquí' }))
  const here = mine.getByText(/^Tu llegada al lugar registrada a las \d\d:\d\d en este equipo/)
  await expect(here).toBeVisible()
  await expect(absence.getByText('Ya registraste que estás en el lugar.')).toBeVisible()
  await expect(absence.getByRole('button', { name: 'No llegó' })).toHaveAccessibleDescription(
    'Se registra cuando vuelva la conexión.',
  )
  await expectAccessibleEverywhere(day)
  await press(mine.getByRole('button', { name: 'Registrar llegada' }))
  await write(mine.getByLabel(/^Código del cliente/), code)
  await pressTwice(mine.getByRole('button', { name: 'Registrar llegada' }))
  await expect(mine.getByText(/^Llegada registrada a las \d\d:\d\d en este equipo/)).toBeVisible()
  await day.keyboard.press('Escape')
  const waits = day.getByText(/^Llegada registrada a las \d\d:\d\d en este equipo/)
  await expect(waits).toBeVisible()
  await day.goto('/professional-calendar-advanced')
  await expect(savedLine).toBeVisible()
  await day.goto('/')
  await expect(waits).toBeVisible()
  await expectAccessibleEverywhere(day)

  // Actions that need a connection say so and break nothing.
  await day.goto('/professional-calendar-advanced?view=day')
  await expect(day.getByRole('button', { name: 'Nueva cita' })).toHaveAccessibleDescription('Con conexión')
  await press(day.getByRole('button', { name: 'Más', exact: true }))
  await expect(day.getByRole('menuitem', { name: 'Horario de la semana' })).toBeDisabled()
  await day.keyboard.press('Escape')
  await expect(day.getByText(/^Sin conexión: tu agenda se lee e imprime/)).toBeVisible()
  await expectAccessibleEverywhere(day)
  await press(day.getByRole('button', { name: /^Paola/ }).first())
  await expect(day.getByRole('dialog').getByText('Estado')).toBeVisible()
  await day.keyboard.press('Escape')
  await day.goto('/')
  await expect(waits).toBeVisible()

  const bookingOf = async () => (await page.request.get(`/api/bookings/${id}`)).json()
  expect((await bookingOf()).checkedInAt).toBeNull()
  await day.context().setOffline(false)
  await expect(waits).toBeHidden()
  await expect(day.getByText(/^Tu llegada al lugar registrada/)).toBeHidden()
  await expect(day.getByText(/^Llegada de quien da el servicio registrada sin conexión: a las/)).toBeVisible()
  await expect(day.getByText(/^Llegada registrada sin conexión: a las/)).toBeVisible()
  await expect(savedLine).toBeHidden()
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

  // Signing out deletes what was stored.
  await press(day.getByRole('banner').locator('button[aria-haspopup=menu]'))
  await press(day.getByRole('menuitem', { name: 'Cerrar Sesión' }))
  await expect(day.getByRole('button', { name: /Menú de / })).toHaveCount(0)
  await ready(day)
  await expect(day).toHaveURL('/')
  await expect.poll(() => isSaved(day)).toBe(false)
  await day.context().setOffline(true)
  await day.goto('/professional-appointments')
  await expect(day.getByText('En este equipo no hay una agenda guardada de hoy.')).toBeVisible()
})

test('the arrivals of two visits are stored offline on one device, and each is registered once when online', async ({
  browser,
  page: client,
}) => {
  // The second one at another chair, which needs no cleaning first.
  const salon = await salonOf(browser, ['Silla 1', 'Silla 2'], somewhere(), { always: true })
  const serving = await stylistNear(browser, salon, 'Renata', { always: true })
  await letIn(salon, serving)
  const { page: day } = serving
  // Two of five minutes each: both may be registered a quarter of an hour before they begin.
  const [service]: { id: number }[] = await (await day.request.get('/api/professional/services')).json()
  const shorter = await day.request.patch(`/api/professional/services/${serving.serviceId}`, {
    data: { ...service, durationMinutes: 5 },
  })
  expect(shorter.status(), await shorter.text()).toBe(200)
  const now = (await hoursOf(day.request, serving, salon.spaceId, dateAhead(0))).length > 1 ? 0 : 1
  const visits: Awaited<ReturnType<typeof bookAsGuest>>[] = []
  for (const _ of [1, 2]) visits.push(await bookAsGuest(browser, serving, salon.spaceId, dateAhead(now), 0))
  const seen = (link: string) => {
    const { searchParams } = new URL(link, 'http://kalli.test')
    return async () =>
      (
        await client.request.get(
          `/api/bookings/${searchParams.get('id')}?t=${encodeURIComponent(searchParams.get('t') ?? '')}`,
        )
      ).json()
  }
  // A professional who opened the week in the morning also has today stored.
  await day.goto('/professional-calendar-advanced')
  await ready(day)
  await expect.poll(() => isSaved(day), { timeout: 30_000 }).toBe(true)
  await day.context().setOffline(true)
  await day.goto('/professional-appointments')
  const arrivals = day.getByRole('button', { name: 'Registrar llegada' })
  await expect(arrivals).toHaveCount(1)
  const rows = day.getByRole('main').locator('li button[aria-haspopup=dialog]')
  await expect(rows).toHaveCount(2)
  const waiting = day.getByText(/^Llegada registrada a las \d\d:\d\d en este equipo/)
  for (const [place, { link }] of visits.entries()) {
    const { arrivalCode } = await seen(link)()
    await rows.nth(place).click()
    const sheet = day.getByRole('dialog')
    await sheet.getByRole('button', { name: 'Registrar llegada' }).click()
    await sheet.getByLabel(/^Código del cliente/).fill(arrivalCode)
    await sheet.getByRole('button', { name: 'Registrar llegada' }).click()
    await expect(sheet.getByText(/^Llegada registrada a las \d\d:\d\d en este equipo/)).toBeVisible()
    await day.keyboard.press('Escape')
  }
  // The device may be put away meanwhile.
  await day.reload()
  for (const place of [0, 1]) {
    await rows.nth(place).click()
    await expect(day.getByRole('dialog').getByText(/^Llegada registrada a las \d\d:\d\d/)).toBeVisible()
    await day.keyboard.press('Escape')
  }
  for (const { link } of visits) expect((await seen(link)()).checkedInAt).toBeNull()
  await day.context().setOffline(false)
  await expect(waiting).toHaveCount(0)
  for (const { link } of visits) {
    const come = await seen(link)()
    expect([come.status, come.checkInMethod]).toEqual(['in_progress', 'client_code'])
    expect(Date.parse(come.checkedInAt)).toBeLessThan(Date.parse(come.checkInReceivedAt))
  }
  const versions = async () => Promise.all(visits.map(async ({ link }) => (await seen(link)()).version))
  const once = await versions()
  await day.reload()
  await ready(day)
  expect(await versions()).toEqual(once)
})
