/**
 * Public pages, rendered whole and compressed as a browser gets them, beside the same bytes as a fixed response of the same server; the
 * resources of the process under these requests; and the JavaScript that each page loads.
 */
import { compare, machine, short, table } from './harness.ts'
import { ownDatabase, overHttp, serveKalli, startKalli } from './kalli.ts'
import { load } from './load.ts'
import { maxBytes } from '#web/light-pages.ts'
import { measurePage } from './page-bytes.ts'

const pages = ['/', '/search-results?q=corte', '/p/1', '/space/1']
const connections = 8
const seconds = 3
const rounds = 3
const maxMb = 350
const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' }

const main = async () => {
  console.log(`pages: a town of 2,500 professionals, ${connections} connections, compressed\n${machine()}`)
  const database = await ownDatabase('town')
  const server = await serveKalli(database.url, { jobs: true, pages: true })
  try {
    for (const path of pages) {
      const html = await (await fetch(server.url + path)).text()
      await server.setPage(html)
      const request = { connections, seconds, headers }
      const sides = [
        overHttp('rendered', server, [path], request),
        overHttp(`the same ${short(html.length / 1024)} KiB, fixed`, server, ['/static-page'], request),
      ]
      await compare(path, { sides, rounds })
    }
    await printMemory(database.url)
    await printBytes(server.url)
  } finally {
    await server.stop()
    await database.drop()
  }
}

/** For Kalli as `npm start` runs it, under visitors' requests alone: sending fixed bytes at full speed takes more memory. */
const printMemory = async (databaseUrl: string) => {
  const server = await startKalli(databaseUrl)
  for (const path of [...pages, ...pages]) await load([server.url + path], { connections, seconds, headers })
  const { resident, peak } = server.memory()
  await server.stop()
  const verdict = peak / 1e6 < maxMb ? 'met' : 'MISSED'
  if (verdict === 'MISSED') process.exitCode = 1
  console.log(
    `\nNode after ${connections} visitors pressed each page twice: ${short(resident / 1e6)} MB resident, ${short(peak / 1e6)} MB at its peak  aim < ${maxMb} MB: ${verdict}`,
  )
}

const printBytes = async (origin: string) => {
  const measured = []
  for (const path of [...pages, '/booking?professional=1', '/auth'])
    measured.push(await measurePage(origin, path))
  const heaviest = Math.max(...measured.map(({ javascriptBytes }) => javascriptBytes))
  if (heaviest > maxBytes) process.exitCode = 1
  console.log(
    `\nJavaScript on first load, gzip  aim ≤ ${maxBytes / 1024} KiB: ${heaviest <= maxBytes ? 'met' : 'MISSED'}`,
  )
  table(
    measured.map(({ path, files, javascriptBytes, htmlBytes }) => ({
      '': path,
      'KiB of JavaScript': (javascriptBytes / 1024).toFixed(1),
      files: String(files),
      'KiB of page': (htmlBytes / 1024).toFixed(1),
    })),
  )
}

await main()
