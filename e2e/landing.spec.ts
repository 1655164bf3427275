/** The landing page: what moves, when, and how it is stopped (spec §2, §9). */
import { expect, type Page } from '@playwright/test'
import { ready } from './ready.ts'
import { test } from './test.ts'

const atTheLanding = async (page: Page, path = '/') => {
  await page.clock.install({ time: new Date('2026-11-20T10:00:00-06:00') })
  await page.goto(path)
  await ready(page)
  // The scripts wait for the first paint, by a clock that the test controls.
  await page.clock.runFor(2_000)
  await ready(page)
  await expect(async () => {
    expect(await page.evaluate(() => Object.keys(document.querySelector('h1') ?? {}).length)).toBeGreaterThan(
      0,
    )
  }).toPass()
}

/** From here on time advances only when the test says so, however slow the machine. */
const stopTime = async (page: Page) => {
  const now = await page.evaluate(() => Date.now())
  await page.clock.pauseAt(now + 1_000)
}

const headline = (page: Page) => page.getByRole('heading', { level: 1 })

test('the headline changes every three seconds, through twelve pairs, and stops on request @desktop', async ({
  page,
}) => {
  await atTheLanding(page)
  const seen = new Set([await headline(page).innerText()])
  // Words of every length take the same room: nothing below them moves.
  const height = async () => (await headline(page).boundingBox())?.height
  const first = await height()
  // The page's own clock runs beside ours, so a slow moment may skip one.
  for (let turn = 0; turn < 60 && seen.size < 12; turn++) {
    const before = await headline(page).innerText()
    await page.clock.runFor(3_000)
    await expect(headline(page)).not.toHaveText(before)
    seen.add(await headline(page).innerText())
    expect(await height()).toBe(first)
  }
  expect(seen.size).toBe(12)
  await page.getByRole('button', { name: 'Pausar el titular' }).click()
  await page.mouse.move(0, 400)
  const still = await headline(page).innerText()
  await page.clock.runFor(9_000)
  expect(await headline(page).innerText()).toBe(still)
  await page.getByRole('button', { name: 'Reanudar el titular' }).click()
  await page.mouse.move(0, 400)
  await page.clock.runFor(3_100)
  expect(await headline(page).innerText()).not.toBe(still)
})

test('the headline pauses while the visitor types or points @desktop', async ({ page }, { project }) => {
  await atTheLanding(page)
  await stopTime(page)
  await page.getByRole('combobox', { name: 'Profesional o servicio' }).focus()
  const still = await headline(page).innerText()
  await page.clock.runFor(6_000)
  expect(await headline(page).innerText()).toBe(still)
  if (project.name === 'phone') return
  await page.getByRole('combobox', { name: 'Profesional o servicio' }).blur()
  await headline(page).hover()
  await page.clock.runFor(6_000)
  expect(await headline(page).innerText()).toBe(still)
})

test('the steps advance every four seconds until the visitor takes over @desktop', async ({ page }) => {
  await atTheLanding(page, '/#como-funciona')
  const steps = page.getByRole('group', { name: 'Para Profesionales' })
  await steps.scrollIntoViewIfNeeded()
  await page.clock.runFor(500)
  await ready(page)
  await page.mouse.move(2, 2)
  const shown = (step: number) => steps.getByRole('listitem').getByText(`Paso ${step} de 5`)
  // The page's own clock runs beside ours: the current step depends on the speed of the machine.
  const current = () =>
    steps
      .getByRole('listitem')
      .getByText(/^Paso \d de 5$/)
      .innerText()
  for (let turn = 0; turn < 2; turn++) {
    const before = await current()
    await page.clock.runFor(4_100)
    await expect.poll(current).not.toBe(before)
  }
  await steps.getByRole('button', { name: 'Paso siguiente' }).click()
  const chosen = await current()
  await page.mouse.move(2, 2)
  await page.clock.runFor(12_000)
  expect(await current()).toBe(chosen)
  await steps.getByRole('button', { name: 'Ir al paso 5' }).click()
  await steps.getByRole('button', { name: 'Paso siguiente' }).click()
  await expect(shown(1)).toBeVisible()
  await steps.getByRole('button', { name: 'Paso anterior' }).click()
  await expect(shown(5)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Empezar Como Profesional' })).toHaveAttribute(
    'href',
    '/api/login?role=professional&redirect=%2Fprofessional-dashboard%3Fstart%3Dnext',
  )

  await page.getByRole('button', { name: 'Para Espacios' }).click()
  const other = page.getByRole('group', { name: 'Para Espacios' })
  await expect(other.getByRole('listitem').getByText('Paso 1 de 5')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Publicar Mi Espacio' })).toHaveAttribute(
    'href',
    '/api/login?role=host&redirect=%2Fhost-registration',
  )
})

