import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

/** Writes each text file of the browser's build again as .br and .gz, so that no request pays for compression. */
const compressed = (): Plugin => ({
  name: 'kalli:compressed',
  apply: 'build',
  applyToEnvironment: (environment) => environment.name === 'client',
  writeBundle: {
    order: 'post',
    async handler(options, bundle) {
      await Promise.all(
        Object.values(bundle).map(async (file) => {
          if (!/\.(js|css|svg)$/.test(file.fileName)) return
          const content = Buffer.from(file.type === 'chunk' ? file.code : file.source)
          const path = join(options.dir ?? '.', file.fileName)
          await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
          await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
        }),
      )
    },
  },
})

/**
 * The web build: `dist/client` (files with their content's hash in the name) and `dist/server/server.js`
 * (the handler that server/pages.ts mounts). Contract and web are bundled; packages stay outside.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: 'web/public',
  server: { watch: { ignored: ['**/.data/**', '**/dist/**', '**/.git/**'] } },
  build: { target: 'es2022', reportCompressedSize: false, assetsInlineLimit: 0 },
  plugins: [
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'web',
      router: {
        virtualRouteConfig: 'web/routes.ts',
        routesDirectory: '.',
        generatedRouteTree: 'routes.gen.ts',
        addExtensions: true,
        quoteStyle: 'single',
        semicolons: false,
      },
      serverFns: { disableCsrfMiddlewareWarning: true },
      server: { build: { inlineCss: true } },
      // The pages are rendered through Fastify in development too (server/pages.ts).
      vite: { installDevServerMiddleware: false },
    }),
    react(),
    compressed(),
  ],
})
