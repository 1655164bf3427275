import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import pg from 'pg'
import { startPostgres } from '#server/platform/database/postgres.ts'
import { StartRefusal } from '#server/platform/database/start-refusal.ts'
import { until } from '#server/testing/until.ts'

const folders: string[] = []
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })))

const newFolder = (...deeper: string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'kalli-postgres-'))
  folders.push(folder)
  const whole = join(folder, ...deeper)
  mkdirSync(whole, { recursive: true })
  return whole
}

const ask = async (url: string, text: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(text)
    return rows.map((row) => Object.values(row)[0])
  } finally {
    await client.end()
  }
}

const postmasterOf = (folder: string) => {
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

/** A separate Node process that holds PostgreSQL, to be killed. */
const startInChild = async (folder: string, env: NodeJS.ProcessEnv = process.env) => {
  const code = `
    import { startPostgres } from '#server/platform/database/postgres.ts'
    try {
      const { url } = await startPostgres({ folder: ${JSON.stringify(folder)}, disposable: true })
      console.log(url)
      setInterval(() => {}, 1000)
    } catch (error) { console.log(error.message); process.exit(1) }`
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: join(import.meta.dirname, '..', '..', '..'),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout?.on('data', (text: Buffer) => (said += text.toString()))
  await until('the child speaks', () => said.includes('\n') || child.exitCode !== null)
  return { child, said: said.trim() }
}

test('data survives a stop and a start', async () => {
  const folder = newFolder()
  const first = await startPostgres({ folder, disposable: true })
  await ask(first.url, 'create table kept as select 7 as number')
  await first.stop()
  assert.equal(postmasterOf(folder), undefined)
  const second = await startPostgres({ folder, disposable: true })
  assert.deepEqual(await ask(second.url, 'select number from kept'), [7])
  await second.stop()
})

test('acknowledged data is on disk, and the settings suit a small machine', async () => {
  const postgres = await startPostgres({ folder: newFolder() })
  const setting = async (name: string) => (await ask(postgres.url, `show ${name}`))[0]
  assert.equal(await setting('synchronous_commit'), 'on')
  assert.equal(await setting('fsync'), 'on')
  assert.equal(await setting('jit'), 'off')
  assert.equal(await setting('listen_addresses'), '')
  assert.ok(Number(await setting('max_connections')) >= 200)
  await postgres.stop()
})

test('a second start on the same folder is refused in Spanish, also with another spelling of its path', async () => {
  const folder = newFolder()
  const first = await startPostgres({ folder, disposable: true })
  for (const spelling of [folder, `${folder}/../${folder.split('/').at(-1)}/`]) {
    await assert.rejects(startPostgres({ folder: spelling, disposable: true }), (error) => {
      assert.ok(error instanceof StartRefusal)
      assert.match(error.message, /Ya hay un Kalli en marcha/)
      return true
    })
  }
  const { child, said } = await startInChild(folder)
  assert.match(said, /Ya hay un Kalli en marcha/)
  await until('it leaves', () => child.exitCode !== null)
  assert.equal(child.exitCode, 1)
  assert.deepEqual(await ask(first.url, 'select 1'), [1])
  await first.stop()
})

test('kill -9 of Node leaves no PostgreSQL, and the next start recovers', async () => {
  const folder = newFolder()
  const { child, said } = await startInChild(folder)
  await ask(said, 'create table kept as select 1 as number')
  const id = postmasterOf(folder)
  assert.ok(isAlive(id))
  child.kill('SIGKILL')
  await once(child, 'exit')
  await until('PostgreSQL is gone', () => !isAlive(id))
  const next = await startPostgres({ folder, disposable: true })
  assert.deepEqual(await ask(next.url, 'select number from kept'), [1])
  await next.stop()
})

test('after kill -9 PostgreSQL restarts by itself with all acknowledged data', async () => {
  const folder = newFolder()
  const reported: string[] = []
  const postgres = await startPostgres({
    folder,
    disposable: true,
    onRestart: (message) => reported.push(message),
  })
  await ask(postgres.url, 'create table kept (number int)')
  for (let number = 1; number <= 3; number += 1) {
    await ask(postgres.url, `insert into kept values (${number})`)
    const id = postmasterOf(folder)
    assert.ok(id !== undefined)
    process.kill(id, 'SIGKILL')
    await until('PostgreSQL answers again', async () => {
      const rows = await ask(postgres.url, 'select count(*)::int from kept').catch(() => [])
      return rows[0] === number && postmasterOf(folder) !== id
    })
  }
  assert.equal(reported.length, 3)
  await postgres.stop()
})

test('a stale PostgreSQL pid file whose pid now belongs to another process does not prevent the start', async () => {
  const folder = newFolder()
  await (await startPostgres({ folder, disposable: true })).stop()
  const file = join(folder, 'postgres', 'postmaster.pid')
  writeFileSync(file, `${process.pid}\n${folder}/postgres\n1\n5432\n${folder}/postgres\n\n1 1\nready   \n`)
  const postgres = await startPostgres({ folder, disposable: true })
  assert.deepEqual(await ask(postgres.url, 'select 1'), [1])
  assert.notEqual(postmasterOf(folder), process.pid)
  await postgres.stop()
})

test('a half-created cluster is created again', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'postgres.new', 'base'), { recursive: true })
  const postgres = await startPostgres({ folder, disposable: true })
  assert.deepEqual(await ask(postgres.url, 'select 1'), [1])
  await postgres.stop()
})

test('a path too long for a socket, with spaces and a comma, works', async () => {
  const folder = newFolder('carpeta con, espacios', 'x'.repeat(120))
  const postgres = await startPostgres({ folder, disposable: true })
  assert.deepEqual(await ask(postgres.url, 'select 1'), [1])
  await postgres.stop()
})

/** A path with only some of the machine's programs on it. */
const pathWith = (names: string[]) => {
  const folder = newFolder()
  for (const name of names) symlinkSync(join('/usr/bin', name), join(folder, name))
  return { ...process.env, PATH: folder }
}

const machines: Record<string, string[]> = {
  'without unshare': ['setpriv', 'true', 'sh', 'cat'],
  'without setpriv': ['unshare', 'true', 'sh', 'cat'],
}
for (const [machine, programs] of Object.entries(machines)) {
  test(
    `${machine} PostgreSQL runs too, and does not outlive Node`,
    { skip: process.platform !== 'linux' },
    async () => {
      const folder = newFolder()
      const { child, said } = await startInChild(folder, pathWith(programs))
      // Otherwise its output says why it did not start.
      assert.match(said, /^postgres/)
      assert.deepEqual(await ask(said, 'select 1'), [1])
      const id = postmasterOf(folder)
      child.kill('SIGKILL')
      await until('PostgreSQL is gone', () => !isAlive(id))
      const usual = await startPostgres({ folder, disposable: true })
      assert.deepEqual(await ask(usual.url, 'select 1'), [1])
      await usual.stop()
    },
  )
}

test('stopping ends open connections and running queries at once', async () => {
  const postgres = await startPostgres({ folder: newFolder(), disposable: true })
  const running = ask(postgres.url, 'select pg_sleep(60)').catch((error: Error) => error.message)
  const sleeping = `select count(*) from pg_stat_activity where query like 'select pg_sleep%'`
  await until('it runs', async () => Number((await ask(postgres.url, sleeping))[0]) === 1)
  const startedAt = Date.now()
  await postgres.stop()
  assert.ok(Date.now() - startedAt < 30_000, 'it does not wait for the query')
  assert.match(String(await running), /terminat/)
})
