import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import {
  compressed,
  everywhere,
  leanContract,
  lightIcons,
  pureCalls,
  withoutServerFunctions,
} from './web/build.ts'
import { lightPages, shortLists } from './web/light-pages.ts'
import { widget } from './web/widget-build.ts'

const inside = 'assets/in-'
const behindSession = /\/web\/screens\/(account\/|host\/|professional\/|client\/(my-bookings|settings))/
/** Read by few, and then mostly first: the server names their files. */
const aside =
  /\/web\/screens\/visitor\/(about|contact|for-|help|inhouse|booking-link|pricing|privacy|terms|reset)/
const isInside = (file: string) => file.startsWith(inside)

/**
 * The web build: `dist/client` (files with their content's hash in the name) and `dist/server/server.js`
 * (the handler that server/pages.ts mounts). Contract and web are bundled; packages stay outside, but for the icons.
 */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  publicDir: 'web/public',
  server: { watch: { ignored: ['**/.data/**', '**/dist/**', '**/.git/**'] } },
  build: {
    target: 'es2022',
    reportCompressedSize: false,
    assetsInlineLimit: 0,
    rolldownOptions: { treeshake: { manualPureFunctions: pureCalls } },
  },
  // MapLibre's worker is a module.
  worker: { format: 'es' },
  environments: {
    // Of two thousand icons the pages draw a few dozen; whole, they are four megabytes of memory.
    ssr: { resolve: { noExternal: ['lucide-react'] } },
    client: {
      build: {
        // What every page needs compresses better in one piece (5 KB gz less than in twenty).
        // The entry lists the files of every screen: without their names, and without what only screens behind the
        // session or read by few need, that is 3 KB gz less on every public page.
        modulePreload: { resolveDependencies: (file, needed) => (isInside(file) ? [] : needed) },
        rolldownOptions: {
          output: {
            chunkFileNames: ({ facadeModuleId }) =>
              behindSession.test(facadeModuleId ?? '') || aside.test(facadeModuleId ?? '')
                ? `${inside}[hash:7].js`
                : 'assets/[hash:7].js',
            codeSplitting: { groups: [{ name: 'base', test: everywhere }] },
          },
        },
      },
    },
  },
  plugins: [
    tailwindcss(),
    tanstackStart({
      srcDirectory: 'web',
      router: {
        virtualRouteConfig: 'web/routes.ts',
        routesDirectory: '.',
        generatedRouteTree: 'routes.gen.ts',
        addExtensions: true,
        // A screen's reading travels with the screen, so the entry stays the same size however many there are.
        codeSplittingOptions: {
          defaultBehavior: [
            ['loader', 'component', 'pendingComponent', 'errorComponent', 'notFoundComponent'],
          ],
        },
        quoteStyle: 'single',
        semicolons: false,
      },
      serverFns: { disableCsrfMiddlewareWarning: true },
      server: { build: { inlineCss: true } },
      // The pages are rendered through Fastify in development too (server/pages.ts).
      vite: { installDevServerMiddleware: false },
    }),
    react(),
    leanContract(),
    lightIcons(),
    withoutServerFunctions(),
    shortLists(),
    lightPages(),
    widget(),
    compressed(),
  ],
})
