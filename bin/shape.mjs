// Checks the shape of the code: file names, imports, files in a folder, one writer per table, no cycle, and the
// files that comments and documents name. It prints how much it has read; a check that has read nothing fails.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderFloors, moduleFloors as floors, maxFiles } from './floors.mjs'
import { missingMentions } from './mentions.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

// Above all floors: they assemble Kalli, seed it or test it.
const builders = ['seed', 'testing']
const notModules = [...builders, 'platform', 'migrations', 'schema']
// Names of layers and empty names: a file is a noun of the domain.
const emptyNames =
  /^(utils?|helpers?|common|shared|manager|data|info|types|models?|index|misc|lib|controllers?|repository|handlers?|services)$/
// Importable only inside their module.
const inner = new Set(['rules', 'routes', 'jobs', 'provider'])
const rooms = ['routes', 'screens', 'parts', 'ui']

const problems = []
const complain = (file, what) => problems.push(`${file}: ${what}`)

const sources = ['contract', 'server', 'web'].flatMap((root) =>
  existsSync(root)
    ? readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.(gen|d)\.ts$/.test(entry.name))
        .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    : [],
)

const isTest = (file) => /\.test\.tsx?$/.test(file)
const partOf = (file) => file.split('/')[1] ?? ''
const noun = (file) => basename(file).replace(/\.tsx?$/, '')

/** Code without its comments; strings stay, since imports and SQL are in them. */
const read = (file) =>
  readFileSync(file, 'utf8')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')

const importsOf = (file, code) =>
  [...code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g)].map(([statement, , name]) => ({
    name,
    target: name.startsWith('#')
      ? name.slice(1)
      : name.startsWith('.')
        ? normalize(join(dirname(file), name))
        : undefined,
    deferred: statement.startsWith('import(') || statement.startsWith('import ('),
  }))

const checkName = (file) => {
  const name = noun(file).replace(/\.(test|properties\.test)$/, '')
  if (!/^\$?[a-z0-9]+([.-][a-z0-9]+)*$/.test(name)) complain(file, 'file names are kebab-case')
  if (emptyNames.test(name)) complain(file, `"${name}" says nothing: name it after a noun of the domain`)
}

