import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere, expectNothingOut } from './accessible.ts'
import { Secret, TOTP } from 'otpauth'
import sharp from 'sharp'
import { client, host, pageOf, password, signIn, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

let serial = 0
/** A new user, signed in. */
const newcomer = async (page: Page, role: 'client' | 'professional' | 'host' = 'client') => {
  serial += 1
  const email = `nube${process.pid}x${Date.now()}x${serial}@correo.test`
  const body = { email, password, firstName: 'Nube', lastName: 'Solís', phone: '', role }
  const answer = await page.request.post('/api/auth/register', { data: body })
  expect(answer.status(), await answer.text()).toBe(200)
  return email
}
const open = async (page: Page, section: string) => {
  await page.goto(`/settings?section=${section}`)
  await ready(page)
}
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

test('on a phone the settings sections are a list, and each opens and leads back @desktop', async ({ page }, {
  project,
}) => {
  await newcomer(page)
  await page.goto('/settings')
  const sections = page.getByRole('navigation', { name: 'Secciones de configuración' })
  await expect(sections.getByRole('link')).toHaveCount(9)
  await sections.getByRole('link', { name: /^Zona horaria/ }).click()
  await expect(page).toHaveURL(/section=zone/)
  await expect(page.getByRole('heading', { name: 'Zona horaria' })).toBeVisible()
  await expect(sections).toBeVisible({ visible: project.name === 'desktop' })
  if (project.name !== 'phone') return
  await page.getByRole('main').getByRole('link', { name: 'Configuración' }).click()
  await expect(sections).toBeVisible()
})

test('a changed name appears in the menu; a concurrent change on another device loses nothing', async ({
  page,
}) => {
  await newcomer(page)
  await open(page, 'profile')
  const form = page.getByRole('form', { name: 'Tu nombre' })
  await form.getByLabel('Nombre').fill('Luna')
  const elsewhere = await page.request.patch('/api/account/profile', {
    data: { firstName: 'Estrella', lastName: 'Solís', version: 1 },
  })
  expect(elsewhere.status()).toBe(200)
  await form.getByRole('button', { name: 'Guardar nombre' }).click()
  await expect(form.getByRole('alert')).toContainText('Lo que escribiste sigue aquí')
  await expect(form.getByLabel('Nombre')).toHaveValue('Luna')
  await form.getByRole('button', { name: 'Guardar lo mío' }).click()
  await expect(page.getByText('Nombre guardado').first()).toBeVisible()
  await page.reload()
  await expect(form.getByLabel('Nombre')).toHaveValue('Luna')
})

test('a photo is chosen, cropped by keyboard, shown and removed', async ({ page }) => {
  await newcomer(page)
  await open(page, 'profile')
  const photo = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#a63f24' } })
    .jpeg()
    .toBuffer()
  await page
    .getByLabel('Elegir foto')
    .setInputFiles({ name: 'yo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(photo) })
  const dialog = page.getByRole('dialog', { name: 'Recorta tu foto' })
  await dialog.getByRole('group', { name: /^Recorte/ }).focus()
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('slider', { name: 'Acercar' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('button', { name: 'Guardar foto' })).toBeEnabled()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Guardar foto' }).click()
  await expect(page.getByText('Foto guardada').first()).toBeVisible()
  const shown = page.getByRole('main').locator('img[src^="/photos/"]')
  await expect(shown).toBeVisible()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(90)
  await page.getByRole('button', { name: 'Quitar' }).click()
  await expect(page.getByText('Foto quitada').first()).toBeVisible()
  await expect(shown).toHaveCount(0)
})

test('a file that is not a photo is refused with that reason', async ({ page }) => {
  await newcomer(page)
  await open(page, 'profile')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>document.title="x"</script></svg>')
  await page.getByLabel('Elegir foto').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: svg })
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('no es una foto')
})

test('the second factor is set with an app, required at sign-in, and removed', async ({ page }) => {
  const email = await newcomer(page)
  await open(page, 'security')
  await page.getByRole('button', { name: 'Activar segundo paso' }).click()
  const form = page.getByRole('form', { name: 'Activar segundo paso' })
  const secret = ((await form.locator('code').textContent()) ?? '').replace(/\s/g, '')
  await expectAccessible(page)
  await form.getByLabel('Código de tu app').fill('000000')
  await form.getByRole('button', { name: 'Activar' }).click()
  await expect(form.getByLabel('Código de tu app')).toHaveAccessibleDescription(/no es correcto/)
  await form.getByLabel('Código de tu app').fill(codeOf(secret, -1))
  await form.getByRole('button', { name: 'Activar' }).click()
  await expect(page.getByRole('heading', { name: 'Guarda tus códigos de recuperación' })).toBeVisible()
  const recovery = await page.getByRole('main').locator('li.font-mono').allTextContents()
  expect(recovery).toHaveLength(10)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await expect(page.getByText('Te quedan 10 códigos de recuperación.')).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/auth?redirect=%2Fsettings%3Fsection%3Dsecurity')
  await ready(page)
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  const second = page.getByRole('form', { name: 'Segundo paso' })
  await expect(second).toBeVisible()
  await expectAccessible(page)
  await second.getByLabel('Código de tu app').fill(recovery[0] ?? '')
  await second.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(/settings\?section=security/)
  await expect(page.getByText('Te quedan 9 códigos de recuperación.')).toBeVisible()
  await page.getByRole('button', { name: 'Desactivar' }).click()
  await expect(page.getByText('Inactivo')).toBeVisible()
})

test('a password is changed and the other devices are signed out', async ({ page, browser }) => {
  const email = await newcomer(page)
  const other = await browser.newContext()
  await signIn(other.request, email)
  await open(page, 'security')
  await expect(page.getByText('Este dispositivo')).toBeVisible()
  const form = page.getByRole('form', { name: 'Cambiar contraseña' })
  const typed = form.locator('input')
  await typed.and(form.getByLabel('Contraseña actual')).fill('otra')
  await typed.and(form.getByLabel('Nueva contraseña')).fill('una casa con patio')
  await typed.and(form.getByLabel('Confirmar contraseña')).fill('una casa con patio')
  await form.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(typed.and(form.getByLabel('Contraseña actual'))).toHaveAccessibleDescription(
    'La contraseña actual no es correcta.',
  )
  await expect(typed.and(form.getByLabel('Nueva contraseña'))).toHaveValue('una casa con patio')
  await typed.and(form.getByLabel('Contraseña actual')).fill(password)
  await form.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(page.getByText('Contraseña actualizada').first()).toBeVisible()
  expect((await other.request.get('/api/auth/user')).status()).toBe(401)
  await signIn(other.request, email).catch(() => undefined)
  await other.close()
})

test('one device is signed out from the list', async ({ page, browser }) => {
  const email = await newcomer(page)
  const other = await browser.newContext()
  await signIn(other.request, email)
  await open(page, 'security')
  await page
    .getByRole('button', { name: /^Cerrar sesión en .+/ })
    .first()
    .click()
  await expect(page.getByText('Sesión cerrada').first()).toBeVisible()
  expect((await other.request.get('/api/auth/user')).status()).toBe(401)
  await other.close()
})

test('a user chooses the time zone of their lists', async ({ page }) => {
  await newcomer(page)
  await open(page, 'zone')
  await page.getByRole('combobox', { name: 'Zona horaria' }).selectOption('America/Tijuana')
  await expect(page.getByText('Zona horaria guardada').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Zona horaria' })).toHaveValue('America/Tijuana')
})

test('a companion is saved, renamed and removed', async ({ page }) => {
  await newcomer(page)
  await open(page, 'companions')
  await page.getByRole('button', { name: 'Agregar a alguien' }).click()
  await page.getByLabel('Nombre de pila').fill('Leo')
  await page.getByLabel('Es menor de edad').check()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(page.getByText('Menor de edad', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cambiar a Leo' }).click()
  await page.getByLabel('Nombre de pila').fill('Leonardo')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Borrar a Leonardo' }).click()
  await expect(page.getByText('Todavía no guardas a nadie')).toBeVisible()
})

test('a user requests a copy of their data, which is generated and downloaded', async ({ page }) => {
  const email = await newcomer(page)
  await open(page, 'privacy')
  await page.getByRole('button', { name: 'Pedir una copia' }).click()
  const read = page.getByRole('button', { name: /^Para leer/ })
  await expect(read).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  const [file] = await Promise.all([page.waitForEvent('download'), read.click()])
  expect(file.suggestedFilename()).toBe('mis-datos-de-kalli.html')
  const stream = await file.createReadStream()
  let text = ''
  for await (const piece of stream) text += String(piece)
  expect(text).toContain(email)
})

test('a user deletes the account by typing the word, and cannot sign in again', async ({ page }) => {
  const email = await newcomer(page)
  await open(page, 'privacy')
  await page.getByRole('button', { name: 'Borrar mi cuenta' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Borrar tu cuenta?' })
  await expect(dialog.getByRole('button', { name: 'Borrar para siempre' })).toBeDisabled()
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('borrar')
  await dialog.getByRole('button', { name: 'Borrar para siempre' }).click()
  await page.waitForURL((address) => address.pathname === '/')
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
  const again = await page.request.post('/api/auth/login', { data: { email, password } })
  expect(again.status()).toBe(401)
  await page.goto(`/dev/mail?to=${encodeURIComponent(email)}`)
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Tu cuenta de Kalli fue borrada')).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
})

test('a user with upcoming visits reads why the account cannot be deleted', async ({ browser }) => {
  const page = await pageOf(browser, stylist.email)
  await page.goto('/professional-dashboard?tab=profile&section=privacy')
  await expect(page.getByText('Antes de borrarla falta:')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Borrar mi cuenta' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('an administrator must set up the second factor before anything else', async ({ browser }) => {
  const page = await pageOf(browser, 'admin@kalli.test')
  await page.goto('/my-bookings')
  await expect(page).toHaveURL(/\/settings\?section=security/)
  await expect(page.getByText('Para administrar Kalli hace falta el segundo paso')).toBeVisible()
  expect((await page.request.get('/api/account/profile')).status()).toBe(403)
})

// Sections that are the same for all three roles are checked for the client.
const shared = ['security', 'verification', 'payouts', 'companions', 'privacy', 'zone']
const own = ['profile', 'notifications']
const places = [
  { email: client.email, at: '/settings', parts: '?section=', sections: [...own, ...shared] },
  {
    email: stylist.email,
    at: '/professional-dashboard?tab=profile',
    parts: '&section=',
    sections: own,
  },
  { email: host.email, at: '/host-dashboard?tab=profile', parts: '&section=', sections: own },
]
for (const { email, at, parts, sections } of places)
  test(`the settings of ${email} pass the accessibility checks`, async ({ browser }) => {
    test.setTimeout(180_000)
    const page = await pageOf(browser, email)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    for (const section of ['', ...sections]) {
      await page.goto(section === '' ? at : at + parts + section)
      await expectAccessibleEverywhere(page)
      await page.setViewportSize({ width: 320, height: 700 })
      await expectNothingOut(page, '320 px')
    }
    await page.context().close()
  })
