// `npm run structure`: measures files in a folder, cycles between folders, long files, long components, and words that are not standard
// terms. With --gate it fails above the limits; with --words or --long it lists what it counted.
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/experimental'
import {
  extreme,
  limits,
  nonStandard,
  nonStandardName,
  spanishOrData,
  standardTerm,
} from './structure-limits.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const roots = ['contract', 'server', 'web']
const filesOf = (root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const all = roots.flatMap(filesOf)
const sources = all.filter((file) => /\.tsx?$/.test(file) && !/\.(gen|d)\.ts$/.test(file))
const code = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]))
const isTest = (file) => /\.(test|cases)\.tsx?$/.test(file)

const biggestFolder = () => {
  const sizes = Map.groupBy(
    all.filter((file) => !file.startsWith('server/migrations/')),
    dirname,
  )
  return [...sizes].map(([folder, { length }]) => [length, folder]).toSorted(([one], [other]) => other - one)
}

/**
 * Import cycles between folders. Dynamic imports do not count, nor do the files beside all modules that assemble them (server/modules.ts)
 * or serve them all (web/paths.ts).
 */
const imported = /^(?:import\s+(?:[^'"]*?from\s*)?|export\s[^'"=]*?from\s*)(['"])([^'"\n]+)\1/gm
const foldersInCycles = () => {
  const edges = new Map()
  for (const [file, text] of code) {
    if (isTest(file)) continue
    for (const [, , name = ''] of text.matchAll(imported)) {
      const target = name.startsWith('#')
        ? name.slice(1)
        : name.startsWith('.')
          ? normalize(join(dirname(file), name))
          : ''
      if (!code.has(target) || dirname(target) === dirname(file) || roots.includes(dirname(target))) continue
      edges.set(dirname(file), (edges.get(dirname(file)) ?? new Set()).add(dirname(target)))
    }
  }
  const reaches = (from) => {
    const seen = new Set()
    const open = [...(edges.get(from) ?? [])]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(...(edges.get(next) ?? []))
    }
    return seen
  }
  return [...edges.keys()].filter((folder) => reaches(folder).has(folder))
}

const longFiles = () =>
  [...code]
    .filter(([file]) => !isTest(file) && !spanishOrData.test(file))
    .map(([file, text]) => [text.split('\n').length - 1, file])
    .filter(([lines]) => lines > 300)
    .toSorted(([one], [other]) => other - one)

const longComponents = () => {
  const found = []
  for (const [file, text] of code) {
    if (!file.endsWith('.tsx') || isTest(file)) continue
    const lineOf = (offset) => text.slice(0, offset).split('\n').length
    const note = (name, node) => {
      if (!/^[A-Z]/.test(name) || node === null) return
      const lines = lineOf(node.end) - lineOf(node.start) + 1
      if (lines > 100) found.push([lines, `${file} ${name}`])
    }
    for (const statement of parseSync(file, text).program.body) {
      const one = statement.type.startsWith('Export') ? statement.declaration : statement
      if (one?.type === 'FunctionDeclaration') note(one.id?.name ?? '', one)
      if (one?.type === 'VariableDeclaration')
        for (const { id, init } of one.declarations)
          if (init?.type === 'ArrowFunctionExpression') note(id.name ?? '', one)
    }
  }
  return found.toSorted(([one], [other]) => other - one)
}

/** Comments first, then code; quoted text is Spanish, SQL or the contract's. */
const commentOrQuoted =
  /(\/\*[^]*?\*\/|\/\/[^\n]*)|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
const readable = (text) => {
  let comments = ''
  const names = text.replace(commentOrQuoted, (_, comment) => {
    comments += `${comment ?? ''}\n`
    return "''"
  })
  return { comments, names }
}
/** The same for the schema, whose quoted texts with a space are comments on tables and rules; others are values. */
const sqlCommentOrQuoted = /(--[^\n]*|\/\*[^]*?\*\/)|'((?:[^']|'')*)'/g
const readableSql = (text) => {
  let comments = ''
  const names = text.replace(sqlCommentOrQuoted, (_, comment, quoted = '') => {
    comments += `${comment ?? (quoted.includes(' ') ? quoted : '')}\n`
    return "''"
  })
  return { comments, names }
}
const partsOf = (word) =>
  word
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ _$]/)
const isNonStandard = (word, isName) =>
  !standardTerm.test(word) &&
  (extreme.test(word) ||
    partsOf(word).some((part) => nonStandard.has(part) || (isName && nonStandardName.has(part))))

const words = () => {
  const counts = new Map()
  for (const [file, text] of proseOf()) {
    const { comments, names } = file.endsWith('.sql') ? readableSql(text) : readable(text)
    for (const [part, isName] of [
      [comments, false],
      [names, true],
    ])
      for (const [word] of part.matchAll(/[A-Za-z_$][\w$]*/g))
        if (isNonStandard(word, isName)) counts.set(word, [...(counts.get(word) ?? []), file])
  }
  return [...counts].toSorted(([, one], [, other]) => other.length - one.length)
}

/** Journeys, benchmarks, tools and the schema are read by engineers as much as the code of the three roots. */
const proseOf = () => [
  ...code,
  ...all
    .filter((file) => file.startsWith('server/schema/') && file.endsWith('.sql'))
    .map((file) => [file, readFileSync(file, 'utf8')]),
  ...['e2e', 'bench', 'bin']
    .flatMap(filesOf)
    .filter((file) => /\.(?:ts|mjs)$/.test(file) && !file.endsWith('structure-limits.mjs'))
    .map((file) => [file, readFileSync(file, 'utf8')]),
]

process.stdout.on('error', () => process.exit())
const say = (line) => void process.stdout.write(`${line}\n`)
const listed = process.argv.includes('--long')
const folders = biggestFolder()
const cycles = foldersInCycles()
const files = longFiles()
const components = longComponents()
const found = words()
const figures = {
  'most files in a folder': [folders[0][0], limits.filesInFolder, folders[0][1]],
  'folders in cycles': [cycles.length, limits.foldersInCycles, cycles.join(' ')],
  'files over 300 lines': [files.length, limits.longFiles, files[0]?.join(' ') ?? ''],
  'components over 100 lines': [components.length, limits.longComponents, components[0]?.join(' ') ?? ''],
  'non-standard words': [
    found.reduce((sum, [, places]) => sum + places.length, 0),
    limits.nonStandardWords,
    found
      .slice(0, 5)
      .map(([word, places]) => `${word} ${places.length}`)
      .join(', '),
  ],
}
let failed = false
for (const [name, [value, limit, note]] of Object.entries(figures)) {
  if (value > limit) failed = true
  say(`${value > limit ? '✗' : '✓'} ${name}: ${value} (at most ${limit})${note ? ` · ${note}` : ''}`)
}
if (listed) for (const [lines, what] of [...files, ...components]) say(`  ${lines} ${what}`)
if (process.argv.includes('--words'))
  for (const [word, places] of found)
    say(`  ${places.length} ${word}: ${[...new Set(places)].slice(0, 6).join(' ')}`)
process.exitCode = failed && process.argv.includes('--gate') ? 1 : 0
