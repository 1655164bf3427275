/**
 * Incoming bodies. A request with a body enters the gate only when it is complete (gate.ts); until then it is counted here, limited per
 * network, and has a time limit. Headers are limited by Node (app.ts).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { networkOf } from '#server/platform/http/limits.ts'
import { refuse } from '#server/platform/refuse.ts'

/** An office or a phone network shares an address, but a body of some kilobytes arrives within milliseconds. */
const defaults = { perNetwork: 32, all: 1_000, plainMs: 15_000, uploadMs: 90_000 } as const

type Limits = { perNetwork: number; all: number; plainMs: number; uploadMs: number }

/** Refuses too_many_requests and busy; a body later than a multiple of its limit ends with its connection. */
export const limitIncoming = (app: FastifyInstance, given: Partial<Limits> = {}, times = 1) => {
  const limits = { ...defaults, ...given }
  const waiting = new Map<string, number>()
  let all = 0

  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) return done()
    const network = networkOf(request.ip)
    const own = waiting.get(network) ?? 0
    if (own >= limits.perNetwork || all >= limits.all) {
      // Does not wait for the rest of the body.
      reply.header('connection', 'close')
      return refuse(own >= limits.perNetwork ? 'too_many_requests' : 'busy')
    }
    waiting.set(network, own + 1)
    all += 1
    const isUpload = request.routeOptions.config.endpoint?.upload !== undefined
    const late = setTimeout(() => cutOff(request), (isUpload ? limits.uploadMs : limits.plainMs) * times)
    late.unref()
    let counts = true
    const whole = () => {
      if (!counts) return
      counts = false
      clearTimeout(late)
      all -= 1
      const left = (waiting.get(network) ?? 1) - 1
      if (left === 0) waiting.delete(network)
      else waiting.set(network, left)
    }
    request.raw.once('end', whole)
    request.raw.once('close', whole)
    reply.raw.once('finish', whole)
    reply.raw.once('close', whole)
    return done()
  })
}

const hasBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** The same response that Node sends for late headers. */
const cutOff = ({ raw: { socket } }: FastifyRequest) => {
  socket.write('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
  socket.destroy()
}
