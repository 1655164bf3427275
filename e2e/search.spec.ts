/** Searching as people do: words, places, a map, the browser's own buttons, and links that others send. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { expect, type Page } from '@playwright/test'
import { expectAccessible, expectReadable } from './accessible.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const chips = (page: Page) => page.getByRole('list', { name: 'Tu búsqueda' })
const chip = (page: Page, name: string) =>
  chips(page).getByRole('button', { name: `${name}, quitar`, exact: true })
const places = (page: Page) => page.getByRole('listbox', { name: 'Lugares sugeridos' }).getByRole('option')

test('words become chips; back, forward and a shared link restore the same search @desktop', async ({
  page,
  browser,
}) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(professionals|spaces)\/search/.test(request.url())) requested.push(request.url())
  })
  await page.goto('/search-results')
  await ready(page)
  await expect(page.getByRole('navigation', { name: 'Categorías' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Profesionales destacados' })).toBeVisible()
  expect(requested, 'nothing is fetched while there are no chips').toEqual([])

  const box = page.getByRole('combobox', { name: 'Agregar una búsqueda de profesionales' })
  await box.fill('corte')
  await box.press('Enter')
  await expect(chip(page, 'corte')).toBeVisible()
  await expect(page.getByText(/resultados? encontrados?/)).toBeVisible()
  expect(requested.length).toBe(1)
  await expect(page.getByRole('button', { name: 'Limpiar todo' })).toHaveCount(0)

  await box.fill('tinte')
  await box.press('Enter')
  await expect(chip(page, 'tinte')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Limpiar todo' })).toBeVisible()
  await expect(page).toHaveURL(/q=corte(%7C|\|)tinte/)

  await page.goBack()
  await expect(chip(page, 'tinte')).toHaveCount(0)
  await expect(chip(page, 'corte')).toBeVisible()
  await page.goForward()
  await expect(chip(page, 'tinte')).toBeVisible()

  // A shared link is written by the server: it needs no script.
  // Not as drawn: a card far below the screen is not drawn yet.
  const names = (on: Page) => on.getByRole('article').getByRole('heading').allTextContents()
  const other = await browser.newContext({ javaScriptEnabled: false })
  const friend = await other.newPage()
  await friend.goto(page.url())
  const shared = await names(friend)
  expect(shared.length).toBeGreaterThan(0)
  await expect.poll(() => names(page)).toEqual(shared)
  await other.close()

  await page.getByRole('button', { name: 'Limpiar todo' }).click()
  await expect(chips(page)).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Categorías' })).toBeVisible()
})

test('lists full matches before partial matches, and each result says what matches @desktop', async ({
  page,
}) => {
  await page.goto('/search-results?q=corte&location=Roma+Norte&category=hair')
  const all = page.getByRole('region', { name: 'Coinciden con todo' })
  const some = page.getByRole('region', { name: 'Coinciden con parte de tu búsqueda' })
  await expect(all.getByRole('article').first()).toBeVisible()
  await expect(some.getByText(/^Coincide con /).first()).toBeVisible()
  const tops = await Promise.all([all, some].map(async (one) => (await one.boundingBox())?.y ?? 0))
  expect(tops[0]).toBeLessThan(tops[1] ?? 0)
})

test('filters, kinds and order are in the address, counted, and cleared together @desktop', async ({
  page,
}) => {
  await page.goto('/search-results?type=spaces&category=chair')
  await ready(page)
  await page.getByRole('button', { name: 'Filtros (1)' }).click()
  await page.getByRole('checkbox', { name: 'WiFi' }).check()
  await page.getByRole('checkbox', { name: 'Consultorio' }).check()
  await expect(page).toHaveURL(/amenities=wifi/)
  await expect(page.getByRole('button', { name: 'Filtros (3)' })).toBeVisible()
  await expect(chip(page, 'Consultorio')).toBeVisible()
  await page.getByLabel('Ordenar por').selectOption('price')
  await expect(page).toHaveURL(/sort=price/)
  await expect(page.getByRole('article').first()).toBeVisible()
  const prices = await page
    .getByRole('article')
    .getByText(/^\$[\d,.]+$/)
    .allInnerTexts()
  const numbers = prices.map((text) => Number(text.replace(/[$,]/g, '')))
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other))
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(chips(page)).toHaveCount(0)
})

test('a search without results shows the empty state', async ({ page }) => {
  await page.goto('/search-results?q=zzzzqqqq')
  await expect(page.getByText('No se encontraron resultados')).toBeVisible()
  await expect(page.getByText('Intenta con otros filtros o términos de búsqueda')).toBeVisible()
})

test('a search that fails can be retried', async ({ page }) => {
  await page.goto('/search-results')
  await ready(page)
  await page.route('**/api/professionals/search**', (route) => route.fulfill({ status: 503, body: '' }))
  const box = page.getByRole('combobox', { name: 'Agregar una búsqueda de profesionales' })
  await box.fill('corte')
  await box.press('Enter')
  await expect(page.getByText('Error del servidor. Por favor intenta más tarde.')).toBeVisible()
  await page.unroute('**/api/professionals/search**')
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await expect(page.getByText(/resultados? encontrados?/)).toBeVisible()
})

