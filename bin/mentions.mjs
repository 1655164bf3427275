/** Which files named in comments and documents do not exist. A name counts as found when the path of some file ends with it. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const roots = ['contract', 'server', 'web', 'e2e', 'bench', 'bin', 'clients', 'docs']
const isForeign = /node_modules/
/** Generated, or applied already: the baseline and the migrations stay as they are, with their comments, until a release. */
const isFrozen = /\.gen\.ts$|^server\/(migrations|schema)\//

/** Written by a build, or a pattern. */
const isMade = /^schema\.d\.ts$|YYYY/

const filesOf = (root) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !isForeign.test(file))

/** A comment's text; a line of code has none. */
const comment = /(?:^|\s)(?:\/\/|\/?\*+|--)\s(.*)/
const named = /(?<![\w/.#@-])(?:#|\.\.\/)?((?:[\w-]+\/)*[\w][\w.-]*\.(?:tsx?|mjs|sql|md))\b/g

const linesWithNames = (file, text) =>
  file.endsWith('.md')
    ? [...text.replaceAll(/```[^]*?```/g, '').matchAll(/`([^`\s]+)`/g)].map(([, code]) => code)
    : text.split('\n').flatMap((line) => comment.exec(line)?.[1] ?? [])

/** `file: name` for each name of a file that does not exist, and how many names were read. */
export const missingMentions = () => {
  const files = [...roots.flatMap(filesOf), 'README.md', 'CONTRIBUTING.md', 'SECURITY.md']
  const known = new Set(
    files.flatMap((file) => file.split('/').map((_, place, parts) => parts.slice(place).join('/'))),
  )
  let names = 0
  const missing = []
  for (const file of files.filter((file) => /\.(tsx?|mjs|sql|md)$/.test(file) && !isFrozen.test(file)))
    for (const line of linesWithNames(file, readFileSync(file, 'utf8')))
      for (const [, name] of line.matchAll(named)) {
        names += 1
        if (!known.has(name.toLowerCase()) && !known.has(name) && !isMade.test(name))
          missing.push(`${file}: ${name}`)
      }
  return { names, missing }
}
