// Compresses each text file of the built screens as .br at the highest quality, while Kalli serves already.
import { readFileSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { root } from './install.mjs'

setPriority(10)
const client = join(root, 'dist', 'client')
for (const name of readdirSync(client, { recursive: true })) {
  if (!/\.(js|css|svg)$/.test(name)) continue
  const path = join(client, name)
  // A partial file under its own name could be sent.
  writeFileSync(`${path}.part`, brotliCompressSync(readFileSync(path)))
  renameSync(`${path}.part`, `${path}.br`)
}
