import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as z from 'zod/mini'

const Manifest = z.object({
  start_url: z.string(),
  scope: z.string(),
  display: z.string(),
  lang: z.string(),
  icons: z.array(z.object({ src: z.string(), sizes: z.string(), purpose: z.optional(z.string()) })),
  shortcuts: z.array(z.object({ name: z.string(), url: z.string() })),
})
const inPublic = (path: string) => new URL(`public${path}`, import.meta.url)

test('Kalli is installable: the manifest has a start, its own window and existing icons', () => {
  const manifest = Manifest.parse(JSON.parse(readFileSync(inPublic('/manifest.webmanifest'), 'utf8')))
  assert.deepEqual(
    [manifest.start_url, manifest.scope, manifest.display, manifest.lang],
    ['/', '/', 'standalone', 'es-MX'],
  )
  for (const { src } of manifest.icons) assert.ok(existsSync(inPublic(src)), src)
  // What browsers require before they offer to install.
  for (const size of ['192x192', '512x512'])
    assert.ok(
      manifest.icons.some(({ sizes }) => sizes === size),
      size,
    )
  assert.ok(manifest.icons.some(({ purpose }) => purpose === 'maskable'))
  assert.ok(manifest.shortcuts.some(({ url }) => url === '/professional-appointments'))
  const root = readFileSync(new URL('shell/root.tsx', import.meta.url), 'utf8')
  assert.ok(root.includes('rel="manifest" href="/manifest.webmanifest"'))
})
