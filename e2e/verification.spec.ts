import { type BrowserContext, expect, type Page } from '@playwright/test'
import { expectAccessibleEverywhere, expectAccessible as expectWhole } from './accessible.ts'
import {
  cards,
  chooseEmail,
  chooseTime,
  fillCard,
  goToPay,
  openAroundTheClock,
  ownLine,
  payButton,
  someone,
  stylist,
} from './people.ts'
import { codeAt } from './emails.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

const expectAccessible = async (page: Page) => {
  // Wait for the fade-in to finish.
  await page.waitForTimeout(400)
  await expectWhole(page)
}

let people = 0
const newcomer = async (context: BrowserContext, role: string) => {
  people += 1
  const unique = `${process.pid}${Date.now()}${people}`
  const email = `rosa${unique}@correo.test`
  const answer = await context.request.post('/api/auth/register', {
    data: { email, password: 'una frase larga', firstName: 'Rosa', lastName: 'Vega', phone: '', role },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return { email, phone: `55${String(10_000_000 + (Number(unique) % 79_999_999))}` }
}

const wrongOf = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

const openVerification = async (page: Page) => {
  await page.goto('/professional-dashboard?tab=profile&section=verification')
  await expect(page.getByRole('heading', { name: 'Qué abre cada nivel' })).toBeVisible()
  await ready(page)
}

test('a professional is verified from level 0 to 3 on the phone', async ({ page, context }) => {
  test.setTimeout(120_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { email, phone } = await newcomer(context, 'professional')
  await openVerification(page)
  const current = page.getByRole('status').filter({ hasText: 'de 3' })
  await expect(current).toContainText('Nivel 0')
  await expectAccessible(page)

  // An impossible number: the server says so, and typed values stay.
  const telephone = page.getByRole('textbox', { name: 'Teléfono' })
  const addPhone = page.getByRole('form', { name: 'Agregar teléfono' })
  await telephone.fill('0000000000')
  await addPhone.getByRole('button', { name: 'Enviar código' }).click()
  await expect(telephone).toHaveAttribute('aria-invalid', 'true')
  await expect(telephone).toBeFocused()
  await expect(telephone).toHaveValue('0000000000')

  await telephone.fill(phone)
  await expect(page.getByText(`Se guardará como: +52 ${phone}`)).toBeVisible()
  await addPhone.getByRole('button', { name: 'Enviar código' }).click()
  const bySms = page.getByRole('form', { name: 'Código por SMS' })
  const field = bySms.getByLabel('Código de seis dígitos')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(bySms.getByRole('button', { name: /Pedir otro código en/ })).toBeDisabled()
  const code = await codeAt(page, 'sms', `+52${phone}`)
  await field.fill(wrongOf(code))
  await bySms.getByRole('button', { name: 'Confirmar' }).click()
  await expect(field).toHaveAccessibleDescription('Ese código no es correcto. Revísalo e intenta de nuevo.')
  await expect(field).toHaveValue(wrongOf(code))
  await expectAccessible(page)
  // Left and come back: the code is still required. Pasted with surrounding text.
  await openVerification(page)
  await field.fill(`Tu código es ${code}.`)
  await field.press('Enter')
  await expect(current).toContainText('Nivel 1')

  await page.getByRole('button', { name: 'Enviar código' }).click()
  const byMail = page.getByRole('form', { name: 'Código por correo' })
  await byMail.getByLabel('Código de seis dígitos').fill(await codeAt(page, 'mail', email))
  await byMail.getByRole('button', { name: 'Confirmar' }).click()
  await expect(current).toContainText('Nivel 2')
  await expectAccessible(page)

  const camera = page.getByRole('img', { name: 'Recuadro de la cámara' })
  await page.getByRole('button', { name: 'Verificar mi identidad' }).click()
  await expect(camera).toBeVisible()
  await page.getByRole('link', { name: 'Dejarlo para después' }).click()
  await expect(page.getByText('A medias', { exact: true })).toBeVisible()
  await ready(page)
  await page.getByRole('button', { name: 'Continuar donde me quedé' }).click()
  await page.getByRole('button', { name: 'El rostro no coincide' }).click()
  await expect(page.getByText(/Tu rostro no coincidió/)).toBeVisible()
  await ready(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await page.getByRole('button', { name: 'Dejarla en revisión' }).click()
  await expect(page.getByText(/Estamos revisando tus fotos/)).toBeVisible()
  await ready(page)
  await expectAccessible(page)
  await page.goBack()
  await page.getByRole('button', { name: 'Todo coincide' }).click()
  await expect(current).toContainText('Nivel 3')
  await expect(page.getByText('Verificación biométrica, máxima seguridad, Nivel 3').first()).toBeAttached()
  await expectAccessible(page)
})

test('changing the telephone requires identification, then its code, and lowers the level', async ({
  page,
  context,
}) => {
  test.setTimeout(90_000)
  const { phone } = await newcomer(context, 'professional')
  const send = (address: string) =>
    context.request.post('/api/verification/codes', { data: { channel: 'sms', address: `+52${address}` } })
  expect((await send(phone)).status()).toBe(200)
  const code = await codeAt(page, 'sms', `+52${phone}`)
  const entered = await context.request.post('/api/verification/codes/enter', {
    data: { channel: 'sms', code },
  })
  expect((await entered.json()).level).toBe(1)
  const started = await context.request.post('/api/verification/checks', { data: {} })
  const { url } = await started.json()
  await page.goto(url)
  await page.getByRole('button', { name: 'Todo coincide' }).click()
  const current = page.getByRole('status').filter({ hasText: 'de 3' })
  await expect(current).toContainText('Nivel 3')
  await ready(page)
  await page.getByRole('button', { name: 'Cambiar teléfono' }).click()
  const next = `56${phone.slice(2)}`
  await page.getByRole('textbox', { name: 'Teléfono nuevo' }).fill(next)
  const change = page.getByRole('form', { name: 'Cambiar teléfono' })
  await change.getByRole('button', { name: 'Enviar código' }).click()
  // A minute must pass between two codes to one account: shown with the seconds, and typed values stay.
  await expect(page.getByRole('textbox', { name: 'Teléfono nuevo' })).toHaveAccessibleDescription(
    /Faltan \d+ segundos/,
  )
  await expect(page.getByRole('textbox', { name: 'Teléfono nuevo' })).toHaveValue(next)
  await expect(async () => {
    await change.getByRole('button', { name: 'Enviar código' }).click({ timeout: 1_000 })
    await expect(page.getByRole('form', { name: 'Código por SMS' })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 70_000, intervals: [3_000] })
  await page.getByLabel('Código de seis dígitos').fill(await codeAt(page, 'sms', `+52${next}`))
  await page.getByRole('button', { name: 'Confirmar' }).click()
  await expect(current).toContainText('Nivel 1')
  await expect(async () => {
    const reported = await page.request.get(`/dev/sms?to=${encodeURIComponent(`+52${phone}`)}`)
    expect(await reported.text()).toContain('el teléfono de tu cuenta cambió')
  }).toPass({ timeout: 20_000 })
})

for (const [role, address] of [
  ['client', '/settings?section=verification'],
  ['host', '/host-dashboard?tab=profile&section=verification'],
] as const)
  test(`a ${role} finds the verification levels in their own settings, in light and dark`, async ({
    page,
    context,
  }) => {
    await newcomer(context, role)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto(address)
    const ladder = page.getByRole('list', { name: 'Niveles de verificación' })
    await expect(ladder.getByRole('heading', { level: 4 })).toHaveCount(4)
    await expectAccessibleEverywhere(page)
  })

test('a returning visitor confirms their e-mail and finds the details that they gave last time', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  await openAroundTheClock(browser)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const who = someone()
  const toCheckout = async (nth: number) => {
    await page.goto(`/booking?professional=${stylist.id}`)
    await chooseTime(page, { daysAhead: 9, nth })
    await goToPay(page)
  }
  await toCheckout(10)
  await page.getByLabel('Nombre', { exact: true }).fill(who.firstName)
  await chooseEmail(page, who.email)
  await page.getByLabel('Teléfono').fill(who.phone)
  await fillCard(page, cards.accepted)
  // Paying first asks for the code; no typed values are lost.
  await payButton(page).click()
  const code = page.getByLabel('Código de seis dígitos')
  await expect(code).toBeFocused()
  await code.fill('000000')
  await code.press('Enter')
  await expect(page.getByText('Ese código no es correcto. Revísalo e intenta de nuevo.')).toBeVisible()
  await expectAccessible(page)
  await code.fill(await codeAt(page, 'mail', who.email))
  // The sixth digit sends it.
  await expect(ownLine(page)).toContainText(who.email)
  await expect(page.getByLabel('Número de tarjeta')).toHaveValue(cards.accepted)
  await expectAccessible(page)
  await payButton(page).click()
  await expect(page.getByRole('heading', { name: '¡Tu cita está confirmada!' })).toBeVisible()

  await page.evaluate(() => sessionStorage.clear())
  await toCheckout(20)
  await expect(page.getByLabel('Nombre', { exact: true })).toHaveValue('')
  await chooseEmail(page, who.email)
  await page.getByRole('button', { name: 'Enviar código' }).click()
  // The same browser on the same day: no second code.
  await expect(page.getByText('Correo confirmado')).toBeVisible()
})
