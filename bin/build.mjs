// Builds the served files when their sources are newer than the last build: compared by content, not by date.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findNode, root, say, withNode } from './install.mjs'

const built = join(root, 'dist')

const screens = {
  name: 'las pantallas',
  sources: ['web', 'contract', 'vite.config.ts', 'package-lock.json'],
  folders: ['client', 'server'],
  // Compiling a thousand modules leaves much behind: a larger young generation saves a second of collecting.
  command: [
    '--max-semi-space-size=64',
    join('node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--logLevel',
    'warn',
  ],
}
/** For browsers that accept Brotli: seven seconds of work that must not delay the first page. Without it they get .gz. */
const smallest = {
  name: 'las copias más pequeñas',
  sources: screens.sources,
  folders: ['client'],
  stamp: 'smallest',
  adds: true,
  command: [join('bin', 'smallest.mjs')],
}
/** The contract as OpenAPI, which the running server only sends: a second of work that must not delay the first page either. */
const reference = {
  name: 'la referencia de la API',
  sources: ['server', 'contract', 'package-lock.json'],
  folders: ['reference'],
  adds: true,
  command: [join('server', 'openapi', 'write.ts')],
}
const server = {
  name: 'el servidor',
  sources: ['server', 'contract', 'bin/bundle.mjs', 'package-lock.json'],
  folders: ['kalli'],
  command: [join('bin', 'bundle.mjs')],
}

/** Resolves when the screens in `dist` match their sources. */
export const buildWeb = () => build(screens)
/** Resolves when the parts are there that Kalli can start without: the reference of the API, and the built screens as .br. */
export const buildRest = async () => {
  await build(reference)
  await buildWeb()
  await build(smallest)
}
/** Resolves, with its path, when the server in `dist` matches its sources. */
export const buildServer = async () => {
  await build(server)
  return join(built, 'kalli', 'main.js')
}

const build = async (part) => {
  const wanted = fingerprint(part)
  if (isBuilt(part, wanted)) return
  await alone(part, async () => {
    if (isBuilt(part, wanted)) return
    if (!part.adds) say(`Construyendo ${part.name}…`)
    const startedAt = Date.now()
    rmSync(stampOf(part), { force: true })
    if (!part.adds)
      for (const folder of part.folders) rmSync(join(built, folder), { recursive: true, force: true })
    const { code, output } = await run(part.command)
    if (code !== 0) throw new Error(`No se pudo construir: ${part.name}\n${output}`)
    writeFileSync(stampOf(part), wanted)
    if (part.adds) return
    say(`Construido en ${((Date.now() - startedAt) / 1000).toFixed(1)} s: ${part.name}.`)
  })
}

const buildingOf = ({ folders: [folder] }) => join(root, 'node_modules', `.kalli-building-${folder}`)

const stampOf = ({ folders: [folder], stamp = folder }) => join(built, `.${stamp}`)

const isBuilt = (part, wanted) => existsSync(stampOf(part)) && readFileSync(stampOf(part), 'utf8') === wanted

const fingerprint = ({ name, sources }) => {
  const hash = createHash('sha256')
  let files = 0
  for (const file of sources.flatMap(filesOf).toSorted()) {
    // Tests are not built, tables are read in place, and generated files follow from the rest.
    if (/\.(test|gen)\.tsx?$|\.sql$/.test(file)) continue
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
    files += 1
  }
  if (files < sources.length) throw new Error(`No encuentro las fuentes: ${name} (${sources.join(', ')}).`)
  return hash.digest('hex')
}

const filesOf = (path) => {
  if (!existsSync(join(root, path))) return []
  if (statSync(join(root, path)).isFile()) return [path]
  const entries = readdirSync(join(root, path), { withFileTypes: true })
  // Generated files beside the sources follow from them.
  const own = entries.filter(({ name }) => !name.startsWith('.'))
  return own.flatMap((entry) =>
    entry.isDirectory() ? filesOf(`${path}/${entry.name}`) : [`${path}/${entry.name}`],
  )
}

const run = (command) =>
  new Promise((resolve, reject) => {
    const node = findNode()
    const env = { ...withNode(node), NODE_ENV: 'production' }
    const child = spawn(node, command, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
    process.once('exit', () => child.kill())
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('exit', (code) => resolve({ code, output }))
  })

/** Concurrent starts build each part once: one takes the folder's name as a lock, and a dead owner's is taken over. */
const alone = async (part, act) => {
  const buildingPath = buildingOf(part)
  for (;;) {
    try {
      mkdirSync(buildingPath)
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (!isAlive(buildingPath)) rmSync(buildingPath, { recursive: true, force: true })
      await sleep(200)
    }
  }
  writeFileSync(join(buildingPath, 'process'), String(process.pid))
  try {
    await act()
  } finally {
    rmSync(buildingPath, { recursive: true, force: true })
  }
}

/** A folder so new that its owner has not signed yet counts as alive. */
const isAlive = (buildingPath) => {
  const path = join(buildingPath, 'process')
  try {
    if (!existsSync(path)) return Date.now() - statSync(buildingPath).mtimeMs < 2000
    return process.kill(Number(readFileSync(path, 'utf8')), 0)
  } catch {
    return false
  }
}
