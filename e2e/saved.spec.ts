/** A client's saved items, alerts about professionals, and the pictures that a professional shows. */
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './accessible.ts'
import { codeAt } from './emails.ts'
import { pressByKey } from './keys.ts'
import { dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { client, newPhone, pageOf, password, signIn, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a visitor signs in to save a professional, returns to the page, and finds and removes them in the list', async ({
  page,
}) => {
  await page.goto('/p/3')
  await ready(page)
  await page.getByRole('link', { name: /^Guardar/ }).click()
  await expect(page).toHaveURL(/\/auth\?redirect=%2Fp%2F3/)
  await ready(page)
  await page.getByLabel('Correo electrónico').fill(client.email)
  await page.locator('input[type=password]').first().fill(password)
  await page.getByRole('tabpanel').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(/\/p\/3/)
  await expect(page.getByRole('button', { name: /^Guardado/ })).toBeVisible()
  const [name = ''] = (await page.getByRole('heading', { level: 1 }).innerText()).split('\n')

  await ready(page)
  await page.getByRole('button', { name: /Menú de/ }).click()
  await page.getByRole('menuitem', { name: 'Guardados' }).click()
  await expect(page.getByRole('tab', { name: 'Guardados', selected: true })).toBeVisible()
  const card = page
    .getByRole('listitem')
    .filter({ hasText: name.trim() })
    .filter({ has: page.getByRole('button', { name: /^Quitar a/ }) })
  await expect(card).toBeVisible()
  await expectAccessible(page)
  await card.getByRole('button', { name: /^Quitar a .* de Guardados/ }).click()
  await expect(card).toBeHidden()
})

test('a paused professional’s page accepts an email for their return, and members see what they have in common', async ({
  browser,
}) => {
  const page = await pageOf(browser, 'profesional7@kalli.test')
  const profile = await (await page.request.get('/api/professional/profile')).json()
  const { id, slug: _slug, city: _city, state: _state, zone: _zone, ...rest } = profile
  const save = async (status: string, version: number) =>
    (await page.request.put('/api/professional/profile', { data: { ...rest, status, version } })).json()
  const paused = await save('paused', rest.version)

  const visitor = await pageOf(browser, client.email)
  await visitor.goto(`/professional/${id}`)
  await expect(visitor.getByText('No recibe reservas por ahora').first()).toBeVisible()
  await ready(visitor)
  const noLonger = visitor.getByRole('button', { name: 'Ya no me avises' }).locator('visible=true')
  // Left by an earlier try.
  if (await noLonger.isVisible()) await noLonger.click()
  await visitor.getByRole('button', { name: 'Avísame cuando haya horarios' }).locator('visible=true').click()
  await expect(noLonger).toBeVisible()
  await expectAccessible(visitor)
  await visitor.goto('/my-bookings?tab=saved')
  const watching = visitor.getByRole('heading', { name: 'Te avisaremos' })
  await expect(watching).toBeVisible()
  await visitor.getByRole('button', { name: /^Quitar el aviso de/ }).click()
  await expect(watching).toBeHidden()

  await save('published', paused.version)
  await visitor.goto(`/professional/${stylist.id}`)
  await expect(visitor.getByRole('region', { name: /^Tú y/ })).toContainText(/Ya te atendió/)
})

