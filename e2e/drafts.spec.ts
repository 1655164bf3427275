/** Drafts in dialogs survive Escape, a tap outside and a reload: a waitlist entry, a damage claim and its answer, an application's. */
import { type APIResponse, type Browser, expect, type Locator, type Page } from '@playwright/test'
import { confirmEmail } from './listing.ts'
import {
  dateAhead,
  emailOf,
  letIn,
  newcomer,
  publishProfile,
  salonOf,
  somewhere,
  stylistNear,
} from './newcomers.ts'
import { chooseDay } from './people.ts'
import { picture } from './picture.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Closed by a key, by a tap outside and by a reload, and opened again each time: the draft is there. */
const outlives = async (
  page: Page,
  open: () => Promise<Locator>,
  isThere: (dialog: Locator) => Promise<void>,
) => {
  const close = [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(5, 5),
    async () => {
      await page.reload()
      await ready(page)
    },
  ]
  for (const closed of close) {
    await closed()
    const dialog = await open()
    await isThere(dialog)
  }
}

test('the waitlist form keeps its draft after Escape, a tap outside and a reload', async ({ browser }) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Ofelia')
  await letIn(salon, stylist)
  const visitor = await (await browser.newContext()).newPage()
  const date = dateAhead(5)
  const closed = await stylist.page.request.post('/api/availability/exceptions', {
    data: { date, windows: [] },
    headers: { 'idempotency-key': `closed-${date}` },
  })
  expect(closed.status(), await closed.text()).toBe(200)
  const wait = visitor.getByRole('button', { name: 'Avísame si se abre un lugar' })
  const open = async () => {
    await expect(visitor.getByRole('dialog')).toHaveCount(0)
    await chooseDay(visitor, 5)
    await wait.click()
    const form = visitor.getByRole('dialog', { name: 'Avísame si se abre un lugar' })
    const byMail = form.getByRole('button', { name: 'Avísame por correo' })
    await expect(byMail.or(form.getByLabel('Correo')).first()).toBeVisible()
    if (await byMail.isVisible()) await byMail.click()
    return form
  }
  await visitor.goto(`/booking?professional=${stylist.professionalId}&service=${stylist.serviceId}`)
  await ready(visitor)
  const dialog = await open()
  await dialog.getByLabel('Nombre').fill('Paola')
  await dialog.getByLabel('Correo').fill('paola@correo.test')
  await dialog.getByLabel('Noche').uncheck()
  await outlives(visitor, open, async (again) => {
    await expect(again.getByLabel('Nombre')).toHaveValue('Paola')
    await expect(again.getByLabel('Correo')).toHaveValue('paola@correo.test')
    await expect(again.getByLabel('Noche')).not.toBeChecked()
  })
})

const done = async (answer: APIResponse, status = 200) => {
  expect(answer.status(), await answer.text()).toBe(status)
  return answer.json()
}

