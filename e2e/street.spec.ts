/** Kalli's public pages: static pages, the contact form, the calculator, businesses and spaces. */
import { expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { pageOf, signIn, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const read = [
  '/about',
  '/contact',
  '/for-professionals',
  '/for-spaces',
  '/help',
  '/help/professionals?q=renta',
  '/help/hosts',
  '/pricing',
  '/pricing?servicio=1000&minutos=90&renta=200&retencion=si',
  '/privacy',
  '/terms',
  '/b/1',
  '/p/1',
  '/space/1',
]

test('every public page describes itself to search engines and in link previews', async ({
  request,
  baseURL,
}) => {
  for (const address of read) {
    const html = await (await request.get(address)).text()
    const tag = (pattern: RegExp) => pattern.exec(html)?.[1] ?? ''
    expect(tag(/<title>([^<]+)<\/title>/), address).toMatch(/ · Kalli$/)
    expect(tag(/<meta name="description" content="([^"]+)"/).length, address).toBeGreaterThan(40)
    const canonical = tag(/<link rel="canonical" href="([^"]+)"/)
    expect(canonical, address).toMatch(new RegExp(`^${baseURL}/`))
    expect((await request.get(canonical, { maxRedirects: 0 })).status(), canonical).toBe(200)
    expect(tag(/<html lang="([^"]+)"/)).toBe('es-MX')
    const picture = await request.get(tag(/<meta property="og:image" content="([^"]+)"/))
    expect([picture.status(), picture.headers()['content-type']], address).toEqual([200, 'image/png'])
  }
})

test('a wrong slug after the number redirects permanently to the right one, and the number alone stays', async ({
  request,
}) => {
  for (const [given, right] of [
    ['/p/1-otra-persona', '/p/1-ximena-rojas-luna'],
    ['/b/1-otro', /^\/b\/1-[a-z-]+$/],
    ['/space/1-otro', /^\/space\/1-[a-z-]+$/],
  ] as const) {
    const answer = await request.get(given, { maxRedirects: 0 })
    expect(answer.status(), given).toBe(301)
    expect(new URL(answer.headers()['location'] ?? '', 'http://kalli').pathname).toMatch(right)
  }
  expect((await request.get('/p/1', { maxRedirects: 0 })).status()).toBe(200)
  expect((await request.get('/b/999999')).status()).toBe(404)
})

test('a biography cannot break out of the structured data', async ({ browser }) => {
  const page = await pageOf(browser, 'profesional7@kalli.test')
  const before = await (await page.request.get('/api/professional/profile')).json()
  const bio = '</script><script>window.broken=1</script><!-- " \u2028 & \''
  const saved = await page.request.put('/api/professional/profile', { data: { ...before, bio } })
  expect(saved.status(), await saved.text()).toBe(200)
  try {
    await page.goto(`/p/${before.id}`)
    expect(await page.evaluate(() => 'broken' in window)).toBe(false)
    const structured = await page.locator('script[type="application/ld+json"]').first().textContent()
    const read = JSON.parse(structured ?? '')
    expect(read.description).toContain('</script><script>window.broken=1</script>')
    // The booking page, for visitors who found the page elsewhere.
    expect(read.potentialAction['@type']).toBe('ReserveAction')
    for (const address of [read.potentialAction.target.urlTemplate, read.makesOffer[0].url])
      expect((await page.request.get(address)).status(), address).toBe(200)
  } finally {
    const { version } = await saved.json()
    await page.request.put('/api/professional/profile', { data: { ...before, version } })
  }
})

test('the structured data has the list price and a way to reserve', async ({ request }) => {
  const read = async (path: string) => {
    const html = await (await request.get(path)).text()
    const text = /<script[^>]*type="application\/ld\+json"[^>]*>([^<]+)<\/script>/.exec(html)?.[1] ?? ''
    return JSON.parse(text)
  }
  const action = { '@type': 'ReserveAction', target: { '@type': 'EntryPoint', inLanguage: 'es-MX' } }
  const one = await (await request.get('/api/public/professionals/1')).json()
  const person = await read('/p/1')
  expect(person).toMatchObject({ '@context': 'https://schema.org', potentialAction: action })
  expect(person.makesOffer).toHaveLength(Math.min(20, one.services.length))
  for (const [index, offer] of person.makesOffer.entries())
    expect(offer).toMatchObject({
      '@type': 'Offer',
      price: one.services[index].price,
      priceCurrency: 'MXN',
      itemOffered: { '@type': 'Service', name: one.services[index].name },
    })
  const shown = await (await request.get('/api/public/businesses/1')).json()
  const business = await read('/b/1')
  expect(business).toMatchObject({ '@context': 'https://schema.org', potentialAction: action })
  expect(business.makesOffer).toHaveLength(Math.min(20, shown.services.length))
  expect(shown.services.length).toBeGreaterThan(0)
  for (const [index, offer] of business.makesOffer.entries())
    expect(offer).toMatchObject({
      '@type': 'Offer',
      priceCurrency: 'MXN',
      itemOffered: { '@type': 'Service', name: shown.services[index].name },
    })
  for (const address of [business.potentialAction.target.urlTemplate, business.makesOffer[0].url]) {
    expect(new URL(address).pathname).toBe('/booking')
    expect(new URL(address).searchParams.get('business')).toBe('1')
    expect((await request.get(address)).status(), address).toBe(200)
  }
  const place = await (await request.get('/api/public/spaces/1')).json()
  const space = await read('/space/1')
  expect(space).toMatchObject({
    '@type': 'LocalBusiness',
    potentialAction: action,
    makesOffer: {
      '@type': 'Offer',
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: place.pricePerHour,
        priceCurrency: 'MXN',
        unitCode: 'HUR',
      },
    },
  })
  const { urlTemplate } = space.potentialAction.target
  expect(new URL(urlTemplate).pathname).toBe(place.address)
  expect((await request.get(urlTemplate)).status()).toBe(200)
})

