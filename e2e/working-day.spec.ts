/**
 * The working day on a telephone and on a desktop: navigation, the first tasks of today, and the height that it takes. Heights are in CSS
 * pixels at 390, of the whole page including what is below the screen.
 */
import { type Browser, expect, type Page } from '@playwright/test'
import qrCode from 'qrcode'
import { expectAccessibleEverywhere } from './accessible.ts'
import { inDatabase } from './database.ts'
import { bookAsGuest, dateAhead, letIn, salonOf, servingNow, somewhere, stylistNear } from './newcomers.ts'
import { bookNow, client, host, pageOf, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'
import { openVisit } from './visits.ts'

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight)

/** On a telephone in the bottom bar, on a desktop in the rail. */
const bar = (page: Page) => page.getByRole('navigation', { name: 'Barra principal' })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Herramientas' })

const places = [
  {
    email: stylist.email,
    at: '/professional-appointments',
    tabs: ['Hoy', 'Agenda', 'Crear', 'Clientas', 'Más'],
    begins: ['Nueva cita', 'Bloquear hora', 'Apartar espacio'],
    tool: { name: 'Precios por demanda', at: /professional-demand-configuration/ },
  },
  {
    email: host.email,
    at: '/host-dashboard',
    tabs: ['Hoy', 'Calendario', 'Crear', 'Espacios', 'Más'],
    begins: ['Reserva en mostrador', 'Bloquear una hora', 'Cerrar horas', 'Nuevo espacio'],
    tool: { name: 'Reglas de precio', at: /space-pricing-rules/ },
  },
]

for (const { email, at, tabs, begins, tool } of places)
  test(`the tools of ${email} are one or two presses away @desktop`, async ({ browser }, { project }) => {
    const page = await pageOf(browser, email)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(at)
    await ready(page)
    const isPhone = project.name === 'phone'
    await expect(bar(page)).toBeVisible({ visible: isPhone })
    await expect(rail(page)).toBeVisible({ visible: !isPhone })
    const here = (isPhone ? bar(page) : rail(page)).getByRole('link', { name: 'Hoy' })
    await expect(here).toHaveAttribute('aria-current', 'page')
    if (isPhone) {
      const shown = bar(page).getByRole('listitem')
      await expect(shown).toHaveCount(5)
      for (const [index, name] of tabs.entries())
        await expect(
          shown.nth(index).getByRole(/^(Crear|Más)$/.test(name) ? 'button' : 'link'),
        ).toHaveAccessibleName(new RegExp(`^${name}`))
      for (const control of await bar(page).locator('a, button').all()) {
        const box = await control.boundingBox()
        expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
      }
    }
    await expectAccessibleEverywhere(page)

    // The actions of ＋; each is a link, so that it can be opened in a new tab.
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    const begin = page.getByRole('dialog', { name: '¿Qué quieres hacer?' })
    await expect(begin.getByRole('link')).toHaveText(begins)
    await expectAccessibleEverywhere(page)
    await page.keyboard.press('Escape')

    // A tool of the last group takes as few presses as the first.
    if (isPhone) await page.getByRole('button', { name: 'Más herramientas' }).click()
    const tools = isPhone ? page.getByRole('dialog', { name: 'Más' }) : rail(page)
    if (isPhone) await expectAccessibleEverywhere(page)
    await tools.getByRole('link', { name: tool.name }).click()
    await expect(page).toHaveURL(tool.at)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await ready(page)
    // Nothing scrolls sideways.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    )
    await page.context().close()
  })

