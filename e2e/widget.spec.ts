/** The widget in a foreign page: another origin, whose policy allows only Kalli's script and requests. */
import { createServer } from 'node:http'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, expectNothingOut, expectNoViolations, expectReadable } from './accessible.ts'
import { inDatabase } from './database.ts'
import { publishSpace } from './listing.ts'
import { letIn, salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** A foreign site; its policy has the two lines that we document, and no other source. */
const foreignSite = async (kalli: string, pages: Readonly<Record<string, string>>) => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.setHeader(
      'content-security-policy',
      `default-src 'none'; script-src ${kalli}; connect-src ${kalli}; base-uri 'none'; form-action 'none'`,
    )
    response.end(
      `<!doctype html><html lang="es"><meta name="viewport" content="width=device-width"><title>Mi estudio</title><main><h1>Mi estudio</h1>${pages[request.url ?? '/'] ?? ''}</main>`,
    )
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const bound = server.address()
  const port = typeof bound === 'object' && bound ? bound.port : 0
  return { address: `http://127.0.0.1:${port}`, close: () => server.close() }
}

/** By the Tab key; the focus is inside the widget's shadow DOM. */
const tabTo = async (page: Page, wanted: Locator) => {
  await expect(wanted).toBeVisible()
  const isThere = () =>
    wanted.evaluate((element) => {
      const root = element.getRootNode()
      return root instanceof ShadowRoot && root.activeElement === element
    })
  for (let pressed = 0; pressed < 40 && !(await isThere()); pressed += 1) await page.keyboard.press('Tab')
  expect(await isThere(), `${wanted.toString()} is reached by Tab`).toBe(true)
}

