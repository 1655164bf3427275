// Bundles Kalli's server and all its libraries as a few files in `dist/kalli`: otherwise two thousand modules are read, compiled and held
// separately, which costs half a second at each start and thirty megabytes of memory.
import { builtinModules } from 'node:module'
import { dirname, join, relative, sep } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './install.mjs'

/** Not JavaScript, or only for development. */
const outside = ['sharp', 'pg-native', 'vite', /^node:/, ...builtinModules]

/** A module that resolves its own location gets the original one, since files beside it are read from there. */
const inTheirPlace = {
  name: 'in their place',
  transform(code, file) {
    if (!/import\.meta\.(dirname|url|main)|__dirname|__filename/.test(code)) return null
    const place = (path) => relative(root, path).split(sep).join('/')
    return code
      .replaceAll('import.meta.main', 'false')
      .replaceAll('import.meta.dirname', `(kalliRoot + ${JSON.stringify(place(dirname(file)))})`)
      .replaceAll('import.meta.url', `(kalliUrl + ${JSON.stringify(encodeURI(place(file)))})`)
      .replace(/\b__dirname\b/g, `(kalliRoot + ${JSON.stringify(place(dirname(file)))})`)
      .replace(/\b__filename\b/g, `(kalliRoot + ${JSON.stringify(place(file))})`)
  },
}

const bundle = await rolldown({
  cwd: root,
  input: { main: 'server/main.ts' },
  platform: 'node',
  external: outside,
  plugins: [inTheirPlace],
})
/** Node stores a long text with one non-ASCII character at two bytes a character: such characters are escaped. */
const inAscii = {
  name: 'in ASCII',
  generateBundle(_, files) {
    for (const file of Object.values(files))
      if (file.type === 'chunk') file.code = file.code.replace(/[^\0-\x7f]/g, numbered)
  },
}

const numbered = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

await bundle.write({
  dir: join(root, 'dist', 'kalli'),
  format: 'esm',
  cleanDir: true,
  // Names are preserved, so that logs can be read.
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  plugins: [inAscii],
  intro: `const kalliRoot = import.meta.dirname + '/../../', kalliUrl = new URL('../../', import.meta.url).href;`,
})
await bundle.close()
