import { gzipSync } from 'node:zlib'
import type { Plugin, Rolldown } from 'vite'
import routes from './routes.ts'

const inBrowser = (environment: { name: string }) => environment.name === 'client'

/** Script budget of a public page's first load, compressed (docs/design.md). */
export const maxBytes = 160 * 1024

/** The fields of a built file that its weight depends on. */
export type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds' | 'isEntry' | 'code'>

/** Everything that these files import statically; later parts are not counted. */
const broughtBy = (chunks: ReadonlyMap<string, Chunk>, files: readonly string[]): ReadonlySet<string> => {
  const brought = new Set<string>()
  const bring = (file: string) => {
    if (brought.has(file)) return
    brought.add(file)
    chunks.get(file)?.imports.forEach(bring)
  }
  files.forEach(bring)
  return brought
}

const chunksOf = (bundle: Rolldown.OutputBundle): ReadonlyMap<string, Chunk> =>
  new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])))

const entriesOf = (chunks: ReadonlyMap<string, Chunk>) =>
  [...chunks.values()].flatMap(({ fileName, isEntry }) => (isEntry ? [fileName] : []))

/** Start of a Vite file with dynamic imports: the names of all files that those need, each list pointing into it. */
const namesAtTop = /^const __vite__mapDeps=.*?m\.f=\[(.*?)\].*?\n/
const topWith = (names: readonly string[]) =>
  `const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=${JSON.stringify(names)})))=>i.map(i=>d[i]);\n`

/** Drops the names of files that are already loaded; undefined where there are no lists. */
export const withShortLists = (code: string, there: ReadonlySet<string>): string | undefined => {
  const [top, inside] = namesAtTop.exec(code) ?? []
  if (top === undefined || inside === undefined) return undefined
  const names = [...inside.matchAll(/"([^"]*)"/g)].map(([, name = '']) => name)
  const saved: string[] = []
  const body = code.slice(top.length).replaceAll(/__vite__mapDeps\(\[([\d,]*)\]\)/g, (_, list: string) => {
    const needed = list.split(',').flatMap((at) => {
      const name = names[Number(at)]
      return name === undefined || there.has(name) ? [] : [name]
    })
    // A part already requested needs no preload hint.
    if (needed.length < 2) return '[]'
    for (const name of needed) if (!saved.includes(name)) saved.push(name)
    return `__vite__mapDeps([${needed.map((name) => saved.indexOf(name)).join()}])`
  })
  return saved.length === 0 ? body : topWith(saved) + body
}

/**
 * A later part need not name files that the page's entry or the requesting file has loaded, nor the entry's style. Otherwise the browser
 * would fetch that style a second time, before the first dialog opens. If a new version of Vite writes its lists differently, the build
 * reports it.
 */
export const shortLists = (): Plugin => ({
  name: 'kalli:short-lists',
  apply: 'build',
  applyToEnvironment: inBrowser,
  generateBundle: {
    // After Vite has written the lists.
    order: 'post',
    handler(_, bundle) {
      const chunks = chunksOf(bundle)
      const entries = entriesOf(chunks)
      const styles = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk' && file.isEntry ? [...(file.viteMetadata?.importedCss ?? [])] : [],
      )
      let found = false
      for (const chunk of chunks.values()) {
        const there = broughtBy(chunks, [...entries, chunk.fileName])
        const shorter = withShortLists(chunk.code, new Set([...there, ...styles]))
        if (shorter === undefined) continue
        found = true
        chunk.code = shorter
      }
      if (!found) this.error('No list of files was found: look again at web/light-pages.ts')
    },
  },
})

/** The public screens, whose first load is measured. */
const publicScreens = routes.children.flatMap((route) =>
  'children' in route || /^\/dev\/|^\$$/.test('path' in route ? route.path : '') ? [] : [route.file],
)

/** The weight of a screen's first load: the entry, the screen's own file and all their imports. */
export const weightOf = (
  chunks: ReadonlyMap<string, Chunk>,
  screen: string,
): { file: string; bytes: number }[] => {
  // The router's plugin moves the component of a screen into a separate module.
  const own = [...chunks.values()].filter(({ moduleIds }) =>
    moduleIds.some((id) => id.includes(`/web/${screen}?`)),
  )
  if (own.length === 0) throw new Error(`${screen} is in no file of the build: nothing was weighed`)
  const files = broughtBy(chunks, [...entriesOf(chunks), ...own.map(({ fileName }) => fileName)])
  return [...files]
    .map((file) => ({ file, bytes: gzipSync(chunks.get(file)?.code ?? '', { level: 9 }).length }))
    .toSorted((a, b) => b.bytes - a.bytes)
}

/** Fails the build when a public page is too heavy: visitors who pay by the megabyte would be the first to notice. */
export const lightPages = (): Plugin => ({
  name: 'kalli:light-pages',
  apply: 'build',
  applyToEnvironment: inBrowser,
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const chunks = chunksOf(bundle)
      const heavy = publicScreens.flatMap((screen) => {
        const files = weightOf(chunks, screen)
        const bytes = files.reduce((sum, one) => sum + one.bytes, 0)
        if (bytes <= maxBytes) return []
        const heaviest = files.slice(0, 6).map((one) => `${one.file} ${kib(one.bytes)}`)
        return [`web/${screen}: ${kib(bytes)} KiB of scripts (${heaviest.join(', ')} …)`]
      })
      if (heavy.length > 0)
        this.error(`Public pages bring at most ${kib(maxBytes)} KiB on first load:\n${heavy.join('\n')}`)
    },
  },
})

const kib = (bytes: number) => (bytes / 1024).toFixed(1)
