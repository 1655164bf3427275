/** A professional's services: from a template to a service, saved while typing, reordered, archived and restored. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import {
  bookHour,
  dateAhead,
  inCalvillo,
  letIn,
  newcomer,
  publishProfile,
  salonOf,
  stylistNear,
} from './newcomers.ts'
import { anyPhoto } from './listing.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a service starts from a template, shows what the stylist earns, and leaves bookings as they were quoted', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Renata')
  await letIn(salon, stylist)
  await bookHour(browser, stylist, salon.spaceId, dateAhead(3), 1)
  const { page } = stylist
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/professional-services')
  await ready(page)
  await expectAccessibleEverywhere(page)

  await page.getByRole('link', { name: 'Nuevo servicio' }).click()
  await page.getByRole('button', { name: /^Balayage/ }).click()
  await expect(page.getByLabel('Nombre')).toHaveValue('Balayage')
  await page.getByLabel('Nombre').fill('Balayage de verano')
  // Typed values survive leaving the page.
  await page.reload()
  await ready(page)
  await page.getByRole('button', { name: 'Seguir donde iba' }).click()
  await expect(page.getByLabel('Nombre')).toHaveValue('Balayage de verano')
  await page.getByRole('tab', { name: 'Precio' }).click()
  await page.getByLabel(/^Precio con IVA/).fill('2000')
  // Three hours at $120: 2,000 less 200 of commission and 360 of rent.
  await expect(page.getByText('En tu lugar ganas $1,440 por este servicio.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  // Without a space there is no rent: at homes with the travel cost, online without.
  await page.getByRole('tab', { name: 'Dónde' }).click()
  const atPlace = page.getByRole('checkbox', { name: /^En un espacio/ })
  const atHome = page.getByRole('checkbox', { name: /^A domicilio/ })
  const online = page.getByRole('checkbox', { name: /^En línea/ })
  await online.check()
  await atPlace.uncheck()
  await expect(page.getByText('En línea ganas $1,800 por este servicio.')).toBeVisible()
  await expect(page.getByText(/Todavía no tienes dónde darlo|En tu lugar ganas/)).toHaveCount(0)
  await atHome.check()
  await page.getByLabel('Cobras por ir').fill('90')
  await expect(page.getByText(/^A domicilio ganas \$1,881 por este servicio\./)).toBeVisible()
  await expect(page.getByText('Sin renta, con $90 por ir')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await atPlace.check()
  await atHome.uncheck()
  await online.uncheck()
  await expect(page.getByText('En tu lugar ganas $1,440 por este servicio.')).toBeVisible()
  await page.getByRole('button', { name: 'Crear servicio' }).click()
  await expect(page.getByText('Servicio guardado').first()).toBeVisible()

  // By keyboard: the new one comes first.
  const more = page.getByRole('button', { name: 'Más opciones de Balayage de verano' })
  const orderStored = () =>
    page.waitForResponse((answer) => answer.url().endsWith('/api/professional/services/order'))
  const moved = orderStored()
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Subir' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').first()).toContainText('Balayage de verano')
  expect((await moved).status()).toBe(200)

  // By the pointer back to where it was, and the public page has the same order.
  const handle = await page.getByRole('button', { name: 'Arrastrar Balayage de verano' }).boundingBox()
  const under = await page.getByRole('listitem').nth(1).boundingBox()
  if (handle === null || under === null) throw new Error('nothing to drag')
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2)
  await page.mouse.down()
  await page.mouse.move(handle.x + handle.width / 2, under.y + under.height / 2, { steps: 6 })
  // It moves at once; a reload before the response shows what is stored.
  const arrived = orderStored()
  await page.mouse.up()
  await expect(page.getByRole('listitem').nth(1)).toContainText('Balayage de verano')
  expect((await arrived).status()).toBe(200)
  await page.reload()
  await ready(page)
  await expect(page.getByRole('listitem').nth(1)).toContainText('Balayage de verano')
  // Archived and restored from the list.
  await more.click()
  await page.getByRole('menuitem', { name: 'Ocultar' }).click()
  await expect(page.getByText('Oculto')).toBeVisible()
  await more.click()
  await page.getByRole('menuitem', { name: 'Ofrecer' }).click()
  await expect(page.getByText('Oculto')).toHaveCount(0)

  // A picture of it: uploaded here, public once the consent of the person shown is stated.
  await page.getByRole('link', { name: 'Editar Balayage de verano' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Subir otra foto' }).click()
  await (await chooser).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await anyPhoto() })
  const photos = page.getByRole('group', { name: 'Fotos del servicio' })
  await expect(photos.getByRole('button', { name: /, foto 1, solo tú la ves/, pressed: true })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await photos.getByLabel('No aparece ninguna persona').check()
  await photos.getByRole('button', { name: 'Publicar esta foto' }).click()
  await expect(photos.getByRole('button', { name: /, foto 1$/, pressed: true })).toBeVisible()
  await page.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(page.getByText('Servicio guardado').first()).toBeVisible()
  await page.goto(`/p/${stylist.professionalId}`)
  await ready(page)
  await page.getByRole('button', { name: 'Foto 1 de Balayage de verano' }).click()
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible()
  await page.goto('/professional-services')
  await ready(page)

  // A new price shows the affected clients, and leaves them as they were quoted.
  await page.getByRole('link', { name: 'Editar Corte y peinado' }).click()
  await page.getByRole('tab', { name: 'Precio' }).click()
  await page.getByLabel(/^Precio con IVA/).fill('700')
  await page.getByRole('button', { name: 'Guardar servicio' }).click()
  const impact = page.getByRole('dialog', { name: 'Hay citas por venir' })
  await expect(impact.getByRole('listitem')).toContainText('Lucía')
  await expect(impact.getByRole('listitem')).toContainText('$600')
  // One that cannot stay is cancelled from here, its cost first.
  await impact.getByRole('button', { name: /^Cancelarla/ }).click()
  const cancelling = page.getByRole('dialog', { name: '¿Cancelar esta cita?' })
  await expect(cancelling.getByText(/^Cuenta como una falta/)).toBeVisible()
  await cancelling.getByRole('button', { name: 'Conservar la cita' }).click()
  await impact.getByRole('button', { name: 'Conservarlas y guardar' }).click()
  await expect(page.getByText('1 h · $700 · 1 cita por venir')).toBeVisible()

  // The daily maximum, tried on the date of Lucía's visit before it is saved.
  await page.getByRole('link', { name: 'Editar Corte y peinado' }).click()
  await page.getByRole('tab', { name: 'Tiempo' }).click()
  const preview = page.getByRole('region', { name: 'Así se ofrecería' })
  await preview.getByLabel('Fecha').fill(dateAhead(3))
  await expect(preview.getByText('Se puede reservar').first()).toBeVisible()
  await page.getByLabel(/^Citas al día/).fill('1')
  await expect(preview.getByText('Ese día ya tiene todas las citas que das de este servicio')).toBeVisible()
  await expect(preview.getByText('0 horarios')).toBeVisible()
  await expectAccessibleEverywhere(page)
  // Required equipment of the place: what is missing there is shown before it is saved.
  await page.getByRole('tab', { name: 'Dónde' }).click()
  await page.getByLabel('Agregar equipo que necesita').selectOption('Regadera')
  await page.getByRole('checkbox', { name: 'Regadera durante todo el servicio' }).uncheck()
  await page.getByRole('textbox', { name: 'Del minuto' }).fill('40')
  await page.getByRole('textbox', { name: 'Al minuto' }).fill('20')
  await expect(page.getByText('Regadera: su último minuto va después del primero.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Al minuto' }).fill('55')
  await expect(page.getByRole('img', { name: 'Regadera: del minuto 40 al 55 de 60' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.getByRole('tab', { name: 'Tiempo' }).click()
  await expect(preview.getByText('Al espacio le falta lo que tu servicio necesita')).toBeVisible()
  await page.getByRole('tab', { name: 'Dónde' }).click()
  await page.getByRole('button', { name: 'Quitar Regadera' }).click()
  await page.getByRole('tab', { name: 'Políticas' }).click()
  await page.getByRole('checkbox', { name: /^Solo en la primera visita/ }).check()
  await page.getByLabel('Se esperan').selectOption('10 minutos')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(page.getByRole('link', { name: 'Editar Corte y peinado' })).toBeVisible()

  await page.getByRole('button', { name: 'Más opciones de Balayage de verano' }).click()
  await page.getByRole('menuitem', { name: 'Archivar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archivar' }).click()
  await page.getByText('Archivados (1)').click()
  await page.getByRole('button', { name: 'Recuperar Balayage de verano' }).click()
  await expect(page.getByRole('link', { name: 'Editar Balayage de verano' })).toBeVisible()
  await expect(page.getByText('Oculto')).toBeVisible()

  // By link only: on no page, and open to anyone with the address.
  await page.getByRole('link', { name: 'Editar Balayage de verano' }).click()
  await page.getByLabel('Quién lo ve').selectOption({ label: 'Por enlace' })
  await expect(page.getByRole('button', { name: 'Copiar enlace' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  const link = await page.getByLabel('Enlace de este servicio').inputValue()
  await page.getByRole('button', { name: 'Guardar servicio' }).click()
  await expect(page.getByText('Por enlace', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copiar enlace de Balayage de verano' })).toBeEnabled()
  await page.getByRole('button', { name: 'Más opciones de Balayage de verano' }).click()
  await expect(page.getByRole('menuitem', { name: 'Archivar' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Ocultar' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  const visitor = await (await browser.newContext()).newPage()
  const professional = new URL(link).searchParams.get('p') ?? ''
  await visitor.goto(`/p/${professional}`)
  await expect(visitor.getByText('Corte y peinado').first()).toBeVisible()
  await expect(visitor.getByText(/Solo en tu primera visita/)).toBeVisible()
  await expect(visitor.getByText('Balayage de verano')).toHaveCount(0)
  await visitor.goto(new URL(link).pathname + new URL(link).search)
  await ready(visitor)
  await expect(visitor.getByText('Balayage de verano').first()).toBeVisible()
  await visitor.context().close()
})

test('a first service starts in the profile’s category, and a coupon or pack of an archived service says so', async ({
  browser,
}) => {
  const page = await newcomer(browser, 'professional', 'Teresa')
  await publishProfile(page, { ...(await inCalvillo(page)), categories: ['therapy'], specialties: ['Duelo'] })
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/professional-services')
  await ready(page)
  await page.getByRole('link', { name: 'Elegir una plantilla' }).click()
  await expect(page.getByLabel('¿De qué categoría es?')).toHaveValue('therapy')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Empezar de cero' }).click()
  // A health professional needs a cédula first: one press from where it is required.
  await expectAccessibleEverywhere(page)
  await page.getByRole('link', { name: 'Mis postulaciones, en Documentos' }).click()
  await expect(page.getByRole('tab', { name: 'Documentos', selected: true })).toBeVisible()

  const { request } = page
  const add = async (name: string) => {
    const data = { name, category: 'hair', durationMinutes: 60, priceCents: 60_000 }
    const answer = await request.post('/api/professional/services', { data })
    expect(answer.status()).toBe(201)
    return (await answer.json()).id
  }
  await add('Corte')
  const away = await add('Peinado')
  const coupon = {
    code: 'PEINADO',
    change: { kind: 'percent', bp: 1000 },
    serviceIds: [away],
    validFrom: null,
    validTo: null,
    maxUses: null,
    onceEach: false,
    active: true,
  }
  expect((await request.post('/api/professional/coupons', { data: coupon })).status()).toBe(201)
  expect((await request.delete(`/api/professional/services/${away}`)).status()).toBe(200)
  await page.goto('/professional-services')
  await ready(page)
  await page.getByRole('link', { name: 'Precios por demanda' }).click()
  await expect(page.getByText('10 % menos en un servicio archivado')).toBeVisible()
  await page.getByRole('button', { name: 'Editar PEINADO' }).click()
  const tick = page.getByRole('dialog').getByRole('checkbox', { name: 'Un servicio archivado' })
  await expect(tick).toBeChecked()
  // Removed, it stays visible, so that it can be restored.
  await tick.uncheck()
  await expect(tick).not.toBeChecked()
  await expectAccessibleEverywhere(page)
  await page.context().close()
})
