/** A dispute: the client reports it on her phone, her professional answers another, both see what is pending. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { client, host, pageOf, stylist } from './people.ts'
import { picture } from './picture.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Part of all demo data (server/seed/booking/problems.ts): one reported, one that still may be. */
const reported = '019aa000-0000-7000-8000-0000000ae001'
const given = '019aa000-0000-7000-8000-0000000ae002'
/** At the demo's host. */
const hosted = '019aa000-0000-7000-8000-0000000ae005'

test('a client reports a problem with a photo, her professional answers another, and both see what is pending', async ({
  browser,
}) => {
  test.setTimeout(150_000)
  const page = await pageOf(browser, client.email)
  await page.goto('/my-bookings?tab=past')
  await ready(page)
  await page
    .getByRole('button', { name: /Un problema sigue abierto/ })
    .first()
    .click()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'Ver el problema' })).toBeVisible()

  await page.goto(`/booking-success?id=${given}`)
  await ready(page)
  const report = page.getByRole('button', { name: 'Reportar un problema' })
  const waits = page.getByRole('heading', { name: 'Se espera su respuesta' })
  // A retry of this journey finds it reported.
  await expect(report.or(waits)).toBeVisible()
  if (await report.isVisible()) {
    await report.click()
    const dialog = page.getByRole('dialog', { name: 'Reportar un problema' })
    await dialog.getByRole('radio', { name: 'El resultado no es el acordado' }).check()
    await dialog.getByLabel('Cuéntalo').fill('El tono quedó dos niveles más claro que el de la muestra.')
    await expect(dialog.getByText('Agrega al menos una foto.')).toBeVisible()
    await dialog.getByLabel('Agregar fotos').setInputFiles(await picture(page))
    await expect(dialog.getByRole('img', { name: 'Foto 1' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await dialog.getByRole('button', { name: 'Enviar reporte' }).click()
    await expect(dialog).toBeHidden()
  }
  await expect(waits).toBeVisible()
  await expect(page.getByText(/quedan en pausa por el precio del servicio/)).toBeVisible()
  await expect(page.getByText('dos niveles más claro')).toBeVisible()
  await expect(page.getByRole('img', { name: /^Foto 1 de / })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.context().close()

  const salon = await pageOf(browser, stylist.email)
  await salon.goto(`/professional-appointments?tab=problem&booking=${reported}`)
  await ready(salon)
  const send = salon.getByRole('button', { name: 'Enviar respuesta' })
  const reading = salon.getByRole('heading', { name: 'Kalli lee las dos versiones' })
  await expect(send.or(reading)).toBeVisible()
  if (await send.isVisible()) {
    await expect(salon.getByText(/quedan en pausa por el precio del servicio/)).toBeVisible()
    await expectAccessibleEverywhere(salon)
    await salon.getByLabel('Tu respuesta').fill('La prueba se hizo al principio, media hora antes.')
    await send.click()
  }
  await expect(reading).toBeVisible()
  await expect(salon.getByText('La prueba se hizo al principio')).toBeVisible()

  // A bank reverses a charge: the blocked amount is shown separately from what awaits Kalli.
  await salon.goto('/dev/banco/contracargos')
  const charge = salon.locator('section').filter({ hasText: 'ch_town_tip_4' })
  const whole = charge.getByRole('button', { name: /^Desconocer/ })
  const wins = charge.getByRole('button', { name: 'Gana Kalli' })
  if (await whole.isVisible()) await whole.click()
  await expect(wins).toBeVisible()
  await salon.goto('/professional-dashboard?tab=numbers')
  await ready(salon)
  await expect(salon.getByText('Retenido por un contracargo')).toBeVisible()
  await salon.goto('/dev/banco/contracargos')
  await wins.click()
  await expect(charge.getByText('ganado por Kalli')).toBeVisible()
  await salon.context().close()
})

test('a host finds a problem reported about their space, answers it with a photo, and sees the outcome', async ({
  browser,
}) => {
  test.setTimeout(150_000)
  const salon = await pageOf(browser, host.email)
  await salon.goto('/host-availability?view=problems')
  await ready(salon)
  const views = salon.getByRole('navigation', { name: 'Vistas de disponibilidad' })
  const nothing = salon.getByText('Ningún problema reportado')
  const listed = salon.getByRole('heading', { name: 'El lugar no estaba como se anunció' })
  await expect(nothing.or(listed).first()).toBeVisible()
  // A retry of this journey finds it reported.
  if (await nothing.isVisible()) {
    await expectAccessibleEverywhere(salon)
    const page = await pageOf(browser, client.email)
    await page.goto(`/booking-success?id=${hosted}`)
    await ready(page)
    await page.getByRole('button', { name: 'Reportar un problema' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reportar un problema' })
    await dialog.getByRole('radio', { name: 'El lugar no estaba como se anunció' }).check()
    await dialog.getByLabel('Cuéntalo').fill('La silla estaba rota y no había luz en el espejo.')
    await dialog.getByLabel('Agregar fotos').setInputFiles(await picture(page))
    await expect(dialog.getByRole('img', { name: 'Foto 1' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Enviar reporte' }).click()
    await expect(dialog).toBeHidden()
    await page.context().close()
  }
  await salon.goto('/host-dashboard')
  await ready(salon)
  const notice = salon.getByRole('region', { name: 'Problemas por responder' })
  if (await notice.isVisible()) {
    await expect(notice.getByText('1 problema por responder')).toBeVisible()
    await expect(
      salon.getByRole('link', { name: /^Problema por responder .* reportó un problema en / }),
    ).toBeVisible()
    await expectAccessibleEverywhere(salon)
    await notice.getByRole('link', { name: 'Responder' }).click()
    await expect(salon).toHaveURL(/view=problems/)
    await expect(views.getByRole('link', { name: /^Problemas ?1/ })).toHaveAttribute('aria-current', 'page')
    await expect(salon.getByRole('heading', { name: 'Por responder' })).toBeVisible()
    await expect(salon.getByText(/para responder, hasta el/)).toBeVisible()
    await expectAccessibleEverywhere(salon)
    await salon.getByRole('link', { name: /^Ver y responder/ }).click()
    const dialog = salon.getByRole('dialog', { name: 'Problema o tiempo extra' })
    await expect(dialog.getByText('La silla estaba rota')).toBeVisible()
    await dialog.getByLabel('Tu respuesta').fill('La silla se cambió esa mañana.')
    // A draft survives Escape and is there from another entry point.
    await salon.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await salon.getByRole('link', { name: /^Ver y responder/ }).click()
    await expect(dialog.getByLabel('Tu respuesta')).toHaveValue('La silla se cambió esa mañana.')
    await dialog.getByLabel('Agregar fotos').setInputFiles(await picture(salon))
    await expect(dialog.getByRole('img', { name: 'Foto 1', exact: true })).toBeVisible()
    await expectAccessibleEverywhere(salon)
    await dialog.getByRole('button', { name: 'Enviar respuesta' }).click()
    await expect(dialog.getByRole('heading', { name: 'Kalli lee las dos versiones' })).toBeVisible()
    await salon.keyboard.press('Escape')
  } else {
    await salon.getByRole('button', { name: 'Más herramientas' }).click()
    await salon.getByRole('dialog').getByRole('link', { name: 'Problemas reportados' }).click()
  }
  await expect(salon.getByRole('heading', { name: 'Los decide Kalli' })).toBeVisible()
  await expect(views.getByRole('link', { name: 'Problemas', exact: true })).toBeVisible()
  await salon.goto('/host-dashboard')
  await ready(salon)
  await expect(notice).toBeHidden()
  await salon.context().close()
})
