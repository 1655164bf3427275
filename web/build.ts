import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const inBrowser = (environment: { name: string }) => environment.name === 'client'

/** The fields of an endpoint that the browser needs; the rest (schemas, texts) is for the server. */
const used = new Set(['method', 'path', 'idempotent'])

/**
 * The browser calls by the contract's types, which cost nothing; the server checks. So an endpoint's schemas leave
 * the browser's build, and zod with them, unless a screen itself parses something. Measured: 10 KB gz a page.
 */
export const leanContract = (): Plugin => ({
  name: 'kalli:lean-contract',
  applyToEnvironment: inBrowser,
  transform: {
    filter: { id: /\/contract\/[\w/-]+\.ts$/ },
    order: 'post',
    handler(code) {
      const edits: { from: number; to: number; text: string }[] = []
      let endpoints = 0
      for (const statement of this.parse(code).body) {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
        if (declaration?.type !== 'VariableDeclaration') continue
        for (const { init } of declaration.declarations) {
          const isEndpoint =
            init?.type === 'CallExpression' &&
            init.callee.type === 'Identifier' &&
            init.callee.name === 'endpoint'
          const copies =
            init?.type === 'ObjectExpression' && init.properties.some(({ type }) => type === 'SpreadElement')
          if (init && !isEndpoint && (copies || init.type === 'CallExpression')) {
            // The bundler assumes that calls and copies have side effects; in the contract none has.
            edits.push({ from: init.start, to: init.start, text: '/* @__PURE__ */ (() => (' })
            edits.push({ from: init.end, to: init.end, text: '))()' })
          }
          if (!isEndpoint) continue
          endpoints += 1
          const [value] = init.arguments
          if (value?.type !== 'ObjectExpression') this.error('An endpoint is written as one object')
          for (const [index, property] of value.properties.entries()) {
            const name =
              property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : ''
            const to = value.properties[index + 1]?.start ?? value.end - 1
            if (!used.has(name)) edits.push({ from: property.start, to, text: '' })
          }
        }
      }
      if (code.split(/\bendpoint\(/).length - 1 > endpoints && !/export const endpoint\b/.test(code))
        this.error('An endpoint is written out, not made by a function: its schemas would come along')
      let lean = code
      for (const edit of edits.toReversed()) lean = lean.slice(0, edit.from) + edit.text + lean.slice(edit.to)
      return { code: lean, map: null }
    },
  },
})

/** Modules that every page needs; no others, since a group brings everything that its members import. */
export const everywhere = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler)/',
    '@tanstack/(router-core|react-router|history|store|react-store)/',
    '@tanstack/query-core/build/modern/(query|queryObserver|queryClient|queryCache|mutationCache|removable|retryer|hydration)\\.',
    '@tanstack/react-query/build/modern/(useBaseQuery|useSuspenseQuery|QueryClientProvider)\\.',
    'web/ui/(class-names|spinner|button|logo|drawn-icon)\\.',
    // Small modules that the entry itself imports: as separate files they would appear in every preload list.
    'vite/preload-helper',
    '@tanstack/react-query/build/modern/(queryOptions|infiniteQueryOptions)\\.',
    'contract/platform/(endpoint|refusals)\\.',
    'web/(search-params|paths)\\.',
  ].join('|'),
)

/** Calls without side effects: the bundler may drop their unused results. */
export const pureCalls = ['z', 'endpoint', 'Text', 'LongText', 'TypedAddress', 'commaList']

/**
 * Kalli has no server functions: the API is the contract. Leaves out Start's client for them and its serialiser. Measured: 16 KB gz a
 * page. If a new version moves the file, the build reports it.
 */
export const withoutServerFunctions = (): Plugin => {
  let found = false
  return {
    name: 'kalli:without-server-functions',
    apply: 'build',
    applyToEnvironment: inBrowser,
    load: {
      filter: { id: /start-client-core\/dist\/esm\/client-rpc\/serverFnFetcher\.js$/ },
      handler() {
        found = true
        return "const none = () => { throw new Error('Kalli has no server functions') }; export { none as serverFnFetcher, none as trackPostProcessPromise }"
      },
    },
    buildEnd(error) {
      if (!found && error === undefined)
        this.error('serverFnFetcher.js was not found in TanStack Start: look again at web/build.ts')
    },
  }
}

const drawnIcon = fileURLToPath(new URL('./ui/drawn-icon.ts', import.meta.url))

/**
 * Draws icons with a few lines of our own (web/ui/drawn-icon.ts), without the keys of their shapes: those never change places, and a
 * random key of six characters does not compress. Measured: 1.3 KB gz a page. If a new version of lucide-react moves its files, the build
 * reports it.
 */
export const lightIcons = (): Plugin => {
  let drawn = 0
  return {
    name: 'kalli:light-icons',
    apply: 'build',
    applyToEnvironment: inBrowser,
    enforce: 'pre',
    resolveId: { filter: { id: /\/createLucideIcon\.mjs$/ }, handler: () => drawnIcon },
    transform: {
      filter: { id: /lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/ },
      handler(code) {
        drawn += 1
        return { code: code.replaceAll(/, key: "\w+"/g, '').replace(/^__iconData\.node;$/m, ''), map: null }
      },
    },
    buildEnd(error) {
      if (drawn === 0 && error === undefined)
        this.error('No icon was found in lucide-react: look again at web/build.ts')
    },
  }
}

/** Writes each text file of the browser's build again as .gz, so that no request pays for compression (bin/smallest.mjs adds .br). */
export const compressed = (): Plugin => ({
  name: 'kalli:compressed',
  apply: 'build',
  applyToEnvironment: inBrowser,
  writeBundle: {
    order: 'post',
    async handler(options, bundle) {
      await Promise.all(
        Object.values(bundle).map(async (file) => {
          if (!/\.(js|css|svg)$/.test(file.fileName)) return
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          await writeFile(
            join(options.dir ?? '.', `${file.fileName}.gz`),
            await promisify(gzip)(content, { level: 9 }),
          )
        }),
      )
    },
  },
})