test('a day and two times find the professionals who are bookable then @desktop', async ({ page }) => {
  await page.goto('/search-results?q=corte')
  await ready(page)
  const form = page.getByRole('form', { name: 'Cuándo' })
  await expect(async () => {
    await page.getByRole('button', { name: 'Cuándo' }).click()
    await expect(form).toBeVisible({ timeout: 3_000 })
  }).toPass()
  await form.getByRole('radio', { name: 'Mañana' }).first().check()
  await form.getByRole('radio', { name: 'Entre dos horas' }).check()
  await form.getByLabel('Desde').fill('20:00')
  await form.getByLabel('Hasta').fill('10:00')
  await form.getByRole('button', { name: 'Ver quién puede' }).click()
  await expect(form.getByText('La hora final va después de la inicial.')).toBeVisible()
  await form.getByLabel('Desde').fill('08:00')
  await form.getByLabel('Hasta').fill('21:00')
  await form.getByRole('button', { name: 'Ver quién puede' }).click()
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d&from=08%3A00&to=21%3A00/)
  await expect(page.getByRole('button', { name: 'Mañana, 08:00–21:00' })).toBeVisible()
})

test('a search without a place uses one city, which is chosen in one press and remembered @desktop', async ({
  page,
}) => {
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/professionals/search')) requested.push(request.url())
  })
  await page.goto('/search-results?q=corte')
  await ready(page)
  const cities = page.getByRole('region', { name: /^¿En qué ciudad buscas\?/ })
  await expect(cities).toContainText('Por ahora ves Ciudad de México')
  // No result from another city, before and after the choice.
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessible(page)
  const other = cities.getByRole('link').nth(1)
  const name = (await other.textContent()) ?? ''
  await other.press('Enter')
  await expect(chip(page, name)).toBeVisible()
  await expect(cities).toHaveCount(0)
  expect(requested.every((url) => /[?&]city=/.test(url))).toBe(true)

  // The next search is there from the start, as the server renders it.
  const answer = await page.context().request.get('/search-results?q=masaje', { maxRedirects: 0 })
  expect(answer.headers()['location']).toContain(
    `city=${new URLSearchParams({ a: name }).toString().slice(2)}`,
  )
  await page.goto('/search-results?q=masaje')
  await expect(chip(page, name)).toBeVisible()

  // Removed, the choice is offered again, and not added by itself.
  await ready(page)
  await chip(page, name).click()
  await expect(cities).toBeVisible()
  await expect(chip(page, name)).toHaveCount(0)
  await cities.getByRole('button', { name: 'Otra' }).click()
  await expect(page.getByRole('form', { name: 'Dónde' })).toBeVisible()
})

test('results around a neighbourhood but outside it are under "Coinciden con parte" and say so', async ({
  page,
}) => {
  await page.route('**/api/professionals/search**', async (route) => {
    const answer = await route.fetch()
    const cards: object[] = await answer.json()
    await route.fulfill({ response: answer, json: cards.map((card) => ({ ...card, widened: true })) })
  })
  await page.goto('/search-results')
  await ready(page)
  await page.getByRole('button', { name: 'Dónde' }).click()
  await page.getByRole('form', { name: 'Dónde' }).getByRole('combobox').fill('Roma Norte')
  await page.getByRole('button', { name: 'Buscar aquí' }).click()
  await expect(page.getByText('Coinciden con parte de tu búsqueda')).toBeVisible()
  await expect(page.getByText('Coinciden con todo')).toHaveCount(0)
  await expect(page.getByText(/^No coincide con Roma Norte: es lo más cercano$/).first()).toBeVisible()
})

