/**
 * Public pages in Lighthouse's mobile profile: a mid-range phone (four times slower) on slow 4G, simulated, with the machine's own
 * Chromium. Medians of three visits with an empty cache.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
// oxlint-disable-next-line no-restricted-imports -- the journeys' browser; e2e/ is no root that others import from
import { chromiumFlags, findChromium } from '../e2e/chromium.ts'
import { machine, median, table } from './harness.ts'
import { ownDatabase, serveKalli } from './kalli.ts'

const pages = ['/', '/search-results?q=corte', '/p/1', '/space/1', '/booking?professional=1']
const visits = 3
const least = { performance: 98, lcpMs: 1600 }
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

type Visit = Record<(typeof categories)[number] | 'lcpMs', number>

const main = async () => {
  console.log(`lighthouse: mobile profile, median of ${visits} visits\n${machine()}`)
  const chromePath = findChromium()
  if (chromePath === undefined)
    throw new Error('No Chromium: `npm test` installs one, KALLI_CHROMIUM names one.')
  const database = await ownDatabase('town')
  const server = await serveKalli(database.url, { jobs: true, pages: true })
  const browser = await openBrowser(chromePath)
  const rows: Record<string, string>[] = []
  try {
    for (const path of pages) {
      const seen: Visit[] = []
      for (let turn = 0; turn < visits; turn += 1) seen.push(await visit(server.url + path, browser.port))
      const of = (name: keyof Visit) => median(seen.map((one) => one[name]))
      const met = of('performance') >= least.performance && of('lcpMs') < least.lcpMs
      if (!met) process.exitCode = 1
      rows.push({
        '': path,
        performance: String(of('performance')),
        'LCP s': (of('lcpMs') / 1000).toFixed(2),
        accessibility: String(of('accessibility')),
        'best practices': String(of('best-practices')),
        SEO: String(of('seo')),
        [`aim ≥ ${least.performance}, < ${least.lcpMs / 1000} s`]: met ? 'met' : 'MISSED',
      })
    }
    table(rows)
  } finally {
    await browser.close()
    await server.stop()
    await database.drop()
  }
}

/** Chromium with its own profile, on a port that it picks and reports itself. */
const openBrowser = async (path: string) => {
  const profile = mkdtempSync(join(tmpdir(), 'kalli-bench-browser-'))
  const words = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank']
  // Debian's command is a script whose browser outlives it: the group of both is ended.
  const child = spawn(path, [...chromiumFlags, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const end = (signal: NodeJS.Signals) => {
    try {
      process.kill(-(child.pid ?? Number.NaN), signal)
    } catch {
      // It has ended.
    }
  }
  const port = await new Promise<number>((resolve, reject) => {
    let text = ''
    child.once('exit', () => reject(new Error(`Chromium ended: ${text}`)))
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const reported = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(text)?.[1]
      if (reported !== undefined) resolve(Number(reported))
    })
  })
  return {
    port,
    close: async () => {
      // Its pipe closes when the last process of the group has ended.
      const ended = new Promise((resolve) => child.once('close', resolve))
      end('SIGTERM')
      // After many requests a browser does not always react to SIGTERM.
      const impatient = setTimeout(() => end('SIGKILL'), 5_000)
      await ended
      clearTimeout(impatient)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

const visit = async (address: string, port: number): Promise<Visit> => {
  const reported = await lighthouse(address, { port, logLevel: 'silent', onlyCategories: [...categories] })
  if (reported === undefined) throw new Error(`${address}: Lighthouse told nothing`)
  const { lhr } = reported
  if (lhr.runtimeError !== undefined) throw new Error(`${address}: ${lhr.runtimeError.message}`)
  if (process.env['KALLI_BENCH_AUDITS'] === 'on')
    for (const { id, title, score } of Object.values(lhr.audits))
      if (score !== null && score < 0.9)
        console.log(`  ${new URL(address).pathname} ${id}: ${title} (${score})`)
  const score = (name: (typeof categories)[number]) =>
    Math.round((lhr.categories[name]?.score ?? Number.NaN) * 100)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    lcpMs: lhr.audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
  }
}

await main()