test('a visitor saves a search with an alert, finds it in the list, returns to it and deletes it @desktop', async ({
  browser,
  page: visitor,
}) => {
  const address = '/search-results?q=masaje&category=massage&location=Roma+Norte'
  await visitor.goto(address)
  await ready(visitor)
  // A visitor who prefers an account: the alert is set when they are back with a new one.
  const wanted = visitor.getByRole('region', { name: 'Aviso de esta búsqueda' })
  await pressByKey(visitor, wanted.getByRole('button', { name: 'Avísame' }))
  await pressByKey(
    visitor,
    visitor.getByRole('dialog', { name: 'Avísame' }).getByRole('link', { name: 'Prefiero con mi cuenta' }),
  )
  await expect(visitor).toHaveURL(/\/auth\?redirect=.*search-results/)
  await ready(visitor)
  await visitor.getByRole('tab', { name: 'Crear cuenta' }).click()
  await visitor.locator('select[name=role]').selectOption('client')
  await visitor.getByLabel('Nombre', { exact: true }).fill('Inés')
  await visitor.getByLabel('Apellido', { exact: true }).fill('Campos')
  await visitor.getByLabel('Correo electrónico').fill(`aviso.${Date.now()}@correo.test`)
  await visitor.locator('input[type=password]').first().fill('una-clave-larga')
  await visitor.getByRole('tabpanel').getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(visitor).toHaveURL(/\/search-results\?.*q=masaje/)
  await expect(wanted.getByRole('status')).toHaveText('Te avisaremos. Está en Guardados.')
  await visitor.reload()
  await expect(wanted.getByRole('button', { name: 'Ya no me avises' })).toBeVisible()
  await expectAccessible(visitor)

  const page = await pageOf(browser, client.email)
  await page.goto(address)
  await ready(page)
  const alert = page.getByRole('region', { name: 'Aviso de esta búsqueda' })
  await expect(alert).toContainText('«masaje · Roma Norte · Masajes»')
  await alert.getByRole('button', { name: 'Avísame' }).click()
  await expect(alert.getByRole('status')).toHaveText(/Te avisaremos/)
  await expectAccessible(page)
  await page.goto('/my-bookings?tab=saved')
  await ready(page)
  await expect(page.getByRole('heading', { name: 'Búsquedas con aviso' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'masaje · Roma Norte · Masajes' }).click()
  await expect(page).toHaveURL(/search-results\?.*q=masaje/)
  await page.goBack()
  await page.getByRole('button', { name: 'Quitar la búsqueda masaje · Roma Norte · Masajes' }).click()
  await expect(page.getByRole('link', { name: 'masaje · Roma Norte · Masajes' })).toHaveCount(0)
  await page.context().close()
})

test('a portfolio picture is published only after the professional says whom it shows', async ({
  browser,
}) => {
  const picture = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#5b7553' } })
    .jpeg()
    .toBuffer()
  const page = await pageOf(browser, 'profesional7@kalli.test')
  const { id } = await (await page.request.get('/api/professional/profile')).json()
  const public_ = async () => {
    const shown = await page.request.get(`/api/public/professionals/${id}`)
    const { portfolio }: { portfolio: { caption: string; before: object | null }[] } = await shown.json()
    return portfolio.filter(({ caption }) => caption === 'Masaje en la terraza')
  }
  await page.goto('/professional-dashboard?tab=profile&section=profile')
  await ready(page)
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Subir una foto' }).click()
  await (await chooser).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: picture })
  const work = page.getByRole('form', { name: /^Trabajo/ }).last()
  await expect(work.getByText('Solo tú lo ves')).toBeVisible()
  await work.getByLabel('Descripción').fill('Masaje en la terraza')
  const publish = work.getByRole('button', { name: 'Publicar' })
  await expect(publish).toHaveAttribute('aria-disabled', 'true')
  await expect(work.getByText('Di primero si aparece alguien')).toBeVisible()
  // Typed values survive a reload.
  await page.reload()
  await ready(page)
  await expect(work.getByLabel('Descripción')).toHaveValue('Masaje en la terraza')
  await work.getByLabel('La persona que aparece me dio permiso de publicarla').check()
  await publish.click()
  await expect(work.getByText('Público')).toBeVisible()
  expect(await public_()).toHaveLength(1)

  // Another picture needs another consent.
  const second = page.waitForEvent('filechooser')
  await work.getByRole('button', { name: 'Agregar el antes' }).click()
  await (await second).setFiles({ name: 'antes.jpg', mimeType: 'image/jpeg', buffer: picture })
  await expect(work.getByText('Solo tú lo ves')).toBeVisible()
  expect(await public_()).toHaveLength(0)
  await work.getByLabel('La persona que aparece me dio permiso de publicarla').check()
  await publish.click()
  await expect(work.getByText('Público')).toBeVisible()
  await expectAccessible(page)

  const context = await browser.newContext()
  const visitor = await context.newPage()
  await visitor.goto(`/p/${id}`)
  await ready(visitor)
  await visitor.getByRole('button', { name: /Masaje en la terraza/ }).click()
  await expect(visitor.getByRole('dialog').getByRole('img')).toHaveCount(2)
  await expectAccessible(visitor)
  await visitor.keyboard.press('Escape')
  await expect(visitor.getByRole('dialog')).toBeHidden()
  await signIn(page.request, 'profesional7@kalli.test')
  await work.getByRole('button', { name: /^Borrar/ }).click()
  await expect(page.getByText('Foto borrada').first()).toBeVisible()
})

