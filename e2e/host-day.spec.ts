/** A day of a host with six chairs on a telephone: the presses of each frequent action from "Hoy", printed and asserted. */
import { type APIResponse, type Browser, expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { beginNow } from './begin-now.ts'
import { inDatabase } from './database.ts'
import { confirmEmail, confirmPhone } from './listing.ts'
import {
  bookAsGuest,
  bookHour,
  dateAhead,
  emailOf,
  letIn,
  salonOf,
  type Salon,
  stylistNear,
  whereTodayIsLeft,
} from './newcomers.ts'
import { newPhone } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 } })

const read = async <Body>(answer: APIResponse, status = 200): Promise<Body> => {
  expect(answer.status(), await answer.text()).toBe(status)
  const body: Body = await answer.json()
  return body
}

/** A member of the business who owes the rent of this week. */
const tenantOf = async (browser: Browser, salon: Salon, unitId: number) => {
  const { request } = salon.page
  await confirmPhone(request)
  const tenant = await stylistNear(browser, salon, 'Inés')
  const email = await emailOf(tenant.page)
  await confirmEmail(tenant.page.request, email)
  await read(await request.put('/api/host/rent-collection', { data: { byItself: false } }))
  const terms = { fixed: { every: 'week', amountCents: 140_000 }, perUse: null }
  const invited = await read<{ link: string }>(
    await request.post('/api/host/team', {
      data: {
        spaceId: salon.spaceId,
        unitId,
        name: 'Inés',
        email,
        role: 'resident',
        permissions: [],
        terms,
      },
    }),
    201,
  )
  const token = invited.link.split('/inhouse/')[1] ?? ''
  const { id } = await read<{ id: number }>(
    await tenant.page.request.post(`/api/inhouse/${token}/accept`, { data: { version: 1 } }),
  )
  const days = { from: dateAhead(0), to: dateAhead(6) }
  const { totalCents } = await read<{ totalCents: number }>(
    await request.post('/api/host/rent-runs/preview', { data: days }),
  )
  await read(
    await request.post('/api/host/rent-runs', { data: { ...days, memberIds: [id], totalCents } }),
    201,
  )
}

/** Counts the presses of each action; `print` writes them all. */
const counter = (page: Page) => {
  const counts: string[] = []
  const count = async (
    action: string,
    maxPresses: number,
    act: (press: (target: Locator) => Promise<void>) => Promise<void>,
  ) => {
    await page.goto('/host-dashboard')
    await ready(page)
    let presses = 0
    await act(async (target) => {
      presses += 1
      await target.click()
    })
    counts.push(`${action}: ${presses} (aim ${maxPresses})`)
    expect(presses, action).toBeLessThanOrEqual(maxPresses)
  }
  const print = () => {
    console.log(`a host's day, in presses: ${counts.join('; ')}`)
    test.info().annotations.push({ type: 'presses', description: counts.join('; ') })
  }
  return { count, print }
}