const write = async (page: Page) => {
  await page.getByLabel('Nombre').fill('Lucía Hernández')
  await page.getByLabel('Correo').fill(`lucia${Date.now()}@ejemplo.mx`)
  await page.getByLabel('Mensaje').fill('¿Puedo cambiar mi cita del jueves?')
}

test('a visitor sends the operator a message by keyboard, and gets a number', async ({ page }) => {
  await page.goto('/contact')
  await ready(page)
  await write(page)
  // No person writes a message in three seconds.
  await page.waitForTimeout(3200)
  await page.getByLabel('Mensaje').press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Recibimos tu mensaje' })).toBeVisible()
  await expect(page.getByText(/^K-[2-9A-Z]{7}$/)).toBeVisible()
})

test('without scripts the contact form works too, and a refused message comes back as it was typed', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/contact')
  await write(page)
  await page.getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(page.getByRole('alert')).toContainText('Espera unos segundos')
  await expect(page.getByLabel('Mensaje')).toHaveValue('¿Puedo cambiar mi cita del jueves?')
  await page.waitForTimeout(3200)
  await page.getByRole('button', { name: 'Enviar mensaje' }).click()
  await expect(page.getByRole('heading', { name: 'Recibimos tu mensaje' })).toBeVisible()
  await context.close()
})

test('the calculator shows what each party earns, by keyboard alone @desktop', async ({ page }) => {
  await page.goto('/pricing')
  await ready(page)
  const type = async (name: string, value: string) => {
    await page.getByLabel(name, { exact: true }).focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(value)
  }
  await type('Precio del servicio', '1000')
  await type('Duración', '90')
  await type('Renta del espacio por hora', '200')
  await expect(page.getByRole('status').first()).toHaveText('$600')
  await page.getByLabel('Con retención de impuestos').focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('status').first()).toHaveText('$509.48')
  await expect(page.getByRole('region', { name: 'Recibo: Espacio' })).toContainText('$257.84')
  await page.getByLabel('Precio del servicio, en pesos').focus()
  await page.keyboard.press('Home')
  await expect(page.getByRole('heading', { name: 'Con este precio no ganarías' })).toBeVisible()
})

test('a visitor searches help on the page, and an answer opens', async ({ page }) => {
  await page.goto('/help')
  await ready(page)
  await page.getByRole('searchbox', { name: 'Buscar en la ayuda' }).fill('cancelo devuelven')
  await expect(page.getByText('1 respuesta para')).toBeVisible()
  await expect(page.getByText('Antes de aceptar ves la cifra exacta')).toBeVisible()
})