test('a timed search of spaces shows the rent of its hours, and each opens on the page of its space @desktop', async ({
  page,
}) => {
  await page.goto(
    '/search-results?type=spaces&category=chair&city=Ciudad+de+México&day=tomorrow&part=afternoon',
  )
  await ready(page)
  const hours = page.getByRole('list', { name: /^Horas libres de / }).first()
  const stay = hours.getByRole('link').first()
  await expect(stay).toContainText(/\d\d:\d\d–\d\d:\d\d\$/)
  const [, from = ''] = /(\d\d:\d\d)–/.exec((await stay.textContent()) ?? '') ?? []
  await stay.click()
  await expect(page).toHaveURL(/\/space\/.*from=.*#renta$/)
  await expect(page.getByLabel('Desde').locator('option:checked')).toHaveText(from)
})

test('near me never prompts by itself, orders by distance, and uses a position already allowed @desktop', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 19.41234, longitude: -99.16789 })
  await page.goto('/search-results?q=corte')
  await ready(page)
  await page.getByLabel('Ordenar por').selectOption('distance')
  await expect(page).toHaveURL(/lat=19\.41&lng=-99\.17/)
  await expect(chip(page, 'Cerca de mí, 10 km')).toBeVisible()
  await expect(page.getByText(/a \d+\.\d km/).first()).toBeVisible()
  await chip(page, 'Cerca de mí, 10 km').click()
  await expect(page).not.toHaveURL(/sort=|lat=/)
})

