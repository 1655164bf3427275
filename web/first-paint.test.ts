import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paintFirst } from '#web/first-paint.ts'

const page =
  '<head><link rel="modulepreload" href="/assets/base-a1.js" fetchPriority="low" nonce="old"/><link rel="preload" as="font" href="/f.woff2"/></head>' +
  '<body><h1>Hola</h1><script nonce="n">1</script><script type="module" async="" src="/assets/index-b2.js" nonce="old"></script></body>'

test('a page names its scripts only in the list that is fetched after the first frame', () => {
  const html = paintFirst(page, 'n')
  assert.doesNotMatch(html, /modulepreload" href|src="\/assets/)
  assert.match(
    html,
    /<script nonce="n">\(function.*\)\(\["\/assets\/index-b2\.js","\/assets\/base-a1\.js"\]\)<\/script>/,
  )
  assert.match(html, /<h1>Hola<\/h1><script nonce="n">1<\/script>/)
  assert.match(html, /rel="preload" as="font"/)
})

test('a page without scripts stays unchanged', () => {
  assert.equal(paintFirst('<p>nada</p>', 'n'), '<p>nada</p>')
})
