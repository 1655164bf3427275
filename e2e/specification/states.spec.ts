/** Specification §4 (states), §5 (validation), §6 (roles): each transition and rule by name. */
import { expect } from '@playwright/test'
import { demo, open, pageAs, register, signIn, test } from './people.ts'

test.describe('§4 roles', () => {
  test('one active role among availableRoles; only professional or host are targets', async ({ request }) => {
    await signIn(request, demo.client)
    for (const targetRole of ['client', 'admin', 'rey'])
      expect((await request.post('/api/auth/switch-role', { data: { targetRole } })).status()).toBe(400)
    expect((await request.post('/api/auth/switch-role', { data: { targetRole: 'host' } })).status()).toBe(403)
  })
})

test.describe('§4 notifications', () => {
  test('the panel fetches the list only while open; opening one marks it read and opens its page in a new tab', async ({
    browser,
  }) => {
    const page = await pageAs(browser, 'professional')
    const lists: string[] = []
    page.on('request', (request) => {
      if (/\/notifications\/community(\?|$)/.test(request.url())) lists.push(request.url())
    })
    await open(page, '/')
    expect(lists).toEqual([])
    await page.getByRole('button', { name: /notificaciones/i }).click()
    await expect.poll(() => lists.length).toBeGreaterThan(0)
    const first = page.getByRole('link', { name: /.+/ }).and(page.locator('[href^="/notification/"]')).first()
    const [tab] = await Promise.all([page.context().waitForEvent('page'), first.click()])
    await expect(tab).toHaveURL(/\/notification\/\d+/)
    await expect(page.getByRole('link', { name: /^Ver todas/ })).toHaveAttribute('target', '_blank')
  })
})

test.describe('§4 search', () => {
  test('each chip runs a separate search; the results are merged without repetition', async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/professionals/search')) requested.push(request.url())
    })
    await open(page, '/search-results?q=corte')
    const box = page.getByRole('main').getByRole('combobox').first()
    await box.fill('peinado')
    await box.press('Enter')
    await expect.poll(() => requested.some((url) => url.includes('q=peinado'))).toBe(true)
    const links = page.getByRole('article').getByRole('link', { name: 'Ver Perfil' })
    await expect(links.first()).toBeVisible()
    const targets = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(new Set(targets).size).toBe(targets.length)
  })

  test('product.md §2 row 1: what matches every kind of chip comes first, under Coinciden con todo', async ({
    page,
  }) => {
    await open(page, '/search-results?q=corte&category=hair&location=Roma+Norte')
    await expect(page.getByText('Coinciden con todo')).toBeVisible()
  })
})

test.describe('§5 validation', () => {
  test('login requires e-mail and password, and the e-mail input is of type email', async ({ page }) => {
    await open(page, '/auth')
    await page.getByRole('button', { name: 'Iniciar sesión' }).click()
    await expect(page).toHaveURL(/\/auth/)
    const invalid = page.locator('input:invalid, input[aria-invalid=true]')
    expect(await invalid.count()).toBeGreaterThan(0)
  })

  test('register requires names, e-mail, password and account type', async ({ request }) => {
    const whole = {
      email: 'x@correo.test',
      password: 'una-clave-larga-7',
      firstName: 'A',
      lastName: 'B',
      phone: '',
      role: 'host',
    }
    for (const field of ['email', 'password', 'firstName', 'lastName', 'role'] as const) {
      const { [field]: _, ...rest } = whole
      expect((await request.post('/api/auth/register', { data: rest })).status(), field).toBe(400)
    }
  })

  const phones = [
    ['MX', '+52 55 1234 5678', '+52 5512345678'],
    ['MX', '(55) 1234-5678', '+52 5512345678'],
    ['US', '1 415 555 2671', '+1 4155552671'],
    ['SV', '+503 7012 3456', '+503 70123456'],
    ['BR', '55 11 91234-5678', '+55 11912345678'],
  ] as const
  test('previews a phone as it will be stored, for any country', async ({ page }) => {
    await open(page, '/auth?tab=register')
    for (const [country, typed, saved] of phones) {
      await page.getByLabel(/país/i).selectOption({ value: country })
      await page
        .getByLabel(/^Teléfono/)
        .last()
        .fill(typed)
      await expect(page.getByText(`Se guardará como: ${saved}`), `${typed} of ${country}`).toBeVisible()
    }
  })

  test('a phone is sent as code plus digits, or empty', async ({ request }) => {
    await register(request, 'professional', { phone: '+525512345678' })
    expect((await (await request.get('/api/auth/user')).json()).phone).toBe('+525512345678')
  })

  test("passwords must match ('Las contraseñas no coinciden') and have six characters", async ({
    request,
    page,
  }) => {
    const short = await request.post('/api/auth/reset-password', {
      data: { token: 'x', newPassword: '12345' },
    })
    expect(short.status()).toBe(400)
    await open(page, '/reset-password?token=abc')
    await page.locator('input').nth(0).fill('12345')
    await page.locator('input').nth(1).fill('12345')
    await page.getByRole('button', { name: /Actualizar/ }).click()
    await expect(page.getByText('La contraseña debe tener al menos 6 caracteres').first()).toBeVisible()
  })
})

test.describe('§6 roles and permissions', () => {
  for (const path of [
    '/api/bookings?role=professional',
    '/api/professional/services',
    '/api/notifications/community',
    '/api/notifications/community/count',
  ])
    test(`nobody is let in at ${path}`, async ({ request }) => {
      const answer = await request.get(path)
      expect(answer.status()).toBe(401)
      expect((await answer.json()).message).toBe('No autorizado. Por favor inicia sesión.')
    })
})
