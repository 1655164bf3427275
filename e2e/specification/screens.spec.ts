/** Specification §2, sentence by sentence: the routes by session and the content of each screen. */
import { expect } from '@playwright/test'
import { demo, htmlOf, open, pageAs, password, register, signIn, test, unique } from './people.ts'

const publicRoutes = [
  '/contact',
  '/about',
  '/auth',
  '/reset-password',
  '/for-professionals',
  '/for-spaces',
  '/inhouse/abc',
  '/search-results',
  '/p/1',
  '/b/1',
  '/book',
  '/bookings/abc/accept',
]
const protectedRoutes = [
  '/professional-dashboard',
  '/host-dashboard',
  '/host-registration',
  '/professional-services',
  '/space-applications',
  '/host-applications',
  '/professional-calendar-advanced',
  '/professional-space-rules',
  '/professional-demand-configuration',
  '/space-pricing-rules',
  '/professional/1',
  '/my-bookings',
  '/professional-appointments',
  '/host-availability',
  '/notifications',
  '/inhouse-professionals',
  '/settings',
  '/vacancies',
  '/invitations/1/accept',
  '/invitations/1/decline',
  '/search-professionals',
  '/professional-invitations',
  '/notification/1',
]
/** product.md §7: open to anyone with a hold or the link of their own booking. */
const ownRule = ['/dynamic-checkout', '/booking', '/booking-success']
const otherLinks = [
  '/booking?professional=1',
  '/space/1',
  '/help',
  '/help/professionals',
  '/help/hosts',
  '/pricing',
  '/privacy',
  '/terms',
]

