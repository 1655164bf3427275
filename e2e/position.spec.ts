/**
 * "Estoy aquí": the professional registers arrival by position. The browser asks for permission on pressing, a distant position is refused,
 * and without permission the other ways remain.
 */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { isSaved } from './drafts.ts'
import { handsOn } from './keys.ts'
import { inCalvillo, newcomer, publishProfile, servingNow } from './newcomers.ts'
import { bookNow } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openVisit } from './visits.ts'

/** A degree of latitude is 111 km. */
const metersNorth = ({ latitude, longitude }: { latitude: number; longitude: number }, meters: number) => ({
  latitude: latitude + meters / 111_195,
  longitude,
  accuracy: 15,
})

test('an arrival by position is refused without permission or from afar, accepted at the door, and shown to the host @desktop-deep', async ({
  browser,
  page,
}, { project }) => {
  const serving = await servingNow(browser)
  const { id } = await bookNow(page, serving)
  const { salon } = serving
  const day = serving.page
  const context = day.context()
  const { press } = handsOn(day, project)
  const sent: string[] = []
  day.on('request', (request) => {
    if (request.method() === 'POST' && /\/(arrive|check-in)$/.test(request.url()))
      sent.push(request.postData() ?? '')
  })
  await day.goto('/professional-appointments')
  await ready(day)
  const mine = await openVisit(day, 'Paola')
  await press(mine.getByRole('button', { name: 'Registrar llegada' }))
  const absence = mine.getByRole('group', { name: /^Si .+ no llega$/ })
  const together = mine.getByRole('button', { name: 'Estoy aquí con mi cliente' })
  const alone = absence.getByRole('button', { name: 'Estoy aquí', exact: true })
  const alert = mine.getByRole('alert')
  // The purpose is shown before any permission prompt, with the other ways beside it.
  await expect(mine.getByText(/Guardamos a cuántos metros estás, nunca dónde\.$/).first()).toBeVisible()
  await expect(mine.getByLabel(/^Código del cliente/)).toBeVisible()
  await expectAccessibleEverywhere(day)

  // She denies it: nothing is sent, and she is led to the code.
  const devtools = await context.newCDPSession(day)
  await devtools.send('Browser.setPermission', { permission: { name: 'geolocation' }, setting: 'denied' })
  await press(together)
  await expect(alert).toContainText('No hay permiso de usar tu ubicación.')
  await expectAccessibleEverywhere(day)
  await press(mine.getByRole('button', { name: 'Registrar de otra forma' }))
  await expect(mine.getByLabel(/^Código del cliente/)).toBeFocused()
  expect(sent).toEqual([])

  // Allowed, and on the way: she reads the distance.
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(metersNorth(salon.where, 1_240))
  await press(together)
  await expect(alert).toContainText('estás a unos 1.2 km del lugar')
  await expect(mine.getByRole('button', { name: 'Registrar llegada' })).toBeVisible()

  // At the entrance, before her client: her arrival is registered, but the visit has not started.
  await context.setGeolocation(metersNorth(salon.where, 60))
  await press(alone)
  await expect(absence.getByText('Ya registraste que estás en el lugar.')).toBeVisible()
  await expect(mine.getByText(/^Quien atiende ya está, \d\d:\d\d · por ubicación$/)).toBeVisible()
  await expectAccessibleEverywhere(day)

  // Her client arrives.
  await press(together)
  await expect(day.getByText('Llegada registrada').first()).toBeVisible()
  const served = day.getByRole('dialog', { name: /^Paola/ })
  await expect(served.getByRole('button', { name: 'Terminar servicio' })).toBeVisible()
  await expect(served.getByText(/^Llegó, \d\d:\d\d · por ubicación$/)).toBeVisible()
  await expectAccessibleEverywhere(day)
  const come = await (await page.request.get(`/api/bookings/${id}`)).json()
  expect([come.status, come.checkInMethod, come.professionalArrivalMethod]).toEqual([
    'in_progress',
    'position',
    'position',
  ])
  expect(sent).toHaveLength(3)

  // Only her device reported the position: the host reads how she arrived.
  const reported = JSON.stringify(come)
  for (const hidden of [metersNorth(salon.where, 60).latitude, 'distance', 'accuracy'])
    expect(reported).not.toContain(String(hidden))
  await salon.page.goto('/host-availability?view=day')
  await ready(salon.page)
  await handsOn(salon.page, project).press(salon.page.getByText('1 reserva', { exact: true }).first())
  await expect(salon.page.getByText(/^Llegó, \d\d:\d\d · por ubicación$/)).toBeVisible()
  await expectAccessibleEverywhere(salon.page)
})

test('an arrival by position registered offline is stored on the device, and counts once it is online', async ({
  browser,
  page,
}) => {
  const serving = await servingNow(browser)
  const { id } = await bookNow(page, serving)
  const day = serving.page
  const context = day.context()
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(metersNorth(serving.salon.where, 20))
  await day.goto('/professional-appointments')
  await ready(day)
  await expect.poll(() => isSaved(day)).toBe(true)
  await context.setOffline(true)
  await day.reload()
  // This notice moves everything below it down while a button is pressed.
  await expect(day.getByText(/^Sin conexión: agenda guardada a las/)).toBeVisible()
  const together = day.getByRole('button', { name: 'Estoy aquí con mi cliente' })
  await day.getByRole('button', { name: 'Registrar llegada' }).click()
  await together.click()
  const waits = day.getByText(/^Llegada registrada a las \d\d:\d\d en este equipo/)
  await expect(waits).toBeVisible()
  await expect(together).toBeHidden()
  const bookingOf = async () => (await page.request.get(`/api/bookings/${id}`)).json()
  expect((await bookingOf()).checkedInAt).toBeNull()
  await context.setOffline(false)
  await expect(waits).toBeHidden()
  const come = await bookingOf()
  expect([come.status, come.checkInMethod]).toEqual(['in_progress', 'position'])
  expect(Date.parse(come.checkedInAt)).toBeLessThan(Date.parse(come.checkInReceivedAt))
  // Her position is not stored on the device either.
  expect(await day.evaluate(async () => (await (await caches.open('kalli-queue')).keys()).length)).toBe(0)
})

test('a professional places her door on the map by the arrow keys, and her other data stays', async ({
  browser,
}) => {
  const page = await newcomer(browser, 'professional')
  await publishProfile(page, await inCalvillo(page))
  const saved = async () => (await page.request.get('/api/professional/profile')).json()
  const before = await saved()
  await page.goto('/professional-dashboard?tab=profile&section=profile')
  await ready(page)
  const door = page.getByRole('group', { name: 'Tu puerta en el mapa' })
  const map = door.getByRole('application')
  await map.scrollIntoViewIfNeeded()
  await expectAccessibleEverywhere(page)
  await map.focus()
  await map.press('ArrowUp')
  await map.press('ArrowLeft')
  // The map has settled once the draft of the form has its position.
  await page.waitForTimeout(600)
  await page.getByRole('button', { name: 'Guardar perfil' }).click()
  await expect(page.getByText('Perfil guardado').first()).toBeVisible()
  const after = await saved()
  expect(after.latitude).toBeGreaterThan(before.latitude)
  expect(after.longitude).toBeLessThan(before.longitude)
  expect([after.municipalityId, after.address, after.hasOwnPlace]).toEqual([
    before.municipalityId,
    before.address,
    true,
  ])
})
