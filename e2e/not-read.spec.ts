/** A list of the working day that cannot be read says so in place, and is there after a retry. */
import { expect, type Page } from '@playwright/test'
import { host, pageOf, stylist } from './people.ts'
import { ready } from './ready.ts'
import { test } from './test.ts'

/** From another screen, since the server reads the first one by itself. */
const fails = async (page: Page, { api, link, there }: { api: string; link: string; there: RegExp }) => {
  await page.goto('/notifications')
  await ready(page)
  await page.route(api, (route) =>
    route.fulfill({ status: 503, json: { message: 'Ahora no se pudo leer.', code: 'unavailable' } }),
  )
  if (link === 'Hoy') await page.getByRole('navigation', { name: 'Barra principal' }).getByText('Hoy').click()
  else {
    await page.getByRole('button', { name: 'Más herramientas' }).click()
    // The name may end with how many wait there.
    await page
      .getByRole('dialog', { name: 'Más' })
      .getByRole('link', { name: new RegExp(`^${link}(, | |$)`) })
      .first()
      .click()
  }
  const again = page.getByRole('button', { name: 'Intentar de nuevo' }).first()
  await expect(again, link).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 }), link).toHaveText(there)
  await page.unroute(api)
  await again.click()
  await expect(page.getByText('Ahora no se pudo leer.'), link).toHaveCount(0)
}

test('the lists of a host and the day of a professional show when they failed to load', async ({
  browser,
}) => {
  test.setTimeout(120_000)
  const salon = await pageOf(browser, host.email)
  for (const one of [
    { api: '**/api/bookings?**', link: 'Reservas', there: /Reservas/ },
    { api: '**/api/host/spaces', link: 'Espacios', there: /Mis espacios/ },
    { api: '**/api/host/applications**', link: 'Solicitudes y convenios', there: /Solicitudes/ },
    { api: '**/api/host/team**', link: 'Equipo de casa', there: /Equipo/ },
  ])
    await fails(salon, one)
  await salon.context().close()
  const page = await pageOf(browser, stylist.email)
  await fails(page, { api: '**/api/professional/day**', link: 'Hoy', there: /./ })
  await page.context().close()
})
