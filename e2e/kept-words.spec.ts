/** What is typed in a dialog outlives Escape, a tap outside and a reload: to wait for an hour, to claim a damage, to answer an application. */
import { expect, type Locator, type Page } from '@playwright/test'
import { dateAhead, letIn, salonOf, stylistNear } from './newcomers.ts'
import { chooseDay, host, pageOf, stylist as ximena } from './people.ts'
import { picture } from './picture.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** Closed by a key, by a tap beside it and by a reload, and opened again each time: what was typed is there. */
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

test('what is typed to wait for an hour outlives Escape, a tap outside and a reload', async ({ browser }) => {
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
    return visitor.getByRole('dialog', { name: 'Avísame si se abre un lugar' })
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

test('a claim of a damage and the answer to it outlive Escape, a tap outside and a reload', async ({
  browser,
}) => {
  const salon = await pageOf(browser, host.email)
  const all = await salon.request.get('/api/deposits?as=host')
  const [held]: { id: string; state: string }[] = (await all.json()).filter(
    (one: { state: string }) => one.state === 'held',
  )
  expect(held, 'the town has a guarantee that is held').toBeDefined()
  await salon.goto(`/host-availability?deposit=${held?.id}`)
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

  const pro = await pageOf(browser, ximena.email)
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

test('what a host answers to an application outlives Escape, a tap outside and a reload', async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const salon = await salonOf(browser, ['Silla 1'])
  const stylist = await stylistNear(browser, salon, 'Eréndira')
  const terms = { rent: { kind: 'per_hour', ratePerHourCents: 12_000 } }
  const begun = await stylist.page.request.post('/api/applications', {
    data: { spaceId: salon.spaceId, terms },
  })
  expect(begun.status(), await begun.text()).toBe(201)
  const { id, version }: { id: number; version: number } = await begun.json()
  const sent = await stylist.page.request.post(`/api/applications/${id}/submit`, { data: { version } })
  expect(sent.status(), await sent.text()).toBe(200)
  const { page } = salon
  await page.goto(`/host-applications?application=${id}`)
  await ready(page)
  const dialogOf = (button: string, name: string) => async () => {
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await page.getByRole('button', { name: button }).click()
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
  const asked = await asks()
  await asked.getByLabel('Tu pregunta').fill('¿Trabajas los sábados?')
  await outlives(page, asks, async (again) => {
    await expect(again.getByLabel('Tu pregunta')).toHaveValue('¿Trabajas los sábados?')
  })
  await asked.getByRole('button', { name: 'Enviar pregunta' }).click()
  await expect(page.getByText('Pregunta enviada').first()).toBeVisible()
})
