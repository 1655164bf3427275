// The changes since the branch left main, uncommitted ones included, and the related test files.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const git = (...args) => {
  const { status, stdout } = spawnSync('git', args, { encoding: 'utf8' })
  return status === 0 ? stdout.split('\n').filter(Boolean) : []
}

/** Paths from the root; none where there is no git. */
export const changedFiles = () => {
  const [base] = git('merge-base', 'main', 'HEAD')
  const committed = base === undefined ? [] : git('diff', '--name-only', base, 'HEAD')
  return new Set([
    ...git('diff', '--name-only', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard'),
    ...committed,
  ])
}

/** The nearest first: changed tests, those of the same noun, those that import a changed file, the others of its folder. */
export const concerned = (testFiles, changed) => {
  const nouns = new Set([...changed].map((file) => file.replace(/(\.[a-z]+)?\.[a-z]+$/, '')))
  const folders = new Set([...changed].map((file) => dirname(file)))
  const distance = (file) => {
    if (changed.has(file)) return 0
    if (nouns.has(file.replace(/(\.[a-z]+)?\.test\.tsx?$/, ''))) return 1
    if (importsOf(file).some((path) => changed.has(path))) return 2
    return folders.has(dirname(file)) ? 3 : Infinity
  }
  return testFiles
    .map((file) => ({ file, distance: distance(file) }))
    .filter(({ distance }) => distance < Infinity)
    .toSorted((one, other) => one.distance - other.distance)
    .map(({ file }) => file)
}

const importsOf = (file) =>
  [...readFileSync(file, 'utf8').matchAll(/\bfrom\s*'([#.][^'\n]+)'/g)].map(([, name]) =>
    name.startsWith('#') ? name.slice(1) : join(dirname(file), name),
  )
