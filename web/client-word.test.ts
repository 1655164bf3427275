import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

/** Words that people write, and the address of a demo account. */
const written = [
  /columns\.ts: .*'clienta',/,
  /wording\.ts: .*clientas\?\|clientes\?/,
  // The name of the tool in the bar, as the field's products have it.
  /label: 'Clientas'/,
  /tabs: \['Hoy', 'Agenda', 'Crear', 'Clientas', 'Más'\]/,
  /clienta(?:@|\.\$)/,
]

test('a client is called by name or "cliente", never by a word that supposes who they are', () => {
  const files = ['web', 'contract', 'server', 'e2e'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx,json,sql}`, { cwd: root }),
  )
  const wrong = files.flatMap((file) =>
    file.endsWith('client-word.test.ts')
      ? []
      : readFileSync(join(root, file), 'utf8')
          .split('\n')
          .filter((line) => /clientas?(?![a-z])/i.test(line))
          .map((line) => `${file}: ${line.trim()}`)
          .filter((found) => !written.some((allowed) => allowed.test(found))),
  )
  assert.ok(files.length > 1_000)
  assert.deepEqual(wrong, [])
})

/** Words that clients, professionals and hosts read twice when they tried Kalli; each has a plainer one. */
const replaced = [
  /[tT]oma(?:r(?:la|los)?|ste|s) de vuelta/,
  /hora del reloj/,
  /[qQ]ueda sellada hasta/,
  /Registró a tiempo/,
  /sin dar tu número/,
  /servicios y mi enlace/,
  /¿Cuánto camino\?/,
  /lo que escribiste se queda aquí/,
  /el cobro del que hablas/,
  /1 estrellas/,
  /Ganas este día/,
  /Te dejaría/,
  /Nueva ocupación/,
  /Bloque mínimo/,
  /[oO]bjét(?:al|ar)|[oO]bjetar|[oO]bjetó/,
  /[qQ]uedó firme/,
  /tus sedes/,
]

test('no text has a word that readers did not understand', () => {
  const files = ['web', 'contract', 'server'].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !file.endsWith('.test.ts')),
  )
  const wrong = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => replaced.some((word) => word.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  assert.ok(files.length > 1_000)
  assert.deepEqual(wrong, [])
})
