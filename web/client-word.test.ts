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
