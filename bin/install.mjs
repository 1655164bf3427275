// Installs what a bare machine lacks: the right Node and the packages of package-lock.json. Runs on Node 20, without packages.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

export const root = dirname(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname))
const tools = join(root, '.tools')
const oldestNode = 26
// Older npm runs badly under this Node, and resolves what the lock leaves open differently.
const oldestNpm = 11
const npmVersion = '11.19.1'

/** Ends the command with an error that a person can act on. */
export const giveUp = (message) => {
  process.stderr.write(`\n${message}\n`)
  process.exit(1)
}

export const say = (line) => void process.stdout.write(`${line}\n`)

/**
 * Installs what is missing; quick when package-lock.json has not changed since. Without `development`, packages for tests, linters and
 * benchmarks are left out: half of all files. They are added, beside a Kalli that may be running, when needed.
 */
export const install = ({ development = true } = {}) => {
  if (isInstalled(development)) return
  const adds = development && isInstalled(false)
  say(
    adds
      ? 'Instalando las herramientas de desarrollo (solo la primera vez)…'
      : 'Instalando lo que falta (solo la primera vez, o cuando cambian las dependencias)…',
  )
  const node = findNode() ?? (mayInstall() ? process.execPath : fetchNode())
  const npm = findNpm(node) ?? fetchNpm(node)
  const startedAt = Date.now()
  const command = adds ? ['install', '--no-save'] : ['ci']
  const args = [npm, ...command, development ? '--include=dev' : '--omit=dev', '--loglevel=error']
  const { status } = fetching(node, args)
  if (status !== 0 || !findNode()) {
    giveUp(
      `No se pudieron instalar las dependencias («npm ${command[0]}» terminó con ${status}). Revisa tu conexión y repite.`,
    )
  }
  remember(development)
  say(`Dependencias instaladas en ${Math.round((Date.now() - startedAt) / 1000)} s.`)
}

/** npm runs well on this Node, and the Node that Kalli runs on is one of the packages. */
const mayInstall = () => {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const isNewEnough = major > 22 || (major === 22 && minor >= 9) || (major === 20 && minor >= 17)
  return isNewEnough && nodeVersion() !== undefined && findNpm(process.execPath) !== undefined
}

/** The Node that Kalli runs on: this one if new enough, else the one among the packages or the tools. */
export const findNode = () => {
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return process.execPath
  return ownNodes().find((path) => existsSync(path))
}

const nodePackage = () =>
  process.platform === 'darwin' ? `node-bin-darwin-${process.arch}` : `node-linux-${process.arch}`

const ownNodes = () =>
  [root, tools].map((folder) => join(folder, 'node_modules', nodePackage(), 'bin', 'node'))

/** A download may hang forever (seen once: seven minutes without a byte): abort it and retry once. */
const fetching = (node, args, options) => {
  const patient = [
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--fetch-timeout=60000',
    '--fetch-retries=3',
  ]
  const run = () =>
    runWith(node, [...args, ...patient], { ...options, timeout: 5 * 60_000, killSignal: 'SIGKILL' })
  const first = run()
  if (first.error?.code !== 'ETIMEDOUT') return first
  say('  La descarga se quedó quieta; se intenta otra vez.')
  return run()
}

/** Runs a Node program with that Node first on the path, so that scripts of packages use it too. */
export const runWith = (node, args, options = {}) =>
  spawnSync(node, args, { cwd: root, stdio: 'inherit', ...options, env: withNode(node, options.env) })

export const withNode = (node, env = process.env) => ({
  ...env,
  PATH: [join(root, 'node_modules', '.bin'), dirname(node), env.PATH].join(delimiter),
})

const read = (...path) => readFileSync(join(root, ...path), 'utf8')

const stampPath = join(root, 'node_modules', '.kalli-installed')

const stamp = () => createHash('sha256').update(read('package-lock.json')).digest('hex')

const remember = (development) => writeFileSync(stampPath, development ? stamp() : `${stamp()} service`)

const isInstalled = (development) => {
  if (!findNode()) return false
  const noted = existsSync(stampPath) ? readFileSync(stampPath, 'utf8') : ''
  if (noted === stamp() || (!development && noted === `${stamp()} service`)) return true
  // If npm was run by hand, npm's own record of installed packages must match the lock.
  if (!existsSync(join(root, 'node_modules', '.package-lock.json'))) return false
  const { packages: there } = JSON.parse(read('node_modules', '.package-lock.json'))
  const { packages: wanted } = JSON.parse(read('package-lock.json'))
  const mayLack = ({ dev, optional, devOptional }) => optional || (!development && (dev || devOptional))
  const differs = ([path, one]) =>
    path !== '' && !one.link && there[path]?.version !== one.version && !(mayLack(one) && !there[path])
  if (Object.entries(wanted).some(differs)) return false
  remember(development)
  return true
}

const nodeVersion = () => JSON.parse(read('package.json')).optionalDependencies[nodePackage()]

/** Into a separate folder: npm wipes node_modules, and must itself run on the new Node. */
const fetchNode = () => {
  const name = nodePackage()
  const version = nodeVersion()
  if (!version) {
    giveUp(
      `Kalli necesita Node ${oldestNode} o más nuevo. Este es ${process.version} y no hay uno para incluir en ${process.platform}-${process.arch}.`,
    )
  }
  say(`  Node ${version} (este es ${process.version})`)
  fetchTool(process.execPath, findNpm(process.execPath, 0), `${name}@${version}`)
  return findNode() ?? giveUp(`Node ${version} no quedó instalado en ${tools}.`)
}

const fetchNpm = (node) => {
  say(`  npm ${npmVersion}`)
  fetchTool(node, findNpm(node, 0), `npm@${npmVersion}`)
  return join(tools, 'node_modules', 'npm', 'bin', 'npm-cli.js')
}

const fetchTool = (node, npm, what) => {
  if (!npm) giveUp('No encuentro npm. En Debian: apt install npm')
  mkdirSync(tools, { recursive: true })
  // Without its own package.json npm would install into the project around it.
  if (!existsSync(join(tools, 'package.json')))
    writeFileSync(join(tools, 'package.json'), '{ "private": true }\n')
  const args = [npm, 'install', '--save-exact', '--loglevel=error', what]
  const { status } = fetching(node, args, { cwd: tools, env: withoutNpm() })
  if (status !== 0) giveUp(`No se pudo descargar ${what}. Revisa tu conexión a internet y repite.`)
}

/** Environment variables that the outer npm sets for its scripts would make the inner one work on the outer one's folder. */
const withoutNpm = () =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_(local_)?prefix|package_|lifecycle_)/.test(name),
    ),
  )

/** The script of an npm that is new enough: the running one, one of the path, or that of the tools. */
const findNpm = (node, oldest = oldestNpm) => {
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => realFile(join(folder, 'npm')))
  const beside = realFile(
    join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  )
  const own = realFile(join(tools, 'node_modules', 'npm', 'bin', 'npm-cli.js'))
  const given = realFile(process.env.npm_execpath ?? '')
  return [...own, ...given, ...onPath, ...beside].find((path) => {
    if (!path.endsWith('npm-cli.js')) return false
    const version = spawnSync(node, [path, '--version'], { encoding: 'utf8', cwd: root }).stdout
    return Number(version?.split('.')[0]) >= oldest
  })
}

const realFile = (path) => (path && existsSync(path) ? [realpathSync(path)] : [])