test('each action of ＋ opens on the screen where it leads, and again the second time', async ({
  browser,
}) => {
  const begin = async (page: Page, label: string) => {
    await page.getByRole('button', { name: 'Crear', exact: true }).click()
    await page.getByRole('dialog').getByRole('link', { name: label }).click()
  }
  const page = await pageOf(browser, stylist.email)
  await page.goto('/professional-appointments')
  await ready(page)
  for (const _ of [1, 2]) {
    await begin(page, 'Bloquear hora')
    await expect(page.getByRole('dialog', { name: 'Bloquear un rato' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).not.toHaveURL(/open=/)
  }
  await begin(page, 'Nueva cita')
  await expect(page.getByRole('dialog', { name: /Nueva cita/ })).toBeVisible()
  await page.context().close()

  const salon = await pageOf(browser, host.email)
  await salon.goto('/host-dashboard')
  await ready(salon)
  await begin(salon, 'Cerrar horas')
  await expect(salon.getByRole('dialog', { name: /Cerrar/ })).toBeVisible()
  await salon.keyboard.press('Escape')
  await begin(salon, 'Reserva en mostrador')
  await expect(salon.getByRole('dialog', { name: /recepción/ })).toBeVisible()
  await salon.context().close()
})

test('a client’s bottom bar has five destinations, and is hidden in the checkout and while typing', async ({
  browser,
}) => {
  const page = await pageOf(browser, client.email)
  await page.goto('/my-bookings')
  await ready(page)
  await expect(bar(page).getByRole('link')).toHaveText([
    /^Inicio/,
    /^Buscar/,
    /^Reservas/,
    /^Mensajes/,
    /^Cuenta/,
  ])
  await expect(bar(page).getByRole('link', { name: 'Reservas' })).toHaveAttribute('aria-current', 'page')
  await expectAccessibleEverywhere(page)
  await bar(page).getByRole('link', { name: 'Buscar' }).click()
  await expect(page).toHaveURL(/search-results/)
  await ready(page)
  // The keyboard takes the room of the bar.
  await page.getByRole('combobox').first().focus()
  await expect(bar(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await page.locator('#contenido').focus()
  await expect(bar(page)).toBeVisible()
  // A page with its own action at the bottom shows only that, and checkout has none.
  await page.goto(`/p/${stylist.id}`)
  await ready(page)
  await expect(bar(page)).toBeHidden()
  await page.goto('/dynamic-checkout')
  await expect(bar(page)).toHaveCount(0)
  await page.context().close()
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto('/')
  await ready(visitor)
  await expect(bar(visitor)).toHaveCount(0)
})

/** Nine visits on one day: one guest each, at a salon that is open around the clock. */
const nineVisits = async (browser: Browser) => {
  const salon = await salonOf(browser, ['Silla 1', 'Silla 2'], somewhere(), { always: true })
  const serving = await stylistNear(browser, salon, 'Renata', { always: true })
  await letIn(salon, serving)
  // Every other hour is far enough from the one before.
  for (let place = 0; place < 9; place += 1)
    await bookAsGuest(browser, serving, salon.spaceId, dateAhead(1), 0)
  return { serving, salon }
}

test('nine visits fit in two phone screens, and each opens in one press', async ({ browser }) => {
  test.setTimeout(240_000)
  const { serving } = await nineVisits(browser)
  const { page } = serving
  // Makes their day today: the clock of the browser and the page count from there.
  await page.goto(`/professional-appointments?date=${dateAhead(1)}`)
  await ready(page)
  const rows = page.getByRole('main').locator('ol > li')
  await expect(rows).toHaveCount(9)
  expect(await heightOf(page)).toBeLessThanOrEqual(1_700)
  const sheet = await openVisit(page, /:\d\d/)
  await expect(sheet.getByRole('button', { name: 'Cancelar cita' })).toBeVisible()
  // She writes by WhatsApp with one press: the text already names the visit.
  await expect(sheet.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/52\d{10}\?text=Hola%2C.*cita%20de/,
  )
  await expectAccessibleEverywhere(page)
})

/** Nine visits of today in order, the current one in progress: no screen can make this morning's. */
const nineToday = (bookingId: string) =>
  inDatabase(async (client) => {
    await client.query('set session_replication_role = replica')
    for (let place = 0; place < 9; place += 1)
      await client.query(
        `with visit as (insert into bookings select (jsonb_populate_record(model, jsonb_build_object('id', gen_random_uuid(),
           'holder', 'visitor:' || gen_random_uuid(), 'starts_at', at, 'ends_at', at + interval '1 hour', 'local_start', at at time zone model.zone,
           'status', case when under_way then 'in_progress' else 'confirmed' end))).*
         from bookings model cross join lateral (
           select (date_trunc('day', now() at time zone model.zone) + make_interval(hours => 2 * $2)) at time zone model.zone as at,
             $2 = least(8, floor(extract(hour from now() at time zone model.zone) / 2)) as under_way) moment
         where id = $1 returning id, starts_at, status)
         insert into attendances (booking_id, checked_in_at, check_in_method)
         select id, starts_at, 'word' from visit where status = 'in_progress'`,
        [bookingId, place],
      )
    await client.query(
      `update client_cards set tags = array['Alergia al amoniaco'] where client_id = (select client_id from bookings where id = $1)`,
      [bookingId],
    )
    await client.query('delete from claims where booking_id = $1', [bookingId])
    await client.query(
      `update bookings set status = 'cancelled_by_client', version = version + 1 where id = $1`,
      [bookingId],
    )
  })

test('nine visits of today with the open card fit in two phone screens, and an allergy shows on each row', async ({
  browser,
}) => {
  const serving = await servingNow(browser)
  const { page, salon } = serving
  const visit = await bookAsGuest(browser, serving, salon.spaceId, dateAhead(1), 0)
  // Her card of the client exists once she notes something.
  const { client } = await (await page.request.get(`/api/bookings/${visit.id}?as=professional`)).json()
  const card = `/api/professional/clients/${client.clientId}`
  await page.request.put(`${card}/note`, { data: { text: 'Café sin azúcar', version: 0 } })
  await nineToday(visit.id)
  await page.goto('/professional-appointments')
  await ready(page)
  const next = page.getByRole('region', { name: 'En curso' })
  await expect(next.getByRole('button', { name: 'Terminar servicio' })).toBeVisible()
  await expect(next.getByText('Alergia al amoniaco')).toBeVisible()
  const rows = page.getByRole('main').locator('ol > li')
  await expect(rows).toHaveCount(9)
  await expect(rows.filter({ hasText: 'Alergia al amoniaco' })).toHaveCount(9)
  expect(await heightOf(page)).toBeLessThanOrEqual(1_700)
  await expectAccessibleEverywhere(page)
})

test('today fits in two phone screens, and the dashboard of a host in three', async ({ browser }) => {
  const page = await pageOf(browser, stylist.email)
  await page.goto('/professional-appointments')
  await ready(page)
  expect(await heightOf(page)).toBeLessThanOrEqual(1_700)
  const salon = await pageOf(browser, host.email)
  await salon.goto('/host-dashboard')
  await ready(salon)
  expect(await heightOf(salon)).toBeLessThanOrEqual(2_500)
  await expect(salon.getByRole('region', { name: 'Hoy', exact: true })).toBeVisible()
})

test('one press registers an arrival, and the camera fills in the code in a browser without a code reader @desktop', async ({
  browser,
  page: guest,
}) => {
  test.setTimeout(180_000)
  const serving = await servingNow(browser)
  const { code } = await bookNow(guest, serving)
  const { page } = serving
  // The camera sees the client's code. Like Safari and Firefox, this browser has no barcode detector.
  const { modules } = qrCode.create(code)
  await page.addInitScript(
    ({ size, dark }) => {
      const stream = () => {
        const canvas = document.createElement('canvas')
        canvas.width = canvas.height = (size + 8) * 8
        const pencil = canvas.getContext('2d')
        const draw = () => {
          if (pencil === null) return
          pencil.fillStyle = 'white'
          pencil.fillRect(0, 0, canvas.width, canvas.height)
          pencil.fillStyle = 'black'
          for (const [at, isDark] of dark.entries())
            if (isDark) pencil.fillRect(((at % size) + 4) * 8, (Math.floor(at / size) + 4) * 8, 8, 8)
        }
        draw()
        setInterval(draw, 100)
        return canvas.captureStream(10)
      }
      Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia: async () => stream() } })
      Reflect.deleteProperty(globalThis, 'BarcodeDetector')
    },
    { size: modules.size, dark: [...modules.data].map((one) => one === 1) },
  )
  await page.goto('/professional-appointments')
  await ready(page)
  const next = page.getByRole('region', { name: 'Sigue' })
  await expect(next.getByText('Primera visita')).toBeVisible()
  // One button, on the first screen above the bar, until it is pressed.
  await expect(next.getByRole('textbox')).toHaveCount(0)
  await expect(next.getByRole('group', { name: 'Si vas tarde' })).toBeVisible()
  await expect(next.getByRole('button', { name: 'Registrar llegada' })).toBeInViewport({ ratio: 1 })
  await next.getByRole('button', { name: 'Registrar llegada' }).click()
  await expect(next.getByLabel(/^Código del cliente/)).toBeFocused()
  await expectAccessibleEverywhere(page)
  await next.getByRole('button', { name: 'Escanear código' }).click()
  await expect(next.getByLabel(/^Código del cliente/)).toHaveValue(code)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await next.getByRole('button', { name: 'Registrar llegada' }).click()
  const current = page.getByRole('region', { name: 'En curso' })
  await expect(current.getByRole('button', { name: 'Terminar servicio' })).toBeVisible()
  await expectAccessibleEverywhere(page)

  // In the agenda its sheet has the same step.
  await page.goto('/professional-calendar-advanced?view=list')
  await ready(page)
  await page.getByRole('main').getByRole('button', { name: /Paola/ }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Terminar servicio' })).toBeVisible()
  await expectAccessibleEverywhere(page)
})

test('⌘K finds a client, a visit and a screen by keyboard @desktop', async ({ browser }, { project }) => {
  const page = await pageOf(browser, stylist.email)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/professional-appointments')
  await ready(page)
  const [first]: { firstName: string; lastName: string }[] = await (
    await page.request.get('/api/professional/clients?limit=1')
  ).json()
  const { firstName = '', lastName = '' } = first ?? {}
  const open = async () => {
    if (project.name === 'desktop') await page.keyboard.press('ControlOrMeta+k')
    else {
      await page.getByRole('button', { name: 'Más herramientas' }).click()
      await page.getByRole('button', { name: 'Buscar cliente, cita o pantalla' }).click()
    }
    await expect(page.getByRole('combobox', { name: 'Cliente, cita o pantalla' })).toBeFocused()
  }
  await open()
  await page.keyboard.type(`${firstName} ${lastName.slice(0, 4)}`.toLowerCase())
  const results = page.getByRole('listbox', { name: 'Resultados' })
  await expect(results.getByRole('group', { name: 'Clientes' }).getByRole('option').first()).toContainText(
    firstName,
  )
  await expect(results.getByRole('group', { name: 'Citas' }).getByRole('option').first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/professional-clients\?client=\d+/)
  await ready(page)
  // Past visits are folded.
  const past = page.getByRole('region', { name: 'Historial' }).getByRole('listitem')
  expect(await past.count()).toBeLessThanOrEqual(5)

  await open()
  await page.keyboard.type('clabe')
  await expect(results.getByRole('option', { name: 'Cuenta de cobro' })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/section=payouts/)
  await ready(page)

  // Enter before the answer to the new text arrives follows the new text, not what the former one found.
  await open()
  await page.keyboard.type(firstName.toLowerCase())
  await expect(results.getByRole('group', { name: 'Clientes' }).getByRole('option').first()).toBeVisible()
  const finding = /\/api\/workday\/found/
  const typed = Promise.withResolvers<void>()
  await page.route(finding, async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('clabe')
  await page.keyboard.press('Enter')
  typed.resolve()
  await expect(page).toHaveURL(/section=payouts/)
  await page.unroute(finding)
  await ready(page)

  await open()
  await page.keyboard.type('zzzz')
  await expect(page.getByText(/^Nada con ese nombre/)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