test('a visitor saves a search by telephone, and its message leads to the opened slot and ends the alert', async ({
  browser,
  page,
}) => {
  test.setTimeout(120_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const amaranta = await stylistNear(browser, salon, 'Amaranta')
  await letIn(salon, amaranta)
  const { latitude, longitude } = salon.where
  const around = `lat=${latitude.toFixed(4)}&lng=${longitude.toFixed(4)}&radiusKm=10`
  const day = dateAhead(5)
  const openOn = async (fromMinute: number, toMinute: number) => {
    const windows = fromMinute === toMinute ? [] : [{ fromMinute, toMinute }]
    const saved = await amaranta.page.request.post('/api/availability/exceptions', {
      data: { date: day, windows },
      headers: { 'idempotency-key': `${day}-${fromMinute}-${toMinute}` },
    })
    expect(saved.status(), await saved.text()).toBe(200)
  }
  await openOn(0, 0)
  await page.goto(`/search-results?q=corte&day=${day}&${around}`)
  await ready(page)
  const alert = page.getByRole('region', { name: 'Aviso de esta búsqueda' })
  await alert.getByRole('button', { name: 'Avísame' }).click()
  const dialog = page.getByRole('dialog', { name: 'Avísame' })
  const digits = newPhone()
  await dialog.getByLabel('Teléfono').fill(digits)
  await expect(dialog.getByLabel('Código de seis dígitos')).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type(await codeAt(page, 'sms', `+52${digits}`))
  // The sixth digit saves it.
  await expect(dialog).toBeHidden()
  await expect(alert.getByRole('status')).toHaveText('Te avisaremos por mensaje.')
  await page.goto('/guest-bookings?tab=waitlist')
  await expect(page.getByRole('heading', { name: 'Búsquedas con aviso' })).toBeVisible()
  await expectAccessible(page)

  await openOn(600, 690)
  let links: string[] = []
  await expect(async () => {
    const texts = await (await page.request.get(`/dev/sms?to=${encodeURIComponent(`+52${digits}`)}`)).text()
    const [found = ''] = /tiene lugar[\s\S]*?Baja:[\s\S]*?\/s\/\w{12}/.exec(texts) ?? []
    links = [...new Set([...found.matchAll(/\/s\/\w{12}/g)].map(([path]) => path))]
    expect(links).toHaveLength(2)
  }).toPass({ timeout: 30_000 })
  const [toResults = '', toEnd = ''] = links
  const reader = await (await browser.newContext()).newPage()
  await reader.goto(toResults)
  await expect(reader.getByRole('article').filter({ hasText: amaranta.firstName })).toBeVisible()
  await reader.goto(toEnd)
  await ready(reader)
  await expect(reader.getByRole('heading', { name: 'Tu aviso de búsqueda' })).toBeVisible()
  await expectAccessible(reader)
  await reader.getByRole('button', { name: 'Ya no me avises' }).click()
  await expect(reader.getByRole('heading', { name: 'Ya no te avisamos' })).toBeVisible()
  await expectAccessible(reader)
  await reader.reload()
  await expect(reader.getByRole('heading', { name: 'Este aviso ya terminó' })).toBeVisible()
})
