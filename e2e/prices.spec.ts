/** Prices of hours: a host's changed rule is what the next visitor reads, and its author is recorded. */
import { expect } from '@playwright/test'
import { expectAccessibleEverywhere } from './accessible.ts'
import { salonOf } from './newcomers.ts'
import { host as owner, pageOf } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

test('a changed price rule shows in the price of the space, and in its history with its author', async ({
  browser,
}) => {
  test.setTimeout(180_000)
  const { page: host, spaceId } = await salonOf(browser, ['Silla 1'])
  await host.setViewportSize({ width: 390, height: 844 })
  await host.emulateMedia({ reducedMotion: 'reduce' })
  const visitor = await (await browser.newContext()).newPage()
  await visitor.goto(`/space/${spaceId}`)
  await ready(visitor)
  await expect(visitor.getByText('Desde $120/hora').filter({ visible: true })).toBeVisible()

  await host.goto(`/space-pricing-rules?space=${spaceId}`)

  await ready(host)
  await expectAccessibleEverywhere(host)
  await host.getByLabel('Por hora, con IVA').fill('150')
  await host.getByRole('button', { name: 'Agregar tarifa' }).click()
  await host.getByText('Tarifa 1').first().click()
  await host.getByLabel('Nombre').fill('Mañanas')
  for (const day of ['lunes', 'martes', 'miércoles', 'jueves', 'domingo'])
    await host.getByRole('button', { name: day, exact: true }).click()
  await host.getByLabel('Desde').first().selectOption('540')
  await host.getByLabel('Hasta').first().selectOption('720')
  await expectAccessibleEverywhere(host)
  // The strip's stay is in the afternoon: the base price applies there, before anything is saved.
  await expect(host.getByText('$600').first()).toBeVisible()
  // Typed values survive leaving the page.
  await host.reload()
  await ready(host)
  await expect(host.getByLabel('Por hora, con IVA')).toHaveValue('150')
  await host.getByRole('button', { name: 'Guardar precios' }).click()
  await expect(host.getByText('Precios guardados').first()).toBeVisible()
  const [newest] = await host.getByRole('listitem').filter({ hasText: 'Pilar Campos' }).allInnerTexts()
  expect(newest).toMatch(/\$120[^]*\$150/)
  expect(newest).toMatch(/Mañanas/)

  await visitor.reload()

  await ready(visitor)
  await expect(visitor.getByText('Desde $150/hora').filter({ visible: true })).toBeVisible()
  // Another space nearby may have the former price.
  await expect(visitor.getByText('Desde $120/hora')).toHaveCount(0)

  // Unbooked hours: the timeline names them with a price; hours before a salon opened do not count.
  await host.goto('/host-availability')
  await ready(host)
  await expect(host.getByRole('heading', { name: 'Horas muertas' })).toHaveCount(0)
  const known = await pageOf(browser, owner.email)
  await known.goto('/host-availability')
  await ready(known)
  await known
    .getByRole('link', { name: /^Publicar a \$/ })
    .first()
    .click()
  await expect(known.getByRole('heading', { name: /^Horas muertas a \$/ })).toBeVisible()
  const quiet = new URL(known.url()).searchParams.get('quiet') ?? ''
  expect(quiet).toMatch(/^[1-7]-\d+-\d+/)
  await known.context().close()

  // Two presses later they have that price.
  await host.goto(`/space-pricing-rules?space=${spaceId}&quiet=2-9-12_3-9-12`)
  await ready(host)
  await expect(host.getByRole('heading', { name: 'Horas muertas a $105' })).toBeVisible()
  await expectAccessibleEverywhere(host)
  await host.getByRole('button', { name: /^Agregar estas? tarifas?$/ }).click()
  await expect(host.getByRole('heading', { name: 'Horas muertas a $105' })).toHaveCount(0)
  await host.getByRole('button', { name: 'Guardar precios' }).click()
  await expect(host.getByText('Precios guardados').first()).toBeVisible()
  await visitor.reload()
  await ready(visitor)
  await expect(visitor.getByText('Desde $105/hora').filter({ visible: true })).toBeVisible()
})
