import { expect, type Page, type Route } from '@playwright/test'
import { expectNoViolations } from './accessible.ts'
import {
  chooseTime,
  client,
  goToPay,
  openAroundTheClock,
  pageOf,
  password,
  someone,
  stylist,
} from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.beforeAll(({ browser }) => openAroundTheClock(browser))

const focused = (page: Page) => page.locator(':focus')
/** By keyboard alone: to the control with this name, however many are between. */
const tabTo = async (page: Page, name: RegExp | string) => {
  const wanted = page.getByRole('main').getByLabel(name).or(page.getByRole('button', { name })).first()
  for (let presses = 0; presses < 40; presses += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no way to ${String(name)} by keyboard`)
}
test('a visitor opens an account by keyboard alone and is redirected to the start page half a second later @desktop-deep', async ({
  page,
}) => {
  const who = someone()
  await page.goto('/auth')
  await ready(page)
  await page.getByRole('tab', { name: 'Iniciar sesión' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Crear cuenta' })).toBeFocused()
  await tabTo(page, 'Nombre')
  await page.keyboard.type(who.firstName)
  await tabTo(page, 'Apellido')
  await page.keyboard.type(who.lastName)
  await tabTo(page, 'Correo electrónico')
  await page.keyboard.type(who.email)
  await tabTo(page, /^Teléfono/)
  await page.keyboard.type('+503 7123 4567')
  await expect(page.getByText('Se guardará como: +503 71234567')).toBeVisible()
  await expect(page.getByLabel('País del teléfono')).toHaveValue('SV')
  await tabTo(page, /^Contraseña/)
  await page.keyboard.type('una frase larga')
  await expect(page.getByText(/^Seguridad: /)).toBeVisible()
  await tabTo(page, 'Tipo de cuenta')
  await page.keyboard.type('Quiero')
  await expect(focused(page)).toHaveValue('client')
  await expectNoViolations(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('button', { name: 'Crear cuenta' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('¡Cuenta creada!').first()).toBeVisible()
  await expect(page.getByText('Tu cuenta ha sido creada exitosamente.').first()).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('a user signs in by keyboard alone and reaches the requested page @desktop-deep', async ({ page }) => {
  await page.goto('/my-bookings?tab=past')
  await expect(page).toHaveURL(/\/auth\?redirect=/)
  await ready(page)
  await tabTo(page, 'Correo electrónico')
  await page.keyboard.type(client.email)
  await tabTo(page, /^Contraseña/)
  await page.keyboard.type(password)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel(/^Contraseña/)).toHaveAttribute('type', 'text')
  await tabTo(page, /^Contraseña/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('¡Bienvenido!').first()).toBeVisible()
  await expect(page.getByText('Has iniciado sesión correctamente.').first()).toBeVisible()
  await expect(page).toHaveURL('/my-bookings?tab=past')
})

test('no user is redirected to another site after signing in', async ({ page }) => {
  await page.goto(`/auth?redirect=${encodeURIComponent('/.//evil.example')}`)
  await ready(page)
  await page.getByLabel('Correo electrónico').fill(client.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL('/')
})

test('a signed-in user is redirected to the start page', async ({ browser }) => {
  const page = await pageOf(browser, client.email)
  await page.goto('/auth?tab=register')
  await expect(page).toHaveURL('/')
})

test('after an external sign-in the success marker is removed from the address', async ({ browser }) => {
  const page = await pageOf(browser, client.email)
  await page.goto('/my-bookings?tab=past&auth=success')
  await expect(page).toHaveURL('/my-bookings?tab=past')
  await expect(page.getByText('¡Bienvenido!').first()).toBeVisible()
})

test('a wrong password shows the server’s message, and the email stays', async ({ page }) => {
  await page.goto('/auth')
  await ready(page)
  await page.getByLabel('Correo electrónico').fill(client.email)
  await page.getByLabel('Contraseña', { exact: true }).fill('otra cosa')
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByText('Error de inicio de sesión').first()).toBeVisible()
  await expect(page.getByText('El correo o la contraseña no son correctos.').first()).toBeVisible()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(client.email)
  await expectNoViolations(page)
})

test('the password-reset email is promised to every visitor alike, and closing the dialog clears the address @desktop-deep', async ({
  page,
}) => {
  await page.goto('/auth')
  await ready(page)
  const open = () => page.getByRole('button', { name: '¿Olvidaste tu contraseña?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recuperar contraseña' })
  await open()
  await dialog.getByLabel('Correo electrónico').fill('nadie@correo.test')
  await expectNoViolations(page)
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toBeHidden()
  await open()
  await expect(dialog.getByLabel('Correo electrónico')).toHaveValue('')
  await dialog.getByLabel('Correo electrónico').fill('nadie@correo.test')
  await dialog.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(page.getByText('Email enviado').first()).toBeVisible()
  await expect(
    page.getByText('Si existe una cuenta con este email, recibirás un enlace de recuperación.').first(),
  ).toBeVisible()
})

test('a reset link without a token says so and leads back, and both passwords must be equal', async ({
  page,
}) => {
  await page.goto('/reset-password')
  await expect(page.getByRole('heading', { name: 'Enlace inválido' })).toBeVisible()
  await expect(page.getByText('Este enlace de recuperación no es válido o ha expirado.')).toBeVisible()
  await page.getByRole('link', { name: 'Volver a iniciar sesión' }).click()
  await expect(page).toHaveURL('/auth')

  await page.goto('/reset-password?token=nada')
  await ready(page)
  const [first, second] = [
    page.getByRole('textbox', { name: 'Nueva contraseña' }),
    page.getByLabel('Confirmar contraseña'),
  ]
  const send = page.getByRole('button', { name: /Actualizar/ })
  await first.fill('una frase larga')
  await second.fill('otra')
  await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible()
  await expect(send).toBeDisabled()
  await second.fill('una frase larga')
  await expect(page.getByText('Las contraseñas coinciden')).toBeVisible()
  await send.click()
  await expect(page.getByText('El enlace de recuperación no es válido').first()).toBeVisible()
  await expect(first).toHaveValue('una frase larga')
})

/** Scripts of the page wait until they are released. */
const holdScripts = async (page: Page) => {
  const held: Route[] = []
  let open = false
  await page.route('**/assets/*.js', (route) => (open ? route.continue() : void held.push(route)))
  return async () => {
    open = true
    for (const route of held) await route.continue()
  }
}

test('a form filled in and sent before the scripts load is submitted once they have loaded', async ({
  page,
}) => {
  const release = await holdScripts(page)
  await page.goto('/auth?redirect=%2Fmy-bookings', { waitUntil: 'commit' })
  await page.getByLabel('Correo electrónico').fill(client.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByRole('form', { name: 'Iniciar sesión' })).toHaveAttribute('aria-busy', 'true')
  await expect(page).toHaveURL(/\/auth/)
  await release()
  await expect(page).toHaveURL('/my-bookings')
})

test('text typed into the checkout before its scripts load survives a reload, and card numbers do not', async ({
  page,
}) => {
  await page.goto(`/booking?professional=${stylist.id}`)
  await chooseTime(page, { daysAhead: 4, nth: 2 })
  await goToPay(page)
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByLabel('Nombre', { exact: true }).fill('Paola')
  await page.getByLabel('Número de tarjeta').fill('4242 4242 4242 4242')
  await release()
  await ready(page)
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Paola')
  await expect(page.getByLabel('Número de tarjeta')).toHaveValue('4242 4242 4242 4242')
  await page.reload()
  await ready(page)
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Paola')
  await expect(page.getByLabel('Número de tarjeta')).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('4242')
})

test('what a visitor typed survives a reload, except the password', async ({ page }) => {
  await page.goto('/auth?tab=register')
  await ready(page)
  await page.getByLabel('Nombre', { exact: true }).fill('Paola')
  await page.getByRole('textbox', { name: /^Teléfono/ }).fill('+57 300 123 4567')
  await page.getByLabel('Contraseña', { exact: true }).fill('una frase larga')
  await page.getByLabel('Tipo de cuenta').selectOption('host')
  await page.reload()
  await ready(page)
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Paola')
  await expect(page.getByText('Se guardará como: +57 3001234567')).toBeVisible()
  await expect(page.getByLabel('País del teléfono')).toHaveValue('CO')
  await expect(page.getByLabel('Tipo de cuenta')).toHaveValue('host')
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('una frase')
})

test('offline, the sign-in form keeps what was typed, and the page says that it is offline', async ({
  page,
  context,
}) => {
  await page.goto('/auth')
  await ready(page)
  await page.getByLabel('Correo electrónico').fill(client.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await context.setOffline(true)
  await expect(page.getByText(/^Sin conexión\./)).toBeVisible()
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(
    page.getByText('No hay conexión. Revisa tu internet e intenta de nuevo.').first(),
  ).toBeVisible()
  await expectNoViolations(page)
  await context.setOffline(false)
  await expect(page.getByText(/^Sin conexión\./)).toBeHidden()
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL('/')
})

test('a slow reply shows that it is loading, and says so when it takes very long', async ({ page }) => {
  await page.goto('/auth')
  await ready(page)
  let answer = () => {}
  const seen = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/auth/login', async (route) => {
    await seen
    await route.continue()
  })
  await page.getByLabel('Correo electrónico').fill(client.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByText('Cargando...')).toBeAttached()
  await expect(page.getByText('La conexión está lenta. Seguimos intentando…')).toBeVisible()
  answer()
  await expect(page).toHaveURL('/')
})

test('after a session ends midway, the user signs in again and returns to where they were', async ({
  browser,
}) => {
  const page = await pageOf(browser, client.email)
  await page.goto('/settings?section=profile')
  await ready(page)
  const at = page.url()
  await page.context().clearCookies()
  await page.getByLabel('Nombre', { exact: true }).fill('Constanza')
  await page.getByRole('button', { name: 'Guardar nombre' }).click()
  await expect(page).toHaveURL(/\/auth\?redirect=/)
  await expect(page.getByText('Tu sesión terminó').first()).toBeVisible()
  await page.getByLabel('Correo electrónico').fill(client.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(at)
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('Constanza')
})

test('the generic error screen has its text, and reloading brings the page back @desktop-deep', async ({
  page,
}) => {
  await page.goto('/')
  await ready(page)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.evaluate(() => {
    history.pushState({}, '', '/p/1')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('heading', { name: 'Algo salió mal' })).toBeVisible()
  await expect(
    page.getByText(
      'Ha ocurrido un error inesperado. Puedes intentar recargar la página o regresar al inicio.',
      { exact: true },
    ),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Intentar de nuevo' })).toBeVisible()
  await expectNoViolations(page)
  await page.unroute('**/assets/*.js')
  await page.getByRole('button', { name: 'Recargar página' }).click()
  await expect(page.getByRole('heading', { level: 1, name: stylist.name })).toBeVisible()
})

const hostile = [
  '<script>window.hacked=1</script><img src=x onerror="window.hacked=1">',
  '"><svg onload=window.hacked=1>',
  'javascript:window.hacked=1',
  '{{7*7}}${7*7}',
]
test('hostile text in forms and addresses is never executed', async ({ page }) => {
  for (const text of hostile) {
    const who = someone()
    await page.goto('/auth?tab=register')
    await ready(page)
    await page.getByLabel('Nombre', { exact: true }).fill(text)
    await page.getByLabel('Apellido').fill(text)
    await page.getByLabel('Correo electrónico').fill(who.email)
    await page.getByLabel('Contraseña', { exact: true }).fill('una frase larga')
    await page.getByLabel('Tipo de cuenta').selectOption('client')
    await page.getByRole('main').getByRole('button', { name: 'Crear cuenta' }).click()
    await expect(page).toHaveURL('/')
    await ready(page)
    for (const address of [
      '/my-bookings',
      '/settings',
      `/search-results?q=${encodeURIComponent(text)}`,
      `/auth?redirect=${encodeURIComponent(text)}&error=${encodeURIComponent(text)}`,
    ]) {
      await page.goto(address)
      await ready(page)
      expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
    }
    await page.context().clearCookies()
  }
})
