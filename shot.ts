import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from './e2e/chromium.ts'
const [, , email, w, ...paths] = process.argv
const width = Number(w)
const b = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
const c = await b.newContext({
  viewport: { width, height: width < 500 ? 844 : 800 },
  isMobile: width < 500,
  hasTouch: width < 500,
  locale: 'es-MX',
  timezoneId: 'America/Mexico_City',
  baseURL: 'http://localhost:3105',
})
if (email !== '-') {
  const r = await c.request.post('/api/auth/login', { data: { email, password: 'kalli-demo' } })
  if (r.status() !== 200) console.log(await r.text())
}
const p = await c.newPage()
p.on('pageerror', (e) => console.log('ERR', e.message))
p.on('console', (m) => m.type() === 'error' && console.log('CON', m.text().slice(0, 300)))
for (const [i, path] of paths.entries()) {
  const [url, click] = path.split('#click:')
  await p.goto(url!)
  await p.waitForTimeout(2500)
  if (click) {
    for (const name of click.split('|')) {
      await p
        .getByRole(name.startsWith('@') ? 'link' : 'button', { name: name.replace('@', '') })
        .first()
        .click()
      await p.waitForTimeout(1200)
    }
  }
  console.log(
    url,
    await p.evaluate(
      () =>
        `h=${document.documentElement.scrollHeight} footer=${document.querySelector('footer')?.getBoundingClientRect().height} sw=${document.documentElement.scrollWidth}`,
    ),
  )
  await p.screenshot({ path: `/tmp/e-${width}-${i}.png`, fullPage: !click })
}
await b.close()
