/**
 * Open streams to browsers (server-sent events). An event is small and says only that something changed, so one may represent many: a
 * slow reader gets one "look again" when it can, never a growing queue, and is disconnected when it stays unresponsive. Streams pass no
 * gate: they do no work while they are open.
 */
import type { FastifyReply } from 'fastify'
import { refuse } from '#server/platform/refuse.ts'

export type Stream = {
  /** One event, or, for a reader that lags, one `again` later. */
  send(event: string, data: string): void
  end(): void
}

export type Streams = {
  /** Refuses `too_many_streams`. `whose`: each person has a limited number open; the oldest is closed. */
  open(reply: FastifyReply, whose: string, closed: () => void): Stream
  count(): number
  endAll(): void
}

const limits = { all: 5_000, each: 6, beatMs: 25_000 } as const

export const openStreams = (options: { most?: number; beatMs?: number } = {}): Streams => {
  const most = options.most ?? limits.all
  const beatMs = options.beatMs ?? limits.beatMs
  /** In the order in which they were opened. */
  const open = new Map<Stream, string>()

  const admit = (whose: string) => {
    const own = [...open].filter(([, owner]) => owner === whose)
    if (own.length >= limits.each) own[0]?.[0].end()
    else if (open.size >= most) refuse('too_many_streams')
  }

  return {
    open(reply, whose, closed) {
      admit(whose)
      const { raw } = reply
      reply.hijack()
      raw.writeHead(200, {
        ...headersOf(reply),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        // Proxies that buffer a response would otherwise hold it for ever.
        'x-accel-buffering': 'no',
      })
      let lags = false
      let deafSince: number | undefined
      const write = (text: string) => {
        if (raw.writableEnded || raw.destroyed) return
        if (raw.writableNeedDrain) {
          lags = true
          return
        }
        raw.write(text)
      }
      const beat = setInterval(() => {
        if (raw.writableNeedDrain) {
          deafSince ??= Date.now()
          if (Date.now() - deafSince >= beatMs * 2) raw.destroy()
          return
        }
        deafSince = undefined
        write(': \n\n')
      }, beatMs)
      beat.unref()
      const stream: Stream = {
        send: (event, data) => write(`event: ${event}\ndata: ${data}\n\n`),
        end: () => {
          open.delete(stream)
          clearInterval(beat)
          if (raw.writableNeedDrain) raw.destroy()
          else raw.end()
        },
      }
      raw.on('drain', () => {
        if (!lags) return
        lags = false
        stream.send('again', '')
      })
      raw.once('close', () => {
        open.delete(stream)
        clearInterval(beat)
        closed()
      })
      // A browser that lost the connection returns after two seconds plus jitter.
      write(`retry: ${2_000 + Math.round(Math.random() * 2_000)}\n\n`)
      open.set(stream, whose)
      return stream
    },
    count: () => open.size,
    endAll: () => {
      for (const stream of open.keys()) stream.end()
    },
  }
}

/** Headers that helmet and other plugins set on every response. */
const headersOf = (reply: FastifyReply): Record<string, string | number | string[]> =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).filter(
      (entry): entry is [string, string | number | string[]] => entry[1] !== undefined,
    ),
  )
