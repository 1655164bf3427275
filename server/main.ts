/**
 * Kalli's process: reads the configuration, starts the database, fills it the first time, listens, and stops everything in reverse
 * order. What is served is the concern of app.ts.
 */
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { readConfig, type Config } from '#server/platform/config.ts'
import { startPostgres, type Postgres } from '#server/platform/database/postgres.ts'
import { StartRefusal } from '#server/platform/database/start-refusal.ts'

type Running = { stop(): Promise<void> }

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Starts, prints its address, and runs until a signal or the end of the parent process; exits with 1 if it cannot start. */
export const run = async (webReady: Promise<void> = Promise.resolve()) => {
  const undo: (() => Promise<void>)[] = []
  let leaving: number | undefined
  const leave = async (reason: string) => {
    // Ctrl-C reaches us once from the terminal and once more from npm: only a later one asks to stop at once.
    if (leaving !== undefined) return void (performance.now() - leaving > 1500 && process.exit(130))
    leaving = performance.now()
    say(`\n${reason}: deteniendo Kalli…`)
    await takeDown(undo)
    say('Kalli se detuvo.')
    process.exit(0)
  }
  process.on('SIGINT', () => leave('Ctrl-C'))
  process.on('SIGTERM', () => leave('SIGTERM'))
  process.on('SIGHUP', () => leave('Se cerró la terminal'))
  try {
    await start(readConfig(process.env), webReady, undo)
  } catch (error) {
    if (leaving !== undefined) return
    leaving = performance.now()
    process.stderr.write(error instanceof StartRefusal ? `\n${error.message}\n` : `\n${describe(error)}\n`)
    await takeDown(undo)
    process.exit(1)
  }
}

const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** Stops in reverse order of the start. A step that hangs is abandoned: PostgreSQL ends with us in any case. */
const takeDown = async (undo: Running['stop'][]) => {
  for (const stop of undo.toReversed())
    await Promise.race([stop().catch((error) => say(describe(error))), sleep(12_000)])
}

const start = async (config: Config, webReady: Promise<void>, undo: Running['stop'][]) => {
  const startedAt = performance.now()
  if (!config.rateLimits) say(noLimits)
  if (config.production && config.stripe === null) say(noMoney)
  // Slow steps run side by side; a refusal by the database is reported before one about the port.
  const all = {
    database: openPostgres(config, undo),
    port: requireFreePort(config),
    parts: Promise.all([
      import('#server/app.ts'),
      import('#server/platform/database/database.ts'),
      import('#server/modules.ts'),
      import('#server/platform/jobs.ts'),
      import('#server/platform/log.ts'),
      import('#server/first-start.ts'),
    ]),
  }
  for (const part of [...Object.values(all), webReady]) part.catch(() => undefined)
  const url = await all.database
  await all.port
  const [
    { buildApp, openContext },
    { openDatabase },
    { modules },
    { registerJobs, startJobs },
    { openLog },
    first,
  ] = await all.parts
  await first.prepareDatabase(url, config, say)
  await webReady

  const open = openDatabase(url)
  undo.push(() => open.close())
  const context = openContext({ config, database: open, log: openLog(config.logLevel) })
  const jobs = modules.flatMap((module) => module.jobs ?? [])
  registerJobs(jobs)
  const app = await buildApp(context)
  undo.push(() => close(app))
  const { mountPages } = await import('#server/pages.ts')
  await mountPages(app, config)
  await app.listen({ port: config.port, host: config.host }).catch((error: unknown) => {
    throw isTaken(error) ? portTaken(config.port) : error
  })
  say(
    `\nKalli está lista en ${ownAddress(config, app.server.address())} (${Math.round(performance.now() - startedAt)} ms)`,
  )
  await printDemoAccounts(config)
  const worker = await first.whenDatabaseServes(say, () => startJobs(context, jobs))
  undo.push(() => worker.stop())
}

/** Requests in progress get some seconds; idle connections are closed at once. */
const close = async (app: FastifyInstance) => {
  const late = setTimeout(() => app.server.closeAllConnections(), 4000)
  await app.close()
  clearTimeout(late)
}

const noLimits = `
  ┌────────────────────────────────────────────────────────────────────────┐
  │  AVISO: KALLI_RATE_LIMITS=off. Nadie frena intentos de contraseña,     │
  │  apartados ni mensajes. Solo para pruebas de carga, nunca con público. │
  └────────────────────────────────────────────────────────────────────────┘`

/** Production reaches this only with KALLI_STANDINS=on (config.ts). */
const noMoney = `
  ┌────────────────────────────────────────────────────────────────────────┐
  │  AVISO: KALLI_STANDINS=on, solo para pruebas. Las tarjetas son de      │
  │  prueba: se confirman citas y nadie paga ni cobra de verdad.           │
  └────────────────────────────────────────────────────────────────────────┘`

const openPostgres = async (config: Config, undo: Running['stop'][]) => {
  if (config.databaseUrl) return config.databaseUrl
  const postgres: Postgres = await startPostgres({ folder: config.dataFolder, onRestart: say })
  undo.push(() => postgres.stop())
  return postgres.url
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

const portTaken = (port: number) =>
  new StartRefusal(
    `El puerto ${port} está ocupado. Cierra el programa que lo usa, o elige otro: PORT=3001 npm start`,
  )

/** Checked before the first seeding, which may take half a minute, rather than after it. */
const requireFreePort = ({ port, host }: Config) =>
  new Promise<void>((resolve, reject) => {
    const server = createServer()
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (isTaken(error)) return reject(portTaken(port))
      const why = error.code === 'EACCES' ? 'no hay permiso para usarlo' : error.message
      reject(new StartRefusal(`No puedo escuchar en ${host}:${port}: ${why}. Cambia PORT o HOST.`))
    })
    server.listen({ port, host }, () => server.close(() => resolve()))
  })

const ownAddress = (config: Config, address: AddressInfo | string | null) =>
  config.port === 0 && typeof address === 'object' && address
    ? config.publicUrl.replace(/:0$/, `:${address.port}`)
    : config.publicUrl

const printDemoAccounts = async ({ seed, production }: Config) => {
  if (seed.kind === 'none' || production) return
  const { demoAccounts } = await import('#server/seed/seed.ts')
  say('\nCuentas de demostración (contraseña kalli-demo):')
  for (const { email, about } of demoAccounts) say(`  ${email.padEnd(26)} ${about}`)
}

if (import.meta.main) await run()