test('the steps stop by their button, and never move for a visitor who prefers reduced motion @desktop', async ({
  page,
}) => {
  await atTheLanding(page, '/#como-funciona')
  const steps = page.getByRole('group', { name: 'Para Profesionales' })
  await steps.scrollIntoViewIfNeeded()
  await page.clock.runFor(500)
  await ready(page)
  await page.getByRole('button', { name: 'Pausar los pasos' }).click()
  await page.clock.runFor(9_000)
  await expect(steps.getByRole('listitem').getByText('Paso 1 de 5')).toBeVisible()
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await atTheLanding(page)
  const still = await headline(page).innerText()
  await page.clock.runFor(9_000)
  expect(await headline(page).innerText()).toBe(still)
  await expect(page.getByRole('button', { name: 'Pausar el titular' })).toBeHidden()
})

const ways = [
  ['Presto un Servicio', '/for-professionals'],
  ['Tengo un Espacio', '/for-spaces'],
  ['Más Información', '/about'],
  ['Hablar con Ventas', '/contact'],
  ['Comenzar Ahora', '/search-results'],
] as const

test('every button of the landing page leads where the specification says', async ({ page }) => {
  for (const [name, path] of ways) {
    await page.goto('/')
    await ready(page)
    await page
      .getByRole('link', { name: new RegExp(`^${name}`) })
      .first()
      .click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
  }
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Reservar cita' })).toHaveAttribute('href', '/api/login')
  await ready(page)
  await page.getByRole('link', { name: 'Ver profesionales destacados' }).click()
  await expect(page.getByRole('heading', { name: 'Profesionales destacados' })).toBeInViewport()
})

test('the layout of the landing page and of the results does not shift @desktop', async ({ page }) => {
  for (const path of ['/', '/search-results?q=corte', '/search-results?type=spaces&q=silla&view=list']) {
    // Fonts are cached the second time: machines of a gate have none of the fallbacks that kalli.css measures (ui/fonts.test.ts).
    await page.goto(path)
    await ready(page)
    await page.goto(path)
    await ready(page)
    for (let step = 0; step < 12; step++) {
      await page.mouse.wheel(0, 600)
      await page.waitForTimeout(60)
    }
    const { shift, moved } = await page.evaluate(
      () =>
        new Promise<{ shift: number; moved: string[] }>((resolve) => {
          let shift = 0
          const moved: string[] = []
          const take = (entries: PerformanceEntryList) => {
            for (const entry of entries) {
              if ('value' in entry && typeof entry.value === 'number') shift += entry.value
              if (!('sources' in entry) || !Array.isArray(entry.sources)) continue
              for (const { node } of entry.sources)
                if (node instanceof Element)
                  moved.push(`${Math.round(entry.startTime)} ms: ${node.outerHTML.slice(0, 120)}`)
            }
          }
          new PerformanceObserver((list) => {
            take(list.getEntries())
            resolve({ shift, moved })
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve({ shift, moved }), 300)
        }),
    )
    expect(shift, `${path}, moved: ${moved.join(' | ')}`).toBeLessThan(0.02)
  }
})