test.describe('§2 route sets by session', () => {
  for (const path of [...publicRoutes, ...ownRule, ...otherLinks])
    test(`an anonymous visitor reaches ${path}`, async ({ request }) => {
      const answer = await request.get(path, { maxRedirects: 0 })
      // An id of a business or a slug may redirect to its canonical address.
      expect([200, 301, 308]).toContain(answer.status())
    })

  for (const path of protectedRoutes)
    test(`${path} is not available to an anonymous visitor, who comes back to it after signing in`, async ({
      request,
    }) => {
      const answer = await request.get(path, { maxRedirects: 0 })
      expect([302, 303, 307]).toContain(answer.status())
      const target = new URL(answer.headers()['location'] ?? '', 'http://kalli.test')
      expect(target.pathname).toBe('/auth')
      expect(target.searchParams.get('redirect')).toBe(path)
    })

  test('a signed-in person reaches every authenticated route', async ({ request }) => {
    await signIn(request, demo.professional)
    for (const path of ['/', ...protectedRoutes, ...ownRule]) {
      const answer = await request.get(path)
      // Another user's notification or invitation is not found; the address itself exists.
      const foreign = /^\/(notification|invitations)\//.test(path)
      expect([200, ...(foreign ? [404] : [])], path).toContain(answer.status())
      expect(await answer.text(), path).not.toContain('id="featured"')
    }
  })

  test('the landing page is shown at / and at any unknown path for anonymous visitors', async ({
    request,
  }) => {
    for (const path of ['/', '/no-existe', '/ni/esto/tampoco'])
      expect(await htmlOf(request, path), path).toContain('id="como-funciona"')
  })

  test('everything else shows a not-found page to the signed in', async ({ request }) => {
    await signIn(request, demo.client)
    const answer = await request.get('/no-existe')
    expect(answer.status()).toBe(404)
    const html = await answer.text()
    expect(html).not.toContain('id="como-funciona"')
    expect(html).toContain('Esta puerta no lleva a ningún lado')
  })

  test("while a protected route loads it shows a spinner with the text 'Cargando...'", async ({
    browser,
  }) => {
    const page = await pageAs(browser, 'client')
    await open(page, '/')
    let answer = () => {}
    const seen = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/*', async (route) => {
      await seen
      await route.continue()
    })
    await page.getByRole('banner').getByRole('link', { name: 'Mis Reservas' }).click()
    await expect(page.getByText('Cargando...').first()).toBeVisible()
    answer()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
})

test.describe('§2 landing page', () => {
  test('has its blocks from navigation to footer', async ({ page }) => {
    await open(page, '/')
    await expect(page.getByRole('navigation').first()).toBeVisible()
    for (const name of [
      /Para Profesionales/,
      /Para Espacios/,
      /Cómo Funciona/i,
      /profesionales destacad/i,
      /comisi/i,
      /lo que se dice/i,
      /^Para profesionales$/,
      /^Para espacios$/,
      '¿Prestas un servicio?',
      '¿Tienes un espacio?',
    ])
      await expect(page.getByText(name).first()).toBeAttached()
    await expect(page.getByRole('search', { name: 'Buscar Profesionales' })).toBeVisible()
    for (const region of [/Reserva al instante|beneficios/i, 'Kalli en números', /estás en tu casa/])
      await expect(page.getByText(region).or(page.getByLabel(region)).first()).toBeAttached()
    await expect(page.getByRole('contentinfo')).toBeAttached()
  })

  test('the anchors #como-funciona and of the featured professionals lead to their blocks', async ({
    page,
  }) => {
    await open(page, '/')
    for (const anchor of ['#como-funciona', '#profesionales-destacados']) {
      await expect(page.locator(anchor)).toHaveCount(1)
      await expect(page.locator(`a[href$="${anchor}"]`).first()).toBeAttached()
    }
  })

  test('its buttons go where each should, and the floating book-appointment button to /api/login', async ({
    page,
  }) => {
    await page.goto('/')
    for (const [name, target] of [
      [/^Comenzar Ahora/, '/search-results'],
      [/^Presto un Servicio/, '/for-professionals'],
      [/^Tengo un Espacio/, '/for-spaces'],
      [/^Más Información/, '/about'],
      [/^Hablar con Ventas/, '/contact'],
      [/Reservar cita|Agendar cita/i, '/api/login'],
    ] as const)
      await expect(page.getByRole('link', { name }).first()).toHaveAttribute('href', target)
  })

  // With the type of account and the next page.
  test('the calls to action of the carousel go to /api/login', async ({ page }) => {
    await open(page, '/')
    const carousel = page.locator('#como-funciona')
    await expect(carousel.getByRole('link', { name: 'Empezar Como Profesional' })).toHaveAttribute(
      'href',
      /^\/api\/login(\?role=professional&redirect=[^&]+)?$/,
    )
    const publish = carousel.getByRole('link', { name: 'Publicar Mi Espacio' })
    // The steps hydrate when they are near the screen.
    await expect(async () => {
      await carousel.getByText('Para Espacios', { exact: true }).click()
      await expect(publish).toBeVisible({ timeout: 1_000 })
    }).toPass()
    await expect(publish).toHaveAttribute('href', /^\/api\/login(\?role=host&redirect=[^&]+)?$/)
  })

  test("the carousel counts 'Paso n de 5', has arrows and dots, and switching the toggle resets to step 1", async ({
    page,
  }) => {
    await open(page, '/')
    const carousel = page.locator('#como-funciona')
    await carousel.scrollIntoViewIfNeeded()
    await carousel.getByRole('button', { name: /siguiente/i }).click()
    await expect(carousel.getByText('Paso 2 de 5')).toBeVisible()
    await carousel.getByRole('button', { name: /anterior/i }).click()
    await expect(carousel.getByText('Paso 1 de 5')).toBeVisible()
    await carousel.getByRole('button', { name: /paso 4/i }).click()
    await expect(carousel.getByText('Paso 4 de 5')).toBeVisible()
    await carousel.getByText('Para Espacios', { exact: true }).click()
    await expect(carousel.getByText('Paso 1 de 5')).toBeVisible()
  })
})

test.describe('§2 header', () => {
  test('a visitor sees Profesionales, Espacios, Cómo Funciona and Buscar', async ({ page }) => {
    await open(page, '/about')
    const header = page.getByRole('banner')
    for (const name of ['Profesionales', 'Espacios', 'Buscar'])
      await expect(header.getByRole('link', { name, exact: true })).toBeVisible()
    await expect(header.getByRole('link', { name: 'Cómo Funciona' })).toHaveAttribute(
      'href',
      '/#como-funciona',
    )
  })

  const links = {
    client: { see: ['Inicio', 'Mis Reservas', 'Buscar'], not: ['Mi Dashboard', 'Dashboard Host'] },
    professional: { see: ['Inicio', 'Mis Citas', 'Mi Dashboard'], not: ['Buscar', 'Dashboard Host'] },
    host: {
      see: ['Inicio', 'Disponibilidad de Espacios', 'Dashboard Host'],
      not: ['Buscar', 'Mi Dashboard'],
    },
  } as const
  const targets: Record<string, string> = {
    Inicio: '/',
    'Mis Reservas': '/my-bookings',
    'Mis Citas': '/professional-appointments',
    'Disponibilidad de Espacios': '/host-availability',
    'Mi Dashboard': '/professional-dashboard',
    'Dashboard Host': '/host-dashboard',
  }
  const label = { client: 'Cliente', professional: 'Profesional', host: 'Host' } as const
  const settings = {
    client: '/settings',
    professional: '/professional-dashboard?tab=profile',
    host: '/host-dashboard?tab=profile',
  } as const
  for (const role of ['client', 'professional', 'host'] as const)
    test(`a signed-in ${role} sees ${links[role].see.join(', ')} and nothing of the others; the bell, unless a client; the label ${label[role]} and the rest of the menu`, async ({
      browser,
    }) => {
      const page = await pageAs(browser, role)
      await open(page, '/')
      const header = page.getByRole('banner')
      for (const name of links[role].see) {
        const link = header.getByRole('link', { name, exact: true })
        await expect(link).toBeVisible()
        const target = targets[name]
        if (target !== undefined) await expect(link).toHaveAttribute('href', target)
      }
      for (const name of links[role].not)
        await expect(header.getByRole('link', { name, exact: true })).toHaveCount(0)
      await expect(header.getByRole('button', { name: /notificaciones/i })).toHaveCount(
        role === 'client' ? 0 : 1,
      )
      await header.locator('button[aria-haspopup=menu]').click()
      const menu = page.getByRole('menu')
      await expect(menu.getByText(demo[role])).toBeVisible()
      await expect(menu.getByText(label[role], { exact: true }).first()).toBeVisible()
      await expect(menu.getByRole('menuitem', { name: 'Configuración' })).toHaveAttribute(
        'href',
        settings[role],
      )
      await expect(menu.getByRole('menuitem', { name: 'Cerrar Sesión' })).toBeVisible()
    })

  test('it collapses into a menu on small screens', async ({ browser }) => {
    const page = await pageAs(browser, 'professional')
    await page.setViewportSize({ width: 390, height: 844 })
    await open(page, '/')
    const link = page.getByRole('banner').getByRole('link', { name: 'Mi Dashboard' })
    await expect(link).toBeHidden()
    await page.getByRole('button', { name: 'Abrir menú' }).click()
    await expect(page.getByRole('link', { name: 'Mi Dashboard' }).last()).toBeVisible()
  })
})

test.describe('§2 footer', () => {
  test('has four columns and the copyright year 2024', async ({ page }) => {
    await page.goto('/about')
    const footer = page.getByRole('contentinfo')
    await expect(footer.getByText(/2024/)).toBeVisible()
    for (const name of [/profesionales/i, /espacios|anfitriones|hosts/i, /contacto/i])
      await expect(footer.getByRole('heading', { name }).first()).toBeVisible()
    await expect(footer.getByText(/@/).first()).toBeVisible()
  })
})

test.describe('§2 /auth', () => {
  test('a signed-in user is redirected to /', async ({ browser }) => {
    const page = await pageAs(browser, 'client')
    await page.goto('/auth')
    await expect(page).toHaveURL(/:\d+\/$/)
  })

  test('the login tab has e-mail, password with a visibility toggle and the forgot-password link', async ({
    page,
  }) => {
    await open(page, '/auth')
    await expect(page.getByLabel('Correo')).toHaveAttribute('type', 'email')
    const secret = page.locator('input[name=password]')
    await expect(secret).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: /mostrar contraseña/i }).click()
    await expect(secret).toHaveAttribute('type', 'text')
    await expect(page.getByRole('button', { name: /olvidaste/i })).toBeVisible()
  })

  test('the register tab has first and last name, e-mail, phone with a country selector, password and account type', async ({
    page,
  }) => {
    await open(page, '/auth')
    await page.getByRole('tab', { name: /crear cuenta|registr/i }).click()
    for (const name of [/^Nombre/, /^Apellido/, /^Correo/, /^Teléfono/, /^Contraseña/])
      await expect(page.getByRole('tabpanel').getByLabel(name).first()).toBeVisible()
    await expect(page.getByLabel(/país/i)).toBeVisible()
    await expect(page.getByText('Tengo un Espacio').first()).toBeAttached()
  })

  test("the forgot-password dialog is 'Recuperar contraseña' with Cancelar and Enviar enlace; closing clears the e-mail", async ({
    page,
  }) => {
    await open(page, '/auth')
    await page.getByRole('button', { name: /olvidaste/i }).click()
    const dialog = page.getByRole('dialog', { name: 'Recuperar contraseña' })
    await expect(dialog.getByLabel(/correo/i)).toHaveJSProperty('required', true)
    await dialog.getByLabel(/correo/i).fill('a@b.mx')
    await expect(dialog.getByRole('button', { name: 'Enviar enlace' })).toBeVisible()
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: /olvidaste/i }).click()
    await expect(dialog.getByLabel(/correo/i)).toHaveValue('')
  })

  for (const [address, lands] of [
    ['/auth?redirect=%2Fmy-bookings', /\/my-bookings$/],
    ['/auth', /:\d+\/$/],
    ['/auth?redirect=https%3A%2F%2Fevil.test%2F', /localhost:\d+\/$/],
    ['/auth?redirect=%2F%2Fevil.test', /localhost:\d+\/$/],
  ] as const)
    test(`after login ${address} leads on`, async ({ page }) => {
      await open(page, address)
      await page.getByLabel('Correo').fill(demo.client)
      await page.locator('input[name=password]').fill('kalli-demo')
      await page.getByRole('button', { name: 'Iniciar sesión' }).click()
      await expect(page).toHaveURL(lands)
    })

  test('auth=success refetches the user and leaves the address', async ({ browser }) => {
    const page = await pageAs(browser, 'client')
    await page.goto('/?auth=success')
    await expect(page).toHaveURL(/:\d+\/$/)
  })
})

test.describe('§2 /reset-password', () => {
  test("without token it says 'Enlace inválido' and leads back to /auth", async ({ page }) => {
    await page.goto('/reset-password')
    await expect(page.getByText('Enlace inválido')).toBeVisible()
    await expect(page.getByText('Este enlace de recuperación no es válido o ha expirado.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link').first()).toHaveAttribute('href', /^\/auth/)
  })

  test('with token it has both passwords with toggles, a live match indicator, and stays disabled while they differ', async ({
    page,
  }) => {
    await open(page, '/reset-password?token=abc')
    const [fresh, again] = [page.locator('input').nth(0), page.locator('input').nth(1)]
    await fresh.fill('una-clave-larga')
    await again.fill('otra-clave')
    await expect(page.getByText('Las contraseñas no coinciden')).toBeVisible()
    const button = page.getByRole('button', { name: /Actualizar/ })
    expect(
      (await button.getAttribute('disabled')) ?? (await button.getAttribute('aria-disabled')),
    ).not.toBeNull()
    await again.fill('una-clave-larga')
    await expect(page.getByText('Las contraseñas no coinciden')).toBeHidden()
    await expect(page.getByRole('button', { name: /mostrar/i })).toHaveCount(2)
    await expect(page.getByRole('link', { name: /iniciar sesión|volver/i }).first()).toBeVisible()
  })
})

test.describe('§2 /search-results', () => {
  test('nothing is fetched while there are no chips', async ({ page }) => {
    const requested: string[] = []
    page.on('request', (request) => /\/search\?/.test(request.url()) && requested.push(request.url()))
    await open(page, '/search-results')
    expect(requested).toEqual([])
    await expect(page.getByText('resultados encontrados')).toBeHidden()
  })

  test("a search shows 'N resultados encontrados' and the toggle Profesionales / Espacios", async ({
    page,
  }) => {
    await open(page, '/search-results?q=corte')
    await expect(page.getByText(/\d+\+? resultados? encontrados?/).first()).toBeVisible()
    await expect(page.getByText('Profesionales', { exact: true }).first()).toBeVisible()
    await expect(page.getByText('Espacios', { exact: true }).first()).toBeVisible()
  })

  test('the search box adds a chip; chips are removable; Limpiar todo appears with more than one', async ({
    page,
  }) => {
    await open(page, '/search-results?q=corte')
    await expect(page.getByRole('button', { name: 'Limpiar todo' })).toBeHidden()
    const box = page.getByRole('main').getByRole('combobox').first()
    await box.fill('manicure')
    await box.press('Enter')
    await expect(page.getByRole('button', { name: 'Limpiar todo' })).toBeVisible()
    await page.getByRole('button', { name: 'manicure, quitar' }).click()
    await expect(page.getByRole('button', { name: 'Limpiar todo' })).toBeHidden()
  })

  test('the empty state says No se encontraron resultados / Intenta con otros filtros o términos de búsqueda', async ({
    page,
  }) => {
    await open(page, '/search-results?q=qwzxkjhvv')
    await expect(page.getByText('No se encontraron resultados')).toBeVisible()
    await expect(page.getByText('Intenta con otros filtros o términos de búsqueda')).toBeVisible()
  })

  test('results show as grid or list, and the filters open with a counter', async ({ page }) => {
    await open(page, '/search-results?q=corte')
    await page.getByRole('button', { name: /lista/i }).click()
    await expect(page).toHaveURL(/view=list/)
    await page.getByRole('button', { name: /^Filtros/ }).click()
    await page.getByRole('checkbox').first().check()
    await expect(page.getByRole('button', { name: /^Filtros.*1/ })).toBeVisible()
  })

  test('a professional card has Ver Perfil and Reservar, rating, years of experience and desde', async ({
    page,
  }) => {
    await open(page, '/search-results?q=corte')
    const card = page.getByRole('article').first()
    await expect(card.getByRole('link', { name: 'Ver Perfil' })).toHaveAttribute('href', /^\/p\/\d+/)
    await expect(card.getByRole('link', { name: 'Reservar' })).toHaveAttribute(
      'href',
      /^\/booking\?professional=\d+(&|$)/,
    )
    await expect(card.getByText(/reseñas?/).first()).toBeVisible()
    await expect(card.getByText(/años? de experiencia/)).toBeVisible()
    await expect(card.getByText(/\$\d/).first()).toBeVisible()
    await expect(card.getByText(/^(Verificado|Sin verificar)$/).first()).toBeVisible()
    await expect(card.getByText('Servicios populares:')).toBeVisible()
    // Where the services have several prices; a single one is shown as it is (product.md §0, "One price").
    await open(page, '/search-results?category=hair')
    await expect(page.getByRole('article').getByText(/desde/i).first()).toBeVisible()
  })

  test('a space card has type, city and state, capacity, amenities, price per hour and Ver Detalles', async ({
    page,
  }) => {
    await open(page, '/search-results?type=spaces&q=silla')
    const card = page.getByRole('article').first()
    await expect(card.getByRole('link', { name: 'Ver Detalles' })).toHaveAttribute('href', /^\/space\/\d+/)
    await expect(card.getByText(/^Hasta \d+ personas?$/)).toBeVisible()
    await expect(card.getByText(/\/hora/)).toBeVisible()
    await expect(card.getByText(/Silla|Habitación|Cabina|Estación|Consultorio|Sala/).first()).toBeVisible()
    await expect(card).toContainText(/\d\.\d|Sin calificaciones/)
  })

  test("the search card is titled Buscar Profesionales, Enter searches by full page navigation, 'all' is not sent as a category", async ({
    page,
  }) => {
    await open(page, '/')
    const card = page.getByRole('search', { name: 'Buscar Profesionales' })
    await page.evaluate(() => document.body.setAttribute('data-before', ''))
    await card.getByRole('combobox').first().fill('corte')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/search-results\?/)
    expect(new URL(page.url()).searchParams.get('category')).toBeNull()
    expect(new URL(page.url()).searchParams.get('q')).toBe('corte')
    await expect(page.locator('body[data-before]')).toHaveCount(0)
    await page.goto('/search-results?type=spaces')
    await expect(page.getByRole('heading', { name: 'Buscar Espacios' })).toBeVisible()
  })
})

test('§2 generic error screen', async ({ page }) => {
  await open(page, '/')
  // The code of the next screen does not load.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.evaluate(() => {
    history.pushState({}, '', '/p/1')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  await expect(page.getByRole('heading', { name: 'Algo salió mal' })).toBeVisible()
  await expect(
    page.getByText(
      'Ha ocurrido un error inesperado. Puedes intentar recargar la página o regresar al inicio.',
    ),
  ).toBeVisible()
  for (const name of ['Recargar página', 'Intentar de nuevo'])
    await expect(page.getByRole('button', { name })).toBeVisible()
})

test('§2 registration signs in and leads home', async ({ page }) => {
  await open(page, '/auth?tab=register')
  await page.getByLabel(/^Nombre/).fill('Irene')
  await page.getByLabel(/^Apellido/).fill('Campos')
  await page
    .getByLabel(/^Correo/)
    .last()
    .fill(`irene${unique()}@correo.test`)
  await page.locator('input[name=password]').last().fill(password)
  await page.getByLabel('Tipo de cuenta').selectOption('professional')
  await page
    .getByRole('button', { name: /crear cuenta/i })
    .last()
    .click()
  await expect(page.getByText('¡Cuenta creada!').first()).toBeVisible()
  await expect(page).toHaveURL(/:\d+\/$/)
})

test('§2 registering with a known e-mail answers like any other, so that no visitor learns who has an account', async ({
  request,
}) => {
  const email = await register(request, 'host')
  const again = await request.post('/api/auth/register', {
    data: { email, password, firstName: 'N', lastName: 'R', phone: '', role: 'host' },
  })
  expect(again.status()).toBe(200)
  const signedIn = await request.post('/api/auth/login', { data: { email, password } })
  expect(Object.keys(await again.json()).toSorted()).toEqual(Object.keys(await signedIn.json()).toSorted())
})