test('a business leads to the hours of any of its professionals, or of a chosen one', async ({ page }) => {
  await page.goto('/b/1')
  await ready(page)
  const name = await page.getByRole('heading', { level: 1 }).innerText()
  // On a telephone the whole page is within six screens.
  if ((page.viewportSize()?.width ?? 1280) < 640)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4_800)
  await expect(page.getByRole('heading', { name: 'Accesibilidad' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Reglas de la casa' })).toBeVisible()
  await page.getByRole('link', { name: 'Reservar', exact: true }).click()
  await expect(page).toHaveURL(/\/booking\?business=1$/)
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('link', { name: /^Corte caballero/ }).click()
  const anybody = page.getByRole('link', { name: 'Cualquier profesional' })
  await expect(anybody).toHaveAttribute('aria-current', 'true')
  const soonest = page.getByRole('list', { name: 'Lo antes posible' }).getByRole('button').first()
  await expect(soonest).toBeVisible()
  const one = page.getByRole('group', { name: '¿Con quién?' }).getByRole('link').nth(1)
  await one.click()
  await expect(one).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveURL(/\/booking\?.*business=1/)
  // Several services in one visit, with any professional who gives all of them.
  await anybody.click()
  await page.getByText('¿Algo más en la misma visita?').click()
  const also = page.getByRole('listitem').filter({ has: page.getByText(/ · con /) })
  await also
    .first()
    .getByRole('link', { name: /^Agregar/ })
    .click()
  await expect(page).toHaveURL(/more=\d+/)
  await expect(page.getByText(/^2 servicios · /)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await soonest.click()
  await expect(page.getByText(/^Corte caballero \+ .* · con /)).toBeVisible()
  // Two people, with any professional who gives all of it to both.
  await page.getByText('¿Para cuántas personas?').click()
  await page.getByRole('link', { name: '2 personas' }).click()
  await expect(page).toHaveURL(/also=0/)
  await expect(page.getByText(/^2 personas · /)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await soonest.click()
  await page.getByRole('button', { name: 'Apartar y continuar' }).click()
  await expect(page.getByText('2 personas, en este orden')).toBeVisible()
  await page.goto('/b/1')
  await ready(page)
  await page
    .getByRole('link', { name: /^Ver horarios de / })
    .first()
    .click()
  await expect(page).toHaveURL(/\/booking\?/)
})

test('a space shows what an hour costs on a date, and offers actions according to the viewer', async ({
  page,
  browser,
}) => {
  await page.goto('/space/1')
  await expect(page.getByText(/^Responde \d+ % de las postulaciones/)).toBeVisible()
  await ready(page)
  // Its code loads when it is near the screen.
  await page.getByRole('link', { name: 'Calcular y reservar' }).click()
  await expect(page.getByText('Total con IVA')).toBeVisible()
  // On a telephone the whole page is within six screens, and its opening state is shown once.
  if ((page.viewportSize()?.width ?? 1280) < 640)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(5_000)
  await expect(page.getByText(/^(Abierto|Cerrado) ahora$/)).toHaveCount(1)
  await page.getByRole('heading', { name: 'Horario' }).click()
  await expect(page.getByRole('definition').first()).toBeVisible()
  await page.getByLabel('Durante').selectOption({ label: '3 h' })
  // Each unit with its free times.
  const units = page.getByRole('region', { name: 'Disponibilidad por unidad' })
  await expect(units.getByRole('listitem').first()).toContainText(/^Silla 1(sin horas libres|libre de )/)
  await expect(units.getByText(/^(Libres a esa hora: |Ninguna unidad)/)).toBeVisible()
  // The rate depends on the day of the week.
  await expect(page.getByText(/^\d h a \$[\d,.]+ por hora$/).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Quiero trabajar aquí' })).toHaveAttribute(
    'href',
    /\/auth\?redirect=%2Fspace%2F1/,
  )
  const ximena = await pageOf(browser, stylist.email)
  await ximena.goto('/space/1')
  await expect(ximena.getByRole('link', { name: 'Reservar ahora' })).toBeVisible()
  await signIn(page.request, 'clienta@kalli.test')
  await page.goto('/space/1')
  await expect(page.getByRole('link', { name: 'Ver quién atiende aquí' })).toBeVisible()
})
