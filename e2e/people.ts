/** Named people of the demo data, and a stylist and a salon open around the clock, whatever the hour of the test. */
import {
  type APIRequestContext,
  type Browser,
  expect,
  type FrameLocator,
  type Locator,
  type Page,
} from '@playwright/test'
import { codeAt } from './emails.ts'
import { ready } from './ready.ts'

export const password = 'kalli-demo'
export const stylist = { email: 'profesional@kalli.test', name: 'Ximena Rojas Luna', id: 1 }
export const host = { email: 'host@kalli.test', spaceId: 1 }
export const client = { email: 'clienta@kalli.test' }

export const signIn = async (request: APIRequestContext, email: string, secret = password) => {
  const answer = await request.post('/api/auth/login', { data: { email, password: secret } })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** A separate browser for a signed-in user. */
export const pageOf = async (browser: Browser, email: string): Promise<Page> => {
  const context = await browser.newContext()
  await signIn(context.request, email)
  return context.newPage()
}

const allDay = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, fromMinute: 0, toMinute: 1440 }))

/** Opens the demo's stylist and salon around the clock, through the same calls that their owners would make. */
export const openAroundTheClock = async (browser: Browser) => {
  const salon = await browser.newContext()
  await signIn(salon.request, host.email)
  const opened = await salon.request.put(`/api/availability/rules?space=${host.spaceId}`, {
    data: { weekly: allDay },
  })
  expect(opened.status(), await opened.text()).toBe(200)
  await salon.close()

  const own = await browser.newContext()
  await signIn(own.request, stylist.email)
  await workAroundTheClock(own.request)
  await own.close()
}

type Service = { id: number; version: number; noticeMinutes: number; name: string }

const workAroundTheClock = async (request: APIRequestContext) => {
  const working = await request.put('/api/availability/rules', { data: { weekly: allDay } })
  expect(working.status(), await working.text()).toBe(200)
  const services: Service[] = await (await request.get('/api/professional/services')).json()
  for (const service of services) {
    if (service.noticeMinutes === 0) continue
    const changed = await request.patch(`/api/professional/services/${service.id}`, {
      data: { ...service, noticeMinutes: 0, policyTier: 'fair' },
    })
    // Another worker may have been first.
    expect([200, 409]).toContain(changed.status())
  }
}

export const cards = {
  accepted: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  asksTheBank: '4000 0027 6000 3184',
  /** Can be saved, and has no money when it is charged. */
  emptyLater: '4000 0000 0000 0341',
}

let visitors = 0
/** A visitor who has never been here. */
export const someone = () => {
  visitors += 1
  const unique = `${process.pid}${Date.now()}${visitors}`
  return {
    firstName: 'Paola',
    lastName: 'Nava Ríos',
    email: `paola${unique}@correo.test`,
    phone: '55 1234 5678',
  }
}

/** Ten digits not yet in use. */
export const newPhone = () => `55${String(10_000_000 + Math.floor(Math.random() * 89_999_999))}`

/** Fills the payment screen as a visitor does. */
export const fillCheckout = async (page: Page, who: ReturnType<typeof someone>, card: string) => {
  await fillContact(page, who)
  await fillCard(page, card)
}

/** Fills in the contact, confirmed by their mailbox; ends when the screen shows it on one line. */
export const fillContact = async (page: Page, who: ReturnType<typeof someone>) => {
  const name = page.getByLabel('Nombre', { exact: true })
  await expect(name.or(ownLine(page))).toBeVisible()
  // Another person was confirmed in this tab.
  if (await ownLine(page).isVisible()) await changeContact(page)
  await name.fill(who.firstName)
  // Before the telephone, whose last digit would send a message.
  await chooseEmail(page, who.email)
  await page.getByLabel('Teléfono').fill(who.phone)
  await confirmContact(page, who.email)
  await expect(ownLine(page)).toContainText(who.email)
}

/** The line with a visitor's confirmed contact. */
export const ownLine = (page: Page) => page.getByRole('region', { name: 'Tus datos' })

/** Opens their contact again. */
export const changeContact = async (page: Page) => {
  await ownLine(page).getByRole('button', { name: 'Cambiar' }).click()
  await expect(page.getByLabel('Nombre', { exact: true })).toBeFocused()
}

/** A first name and a telephone, confirmed by its code; ends when the screen shows it on one line. */
export const fillByPhone = async (page: Page, firstName: string, digits: string) => {
  await page.getByLabel('Nombre', { exact: true }).fill(firstName)
  await page.getByLabel('Teléfono').fill(digits)
  // Sent by the last digit, and entered by the code's sixth.
  await expect(page.getByLabel('Código de seis dígitos')).toBeFocused()
  await page.keyboard.type(await codeAt(page, 'sms', `+52${digits}`))
  await expect(ownLine(page)).toContainText(`${firstName} ${digits}`)
}

/** For a visitor who confirms by email instead of telephone. */
export const chooseEmail = async (page: Page, email: string) => {
  const other = page.locator('summary', { hasText: 'Usar mi correo' })
  await expect(other.or(page.getByRole('button', { name: 'Confirmar con mi teléfono' }))).toBeVisible()
  if (await other.isVisible()) {
    await openLine(page, 'Usar mi correo')
    await page.getByRole('button', { name: 'Confirmar con mi correo' }).click()
  }
  await page.getByLabel('Correo').fill(email)
}

/** For a client with an account only the telephone is missing, the first time in a tab. */
export const fillPhone = async (page: Page, phone = '55 1234 5678') => {
  const field = page.getByLabel('Teléfono')
  await expect(field.or(ownLine(page))).toBeVisible()
  if (await field.isVisible()) await field.fill(phone)
}

