import { chromium } from '@playwright/test'
import { findChromium, chromiumFlags } from './e2e/chromium.ts'
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
for (const [name, width, height] of [
  ['phone', 390, 844],
  ['desk', 1280, 900],
] as const) {
  const context = await browser.newContext({
    viewport: { width, height },
    baseURL: 'http://localhost:3123',
    locale: 'es-MX',
  })
  const r = await context.request.post('/api/auth/login', {
    data: { email: 'profesional@kalli.test', password: 'kalli-demo' },
  })
  console.log(r.status())
  const page = await context.newPage()
  const [one] = await (await context.request.get('/api/professional/services')).json()
  await page.goto(`/professional-services?edit=${one.id}`)
  await page.waitForLoadState('networkidle')
  await page.getByRole('tab', { name: 'Tiempo' }).click()
  await page.waitForTimeout(800)
  await page.getByRole('checkbox', { name: /^Horario de este/ }).scrollIntoViewIfNeeded()
  await page.screenshot({ path: `/tmp/v-c-${name}-service-0.png`, fullPage: true })
  await page.getByRole('checkbox', { name: /^Horario de este/ }).check()
  await page.getByLabel(/^al \(/).fill('2026-12-24')
  await page.waitForTimeout(800)
  const box = page.locator('fieldset', { hasText: 'Horario de este servicio' })
  await box.screenshot({ path: `/tmp/v-c-${name}-service.png` })
  await page.goto('/professional-space-rules')
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(800)
  const limits = page.locator('#limites')
  await limits.getByLabel('Citas al día').fill('5')
  await limits.getByLabel('Horas a la semana').fill('30')
  await limits.getByRole('checkbox').check()
  await page.waitForTimeout(300)
  await limits.screenshot({ path: `/tmp/v-c-${name}-limits.png` })
  await context.close()
}
await browser.close()
