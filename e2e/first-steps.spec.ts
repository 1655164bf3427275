/** From a new account to the first client on a phone: presses until a visitor holds an hour, and steps that are left and resumed. */
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { codeAt } from './emails.ts'
import { newPhone } from './people.ts'
import { newcomer, publishProfile } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Today's value; the aim is 14. */
const maxPresses = 12
const maxSeconds = 180

/**
 * The time for a person, printed and at most the aim of issue 29: the machine's time, and by the keystroke-level model (Card, Moran and Newell, 1980) 1.35
 * s to decide and 1.1 s to point for each press, and 0.3 s for each character on a telephone.
 */
const write = (presses: number, characters: number, machineMs: number) => {
  const seconds = machineMs / 1000 + presses * 2.45 + characters * 0.3
  const text = `${presses} presses, ${characters} characters, machine ${(machineMs / 1000).toFixed(1)} s: ${seconds.toFixed(0)} s of ${maxSeconds}`
  console.log(`register to first bookable hour: ${text}`)
  test.info().annotations.push({ type: 'first bookable hour', description: text })
  expect(seconds).toBeLessThanOrEqual(maxSeconds)
}

const titled = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test.use({ viewport: { width: 390, height: 844 } })

test('a stylist needs twelve presses from the register form to an hour that a visitor holds', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  let presses = 0
  let characters = 0
  let checkingMs = 0
  const press = async (target: Locator) => {
    presses += 1
    await target.click()
  }
  const type = async (target: Locator, text: string) => {
    characters += text.length
    await target.fill(text)
  }
  const accessible = async () => {
    const since = performance.now()
    await expectAccessibleEverywhere(page)
    checkingMs += performance.now() - since
  }
  const onward = (name = 'Guardar y seguir') => press(page.getByRole('button', { name }))

  await page.goto('/for-professionals')
  await page.getByRole('link', { name: 'Empezar Como Profesional' }).click()
  await ready(page)
  const started = performance.now()
  const form = page.getByRole('form', { name: 'Crear cuenta' })
  await expect(form.getByLabel('Tipo de cuenta')).toHaveValue('professional')
  await type(form.getByLabel('Nombre', { exact: true }), 'Abril')
  await type(form.getByLabel('Apellido'), 'Montes')
  await type(form.getByLabel('Correo electrónico'), `abril.${process.pid}.${Date.now()}@correo.test`)
  await type(form.getByLabel('Contraseña').first(), 'una-clave-larga')
  await press(form.getByRole('button', { name: 'Crear cuenta' }))

  await titled(page, '¿A qué te dedicas?')
  await ready(page)
  await expect(page).toHaveURL(/start=next/)
  await expect(page.getByText('Paso 1 de 6')).toBeVisible()
  await accessible()
  await press(page.getByRole('checkbox', { name: 'Cabello' }))
  await type(page.getByLabel('Zona donde trabajas'), 'Roma Norte')
  await press(page.getByRole('list', { name: 'Lugares' }).getByRole('button').first())
  await onward()

  await titled(page, '¿Qué ofreces?')
  await press(page.getByRole('checkbox', { name: 'Corte caballero' }))
  await expect(page.getByLabel(/^Tu precio/), 'a price to begin with').not.toHaveValue('')
  await accessible()
  await onward()

  await titled(page, '¿Cuándo atiendes?')
  await expect(page.getByRole('checkbox', { name: 'Sábado' })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: 'Domingo' })).not.toBeChecked()
  await accessible()
  await onward()

  await titled(page, '¿Dónde atiendes?')
  await press(page.getByRole('checkbox', { name: 'En mi lugar' }))
  await type(page.getByLabel('Dirección'), 'Colima 210, interior 3')
  await accessible()
  await onward('Publicar y seguir')

  await titled(page, 'Confirma tu teléfono')
  const digits = newPhone()
  await type(page.getByLabel('Teléfono', { exact: true }), digits)
  await press(page.getByRole('button', { name: 'Enviar código' }))
  await type(page.getByLabel('Código de seis dígitos'), await codeAt(page, 'sms', `+52${digits}`))
  await press(page.getByRole('button', { name: 'Confirmar' }))
  await accessible()
  await onward('Seguir')

  await titled(page, 'Ya te pueden reservar')
  await expect(page.getByText(/Tu primera hora libre: .*\d{1,2}:\d{2}.*Corte caballero/)).toBeVisible()
  expect(presses).toBeLessThanOrEqual(maxPresses)
  write(presses, characters, performance.now() - started - checkingMs)
  await accessible()
  const link = await page.getByRole('textbox', { name: 'Tu enlace' }).inputValue()
  expect(link.length, 'short enough for a text message').toBeLessThanOrEqual(40)
  const whatsapp = await page.getByRole('link', { name: 'Enviar por WhatsApp' }).getAttribute('href')
  expect(decodeURIComponent(whatsapp ?? '')).toContain(link)
  await expect(page.getByLabel('Texto para Instagram')).toHaveValue(/Cabello en Roma Norte/)
  // Printed, only the sign is on the page.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Escanea y reserva tu cita')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Copiar enlace' })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })

  // A visitor opens the link, finds the hour and holds it.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const visitor = await context.newPage()
  await visitor.goto(link)
  await ready(visitor)
  await visitor.getByRole('link', { name: /^Corte caballero/ }).click()
  await visitor.getByRole('list', { name: 'Lo antes posible' }).getByRole('button').first().click()
  await visitor.getByRole('button', { name: 'Apartar y continuar' }).click()
  await expect(visitor.getByRole('heading', { name: 'Confirma y paga' })).toBeVisible()
  await context.close()
})