/** One of the lines of the checkout that open: «Factura», «Propina», «Nota para Ximena». */
export const openLine = async (page: Page, label: string) => {
  const line = page.locator('details').filter({ has: page.locator('summary', { hasText: label }) })
  if ((await line.getAttribute('open')) === null) await line.locator('summary').click()
  await expect(line).toHaveAttribute('open')
}

/** The button at the end of the checkout, with the amount charged today. */
export const payButton = (page: Page | Locator) =>
  page.getByRole('button', { name: /^(Pagar \$|Confirmar · )/ })

/** Enters the code that a visitor must confirm. */
const confirmContact = async (page: Page, email: string) => {
  await page.getByRole('button', { name: 'Enviar código' }).click()
  await enterContactCode(page, email)
}

/** Reads the code in the mailbox and types it into the focused field; then the focus moves to the next empty field. */
const enterContactCode = async (page: Page, email: string) => {
  await expect(page.getByLabel('Código de seis dígitos')).toBeFocused()
  // The sixth digit sends it.
  await page.keyboard.type(await codeAt(page, 'mail', email))
  await expect(page.getByLabel('Código de seis dígitos')).toHaveCount(0)
}

export const fillCard = async (page: Page, card: string) => {
  await page.getByLabel('Número de tarjeta').fill(card)
  await page.getByLabel('Vence (MM/AA)').fill('08/31')
  await page.getByLabel('CVC').fill('123')
}

/** A press before the page's scripts have loaded is lost: press again, as a person would. */
const press = (
  button: Locator,
  isOn = (timeout: number) => expect(button).toHaveAttribute('aria-pressed', 'true', { timeout }),
) =>
  expect(async () => {
    await button.click({ timeout: 2_000 })
    await isOn(1_000)
  }).toPass({ timeout: 20_000 })

/** The label of a day this far ahead in the month of the booking screen, from its first word on. */
export const dayAhead = (daysAhead: number) => {
  const date = Temporal.Now.plainDateISO('America/Mexico_City').add({ days: daysAhead })
  const words = { weekday: 'long', day: 'numeric', month: 'long' } as const
  return { date, name: new RegExp(`^${date.toLocaleString('es-MX', words).replace(',', '')},`) }
}

/** On the booking screen: the month instead of the list, and the day this far ahead in it. */
export const chooseDay = async (page: Page | FrameLocator, daysAhead: number) => {
  const byDay = page
    .getByRole('group', { name: 'Cómo buscar la hora' })
    .getByRole('link', { name: 'Elegir día' })
  await press(byDay, (timeout) => expect(byDay).toHaveAttribute('aria-current', 'true', { timeout }))
  const { date, name } = dayAhead(daysAhead)
  const monthOf = (shown: Temporal.PlainDate) =>
    page.getByRole('grid', {
      name: new RegExp(`^Elige un día de ${shown.toLocaleString('es-MX', { month: 'long' })}`),
    })
  const grid = monthOf(date)
  await expect(page.getByRole('grid')).toBeVisible()
  const next = page.getByRole('button', { name: 'Mes siguiente' })
  await expect(async () => {
    if (date.month !== dayAhead(0).date.month && (await monthOf(dayAhead(0).date).isVisible()))
      await next.click({ timeout: 2_000 })
    await expect(grid).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 20_000 })
  const day = grid.getByRole('button', { name })
  const cell = grid.getByRole('gridcell', { selected: true })
  await press(day, (timeout) => expect(cell.getByRole('button', { name })).toBeVisible({ timeout }))
}

/** An hour of the day that is shown. */
export const chooseHour = (page: Page | FrameLocator, nth = 0) =>
  press(
    page
      .getByRole('group', { name: /^Horarios de la/ })
      .getByRole('button')
      .nth(nth),
  )

/** On the booking screen: on a phone the line of the chosen service opens the list first. */
export const chooseService = async (page: Page, name: RegExp) => {
  const link = page.getByRole('region').or(page.locator('main')).getByRole('link', { name }).first()
  const line = page.locator('summary').filter({ hasText: 'Cambiar' }).first()
  await expect(link.or(line).first()).toBeVisible()
  if (await link.isVisible()) return link.click()
  if (name.test(await line.innerText())) return
  await line.click()
  await link.click()
}

/** On the booking screen: a service, a day this far ahead, a free hour; ends at the payment screen. */
export const chooseTime = async (
  page: Page,
  options: { service?: string; daysAhead?: number; nth?: number } = {},
) => {
  const service = options.service ?? 'Corte caballero'
  await chooseService(page, new RegExp(`^${service}`))
  await expect(page).toHaveURL(/(service|svc)=/)
  await chooseDay(page, options.daysAhead ?? 0)
  await chooseHour(page, options.nth)
}

export const goToPay = async (page: Page) => {
  await page.getByRole('button', { name: 'Apartar y continuar' }).click()
  await expect(page.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await ready(page)
}

/** A visitor books that hour and pays by card: the booking's id, and their arrival code. */
export const bookNow = async (page: Page, serving: { professionalId: number }, note = '') => {
  await page.goto(`/booking?professional=${serving.professionalId}`)
  // The very next hour may be over by the time it is pressed.
  await chooseTime(page, { service: 'Corte y peinado', nth: 1 })
  await goToPay(page)
  await fillCheckout(page, someone(), cards.accepted)
  if (note !== '') {
    await openLine(page, 'Nota para')
    await page.getByLabel('Tu nota').fill(note)
  }
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()
  const id = new URL(page.url()).searchParams.get('id') ?? ''
  const code = await page.getByText('Tu código de llegada').locator('xpath=../../p[2]').innerText()
  return { id, code }
}