test('the map opens, moves, searches, shows a pin and closes by keyboard @desktop', async ({ page }) => {
  await page.goto('/search-results?q=corte&location=Roma+Norte')
  await ready(page)
  await page.getByRole('button', { name: 'Mapa', exact: true }).press('Enter')
  await expect(page).toHaveURL(/map=on/)
  const map = page.getByRole('application')
  await expect(map).toBeVisible()
  await expect(page.getByText(/Mapa aproximado/)).toBeVisible()
  await expectAccessible(page)
  await map.focus()
  await map.press('-')
  await map.press('ArrowLeft')
  await page.getByRole('button', { name: 'Buscar en esta zona' }).press('Enter')
  await expect(page).toHaveURL(/bbox=-/)
  await expect(page.getByRole('application')).toBeVisible()
  const pin = page.getByRole('list', { name: 'Resultados en el mapa' }).getByRole('button').first()
  await expect(pin).toBeVisible()
  // Several in one place separate, or are listed one by one.
  const card = page.getByRole('region', { name: 'En este punto' })
  await expect(async () => {
    await page
      .getByRole('list', { name: 'Resultados en el mapa' })
      .getByRole('button')
      .first()
      .press('Enter', { timeout: 1_000 })
    await expect(card).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(card.getByRole('link').first()).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/bbox=/)
  await page.getByRole('button', { name: 'Cerrar el mapa' }).press('Enter')
  await expect(page.getByRole('application')).toHaveCount(0)
})

test('the places of Mexico are suggested under the field, and one is chosen by keyboard @desktop', async ({
  page,
}) => {
  await page.goto('/')
  await ready(page)
  const where = page.getByRole('combobox', { name: 'Ubicación' })
  await expect(where).toHaveAttribute('placeholder', 'Nombre de tu negocio o dirección')
  await expect(page.getByText('Escribe el nombre de tu negocio o dirección completa')).toBeVisible()
  await where.pressSequentially('r')
  await expect(where).toHaveAttribute('aria-expanded', 'false')
  await where.pressSequentially('oma nor')
  await expect(places(page).first()).toContainText('Roma Norte')
  await expect(where).toHaveAttribute('aria-expanded', 'true')
  await expectAccessible(page)
  await where.press('ArrowDown')
  await expect(places(page).first()).toHaveAttribute('aria-selected', 'true')
  await where.press('Enter')
  await expect(where).toHaveValue('Roma Norte')
  await expect(where).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('combobox', { name: 'Profesional o servicio' }).fill('corte')
  const loaded = page.waitForEvent('load')
  await page.getByRole('combobox', { name: 'Profesional o servicio' }).press('Enter')
  // A full page navigation (spec §2), without filters that were left at "all".
  await loaded
  await expect(page).toHaveURL(/search-results\?.*q=corte/)
  await expect(page).not.toHaveURL(/category=/)
  await expect(chip(page, 'Roma Norte')).toBeVisible()
})

/** What the operator's key would load: the same shapes, served from here. */
const googleStandin = `
window.google = { maps: { places: {
  AutocompleteSessionToken: class {},
  AutocompleteSuggestion: { fetchAutocompleteSuggestions: async ({ input }) => {
    if (input === 'falla') throw new Error('OVER_QUERY_LIMIT')
    return { suggestions: [{ placePrediction: {
      placeId: 'ChIJ1', mainText: { text: 'Casa Jacaranda' }, secondaryText: { text: 'Colima 1, Roma Norte' },
      toPlace: () => ({ id: 'ChIJ1', fetchFields: async () => {}, displayName: 'Casa Jacaranda',
        formattedAddress: 'Colima 1, Roma Norte', location: { lat: () => 19.41, lng: () => -99.16 }, googleMapsURI: '',
        addressComponents: [
          { longText: 'Ciudad de México', shortText: 'CDMX', types: ['locality'] },
          { longText: 'Ciudad de México', shortText: 'CDMX', types: ['administrative_area_level_1'] },
          { longText: 'México', shortText: 'MX', types: ['country'] }],
        photos: [] }) } }] }
  } },
} } }`

test.describe('with a Google key', () => {
  // Kalli has no key in these tests, so its pages allow no foreign script; with one they would.
  test.use({ bypassCSP: true })
  const withKey = async (page: Page, script: 'comes' | 'fails') => {
    const scripts: string[] = []
    await page.route('**/api/places/settings', (route) =>
      route.fulfill({ json: { google: { key: 'clave-publica', api: 'new' }, mapStyle: null } }),
    )
    await page.route('https://maps.googleapis.com/**', (route) => {
      scripts.push(route.request().url())
      return script === 'comes'
        ? route.fulfill({ contentType: 'text/javascript', body: googleStandin })
        : route.abort()
    })
    await page.goto('/search-results?q=corte')
    await ready(page)
    await expect(async () => {
      if (!(await page.locator('#panel').isVisible()))
        await page.getByRole('button', { name: 'Dónde' }).click()
      await expect(page.locator('#panel')).toBeVisible({ timeout: 5_000 })
    }).toPass()
    return scripts
  }

  test('Google’s places fill the field, further typing clears the choice, and a failed lookup shows nothing', async ({
    page,
  }) => {
    const scripts = await withKey(page, 'comes')
    const where = page.getByRole('combobox', { name: 'Ubicación' })
    await expect(where).toHaveAttribute('placeholder', 'Negocio, colonia o ciudad')
    expect(scripts, 'not before somebody needs it').toEqual([])
    await where.fill('casa')
    await places(page).filter({ hasText: 'Casa Jacaranda' }).click()
    await expect(where).toHaveValue('Casa Jacaranda')
    await where.fill('falla')
    await page.waitForTimeout(600)
    await expect(places(page)).toHaveCount(0)
    await where.fill('casa')
    await places(page).filter({ hasText: 'Casa Jacaranda' }).click()
    await page.getByRole('button', { name: 'Buscar aquí' }).click()
    await expect(page).toHaveURL(/location=Casa\+Jacaranda&city=Ciudad/)
    expect(scripts.length, 'the script comes once').toBe(1)
  })

  test('when Google’s script fails the field suggests our own places', async ({ page }) => {
    const scripts = await withKey(page, 'fails')
    const where = page.getByRole('combobox', { name: 'Ubicación' })
    await where.fill('roma nor')
    await expect(page.getByText('Escribe el nombre de tu negocio o dirección completa')).toBeVisible()
    await expect(where).toHaveAttribute('placeholder', 'Nombre de tu negocio o dirección')
    await expect(places(page).first()).toContainText('Roma Norte')
    await where.fill('roma')
    await expect(places(page).first()).toBeVisible()
    expect(scripts.length, 'one try').toBe(1)
  })
})

/** A style with streets of its own, or with tiles of the server that gives it. */
const streetStyle = (tiles?: string) => ({
  version: 8,
  sources: {
    streets: {
      attribution: '© Calles de prueba',
      ...(tiles === undefined
        ? {
            type: 'geojson',
            data: {
              type: 'LineString',
              coordinates: [
                [-118, 14],
                [-86, 33],
              ],
            },
          }
        : { type: 'vector', tiles: [tiles], minzoom: 0, maxzoom: 14 }),
    },
  },
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': '#f2ead8' } },
    {
      id: 'streets',
      type: 'line',
      source: 'streets',
      ...(tiles === undefined ? {} : { 'source-layer': 'streets' }),
      paint: { 'line-color': '#777777' },
    },
  ],
})

