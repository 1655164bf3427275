/** A search without results proposes others that have some: each is a link, with its count. */
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const capital = 'city=Ciudad+de+M%C3%A9xico&state=Ciudad+de+M%C3%A9xico'
const near = (page: Page) => page.getByRole('region', { name: 'Lo más cercano a lo que buscas' })
const count = (text: string | null) => Number(/: (\d+)/.exec(text ?? '')?.[1])

/** A Tuesday from the day after tomorrow on, in Mexico. */
const tuesday = () => {
  const day = new Date(Date.now() - 6 * 3_600_000)
  day.setUTCDate(day.getUTCDate() + 2)
  while (day.getUTCDay() !== 2) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}

test('without results at a price one press removes it, and finds as many as announced @desktop', async ({
  page,
}) => {
  await page.goto(`/search-results?category=hair&maxPesos=5&location=Roma+Norte&${capital}`)
  await ready(page)
  await expect(page.getByText('No se encontraron resultados')).toBeVisible()
  await expect(page.getByText('Intenta con otros filtros o términos de búsqueda')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Tu búsqueda' })).toContainText('Hasta $5')
  await expect(page.getByRole('region', { name: 'Aviso de esta búsqueda' })).toContainText(
    '¿Prefieres esperar?',
  )
  await expect(page.getByRole('navigation', { name: 'Categorías' })).toBeVisible()
  await expectAccessible(page)
  const drop = near(page).getByRole('listitem').first().getByRole('link')
  await expect(drop).toHaveText(/^Quita «Hasta \$5»: \d+ profesional/)
  const said = count(await drop.textContent())
  await drop.focus()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveURL(/maxPesos/)
  await expect(page.getByRole('region', { name: 'Coinciden con todo' }).getByRole('article')).toHaveCount(
    said,
  )

  await page.goBack()
  await expect(near(page)).toBeVisible()
  const box = page.getByRole('combobox', { name: 'Agregar una búsqueda de profesionales' })
  await box.fill('zzzzqqqq')
  await box.press('Enter')
  await expect(page).toHaveURL(/q=zzzzqqqq/)
  await expect(near(page).getByRole('link')).toHaveText(/^Quita «zzzzqqqq» y «Hasta \$5»: \d+ profesional/)
})

test('without a free hour then it proposes another hour, or without scripts another day or the waitlist @desktop', async ({
  page,
  browser,
}) => {
  // In a city of no other journey: some in the capital are open around the clock by then.
  const puebla = 'city=Puebla&state=Puebla'
  const night = `/search-results?category=hair&day=${tuesday()}&from=01:00&to=02:00&${puebla}`
  await page.goto(night)
  await ready(page)
  const other = near(page).getByRole('link', { name: /^A otra hora el mismo día: \d+ con horas$/ })
  const said = count(await other.textContent())
  await other.click()
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d(&|$)/)
  await expect(page).not.toHaveURL(/from=/)
  await expect(page.getByRole('region', { name: 'Coinciden con todo' }).getByRole('article')).toHaveCount(
    said,
  )

  const plain = await browser.newContext({ javaScriptEnabled: false })
  const still = await plain.newPage()
  const sunday = new Date(Date.parse(`${tuesday()}T12:00:00Z`) + 5 * 86_400_000).toISOString().slice(0, 10)
  await still.goto(`/search-results?category=hair&day=${sunday}&from=06:00&to=07:00&${puebla}`)
  await expect(near(still).getByRole('link', { name: /^Quita «.* 06:00–07:00»: / })).toBeVisible()
  const wait = near(still)
    .getByRole('link', { name: /^Lista de espera de / })
    .first()
  await expect(wait).toHaveAttribute(
    'href',
    new RegExp(`/booking\\?professional=\\d+&service=\\d+&day=${sunday}`),
  )
  await near(still)
    .getByRole('link', { name: /^Quita «.* 06:00–07:00»: / })
    .click()
  await expect(still.getByRole('article').first()).toBeVisible()
  await plain.close()
})

test('partial matches are listed with a less prominent proposal for full matches', async ({ page }) => {
  await page.goto(`/search-results?q=corte&category=massage&location=Roma+Norte&${capital}`)
  await expect(page.getByRole('region', { name: 'Coinciden con parte de tu búsqueda' })).toBeVisible()
  const quiet = page.getByRole('region', { name: 'Nadie coincide con todo. Prueba:' })
  await expect(quiet.getByRole('link', { name: /^Quita «Masajes»: \d+ profesional/ })).toBeVisible()
})

test('a search for spaces has proposals of its own @desktop', async ({ page }) => {
  await page.goto(`/search-results?type=spaces&category=chair&maxPesos=5&${capital}`)
  await ready(page)
  const drop = near(page).getByRole('link', { name: /^Quita «Hasta \$5»: \d+ espacio/ })
  await drop.click()
  await expect(page).not.toHaveURL(/maxPesos/)
  await expect(page.getByRole('article').first()).toBeVisible()
})
