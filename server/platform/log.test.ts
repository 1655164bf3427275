import assert from 'node:assert/strict'
import { request } from 'node:http'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { onError } from '#server/platform/http/on-error.ts'
import { openLog } from '#server/platform/log.ts'

const logged = (log: (log: ReturnType<typeof openLog>) => void) => {
  const lines: string[] = []
  log(openLog('debug', { write: (line: string) => void lines.push(line) }))
  return lines.join('')
}

test('an error of the database is logged without the values of its row', () => {
  const error = Object.assign(new Error('duplicate key value violates unique constraint "accounts_email"'), {
    code: '23505',
    constraint: 'accounts_email',
    detail: 'Key (email)=(ana@ejemplo.mx) already exists.',
    where: 'COPY accounts, line 1: "ana@ejemplo.mx"',
    rejected: ['ana@ejemplo.mx'],
  })
  const wrapped = new AggregateError([error], 'one item of a batch failed', { cause: error })
  for (const err of [error, wrapped]) {
    const text = logged((log) => log.error({ err }, 'unexpected error'))
    assert.match(text, /accounts_email/)
    assert.doesNotMatch(text, /ejemplo\.mx/)
  }
})

test('a visitor who disconnects is not logged as an error, and our own bug is', async () => {
  const lines: string[] = []
  const app = Fastify({
    loggerInstance: openLog('info', { write: (line: string) => void lines.push(line) }),
  })
  app.setErrorHandler(onError)
  app.get('/slow/:how', async (requested) => {
    await new Promise((resolve) => requested.raw.socket.once('close', resolve))
    throw String(Object(requested.params).how) === 'ours'
      ? new TypeError('a bug')
      : Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  })
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const hangUp = async (path: string) => {
    const call = request({ host: '127.0.0.1', port: address.port, path, agent: false })
    call.on('error', () => undefined)
    call.end()
    await sleep(100)
    call.destroy()
    await sleep(200)
    return lines.filter((line) => line.includes('"level":50')).length
  }
  try {
    assert.equal(await hangUp('/slow/theirs'), 0)
    assert.equal(await hangUp('/slow/ours'), 1)
  } finally {
    await app.close()
  }
})