/** A local server of styles and tiles: `answer` may leave a request without a response. */
const styleServer = async (answer: (path: string, response: ServerResponse, origin: string) => void) => {
  const requested: string[] = []
  const server = createServer(({ url = '/' }, response) => {
    requested.push(url)
    response.setHeader('access-control-allow-origin', '*')
    answer(url, response, origin)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { style: `${origin}/estilo.json`, requested, close }
}

test.describe('with tiles', () => {
  test.use({ bypassCSP: true })

  test('when the map style fails our own map is shown with its pins', async ({ page }) => {
    await page.route('**/api/places/settings', (route) =>
      route.fulfill({ json: { google: null, mapStyle: 'https://mapas.example/estilo.json' } }),
    )
    let requested = 0
    await page.route('https://mapas.example/**', (route) => {
      requested += 1
      return route.abort()
    })
    await page.goto('/search-results?q=corte&map=on')
    await expect(page.getByText(/Mapa aproximado/)).toBeVisible({ timeout: 20_000 })
    await expect(
      page.getByRole('list', { name: 'Resultados en el mapa' }).getByRole('button').first(),
    ).toBeVisible()
    expect(requested).toBeLessThanOrEqual(1)
  })

  test('when the map style never answers our own map is shown after two seconds, and nothing is requested before', async ({
    page,
  }) => {
    await page.route('**/api/places/settings', (route) =>
      route.fulfill({ json: { google: null, mapStyle: 'https://mapas.example/estilo.json' } }),
    )
    let requested = 0
    await page.route('https://mapas.example/**', () => {
      requested += 1
    })
    await page.goto('/search-results?q=corte')
    await ready(page)
    expect(requested).toBe(0)
    await page.goto('/search-results?q=corte&map=on')
    const map = page.getByRole('application', { name: /Mapa con/ })
    await expect(map).toBeVisible({ timeout: 20_000 })
    const opened = Date.now()
    await expect(page.getByText(/Mapa aproximado/)).toBeVisible({ timeout: 20_000 })
    expect(Date.now() - opened).toBeLessThan(3_500)
  })

  const openMap = async (page: Page, style: string) => {
    await page.route('**/api/places/settings', (route) =>
      route.fulfill({ json: { google: null, mapStyle: style } }),
    )
    await page.goto('/search-results?q=corte&map=on')
    await expect(
      page.getByRole('list', { name: 'Resultados en el mapa' }).getByRole('button').first(),
    ).toBeVisible({ timeout: 20_000 })
  }

  test('a tile server that answers shows its streets and credits', async ({ page }) => {
    const server = await styleServer((_, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(streetStyle()))
    })
    try {
      // A busy machine may need more than two seconds for its first software rendering.
      await expect(async () => {
        await openMap(page, server.style)
        await page.waitForTimeout(2_500)
        await expect(page.getByText('© Calles de prueba')).toBeVisible({ timeout: 1_000 })
      }).toPass()
      await expect(page.getByText(/Mapa aproximado/)).toHaveCount(0)
    } finally {
      server.close()
    }
  })

  test('tiles that hang after their style loaded fall back to our own map', async ({ page }) => {
    const server = await styleServer((path, response, origin) => {
      if (path === '/estilo.json') response.end(JSON.stringify(streetStyle(`${origin}/{z}/{x}/{y}.pbf`)))
    })
    try {
      await openMap(page, server.style)
      await expect(page.getByText(/Mapa aproximado/)).toBeVisible({ timeout: 4_000 })
      expect(server.requested).toContain('/estilo.json')
    } finally {
      server.close()
    }
  })
})

test('every state of the results passes the accessibility checks, at 320 px too', async ({ page }) => {
  // High enough that the bottom bar covers no card during the check.
  await page.setViewportSize({ width: 320, height: 6000 })
  for (const [address, panel] of [
    ['/search-results?q=corte&location=Roma+Norte&view=list', 'Filtros'],
    ['/search-results?type=spaces&category=hall|chair', 'Dónde'],
    ['/search-results?q=zzzzqqqq', 'Cuándo'],
  ] as const) {
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await page.goto(address)
    await ready(page)
    await page.getByRole('button', { name: new RegExp(`^${panel}`) }).click()
    await expect(page.locator('#panel')).toBeVisible()
    await ready(page)
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    await expectReadable(page, 'by night')
  }
})
