/**
 * Kalli in production mode behind a proxy that terminates TLS, with a certificate made for this run, a separate mail server and telephone
 * provider, and an empty database. Cards are the stand-in's, which production allows only with KALLI_STANDINS=on.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, request as ask } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { generate } from 'selfsigned'
import { postOffice } from '#server/testing/post-office.ts'
import { startTelephone } from '#server/testing/telephone/telephone-server.ts'
import { freePort, keepOutput, untilReady } from './servers.ts'
import { test as plain } from './test.ts'

type Production = {
  /** With https, as browsers type it. */
  address: string
  /** Kalli itself, over http and without the proxy. */
  direct: string
  /** Kalli's log and output so far. */
  output(): string
  /** The newest code sent to a mailbox. */
  codeFor(email: string): Promise<string>
  /** The newest code sent to a telephone. */
  textedCodeFor(phone: string): Promise<string>
  /** All messages sent to a telephone. */
  textsTo(phone: string): string[]
  /** No call makes an administrator: operators do it in the database. */
  makeAdministrator(email: string): Promise<void>
  /** A visit cannot start before its time: one with an early arrival starts now. */
  beginNow(arrivalCode: string): Promise<void>
}

const isPort = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === 'object' && address !== null

/** Terminates TLS and informs Kalli, as nginx does with three lines of configuration. */
const openProxy = async () => {
  const names = [{ name: 'commonName', value: 'localhost' }]
  const { private: key, cert } = await generate(names, { algorithm: 'sha256', keyType: 'ec' })
  let target = 0
  const server = createServer({ key, cert }, (request, response) => {
    const { method = 'GET', url = '/' } = request
    const headers = {
      ...request.headers,
      'x-forwarded-for': request.socket.remoteAddress ?? '',
      'x-forwarded-proto': 'https',
    }
    const passed = ask(
      { host: '127.0.0.1', port: target, method, path: url, headers },
      (answer: IncomingMessage) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    passed.on('error', () => response.destroy())
    response.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: isPort(address) ? address.port : 0,
    passTo: (port: number) => {
      target = port
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** Exactly one row, in the embedded database. */
const change = async (folder: string, statement: string, value: string) => {
  const client = new pg.Client({ host: join(folder, 'postgres'), user: 'kalli', database: 'kalli' })
  await client.connect()
  try {
    const { rowCount } = await client.query(statement, [value])
    if (rowCount !== 1) throw new Error(`changed ${rowCount} rows: ${statement}`)
  } finally {
    await client.end()
  }
}

const start = async (folder: string) => {
  const [proxy, mail, telephone] = await Promise.all([openProxy(), postOffice(), startTelephone()])
  const address = `https://localhost:${proxy.port}`
  const port = await freePort()
  const direct = `http://127.0.0.1:${port}`
  const kalli = spawn(process.execPath, ['bin/start.mjs'], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      KALLI_DATA: folder,
      KALLI_PRODUCTION: 'on',
      KALLI_STANDINS: 'on',
      KALLI_SECRET: 'production-journeys-0123456789abcdef',
      KALLI_PUBLIC_URL: address,
      KALLI_SMTP_URL: mail.url,
      KALLI_TWILIO_ACCOUNT_SID: telephone.twilio.accountSid,
      KALLI_TWILIO_AUTH_TOKEN: telephone.twilio.authToken,
      KALLI_TWILIO_FROM: telephone.twilio.from,
      KALLI_TWILIO_API_URL: telephone.url,
      KALLI_LOG_LEVEL: 'warn',
      KALLI_MAP_STYLE: 'none',
    },
  })
  const output = keepOutput(kalli)
  proxy.passTo(port)
  const stop = async () => {
    if (kalli.exitCode === null) {
      kalli.kill('SIGTERM')
      await once(kalli, 'exit')
    }
    proxy.close()
    await Promise.all([mail.close(), telephone.close()])
  }
  try {
    await untilReady(kalli, direct, output)
  } catch (error) {
    await stop()
    throw error
  }

  const textsTo = (phone: string) => telephone.texts.flatMap(({ to, body }) => (to === phone ? body : []))
  const production: Production = {
    address,
    direct,
    output,
    codeFor: async (email) => {
      for (let tried = 0; tried < 200; tried += 1) {
        const emailMessage = mail.received.findLast((source) => source.includes(`To: ${email}`))
        // The subject of the email, as RFC 2047 writes its spaces.
        const code = /(\d{6})_es_tu/.exec(emailMessage ?? '')?.[1]
        if (code !== undefined) return code
        await sleep(100)
      }
      throw new Error(`no code for ${email}`)
    },
    textsTo,
    textedCodeFor: async (phone) => {
      for (let tried = 0; tried < 200; tried += 1) {
        const code = /(\d{6})/.exec(textsTo(phone).at(-1) ?? '')?.[1]
        if (code !== undefined) return code
        await sleep(100)
      }
      throw new Error(`no code for ${phone}`)
    },
    makeAdministrator: (email) =>
      change(
        folder,
        `update accounts set role = 'admin', active_role = 'admin', available_roles = '{admin}' where email = $1`,
        email,
      ),
    beginNow: (arrivalCode) =>
      change(
        folder,
        `update bookings set starts_at = least(starts_at, now() - interval '1 minute'),
           local_start = least(starts_at, now() - interval '1 minute') at time zone zone
         where status = 'in_progress' and arrival_code = $1`,
        arrivalCode,
      ),
  }
  return { production, stop }
}

export const test = plain.extend<{}, { production: Production }>({
  production: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'kalli-production-'))
      const { production, stop } = await start(folder)
      await use(production)
      await stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ production }, use) => use(production.address),
  // The certificate of this run is not signed by a trusted authority.
  ignoreHTTPSErrors: true,
})
