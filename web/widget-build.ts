/** The widget for other sites (web/widget/), as one classic script: a separate file that shares nothing with our pages. */
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

const entry = fileURLToPath(new URL('./widget/widget.ts', import.meta.url))
const root = fileURLToPath(new URL('..', import.meta.url))

export const bundleWidget = async (): Promise<string> => {
  const bundle = await rolldown({
    input: entry,
    cwd: root,
    platform: 'browser',
    transform: { target: 'es2020' },
    logLevel: 'silent',
  })
  try {
    const { output } = await bundle.generate({ format: 'iife', minify: true, sourcemap: false })
    return output[0].code
  } finally {
    await bundle.close()
  }
}

/** Writes it beside our own files; server/widget.ts serves it. */
export const widget = (): Plugin => ({
  name: 'kalli:widget',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'widget/widget.js', source: await bundleWidget() })
  },
})