/** A professional rents a host's chair from now on and has arrived: their card is authorized for the deposit. */
const heldGuarantee = async (browser: Browser) => {
  const where = somewhere()
  const { page: salon, spaceId } = await salonOf(browser, ['Silla 1'], where, { lets: true })
  const { version, rules } = await done(await salon.request.get(`/api/spaces/${spaceId}/pricing`))
  const data = { baseCents: 12_000, version, rules: { ...rules, depositCents: 30_000 } }
  await done(await salon.request.put(`/api/spaces/${spaceId}/pricing`, { data }))

  const pro = await newcomer(browser, 'professional', 'Ámbar')
  await confirmEmail(pro.request, await emailOf(pro))
  await publishProfile(pro, where)
  const { token } = await hoursFromNow(pro, spaceId)
  const { id } = await done(await pro.request.post('/api/reservations', { data: { token } }), 201)
  const card = { cardToken: 'tok_ok' }
  await done(await pro.request.post(`/api/reservations/${id}/pay`, { data: card }))
  const { stations } = await done(await salon.request.get(`/api/spaces/${spaceId}/stations`))
  const { code } = stations[0]
  await done(await pro.request.post(`/api/bookings/${id}/check-in`, { data: { code } }))
  let depositId: string | undefined
  await expect(async () => {
    const all: { id: string; state: string }[] = await done(await salon.request.get('/api/deposits?as=host'))
    depositId = all.find(({ state }) => state === 'held')?.id
    expect(depositId).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return { salon, pro, depositId }
}

/** An hour that begins within minutes; quotes are in steps of five minutes, and the first one may be over meanwhile. */
const hoursFromNow = async (pro: Page, spaceId: number): Promise<{ token: string }> => {
  for (const later of [3, 8]) {
    const at = new Date(Date.now() + later * 60_000)
    const clock = { timeZone: 'America/Mexico_City', hour: '2-digit', minute: '2-digit' } as const
    const [hours = 0, minutes = 0] = new Intl.DateTimeFormat('en-GB', clock).format(at).split(':').map(Number)
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(at)
    const startMinute = hours * 60 + minutes - (minutes % 5)
    const { rent } = await done(
      await pro.request.post(`/api/spaces/${spaceId}/quote`, { data: { date, startMinute, minutes: 60 } }),
    )
    if (rent.token !== null) return rent
  }
  throw new Error('no hour begins now')
}

test('a damage claim and the answer to it keep their drafts after Escape, a tap outside and a reload', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const { salon, pro, depositId } = await heldGuarantee(browser)
  await salon.goto(`/host-availability?deposit=${depositId}`)
  await ready(salon)
  const claims = async () => {
    await expect(salon.getByRole('dialog', { name: 'Reclamar un daño' })).toHaveCount(0)
    await salon.getByRole('button', { name: 'Reclamar un daño' }).click()
    return salon.getByRole('dialog', { name: 'Reclamar un daño' })
  }
  const claim = await claims()
  await claim.getByLabel('Cuánto cuesta repararlo').fill('180')
  await claim.getByLabel('Qué se dañó').fill('El espejo de la silla 2.')
  await claim.getByLabel('Agregar fotos').setInputFiles(await picture(salon))
  await expect(claim.getByRole('img', { name: 'Foto 1' })).toBeVisible()
  await outlives(salon, claims, async (again) => {
    await expect(again.getByLabel('Cuánto cuesta repararlo')).toHaveValue('180')
    await expect(again.getByLabel('Qué se dañó')).toHaveValue('El espejo de la silla 2.')
    await expect(again.getByRole('img', { name: 'Foto 1' })).toBeVisible()
  })
  await salon.getByRole('button', { name: 'Enviar reclamo' }).click()
  await expect(salon.getByText('Reclamo enviado').first()).toBeVisible()

  await pro.goto('/professional-appointments?tab=rents')
  await ready(pro)
  const answers = async () => {
    await expect(pro.getByRole('dialog')).toHaveCount(0)
    await pro
      .getByRole('region', { name: 'Reclamos por responder' })
      .getByRole('button', { name: 'No estoy de acuerdo' })
      .click()
    return pro.getByRole('dialog', { name: 'No estoy de acuerdo' })
  }
  const answer = await answers()
  await answer.getByLabel('Qué pasó').fill('Ya estaba roto al llegar.')
  await outlives(pro, answers, async (again) => {
    await expect(again.getByLabel('Qué pasó')).toHaveValue('Ya estaba roto al llegar.')
  })
  await pro.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(pro.getByText('Respuesta enviada').first()).toBeVisible()
})

test('a host’s answer to an application keeps its draft after Escape, a tap outside and a reload', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Eréndira')
  const terms = { rent: { kind: 'per_hour', ratePerHourCents: 12_000 } }
  const started = await stylist.page.request.post('/api/applications', {
    data: { spaceId: salon.spaceId, terms },
  })
  expect(started.status(), await started.text()).toBe(201)
  const { id, version }: { id: number; version: number } = await started.json()
  const sent = await stylist.page.request.post(`/api/applications/${id}/submit`, { data: { version } })
  expect(sent.status(), await sent.text()).toBe(200)
  const { page } = salon
  await page.goto(`/host-applications?application=${id}`)
  await ready(page)
  const dialogOf = (button: string, name: string) => async () => {
    // Only the application itself is open.
    await expect(page.getByRole('dialog', { name })).toHaveCount(0)
    await page.getByRole('button', { name: button, exact: true }).click()
    return page.getByRole('dialog', { name })
  }

  const counters = dialogOf('Contraoferta', 'Proponer otras condiciones')
  const counter = await counters()
  await counter.getByLabel('Renta por hora, en pesos').fill('135')
  await counter.getByLabel('Por qué').fill('Incluye el lavacabezas.')
  await outlives(page, counters, async (again) => {
    await expect(again.getByLabel('Renta por hora, en pesos')).toHaveValue('135')
    await expect(again.getByLabel('Por qué')).toHaveValue('Incluye el lavacabezas.')
  })
  await page.keyboard.press('Escape')

  const asks = dialogOf('Pedir información', 'Preguntar a Eréndira')
  const requested = await asks()
  await requested.getByLabel('Tu pregunta').fill('¿Trabajas los sábados?')
  await outlives(page, asks, async (again) => {
    await expect(again.getByLabel('Tu pregunta')).toHaveValue('¿Trabajas los sábados?')
  })
  await requested.getByRole('button', { name: 'Enviar pregunta' }).click()
  await expect(page.getByText('Pregunta enviada').first()).toBeVisible()
})
