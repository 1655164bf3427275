import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import Fastify from 'fastify'
import { Category, SpaceType } from '#contract/professional/categories.ts'
import { drawPerson } from '#server/pictures/person.ts'
import { drawCategory } from '#server/pictures/portfolio.ts'
import { mountPictures } from '#server/pictures/routes.ts'
import { drawSpace, shots } from '#server/pictures/space.ts'
import { Refusal } from '#server/platform/refuse.ts'

/** Parses a picture as XML: every tag closed in order, every attribute once, every number valid. */
function assertWellFormed(svg: string, what: string) {
  assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 \d+ \d+"/, what)
  assert.doesNotMatch(svg, /NaN|undefined|Infinity|null|[&]/, what)
  const open: string[] = []
  let end = 0
  for (const tag of svg.matchAll(/<(\/?)([a-zA-Z]+)((?:\s+[a-zA-Z0-9:-]+="[^"<>]*")*)\s*(\/?)>/g)) {
    assert.doesNotMatch(svg.slice(end, tag.index), /[<>]/, `${what}: stray sign`)
    end = tag.index + tag[0].length
    const [, closing, name = '', attributes = '', alone] = tag
    const names = [...attributes.matchAll(/([a-zA-Z0-9:-]+)=/g)].map(([, attribute]) => attribute)
    assert.equal(new Set(names).size, names.length, `${what}: ${tag[0]}`)
    if (closing) assert.equal(open.pop(), name, what)
    else if (!alone) open.push(name)
  }
  assert.equal(end, svg.length, what)
  assert.deepEqual(open, [], what)
  for (const [, id = ''] of svg.matchAll(/(?:url\(#|href="#)([a-zA-Z0-9-]+)/g))
    assert.ok(svg.includes(`id="${id}"`), `${what}: ${id}`)
}

describe('pictures of spaces', () => {
  for (const type of SpaceType.options)
    test(`${type}: each picture of a hundred spaces is well-formed, small and reproducible`, () => {
      for (let seed = 0; seed < 100; seed++)
        for (let shot = 1; shot <= shots; shot++) {
          const svg = drawSpace(type, seed, shot)
          assertWellFormed(svg, `${type}/${seed}/${shot}`)
          assert.ok(svg.length < 26_000, `${type}/${seed}/${shot} has ${svg.length} letters`)
          if (seed % 10 === 0) assert.equal(drawSpace(type, seed, shot), svg)
        }
    })

  test('spaces differ from each other, and so do the pictures of one space', () => {
    const drawn = SpaceType.options.flatMap((type) =>
      [1, 2, 3].flatMap((seed) => [1, 2, 3, 4].map((shot) => drawSpace(type, seed, shot))),
    )
    assert.equal(new Set(drawn).size, drawn.length)
  })
})

describe('portraits', () => {
  test('two hundred portraits are well-formed, and the same person looks the same', () => {
    const drawn = Array.from({ length: 200 }, (_, seed) => drawPerson(seed, seed % 2 === 0 ? 'woman' : 'man'))
    for (const [seed, svg] of drawn.entries()) {
      assertWellFormed(svg, `person ${seed}`)
      assert.ok(svg.length < 20_000)
      assert.equal(drawPerson(seed, seed % 2 === 0 ? 'woman' : 'man'), svg)
    }
    assert.ok(new Set(drawn).size > 195)
  })
})

describe('pictures of categories', () => {
  for (const category of Category.options)
    test(category, () => {
      const [first, second] = [drawCategory(category), drawCategory(category, 1)]
      assertWellFormed(first, category)
      assertWellFormed(second, category)
      assert.notEqual(first, second)
      assert.ok(first.length < 15_000)
      assert.equal(drawCategory(category), first)
    })
})

describe('pictures over HTTP', () => {
  const app = Fastify()
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refusal ? error.status : 500).send(),
  )
  before(() => mountPictures(app))
  after(() => app.close())
  const get = (url: string) => app.inject({ url })

  for (const url of [
    '/pictures/person/1.svg',
    '/pictures/person/w2500.svg',
    '/pictures/person/m7.svg',
    '/pictures/space/consulting_room/450/4.svg',
    '/pictures/category/yoga.svg',
    '/pictures/category/hair/3.svg',
  ])
    test(`${url} is a cacheable picture that can run nothing`, async () => {
      const reply = await get(url)
      assert.equal(reply.statusCode, 200)
      assert.equal(reply.headers['content-type'], 'image/svg+xml; charset=utf-8')
      assert.equal(reply.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.match(String(reply.headers['content-security-policy']), /^default-src 'none';.*sandbox$/)
      assert.doesNotMatch(reply.body, /<script|\bon[a-z]+=|https?:(?!\/\/www\.w3\.org)/i)
      assert.equal((await get(url)).body, reply.body)
    })

  for (const url of [
    '/pictures/person/x1.svg',
    '/pictures/person/01.svg',
    '/pictures/person/-1.svg',
    '/pictures/person/w.svg',
    '/pictures/person/1',
    '/pictures/person/1.png',
    '/pictures/person/9999999999.svg',
    '/pictures/space/chair/1/0.svg',
    '/pictures/space/chair/1/5.svg',
    '/pictures/space/sofa/1/1.svg',
    '/pictures/space/chair/1.svg',
    '/pictures/category/tarot.svg',
    '/pictures/category/__proto__.svg',
    '/pictures/person/__proto__.svg',
    '/pictures/',
    '/pictures/other/1.svg',
    '/pictures/category/hair/1/2.svg',
    '/pictures/person/1%2e5.svg',
  ])
    test(`${url} is not found`, async () => assert.equal((await get(url)).statusCode, 404))

  test('more pictures are served than the cache holds, and a dropped one is redrawn identically', async () => {
    const first = (await get('/pictures/space/hall/1/1.svg')).body
    for (let seed = 0; seed < 250; seed++)
      assert.equal((await get(`/pictures/category/nails/${seed}.svg`)).statusCode, 200)
    assert.equal((await get('/pictures/space/hall/1/1.svg')).body, first)
  })
})
