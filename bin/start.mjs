// `npm start` and `npm run dev`: installs and builds what is missing, then becomes Kalli, on the right Node.
import { spawn } from 'node:child_process'
import { buildServer, buildRest, buildWeb } from './build.mjs'
import { findNode, giveUp, install, root, withNode } from './install.mjs'
import { endWithParents } from './parents.mjs'

const dev = process.argv.includes('--dev')
// As in package.json for a Node that needs no wrapper. A young generation of 4 MB instead of 16 costs a quarter of the processor time.
const v8Flags = dev ? [] : ['--max-semi-space-size=16', '--max-old-space-size=256']
// One memory arena for all threads: with many arenas, freed pages do not return to the system.
const onePool = dev ? {} : { MALLOC_ARENA_MAX: '1' }

/** Supervises a child: passes signals on, and ends as it ends. */
const keep = (args, env) => {
  const node = findNode()
  const child = spawn(node, [...v8Flags, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...withNode(node, env), ...onePool },
  })
  // Ctrl-C comes from the terminal to both; a signal sent to us alone is passed on. Node's watcher, when its own child is gone already,
  // waits for a change of files instead of exiting.
  let leaving = false
  const pass = (signal) => {
    leaving = true
    child.kill(signal)
    setTimeout(() => child.kill('SIGKILL'), dev ? 3000 : 20_000).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => pass(signal))
  child.on('exit', (code, signal) => {
    if (signal && !leaving) giveUp(`Kalli terminó de golpe (${signal}).`)
    process.exit(code ?? 0)
  })
}

install({ development: dev })
endWithParents()
if (dev) {
  const watched = ['--watch', '--watch-preserve-output', '--import', './bin/follow.mjs', 'server/main.ts']
  keep(watched, { ...process.env, KALLI_DEV: '1', NODE_ENV: 'development' })
} else if (findNode() !== process.execPath) {
  keep([import.meta.filename ?? new URL(import.meta.url).pathname], process.env)
} else {
  // Libraries are slow and verbose otherwise; whether Kalli faces the public is KALLI_PRODUCTION.
  process.env.NODE_ENV = 'production'
  process.chdir(root)
  const screens = buildWeb()
  // Reported when Kalli waits for them, or when the server itself fails.
  screens.catch(() => undefined)
  const { run } = await import(await buildServer())
  await run(screens)
  // Kalli serves already: until they are built it sends .gz, and has no reference of its API.
  await buildRest().catch(({ message }) => process.stderr.write(`${message}\n`))
}
