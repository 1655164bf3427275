import { chromium } from '@playwright/test'
const base = 'http://localhost:3098'
const [, , who, width, ...paths] = process.argv
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})
const ctx = await browser.newContext({
  viewport: { width: +width, height: width < 500 ? 844 : 900 },
  locale: 'es-MX',
  timezoneId: 'America/Mexico_City',
  isMobile: +width < 500,
  hasTouch: +width < 500,
  colorScheme: process.env.DARK ? 'dark' : 'light',
})
const page = await ctx.newPage()
if (who !== '-') {
  const r = await ctx.request.post(base + '/api/auth/login', {
    data: { email: who + '@kalli.test', password: 'kalli-demo' },
  })
  if (!r.ok()) console.log(r.status(), await r.text())
}
for (const p of paths) {
  const [path, act] = p.split('@@')
  await page
    .goto(base + path, { waitUntil: 'networkidle' })
    .catch((e) => console.log(String(e).slice(0, 100)))
  if (act) {
    try {
      await eval('(async()=>{' + act + '})()')
    } catch (e) {
      console.log(path, String(e).slice(0, 300))
    }
    await page.waitForTimeout(700)
  }
  const name =
    (path.replace(/[^a-z0-9]+/gi, '-').slice(1, 40) || 'home') +
    (act ? '-act' : '') +
    '-' +
    width +
    (process.env.TAG ?? '')
  await page.screenshot({ path: `/tmp/look/${name}.png`, fullPage: process.env.FULL !== '0' })
  console.log(
    name,
    await page.evaluate(
      () => document.documentElement.scrollHeight + ' ' + document.documentElement.scrollWidth,
    ),
  )
}
await browser.close()