test('a professional copies the widget code, and an hour pressed on her own site is booked as by her link', async ({
  browser,
  page,
  baseURL,
}) => {
  test.slow()
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Amaranta')
  await letIn(salon, stylist)

  // Her page generates the snippet, and shows a preview.
  const own = stylist.page
  await own.goto('/professional-dashboard?tab=profile&section=widget')
  await ready(own)
  const lines = own.getByLabel('Código del widget')
  await expect(lines).toHaveValue(new RegExp(`profesional="${stylist.professionalId}"`))
  await own.getByLabel('Usar un color de mi marca').check()
  await own.getByLabel('Color', { exact: true }).fill('#b3124b')
  const preview = own.frameLocator('iframe[title="Vista previa del widget"]')
  await expect(preview.getByRole('heading', { name: /^Reserva con Amaranta/ })).toBeVisible()
  await expectAccessible(own)
  await own.getByText('Para quien cuida la seguridad del sitio').click()
  await own.getByLabel(/^Fijar la versión/).check()
  await expect(lines).toHaveValue(/integrity="sha384-.+ crossorigin="anonymous"[\s\S]+color="#b3124b"/)
  const inPlace = await lines.inputValue()
  await own.getByLabel(/^Fijar la versión/).uncheck()
  await own.getByRole('radio', { name: 'Botón flotante' }).check({ force: true })
  await expect(lines).toHaveValue(/^<script src="[^"]+\/widget\.js" async><\/script>\n<kalli-boton /)

  const site = await foreignSite(String(baseURL), {
    '/': inPlace,
    '/boton': await lines.inputValue(),
    '/nadie': inPlace.replace(/profesional="\d+"/, 'profesional="999999999"'),
    '/roto': inPlace.replace(/sha384-..../, 'sha384-AAAA'),
  })
  try {
    await page.addInitScript(() => {
      const broken: string[] = []
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        broken.push(`${violatedDirective} ${blockedURI}`),
      )
      Object.assign(window, { broken })
    })
    await page.goto(site.address)
    await expect(page.getByRole('heading', { name: /^Reserva con Amaranta/ })).toBeVisible()
    // Her only service is open at once, at its list price.
    await expect(page.getByRole('button', { name: /^Corte y peinado.*\$600/ })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    const second = page.getByRole('group', { name: 'Día' }).getByRole('button').nth(1)
    await tabTo(page, second)
    await page.keyboard.press('Enter')
    await expect(second).toHaveAttribute('aria-pressed', 'true')
    const hour = page.getByRole('link', { name: /^\d\d:00 .*Corte y peinado, \$600/ }).first()
    await expect(hour).toBeVisible()
    await expectNoViolations(page)
    await expectNothingOut(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectReadable(page, 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await page.evaluate(() => Reflect.get(window, 'broken'))).toEqual([])
    expect(await page.context().cookies()).toEqual([])

    await tabTo(page, hour)
    const time = (await hour.innerText()).slice(0, 5)
    const opened = page.waitForEvent('popup')
    await page.keyboard.press('Enter')
    const booking = await opened
    await ready(booking)
    await expect(booking).toHaveURL(new RegExp(`/book\\?p=${stylist.professionalId}&`))
    await expect(booking.getByRole('button', { name: new RegExp(`^${time}`), pressed: true })).toBeVisible()
    await booking.getByRole('button', { name: 'Apartar y continuar' }).click()
    await expect(booking.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
    const made = await inDatabase((client) =>
      client.query('select source, channel from bookings where professional_id = $1', [
        stylist.professionalId,
      ]),
    )
    expect(made.rows).toEqual([{ source: 'own_link', channel: 'own_link' }])
    await booking.close()

    await page.goto(`${site.address}/boton`)
    const button = page.getByRole('button', { name: 'Reservar' })
    await tabTo(page, button)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Reservar' })
    await expect(dialog.getByRole('heading', { name: /^Reserva con Amaranta/ })).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await tabTo(page, button)

    // An error says so, and breaks nothing around it.
    await page.goto(`${site.address}/nadie`)
    await expect(page.getByRole('alert')).toHaveText('Por aquí ya no se reserva.')
    await page.goto(`${site.address}/roto`)
    await expect(page.getByRole('link', { name: 'Reservar en línea' })).toHaveAttribute('href', /\/book\?p=/)

    await page.route('**/api/slots?*', (route) => route.abort())
    await page.goto(site.address)
    await expect(page.getByRole('alert')).toHaveText('No pudimos traer los horarios.')
    await page.unroute('**/api/slots?*')
    await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
    await expect(page.getByRole('group', { name: 'Día' })).toBeVisible()
  } finally {
    site.close()
  }
})

test('a business, one space and one service are booked on a foreign page, and each opens its own address at Kalli', async ({
  browser,
  page,
  baseURL,
}) => {
  test.slow()
  const salon = await salonOf(browser, ['Silla 1'])
  const [first, second] = [
    await stylistNear(browser, salon, 'Amaranta'),
    await stylistNear(browser, salon, 'Brisa'),
  ]
  for (const one of [first, second]) await letIn(salon, one)
  const { rows } = await inDatabase((client) =>
    client.query<{ business: number; service: number }>(
      `select spaces.business_id::int as business, services.id::int as service from spaces, services
       where spaces.id = $1 and services.professional_id = $2`,
      [salon.spaceId, second.professionalId],
    ),
  )
  const { business, service } = rows[0] ?? { business: 0, service: 0 }
  const line = (attributes: string) =>
    `<script src="${baseURL}/widget.js" async></script><kalli-reservar ${attributes}><a href="#">Reservar</a></kalli-reservar>`
  const site = await foreignSite(String(baseURL), {
    '/negocio': line(`negocio="${business}"`),
    '/espacio': line(`espacio="${salon.spaceId}"`),
    // Of the second of two people who give a service of one name.
    '/servicio': line(`negocio="${business}" servicio="${service}"`),
    '/otro': line(`negocio="${business}" servicio="999999999"`),
  })
  try {
    for (const [path, address] of [
      ['/negocio', new RegExp(`/book\\?b=${business}&svc=\\d+&at=`)],
      ['/espacio', new RegExp(`/book\\?s=${salon.spaceId}&svc=\\d+&at=`)],
      ['/servicio', new RegExp(`/book\\?b=${business}&svc=\\d+&at=`)],
    ] as const) {
      await page.goto(site.address + path)
      await expect(page.getByRole('heading', { name: /^Reserva/ }), path).toBeVisible()
      // One choice of the two people's services of one name.
      await expect(page.getByRole('button', { name: /^Corte y peinado/ }), path).toHaveCount(1)
      const hour = page.getByRole('link', { name: /^\d\d:\d\d .*Corte y peinado/ }).first()
      await expect(hour, path).toHaveAttribute('href', address)
      // Two people: each hour says with whom.
      await expect(hour, path).toHaveText(/con (Amaranta|Brisa)/)
      await expectNoViolations(page)
      expect(await page.context().cookies()).toEqual([])
    }
    const hour = page.getByRole('link', { name: /^\d\d:\d\d .*Corte y peinado/ }).first()
    const time = (await hour.innerText()).slice(0, 5)
    const opened = page.waitForEvent('popup')
    await hour.click()
    const booking = await opened
    await ready(booking)
    await expect(booking.getByRole('button', { name: new RegExp(`^${time}`), pressed: true })).toBeVisible()
    await booking.close()
    await page.goto(`${site.address}/otro`)
    await expect(page.getByRole('alert')).toHaveText('Por aquí ya no se reserva.')
  } finally {
    site.close()
  }
})

test('a host with two spaces makes the code of one of them', async ({ browser }) => {
  test.slow()
  const salon = await salonOf(browser, ['Silla 1'])
  await publishSpace(salon.page.request, {
    businessName: salon.businessName,
    name: `Cabina del fondo ${Date.now() % 1_000_000}`,
    // One business is at one address.
    address: (await (await salon.page.request.get(`/api/host/spaces/${salon.spaceId}`)).json()).address,
    ...salon.where,
    pricePerHourCents: 12_000,
    unitNames: ['Cabina 1'],
  })
  const { page } = salon
  await page.goto('/host-dashboard?tab=profile&section=widget')
  await ready(page)
  const lines = page.getByLabel('Código del widget')
  await expect(lines).toHaveValue(/<kalli-reservar negocio="\d+">/)
  await page.getByLabel('De qué lugar').selectOption({ label: `Solo ${salon.name}` })
  await expect(lines).toHaveValue(new RegExp(`<kalli-reservar espacio="${salon.spaceId}">`))
  await expect(lines).toHaveValue(new RegExp(`/book\\?s=${salon.spaceId}`))
  await expectAccessible(page)
})