test('a host with six chairs does what a day asks fifty times in three presses, and everything else in five', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const salon = await salonOf(
    browser,
    [1, 2, 3, 4, 5, 6].map((chair) => `Silla ${chair}`),
    whereTodayIsLeft(),
    { always: true },
  )
  const { page, spaceId } = salon
  const { units } = await read<{ units: { id: number }[] }>(
    await page.request.get(`/api/host/spaces/${spaceId}`),
  )
  await tenantOf(browser, salon, units[5]?.id ?? 0)
  const renata = await stylistNear(browser, salon, 'Renata', { always: true, durationMinutes: 20 })
  await letIn(salon, renata)
  const nadia = await stylistNear(browser, salon, 'Nadia', { always: true })
  await letIn(salon, nadia)
  // As her agreement says, the host answers each of her visits.
  await inDatabase((client) =>
    client.query('update agreements set auto_accept = false where professional_id = $1', [
      nadia.professionalId,
    ]),
  )
  const now = await bookAsGuest(browser, renata, spaceId, dateAhead(0), 1)
  // The code is only for its client.
  const client = await browser.newContext()
  const { arrivalCode } = await read<{ arrivalCode: string }>(
    await client.request.get(`/api/bookings/${now.id}?${now.link.split('&')[1] ?? ''}`),
  )
  await client.close()
  await read(
    await renata.page.request.post(`/api/bookings/${now.id}/check-in`, { data: { code: arrivalCode } }),
  )
  await beginNow(arrivalCode)
  const laterId = await bookHour(browser, renata, spaceId, dateAhead(0), 3)
  await bookAsGuest(browser, nadia, spaceId, dateAhead(1), 3, undefined, 'requested')
  const { spaces } = await read<{
    spaces: { units: { unitId: number; name: string; bookings: { id: string }[] }[] }[]
  }>(await page.request.get(`/api/host/day?date=${dateAhead(0)}`))
  const chairs = spaces.flatMap((space) => space.units)
  const chairOf = (id: string) =>
    chairs.find(({ bookings }) => bookings.some((one) => one.id === id)) ?? { unitId: 0, name: '' }
  const [mine, later] = [chairOf(now.id), chairOf(laterId)]
  const free = chairs.find(({ bookings }) => bookings.length === 0)?.name ?? ''

  const { count, print } = counter(page)
  const today = page.getByRole('region', { name: 'Hoy' })
  const rowOf = (chair: string) => today.getByRole('button', { name: new RegExp(`^${chair} `) })
  const sheetOf = (chair: string) => page.getByRole('dialog', { name: `${chair}, hoy` })
  const tool = async (press: (target: Locator) => Promise<void>, name: string) => {
    await press(page.getByRole('button', { name: 'Más herramientas' }))
    await press(page.getByRole('dialog', { name: 'Más' }).getByRole('link', { name }))
    await ready(page)
  }

  await count('who is there, who comes, to which chair', 0, async () => {
    await expect(rowOf(mine.name)).toContainText(/Renata Campos, hasta las \d/)
    await expect(rowOf(later.name)).toContainText('Renata Campos')
  })
  await count('an arrival: the code of the chair', 3, async (press) => {
    await press(rowOf(later.name))
    await press(sheetOf(later.name).getByText('Código de llegada'))
    await expect(sheetOf(later.name).getByRole('img', { name: `Código QR de ${later.name}` })).toBeVisible()
    await expectAccessible(page, 'a chair of today')
  })
  await count('an answer to a request', 3, async (press) => {
    const waiting = page.getByRole('region', { name: 'Citas por aceptar' })
    await press(waiting.getByRole('button', { name: 'Aceptar la cita de Nadia' }))
    await expect(page.getByText('Cita aceptada').first()).toBeVisible()
  })
  await count('a message to who comes', 3, async (press) => {
    await press(rowOf(later.name))
    await press(
      sheetOf(later.name)
        .getByRole('button', { name: /^Mensajes con Renata Campos/ })
        .last(),
    )
    await page
      .getByRole('form', { name: 'Escribir un mensaje' })
      .getByRole('textbox')
      .fill('La puerta de la calle está abierta.')
    await press(page.getByRole('button', { name: 'Enviar', exact: true }))
    await expect(page.getByRole('log').getByText('La puerta de la calle está abierta.')).toBeVisible()
  })
  await count('an hour of a chair is blocked', 3, async (press) => {
    await press(rowOf(mine.name))
    await press(sheetOf(mine.name).getByRole('link', { name: 'Bloquear una hora' }))
    const form = page.getByRole('dialog', { name: 'Bloquear un horario' })
    await expect(form.getByLabel('Unidad').locator('option:checked')).toHaveText(mine.name)
    await expectAccessible(page, 'an hour of a chair is blocked')
    await press(form.getByRole('button', { name: 'Bloquear', exact: true }))
    await expect(page.getByText('Horario bloqueado').first()).toBeVisible()
  })
  await count('an hour of a chair without bookings is blocked', 3, async (press) => {
    await press(today.getByRole('link', { name: `¿Por qué no se renta ${free}?` }))
    await press(page.getByRole('dialog').getByRole('link', { name: 'Bloquear una hora' }))
    const form = page.getByRole('dialog', { name: 'Bloquear un horario' })
    await expect(form.getByLabel('Unidad').locator('option:checked')).toHaveText(free)
    await press(form.getByRole('button', { name: 'Bloquear', exact: true }))
    await expect(page.getByText('Horario bloqueado').first()).toBeVisible()
  })
  await count('why a chair is free', 5, async (press) => {
    await press(today.getByRole('link', { name: `¿Por qué no se renta ${free}?` }))
    await expect(page.getByRole('dialog', { name: `¿Por qué no se renta ${free}?` })).toBeVisible()
  })
  await count('another chair', 5, async (press) => {
    await press(
      page.getByRole('navigation', { name: 'Barra principal' }).getByRole('link', { name: 'Calendario' }),
    )
    await ready(page)
    await press(page.getByRole('button', { name: new RegExp(`^Reserva, ${later.name}, .*Renata`) }).last())
    await press(page.getByRole('dialog').getByRole('button', { name: 'Mover' }))
    await expect(page.getByText(/^Ahora en Silla \d/).first()).toBeVisible()
  })
  await count('a call', 5, async (press) => {
    await press(page.getByRole('button', { name: 'Crear', exact: true }))
    await press(page.getByRole('dialog').getByRole('link', { name: 'Reserva en mostrador' }))
    const form = page.getByRole('dialog', { name: 'Reservar en recepción' })
    await form.getByLabel('Teléfono').fill(newPhone())
    await form.getByLabel('Nombre (opcional)').fill('Paola')
    await press(form.getByRole('button', { name: 'Apartar y enviar el enlace' }))
    await expect(page.getByRole('dialog', { name: 'Enlace enviado' })).toBeVisible()
  })
  await count('what is unpaid', 5, async (press) => {
    await tool(press, 'Equipo de casa')
    await expect(page.getByText(/debe \$1,400/)).toBeVisible()
  })
  await count('a rent paid in cash', 5, async (press) => {
    await tool(press, 'Equipo de casa')
    const rents = page.getByRole('table', { name: 'Rentas fijas' })
    await press(rents.getByRole('button', { name: /^Inés/ }))
    await press(page.getByRole('dialog').getByRole('button', { name: /^Marcar como pagada/ }))
    const marking = page.getByRole('dialog', { name: 'Renta de Inés Campos' })
    await press(marking.getByRole('button', { name: 'Marcar como pagada' }))
    await expect(page.getByText('Anotado').first()).toBeVisible()
  })
  await count('a problem is reported', 5, async (press) => {
    await press(rowOf(mine.name))
    await press(sheetOf(mine.name).getByRole('button', { name: 'Reportar un problema' }).first())
    const report = page.getByRole('dialog', { name: 'Reportar un problema' })
    await expect(report.getByRole('radio')).toHaveCount(8)
    await press(report.getByRole('radio', { name: 'Hubo ruido o quejas de vecinos' }))
    await report.getByLabel('Cuéntalo').fill('La vecina se quejó de la música a las seis.')
    await expectAccessible(page, 'a host reports a problem')
    await press(report.getByRole('button', { name: 'Enviar reporte' }))
    await expect(page.getByText('Problema reportado').first()).toBeVisible()
  })
  print()

  // Her side reads the subject, and that without a proof Kalli decides.
  await renata.page.goto(`/professional-appointments?tab=problem&booking=${now.id}`)
  await ready(renata.page)
  await expect(renata.page.getByText(/reportó: hubo ruido o quejas de vecinos/)).toBeVisible()
  await expect(renata.page.getByText(/Si no respondes, decide Kalli\./)).toBeVisible()
})
