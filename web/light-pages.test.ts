import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Chunk, weightOf, withShortLists } from '#web/light-pages.ts'

const chunk = (fileName: string, imports: string[], of: Partial<Chunk> = {}): [string, Chunk] => [
  fileName,
  { fileName, imports, moduleIds: [], isEntry: false, code: `export const name = '${fileName}'`, ...of },
]

const chunks = new Map([
  chunk('entry.js', ['base.js'], { isEntry: true }),
  chunk('base.js', []),
  chunk('pay.js', ['base.js', 'form.js'], {
    moduleIds: ['/kalli/web/screens/client/checkout.tsx?tsr-split=component'],
  }),
  chunk('form.js', ['icon.js']),
  chunk('icon.js', []),
  chunk('map.js', [], { code: 'x'.repeat(1000) }),
])

test('the weight of a page counts its entry and screen files once each, and no lazy ones', () => {
  const files = weightOf(chunks, 'screens/client/checkout.tsx').map(({ file }) => file)
  assert.deepEqual(files.toSorted(), ['base.js', 'entry.js', 'form.js', 'icon.js', 'pay.js'])
})

test('the heaviest file is listed first', () => {
  const heavy = new Map([
    ...chunks,
    chunk('icon.js', [], { code: `const heavy = '${'abcdefgh'.repeat(9)}'` }),
  ])
  const [first] = weightOf(heavy, 'screens/client/checkout.tsx')
  assert.ok(first !== undefined && first.bytes > 0)
  assert.equal(
    first.bytes,
    Math.max(...weightOf(heavy, 'screens/client/checkout.tsx').map(({ bytes }) => bytes)),
  )
})

test('a screen in no file is an error, not a light page', () => {
  assert.throws(() => weightOf(chunks, 'screens/client/nowhere.tsx'), /nothing was weighed/)
})

test('a dependency list omits files already loaded, and a part without dependencies has no list', () => {
  const top =
    'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/part.js","assets/base.js","assets/new.js","assets/all.css","assets/other.js"])))=>i.map(i=>d[i]);\n'
  const code = `${top}go(()=>import("./part.js"),__vite__mapDeps([0,1,2,3]));go(()=>import("./other.js"),__vite__mapDeps([4,1,3]));`
  assert.equal(
    withShortLists(code, new Set(['assets/base.js', 'assets/all.css'])),
    'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/part.js","assets/new.js"])))=>i.map(i=>d[i]);\ngo(()=>import("./part.js"),__vite__mapDeps([0,1]));go(()=>import("./other.js"),[]);',
  )
  assert.equal(withShortLists('export{}', new Set()), undefined)
})
