import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { until } from '#server/testing/until.ts'

const started: ChildProcess[] = []
const folder = mkdtempSync(join(tmpdir(), 'kalli-main-'))
after(async () => {
  for (const child of started) child.kill('SIGKILL')
  await until('PostgreSQL is gone', () => !isAlive(postmaster()))
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, 'localhost', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const port = await freePort()

type Kalli = { child: ChildProcess; said(): string }

/** The command itself, as npm runs it. */
const startKalli = (env: Record<string, string> = {}): Kalli => {
  const child = spawn(process.execPath, ['bin/start.mjs'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, PORT: String(port), KALLI_DATA: folder, KALLI_SEED: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said += text.toString()))
  return { child, said: () => said }
}

const isReady = () =>
  fetch(`http://localhost:${port}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  )

const untilReady = async (kalli: Kalli) => {
  await until(
    'Kalli serves',
    async () => {
      assert.equal(kalli.child.exitCode, null, kalli.said())
      return isReady()
    },
    400,
  )
}

const untilGone = async ({ child, said }: Kalli, seconds = 60) => {
  await until(`Kalli ends\n${said()}`, () => child.exitCode !== null || child.signalCode !== null, seconds)
  return child.exitCode
}

const postmaster = () => {
  const file = join(folder, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

const isAlive = (id: number | undefined) => {
  try {
    return (
      id !== undefined && process.kill(id, 0) && !/\) Z /.test(readFileSync(`/proc/${id}/stat`, 'latin1'))
    )
  } catch {
    return false
  }
}

test('Kalli starts, refuses a second instance, survives kill -9 and stops on request', async (t) => {
  let kalli = startKalli()

  await t.test('it serves and says where', async () => {
    await untilReady(kalli)
    assert.match(kalli.said(), new RegExp(`Kalli está lista en http://localhost:${port}`))
  })

  await t.test('a second start on its data folder says so and leaves with 1', async () => {
    const second = startKalli({ PORT: '0' })
    assert.equal(await untilGone(second), 1)
    assert.match(second.said(), /Ya hay un Kalli en marcha con la carpeta de datos/)
    await until('the first one still serves', isReady)
  })

  await t.test('a busy port is reported by its number, and exits with 1', async () => {
    const other = mkdtempSync(join(tmpdir(), 'kalli-main-'))
    const second = startKalli({ KALLI_DATA: other })
    assert.equal(await untilGone(second), 1)
    assert.match(second.said(), new RegExp(`El puerto ${port} está ocupado`))
    rmSync(other, { recursive: true, force: true, maxRetries: 5 })
  })

  await t.test('a wrong setting is reported by its name, and exits with 1', async () => {
    const second = startKalli({ KALLI_SEED: 'mucho' })
    assert.equal(await untilGone(second), 1)
    assert.match(second.said(), /KALLI_SEED debe ser/)
    assert.doesNotMatch(second.said(), /\n {4}at /)
  })

  await t.test('kill -9 of Node leaves no PostgreSQL', async () => {
    const id = postmaster()
    assert.ok(isAlive(id))
    kalli.child.kill('SIGKILL')
    await untilGone(kalli)
    await until('PostgreSQL is gone', () => !isAlive(id))
    assert.equal(await isReady(), false)
  })

  await t.test('the next start recovers, and warns when nothing limits requests', async () => {
    kalli = startKalli({ KALLI_RATE_LIMITS: 'off' })
    await untilReady(kalli)
    assert.match(kalli.said(), /AVISO: KALLI_RATE_LIMITS=off/)
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    await t.test(`${signal} stops all of it in order, within seconds`, async () => {
      if (kalli.child.exitCode !== null) kalli = startKalli()
      await untilReady(kalli)
      const id = postmaster()
      kalli.child.kill(signal)
      assert.equal(await untilGone(kalli, 30), 0)
      assert.match(kalli.said(), /Kalli se detuvo\./)
      assert.equal(isAlive(id), false)
    })
  }
})
