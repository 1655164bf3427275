/** Specification §2 and §9, the cards of results: each field and limit by name, on data that reaches every one of them. */
import { expect, type Page } from '@playwright/test'
import { open, test } from './people.ts'

type Shown = Record<string, unknown> & { host?: object; user?: object }

/** A search whose one result is a real one of the demo data, changed. */
const only = async (page: Page, kind: 'professionals' | 'spaces', change: (one: Shown) => Shown) => {
  const [real]: Shown[] = await (
    await page.request.get(`/api/${kind}/search?q=${kind === 'spaces' ? 'silla' : 'corte'}`)
  ).json()
  expect(real, `the town has ${kind}`).toBeDefined()
  await page.route(`**/api/${kind}/search*`, (route) => route.fulfill({ json: [change(real ?? {})] }))
  await open(page, `/search-results?type=${kind}`)
  // Requested by the browser: the server's first rendering cannot be changed on the way.
  const box = page.getByRole('main').getByRole('combobox').first()
  await box.fill('algo')
  await box.press('Enter')
  const card = page.getByRole('article')
  await expect(card).toHaveCount(1)
  return card
}

const clamped = (text: string) => ({
  text,
  long: `${text} ${'Con luz del norte y café de olla. '.repeat(30)}`,
})

test('§2 a space card: photo or its fallback, type, Verificada, name, business, place, two lines, capacity, 3 amenities, rating, price', async ({
  page,
}) => {
  const said = clamped('Planta baja.')
  const change = (rating: string, photos: string[]) => (one: Shown) => ({
    ...one,
    name: 'Cabina Jacaranda',
    spaceType: 'cabin',
    description: said.long,
    city: 'Oaxaca de Juárez',
    state: 'Oaxaca',
    capacity: 3,
    amenities: ['wifi', 'parking', 'ac', 'music', 'reception'],
    photos,
    rating,
    pricePerHour: '1250.00',
    host: { ...one.host, verified: true, businessName: 'Casa Jacaranda' },
  })
  const card = await only(page, 'spaces', change('0', ['/no-hay-foto.webp']))
  await expect(card.getByRole('heading', { name: 'Cabina Jacaranda' })).toBeVisible()
  for (const text of [
    'Cabina',
    'Verificada',
    'Casa Jacaranda',
    'Oaxaca de Juárez, Oaxaca',
    'Hasta 3 personas',
  ])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  for (const text of ['WiFi', '+2 más', 'Sin calificaciones'])
    await expect(card.getByText(text)).toBeVisible()
  await expect(card.getByText('Música')).toHaveCount(0)
  await expect(card).toContainText('$1,250/hora')
  await expect(card.locator('img'), 'a photo that fails leaves its icon').toHaveCount(0)
  await expect(card.getByRole('img', { name: 'Foto de Cabina Jacaranda' })).toBeVisible()
  await expect(card.getByText(said.text)).toHaveCSS('-webkit-line-clamp', '2')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const rated = await only(page, 'spaces', change('4.7333', []))
  await expect(rated.getByText('4.7', { exact: false })).toBeVisible()
})

test('§2 a professional card: 3 specialties then +N más, bio of two lines, 2 services then +N servicios más, initials, desde', async ({
  page,
}) => {
  const said = clamped('Colorista.')
  const service = (name: string, price: string) => ({ name, price })
  const card = await only(page, 'professionals', (one) => ({
    ...one,
    rating: '4.96',
    reviewCount: 31,
    verified: false,
    experience: 9,
    specialties: ['Balayage', 'Corte', 'Peinado', 'Novias', 'Rizos'],
    bio: said.long,
    basePrice: '90.00',
    user: { ...one.user, firstName: 'Nuria', lastName: 'Vega', profileImageUrl: null },
    services: [
      service('Tinte', '900.00'),
      service('Corte dama', '350.00'),
      service('Peinado', '400.00'),
      service('Novias', '2500.00'),
    ],
  }))
  for (const text of ['Sin verificar', '+2 más', 'Servicios populares:', '+2 servicios más'])
    await expect(card.getByText(text, { exact: true })).toBeVisible()
  await expect(card).toContainText('9 años de experiencia')
  await expect(card).toContainText('5.0')
  await expect(card).toContainText('(31 reseñas)')
  await expect(card, 'from the lowest price of a service').toContainText('desde $350')
  await expect(card.getByText('Rizos')).toHaveCount(0)
  await expect(card.getByText('$2,500')).toHaveCount(0)
  await expect(card.getByText('NV', { exact: true }), 'initials where there is no photo').toBeVisible()
  await expect(card.getByText(said.text)).toHaveCSS('-webkit-line-clamp', '2')
})