test('a first step can be skipped and resumed, and missing steps are listed with the best next one first', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const page = await newcomer(browser, 'professional', 'Regina')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await ready(page)
  await page.getByRole('link', { name: /Empieza por tu oficio/ }).click()
  await titled(page, '¿A qué te dedicas?')
  // Nothing is chosen yet: it says what is missing, and sends nothing.
  await ready(page)
  await page.getByRole('button', { name: 'Guardar y seguir' }).click()
  await expect(page.getByText('Elige al menos una categoría.')).toBeVisible()
  await publishProfile(page, { status: 'draft' })
  await page.goto('/professional-dashboard?start=next')
  await ready(page)
  await titled(page, '¿Qué ofreces?')
  await page.getByRole('link', { name: 'Ahora no' }).click()
  await titled(page, '¿Cuándo atiendes?')
  await page.getByRole('button', { name: 'Guardar y seguir' }).click()
  await titled(page, '¿Dónde atiendes?')
  await page.getByRole('link', { name: 'Ahora no' }).click()
  await titled(page, 'Confirma tu teléfono')
  await page.getByRole('link', { name: 'Ahora no' }).click()
  await titled(page, 'Tu enlace')
  const missing = page.getByRole('region', { name: 'Lo que falta' })
  await expect(missing.getByRole('link')).toHaveText(['Falta: servicios', 'Falta: dónde'])

  await page.getByRole('link', { name: 'Ir a mi día' }).click()
  await ready(page)
  const waiting = page.getByRole('region', { name: 'Por hacer', exact: true }).getByRole('listitem')
  await expect(waiting.first()).toContainText('Publica tu primer servicio')
  for (const text of ['Di dónde atiendes', 'Publica tu perfil', 'Confirma tu teléfono', 'Sube tu foto'])
    await expect(waiting.filter({ hasText: text })).toHaveCount(1)
  await expect(waiting.filter({ hasText: 'Di qué días' })).toHaveCount(0)
  await waiting.filter({ hasText: 'Di dónde atiendes' }).getByRole('link').click()
  await titled(page, '¿Dónde atiendes?')
  await page.context().close()
})