/** A module: named files in one folder or in its own folders, one of them named after it, each module on a floor. */
const checkModules = () => {
  const folders = readdirSync('server', { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const { name } of folders) {
    if (notModules.includes(name)) continue
    if (!floors.flat().includes(name)) complain(`server/${name}`, 'stands on no floor (bin/shape.mjs)')
    const own = sources.filter((file) => file.startsWith(`server/${name}/`))
    if (own.length > 0 && !own.some((file) => basename(file) === `${name}.ts`))
      complain(`server/${name}`, `has no ${name}.ts`)
  }
}

/** Limits the number of files in a folder, including tests. */
const checkSizes = () => {
  for (const root of ['contract', 'server', 'web']) {
    const folders = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    const sizes = Map.groupBy(folders, (entry) => entry.parentPath)
    for (const [folder, { length }] of sizes)
      if (length > maxFiles && folder !== 'server/migrations')
        complain(folder, `has ${length} files; at most ${maxFiles}: split it by noun`)
  }
}

const folderOf = (file, root) =>
  file.startsWith(`${root}/`) ? dirname(file).slice(root.length + 1) || '.' : undefined

/** A folder imports folders of lower floors only; folders of one floor do not know each other. Dynamic imports are exempt. */
const checkFolders = (file, name, target) => {
  for (const [root, own] of Object.entries(folderFloors)) {
    const [from, to] = [folderOf(file, root), folderOf(target, root)]
    if (from === undefined || to === undefined || from === to) continue
    const [high, low] = [from, to].map((folder) => own.findIndex((floor) => floor.includes(folder)))
    if (high < 0) complain(dirname(file), `stands on no floor of ${root} (bin/floors.mjs)`)
    else if (low < 0) complain(dirname(target), `stands on no floor of ${root} (bin/floors.mjs)`)
    else if (low >= high)
      complain(file, `imports ${name}: ${to} is not on a lower floor of ${root} than ${from}`)
  }
}

const floorOf = (part) => floors.findIndex((floor) => floor.includes(part))

const checkImport = (file, { name, target, deferred }) => {
  if (name.startsWith('../'))
    return complain(file, `imports ${name}: across folders with #contract/, #server/, #web/`)
  const root = file.split('/')[0]
  if (target === undefined) {
    if (root === 'contract' && !/^zod(\/|$)/.test(name))
      complain(file, `imports ${name}: the contract knows zod and itself only`)
    return
  }
  if (isTest(file)) return
  if (!deferred) checkFolders(file, name, target)
  const theirs = target.split('/')[0]
  // The one seam: pages.ts hands a request to the built web.
  if (file === 'server/pages.ts' && theirs === 'web') return
  if (theirs !== root && (root === 'contract' || theirs !== 'contract'))
    complain(file, `imports ${name}: web → contract ← server`)
  else if (root === 'server' && theirs === 'server') checkFloor(file, name, target)
  else if (root === 'web' && theirs === 'web') checkRoom(file, name, target)
}

const checkFloor = (file, name, target) => {
  const [from, to] = [partOf(file), partOf(target)]
  const topmost = !file.slice('server/'.length).includes('/')
  if (from === to || topmost || builders.includes(from)) return
  if (!target.slice('server/'.length).includes('/')) {
    // modules.ts declares the types of the modules.
    if (to !== 'modules.ts') complain(file, `imports ${name}: modules do not know who puts them together`)
  } else if (builders.includes(to)) complain(file, `imports ${name}: only tests do`)
  else if (floorOf(to) >= floorOf(from))
    complain(file, `imports ${name}: ${to} is not on a lower floor than ${from}`)
  else if (to !== 'platform' && inner.has(noun(target)))
    complain(file, `imports ${name}: go through ${to}'s noun file`)
}

/** routes → screens → parts → ui; the shell counts as a screen; loose files of web/ serve them all. */
const checkRoom = (file, name, target) => {
  const room = (path) => (partOf(path) === 'shell' ? 'screens' : partOf(path))
  const [from, to] = [rooms.indexOf(room(file)), rooms.indexOf(room(target))]
  if (from < 0 || to < 0) return
  if (to < from) complain(file, `imports ${name}: ${rooms[from]} do not know ${rooms[to]}`)
  const screen = (path) => (partOf(path) === 'shell' ? 'shell' : path)
  if (rooms[from] === 'screens' && to === from && screen(file) !== screen(target)) {
    complain(file, `imports ${name}: screens never import screens; move it to parts/`)
  }
}

const writes = [
  /\b(?:insertInto|updateTable|deleteFrom|replaceInto|mergeInto)\(\s*['"]([a-z_]+)/g,
  /\binsert\s+into\s+([a-z_]+)\s*(?:\(|as\b|select|values|default)/gi,
  /\bupdate\s+([a-z_]+)\s+(?:as\s+)?(?:[a-z_]+\s+)?set\b/gi,
  /\bdelete\s+from\s+([a-z_]+)/gi,
  /\btruncate\s+(?:table\s+)?([a-z_]+)/gi,
]

const writers = new Map()
const noteWrites = (file, code) => {
  if (!file.startsWith('server/') || isTest(file) || builders.includes(partOf(file))) return
  for (const [, table] of writes.flatMap((pattern) => [...code.matchAll(pattern)])) {
    const files = writers.get(table) ?? new Set()
    writers.set(table, files.add(file))
  }
}

const checkWriters = () => {
  for (const [table, files] of writers) {
    const parts = new Set([...files].map(partOf))
    if (parts.size > 1) complain(table, `is written by ${[...files].join(' and ')}; a table has one writer`)
  }
}

/** Import cycles of any length. Dynamic imports are exempt. */
const checkCircles = (graph) => {
  const state = new Map()
  const walk = (file, path) => {
    if (state.get(file) === 'done') return
    if (state.get(file) === 'open')
      return complain(file, `imports itself: ${[...path.slice(path.indexOf(file)), file].join(' → ')}`)
    state.set(file, 'open')
    for (const next of graph.get(file) ?? []) walk(next, [...path, file])
    state.set(file, 'done')
  }
  for (const file of graph.keys()) walk(file, [])
}

/** `null === null` made an owner of a viewer without the id: owners are compared by isOwn (platform/work.ts), which refuses null. */
const ownerCompared =
  /(?:[!=]==\s*(?:work\.)?who\.(?:hostId|professionalId|clientId|accountId)\b)|(?:\bwho\.(?:hostId|professionalId|clientId|accountId)\s*[!=]==(?!\s*null\b))/
const checkOwners = (file, code) => {
  if (file.startsWith('server/') && !isTest(file) && ownerCompared.test(code))
    complain(file, 'compares an owner with ===; use isOwn of platform/work.ts')
}

const graph = new Map()
let imports = 0
for (const file of sources) {
  const code = read(file)
  const found = importsOf(file, code)
  imports += found.length
  checkName(file)
  for (const one of found) checkImport(file, one)
  checkOwners(file, code)
  noteWrites(file, code)
  graph.set(
    file,
    found.flatMap(({ target, deferred }) => (target && !deferred ? [target] : [])),
  )
}
checkModules()
checkSizes()
checkWriters()
checkCircles(graph)
const mentions = missingMentions()
for (const missing of mentions.missing) problems.push(`${missing} is named and does not exist`)

const count = (root) => sources.filter((file) => file.startsWith(`${root}/`)).length
const amounts = {
  contract: count('contract'),
  server: count('server'),
  web: count('web'),
  imports,
  tables: writers.size,
  mentions: mentions.names,
}
for (const [what, amount] of Object.entries(amounts))
  if (amount === 0) problems.push(`nothing was read: ${what}`)
const summary = Object.entries(amounts)
  .map(([what, amount]) => `${what} ${amount}`)
  .join(', ')

process.stdout.write(
  problems.length > 0
    ? `${problems.join('\n')}\n${problems.length} problems (${summary})\n`
    : `shape holds (${summary})\n`,
)
process.exitCode = problems.length > 0 ? 1 : 0
