/**
 * JavaScript that a page requests on its first load, as the server sends it compressed: everything the page names (module preloads and
 * scripts) and everything those import statically. What loads later, when a visitor opens a menu, is not counted. `node bench/page-bytes.ts
 * http://localhost:3000 [path …]`
 */
import { gzipSync } from 'node:zlib'
import { maxBytes } from '#web/light-pages.ts'

export type PageBytes = { path: string; files: number; javascriptBytes: number; htmlBytes: number }

/** Public pages that need no data of their own. */
export const publicPages = ['/', '/search-results', '/auth', '/reset-password', '/booking', '/about']

export const measurePage = async (origin: string, path: string): Promise<PageBytes> => {
  const html = await (await fetch(origin + path)).text()
  const sizes = new Map<string, number>()
  // Named in links and scripts, or in the list that is fetched after the first paint (web/first-paint.ts).
  const named = [...html.matchAll(/"(\/assets\/[\w.-]+\.js)"/g)].map(([, file]) => file ?? '')
  if (named.length === 0) throw new Error(`${path} names no script: nothing was measured`)
  await Promise.all(named.map((file) => weigh(origin, file, sizes)))
  return {
    path,
    files: sizes.size,
    javascriptBytes: [...sizes.values()].reduce((sum, size) => sum + size, 0),
    htmlBytes: gzipSync(html).length,
  }
}

const weigh = async (origin: string, file: string, sizes: Map<string, number>): Promise<void> => {
  if (sizes.has(file)) return
  sizes.set(file, 0)
  const code = await (await fetch(origin + file, { headers: { 'accept-encoding': 'identity' } })).text()
  sizes.set(file, gzipSync(code, { level: 9 }).length)
  const imports = [...code.matchAll(/(?:\bfrom|^import|[;}]import)\s*"\.\/([\w.-]+\.js)"/g)]
  await Promise.all(imports.map(([, name]) => weigh(origin, `/assets/${name}`, sizes)))
}

const main = async ([origin = 'http://localhost:3000', ...paths]: string[]) => {
  for (const path of paths.length > 0 ? paths : publicPages) {
    const page = await measurePage(origin, path)
    const mark = page.javascriptBytes > maxBytes ? '✗' : '✓'
    const kib = (bytes: number) => `${(bytes / 1024).toFixed(1)} KiB`
    process.stdout.write(
      `${mark} ${path.padEnd(24)} ${kib(page.javascriptBytes).padStart(10)} of JavaScript in ${page.files} files, ${kib(page.htmlBytes)} of page\n`,
    )
  }
}

if (import.meta.main) await main(process.argv.slice(2))
