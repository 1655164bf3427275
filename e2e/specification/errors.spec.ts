/** Specification §8, the error catalogue, and §9, constants and limits: each line by name. */
import { expect, type Page, type Route } from '@playwright/test'
import { demo, open, pageAs, ready, signIn, test, unique } from './people.ts'

test.describe('§8 errors', () => {
  const login = async (page: Page) => {
    await page.getByLabel('Correo').fill(demo.client)
    await page.locator('input[name=password]').fill('kalli-demo')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  }

  // Never the same text twice in a row, so that each is seen to appear.
  const unread = [
    [500, 'Error del servidor. Por favor intenta más tarde.'],
    [400, 'Datos inválidos. Por favor verifica la información.'],
    [502, 'Error del servidor. Por favor intenta más tarde.'],
    [401, 'No autorizado. Por favor inicia sesión.'],
    [503, 'Error del servidor. Por favor intenta más tarde.'],
    [403, 'No tienes permisos para realizar esta acción.'],
    [404, 'Recurso no encontrado.'],
    [409, 'Conflicto con el estado actual.'],
    [418, 'Error al procesar su solicitud.'],
  ] as const
  test('describes an unreadable answer by its status, another by its message, else by its error', async ({
    page,
  }) => {
    const answers: (readonly [text: string, answer: Parameters<Route['fulfill']>[0]])[] = [
      ...unread.map(
        ([status, text]) => [text, { status, contentType: 'text/html', body: '<p>roto' }] as const,
      ),
      ['Del mensaje', { status: 422, json: { message: 'Del mensaje', error: 'Del error' } }],
      ['Del error', { status: 422, json: { error: 'Del error' } }],
    ]
    let answer: Parameters<Route['fulfill']>[0]
    await open(page, '/auth')
    await page.route('**/api/auth/login', (route) => route.fulfill(answer))
    for (const [place, [text, given]] of answers.entries()) {
      answer = given
      await login(page)
      await expect(page.getByText(text).first(), `answer ${place}`).toBeVisible()
      const [before] = answers[place - 1] ?? []
      if (before !== undefined) await expect(page.getByText(before)).toHaveCount(0)
    }
  })

  test("a failed login is a toast 'Error de inicio de sesión' with the server's message", async ({
    page,
  }) => {
    await open(page, '/auth')
    await page.getByLabel('Correo').fill(demo.client)
    await page.locator('input[name=password]').fill('no-es-esta')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page.getByText('Error de inicio de sesión', { exact: true })).toBeVisible()
    await expect(page.getByText('El correo o la contraseña no son correctos.').first()).toBeVisible()
    await expect(page.getByLabel('Correo')).toHaveValue(demo.client)
  })

  test("a failed registration is a toast 'Error de registro', and the form keeps what was typed", async ({
    page,
  }) => {
    await open(page, '/auth?tab=register')
    await page.getByLabel(/^Nombre/).fill('Irene')
    await page.getByLabel(/^Apellido/).fill('Campos')
    await page
      .getByLabel(/^Correo/)
      .last()
      .fill(`irene${unique()}@correo.test`)
    // An email that has an account is no failure: it answers like any other.
    await page.locator('input[name=password]').last().fill('contraseña')
    await page.getByLabel('Tipo de cuenta').selectOption('host')
    await page
      .getByRole('button', { name: /crear cuenta/i })
      .last()
      .click()
    await expect(page.getByText('Error de registro', { exact: true })).toBeVisible()
    await expect(page.getByLabel(/^Nombre/)).toHaveValue('Irene')
  })

  test("forgot: always 'Email enviado – Si existe una cuenta con este email, recibirás un enlace de recuperación.'", async ({
    page,
  }) => {
    await open(page, '/auth')
    await page.getByRole('button', { name: /olvidaste/i }).click()
    const dialog = page.getByRole('dialog', { name: 'Recuperar contraseña' })
    await dialog.getByLabel(/correo/i).fill(`nadie${unique()}@correo.test`)
    await dialog.getByRole('button', { name: 'Enviar enlace' }).click()
    await expect(page.getByText('Email enviado').first()).toBeVisible()
    await expect(
      page.getByText('Si existe una cuenta con este email, recibirás un enlace de recuperación.').first(),
    ).toBeVisible()
  })

  test("a successful login says '¡Bienvenido!' 'Has iniciado sesión correctamente.'", async ({ page }) => {
    await open(page, '/auth')
    await login(page)
    await expect(page.getByText('¡Bienvenido!').first()).toBeVisible()
    await expect(page.getByText('Has iniciado sesión correctamente.').first()).toBeVisible()
  })

  test("forgot that fails: 'Error' with the server's message", async ({ page }) => {
    await open(page, '/auth')
    await page.route('**/api/auth/forgot-password', (route) =>
      route.fulfill({ status: 429, json: { message: 'Espera un momento.' } }),
    )
    await page.getByRole('button', { name: /olvidaste/i }).click()
    const dialog = page.getByRole('dialog', { name: 'Recuperar contraseña' })
    await dialog.getByLabel(/correo/i).fill('alguien@correo.test')
    await dialog.getByRole('button', { name: 'Enviar enlace' }).click()
    await expect(page.getByText('Error', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Espera un momento.').first()).toBeVisible()
  })

  /** Calls fail without an error text. */
  const mute = (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(window, 'Headers', {
        value: function silent() {
          throw new Error()
        },
      })
    })

  const reset = async (page: Page, token: string) => {
    await open(page, `/reset-password?token=${token}`)
    const typed = page.locator('input[type=password]')
    await typed.first().fill('una-clave-larga-8')
    await typed.last().fill('una-clave-larga-8')
  }

  test("reset: 'Token inválido' without a token, else what the server says or 'Error al restablecer la contraseña'", async ({
    page,
  }) => {
    await reset(page, '%20')
    await page.getByRole('button', { name: /Actualizar/ }).click()
    await expect(page.getByText('Token inválido', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('El enlace de recuperación no es válido').first()).toBeVisible()
    await reset(page, 'abc')
    await mute(page)
    await page.getByRole('button', { name: /Actualizar/ }).click()
    await expect(page.getByText('Error al restablecer la contraseña').first()).toBeVisible()
  })

  test("a reset that succeeds says 'Contraseña actualizada' and leads to /auth after 2 s", async ({
    page,
  }) => {
    await page.route('**/api/auth/reset-password', (route) => route.fulfill({ json: {} }))
    await reset(page, 'abc')
    await page.getByRole('button', { name: /Actualizar/ }).click()
    await expect(page.getByRole('heading', { name: 'Contraseña actualizada' })).toBeVisible()
    const shownAt = Date.now()
    await expect(page).toHaveURL(/\/auth$/)
    // Noticed a little late, at both ends.
    expect(Date.now() - shownAt).toBeGreaterThan(1_300)
    expect(Date.now() - shownAt).toBeLessThan(5_000)
  })

  test("a role switch that fails without a word says 'No se pudo cambiar de perfil'", async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    await signIn(context.request, 'profesional7@kalli.test')
    const page = await context.newPage()
    await open(page, '/about')
    await page.getByRole('banner').locator('button[aria-haspopup=menu]').click()
    await mute(page)
    await page.getByRole('menuitem', { name: /^Cambiar a/ }).click()
    await expect(page.getByText('Error', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('No se pudo cambiar de perfil').first()).toBeVisible()
  })

  test("no notifications: 'No tienes notificaciones' / 'Te notificaremos cuando algo interesante pase'", async ({
    browser,
  }) => {
    const page = await pageAs(browser, 'host')
    await open(page, '/')
    await page.route('**/api/notifications/community', (route) => route.fulfill({ json: [] }))
    await page.getByRole('button', { name: /notificaciones/i }).click()
    await expect(page.getByText('No tienes notificaciones')).toBeVisible()
    await expect(page.getByText('Te notificaremos cuando algo interesante pase')).toBeVisible()
  })

  test('the places service that fails to load leaves plain text with its hint and placeholder', async ({
    page,
  }) => {
    await open(page, '/')
    const box = page.getByPlaceholder('Nombre de tu negocio o dirección').first()
    await expect(box).toBeVisible()
    await expect(
      page.getByText('Escribe el nombre de tu negocio o dirección completa').first(),
    ).toBeAttached()
  })
})

test.describe('§9 constants and limits', () => {
  test('hero rotation 3 s', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await ready(page)
    const heading = page.getByRole('heading', { level: 1 })
    const before = await heading.innerText()
    await page.clock.runFor(3_400)
    await expect.poll(() => heading.innerText()).not.toBe(before)
  })

  test('carousel 4 s until the user interacts', async ({ page }) => {
    await page.clock.install()
    await page.goto('/')
    await ready(page)
    const carousel = page.locator('#como-funciona')
    await carousel.scrollIntoViewIfNeeded()
    await expect(carousel.getByText('Paso 1 de 5')).toBeVisible()
    await page.clock.runFor(4_500)
    await expect(carousel.getByText('Paso 2 de 5')).toBeVisible()
    await carousel.getByRole('button', { name: /siguiente/i }).click()
    await expect(carousel.getByText('Paso 3 de 5')).toBeVisible()
    await page.mouse.move(0, 0)
    await page.clock.runFor(9_000)
    await expect(carousel.getByText('Paso 3 de 5')).toBeVisible()
  })

  test('the count is polled every 30 s and is 99+ above 99', async ({ browser }) => {
    const page = await pageAs(browser, 'professional')
    let polls = 0
    await page.route('**/api/notifications/community/count', (route) => {
      polls += 1
      return route.fulfill({ json: { count: 120 } })
    })
    await page.clock.install()
    await open(page, '/about')
    await page.clock.runFor(31_000)
    await expect.poll(() => polls).toBeGreaterThan(0)
    await expect(page.getByRole('banner').getByText('99+')).toBeVisible()
    const before = polls
    await page.clock.runFor(31_000)
    await expect.poll(() => polls).toBeGreaterThan(before)
  })

  test('the panel shows all unread and at most 10 read, up to 2 matching categories then +N, 400 px high', async ({
    browser,
  }) => {
    const page = await pageAs(browser, 'professional')
    const notice = (id: number, isRead: boolean) => ({
      id,
      type: 'new_space_match',
      title: `Aviso ${id}`,
      message: 'Un espacio nuevo cerca de ti',
      isRead,
      createdAt: new Date(Date.now() - 3_600_000).toISOString(),
      matchingCategories: ['hair', 'nails', 'massage', 'yoga'],
    })
    const list = [
      ...Array.from({ length: 14 }, (_, index) => notice(index + 1, false)),
      ...Array.from({ length: 10 }, (_, index) => notice(index + 101, true)),
    ]
    await page.route('**/api/notifications/community', (route) => route.fulfill({ json: list }))
    await open(page, '/')
    await page.getByRole('button', { name: /notificaciones/i }).click()
    await expect(page.getByText(/^Aviso \d+$/)).toHaveCount(24)
    await expect(page.getByText('+2').first()).toBeVisible()
    await expect(page.getByText(/hace 1 hora/).first()).toBeVisible()
    await expect(page.getByText('Tienes 14 notificaciones sin leer')).toBeVisible()
    const heights = await page.getByText('Aviso 1', { exact: true }).evaluate((node) => {
      const all: number[] = []
      for (let at: Element | null = node; at !== null; at = at.parentElement)
        all.push(Math.round(at.getBoundingClientRect().height))
      return all
    })
    expect(heights).toContain(400)
  })

  test('toasts: one at a time; F8 focuses the region', async ({ page }) => {
    await open(page, '/auth')
    await page.getByLabel('Correo').fill(demo.client)
    await page.locator('input[name=password]').fill('mala-clave')
    const button = page.getByRole('button', { name: 'Iniciar sesión' })
    await button.click()
    await expect(page.getByText('Error de inicio de sesión', { exact: true })).toBeVisible()
    await page.waitForTimeout(500)
    await button.click()
    await page.waitForTimeout(500)
    await expect(page.getByText('Error de inicio de sesión', { exact: true })).toHaveCount(1)
    await page.keyboard.press('F8')
    const inside = await page.evaluate(() => document.activeElement?.closest('[role=region], ol') !== null)
    expect(inside).toBe(true)
  })

  test('data: no refetch on focus', async ({ browser }) => {
    const page = await pageAs(browser, 'client')
    await open(page, '/my-bookings')
    // Its background requests run when the machine is idle.
    await page.waitForLoadState('networkidle')
    const requested: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && requested.push(request.url()))
    await page.evaluate(() => {
      window.dispatchEvent(new Event('focus'))
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await page.waitForTimeout(500)
    expect(requested).toEqual([])
  })

  test('place suggestions come from 2 characters on, after 300 ms', async ({ page }) => {
    await open(page, '/')
    const box = page.getByPlaceholder('Nombre de tu negocio o dirección').first()
    await box.pressSequentially('G')
    await page.waitForTimeout(700)
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(0)
    await box.pressSequentially('uadal')
    await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  })
})
