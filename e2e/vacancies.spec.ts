/** From an empty chair to an agreement: a host publishes a vacancy, two apply, one gets it, the other is notified. */
import { expect } from '@playwright/test'
import { expectAccessible, expectAccessibleEverywhere } from './accessible.ts'
import { confirmPhone } from './listing.ts'
import { salonOf, stylistNear } from './newcomers.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a vacancy without unlawful criteria is found and answered twice, and a candidate learns that it is taken', async ({
  browser,
}) => {
  // Three people and the checks of both sides of the screen.
  test.setTimeout(300_000)
  // A separate place and title on each try, so that data of an earlier try does not conflict.
  const place = await salonOf(browser, ['Silla 1'])
  const salon = place.page
  await confirmPhone(salon.request)
  const title = `Silla para colorista ${Date.now() % 100_000}`
  await salon.goto('/vacancies')
  await ready(salon)
  await expect(salon.getByText('Todavía no publicas vacantes')).toBeVisible()
  await salon.getByRole('button', { name: 'Nueva vacante' }).click()
  const editor = salon.getByRole('dialog', { name: 'Nueva vacante' })
  await editor.getByLabel('Título').fill(title)
  const requested = editor.getByLabel('Qué ofreces y qué hace falta')
  await requested.fill('Buena presentación y luz de día.')
  await expect(editor.getByText('La ley no permite pedir esto')).toBeVisible()
  await expect(editor.getByRole('button', { name: 'Guardar borrador' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expectAccessible(salon)
  await requested.fill('Hay luz de día y lavacabezas.')
  await editor.getByLabel('Cómo se paga').selectOption('mixed')
  await editor.getByLabel('Renta fija, en pesos').fill('1200')
  await editor.getByLabel('Parte, en %').fill('10')
  await editor.getByLabel('Mínimo por cita, $').fill('40')
  await editor.getByRole('button', { name: 'Guardar borrador' }).click()
  const card = salon.getByRole('article').filter({ hasText: title })
  await expect(card.getByText('Borrador')).toBeVisible()
  await card.getByRole('button', { name: /^Publicar/ }).click()
  await expect(card.getByText('Publicada', { exact: true })).toBeVisible()

  const { page: ana } = await stylistNear(browser, place, 'Amparo')
  await ana.goto('/vacancies')
  await ready(ana)
  const found = ana.getByRole('article').filter({ hasText: title })
  await expect(found.getByText(/% compatible$/)).toBeVisible()
  await ana.getByLabel(/^Avísame de vacantes nuevas/).check()
  await expect(ana.getByText('Te avisamos de vacantes nuevas').first()).toBeVisible()
  await found.getByRole('button', { name: /^Guardar/ }).click()
  await expect(found.getByRole('button', { name: /^Guardada/ })).toHaveAttribute('aria-pressed', 'true')
  await found.getByRole('button', { name: /^Ver condiciones/ }).click()
  await expect(found.getByText('Hay luz de día y lavacabezas.')).toBeVisible()
  const rent = /^Renta mixta: \$1,200 a la semana más 10 % de cada servicio \(mínimo \$40\)$/
  await expect(found.getByText(rent).first()).toBeVisible()
  await expect(found.getByText(/^Hoy nada\. El primer periodo de la parte fija/)).toBeVisible()
  await expectAccessibleEverywhere(ana)
  await found.getByRole('button', { name: /^Postularme/ }).click()
  const form = ana.getByRole('dialog', { name: /Postularme/ })
  await form.getByLabel('Mensaje').fill('Trabajo por cita y cuido el lugar.')
  await expectAccessible(ana)
  await form.getByRole('button', { name: 'Enviar postulación' }).click()
  await expect(found.getByText('Te postulaste')).toBeVisible()

  const { page: other } = await stylistNear(browser, place, 'Brenda')
  await other.goto('/vacancies')
  await ready(other)
  await other.getByRole('button', { name: `Postularme a ${title}` }).click()
  await other.getByRole('button', { name: 'Enviar postulación' }).click()
  await expect(other.getByText('Te postulaste')).toBeVisible()

  // Conversely: from the vacancy's own suggestions, on its terms.
  const { page: third } = await stylistNear(browser, place, 'Carmina')
  const email = salon.getByRole('dialog', { name: 'Invitar a Carmina Campos' })
  // A new account is found a moment later.
  await expect(async () => {
    await salon.goto('/vacancies')
    await ready(salon)
    await card.getByRole('button', { name: /ver a quién invitar/ }).click({ timeout: 3_000 })
    await card.getByRole('button', { name: 'Invitar a Carmina Campos' }).click({ timeout: 3_000 })
    await expect(email).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 45_000 })
  await expect(email.getByLabel('Espacio o vacante')).toHaveValue(/^vacancy /)
  await expect(email.getByText('Queda un lugar: si acepta, la vacante se cubre.')).toBeVisible()
  await expectAccessible(salon)
  await email.getByRole('button', { name: 'Enviar invitación' }).click()
  await expect(card.getByRole('link', { name: /^Una invitación espera respuesta/ })).toBeVisible()
  await third.goto('/professional-invitations')
  await ready(third)
  const invited = third.getByRole('link', { name: title })
  await expect(invited).toBeVisible()
  await expectAccessibleEverywhere(third)
  await invited.click()
  await expect(
    third.getByRole('article').filter({ hasText: title }).getByText('Te invitan', { exact: true }),
  ).toBeVisible()
  await third.getByRole('link', { name: `Ver mi invitación a ${title}` }).click()
  await expect(third.getByText(/^El lugar de la vacante es tuyo/)).toBeVisible()
  await expect(third.getByText(/haya o no citas/)).toBeVisible()
  await expectAccessible(third)

  await salon.goto('/vacancies')
  await ready(salon)
  await expect(card.getByText('Esperan tu respuesta')).toBeVisible()
  await expectAccessibleEverywhere(salon)
  await card.getByRole('link', { name: /Amparo Campos/ }).click()
  await expect(salon).toHaveURL(/host-applications/)
  const application = salon.getByRole('article').filter({ hasText: 'Amparo Campos' })
  // A fixed rent is for a chair: the approval names it.
  await application.getByRole('button', { name: 'Aprobar', exact: true }).click()
  const yes = salon.getByRole('dialog', { name: 'Aprobar a Amparo' })
  await expect(yes.getByRole('button', { name: 'Aprobar', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await yes.getByLabel('Unidad', { exact: true }).selectOption({ label: 'Silla 1' })
  await expectAccessible(salon)
  await yes.getByRole('button', { name: 'Aprobar', exact: true }).click()
  await expect(salon.getByText('Aprobada', { exact: true }).first()).toBeVisible()

  // The one place is taken: the vacancy is filled automatically, and the waiting applicant is notified with that reason.
  await expect(async () => {
    await salon.goto('/vacancies')
    await expect(card.getByText('Cubierta', { exact: true })).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 30_000 })
  await expect(card.getByText('1 de 1')).toBeVisible()
  await expect(async () => {
    await other.goto('/notifications')
    await expect(other.getByText(`La vacante «${title}» ya se cubrió`).first()).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 30_000 })
  await other.goto('/space-applications')
  await expect(other.getByText('La vacante se cubrió con otra persona.')).toBeVisible()
  await expect(async () => {
    await third.reload()
    await expect(third.getByRole('heading', { level: 1, name: 'La vacante ya se cubrió' })).toBeVisible({
      timeout: 2_000,
    })
  }).toPass({ timeout: 30_000 })
  await ana.goto('/space-applications?tab=agreements')
  await expect(ana.getByRole('rowheader', { name: place.name })).toBeVisible()
  // Her fixed rent makes her a team member, whose rent the runs collect, with the named chair.
  await expect(async () => {
    await salon.goto('/inhouse-professionals')
    await salon.getByRole('button', { name: 'Amparo Campos' }).click({ timeout: 3_000 })
    await expect(
      salon
        .getByRole('article')
        .filter({ hasText: 'Amparo Campos' })
        .getByText(/^Silla 1 · /),
    ).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 30_000 })
  const member = salon.getByRole('article').filter({ hasText: 'Amparo Campos' })
  await expect(member.getByText(/^\$1,200 a la semana y 10 % de cada servicio/)).toBeVisible()
  await expect(member.getByRole('button', { name: /^Elegir su unidad/ })).toHaveCount(0)
})
