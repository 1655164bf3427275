/**
 * The system of another company, for development: `/dev/webhooks/<name>` receives Kalli's messages, verifies them with the secret pasted
 * there, shows them, and answers as chosen. It does not use Kalli's tables. Never in production.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { setTimeout as sleep } from 'node:timers/promises'
import { page, when } from '#server/platform/dev-mail.ts'
import { escaped } from '#server/platform/mail.ts'
import type { AppContext } from '#server/platform/work.ts'
import { keyOf, type Verdict, verdictOf } from '#server/webhook/signature.ts'

type Received = { id: string; at: Date; verdict: Verdict | 'no_secret'; body: string; isAgain: boolean }
type Box = { secret: string; manner: Behaviour; received: Received[] }

const behaviours = {
  accept: { label: 'Aceptar (204)', status: 204 },
  fail: { label: 'Fallar (500)', status: 500 },
  busy: { label: 'Pedir una pausa (429, un minuto)', status: 429 },
  redirect: { label: 'Redirigir (302)', status: 302 },
  slow: { label: 'Tardar veinte segundos', status: 204 },
  gone: { label: 'Ya no existir (410)', status: 410 },
} as const
type Behaviour = keyof typeof behaviours
const isBehaviour = (text: string): text is Behaviour => Object.hasOwn(behaviours, text)

const maxShown = 50
const slowMs = 20_000

export const mountReceiver = async (app: FastifyInstance, context: AppContext) => {
  if (context.config.production) return
  const boxes = new Map<string, Box>()
  const boxOf = (name: string): Box => {
    const box = boxes.get(name) ?? { secret: '', manner: 'accept', received: [] }
    boxes.set(name, box)
    return box
  }
  await app.register(async (room) => {
    // A signature covers the bytes, and a form of this page is read here too.
    room.removeAllContentTypeParsers()
    room.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

    room.get('/dev/webhooks', async (_request, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(listPage(context.config.publicUrl, [...boxes.keys()])),
    )
    room.get<Named>('/dev/webhooks/:name', async (request, reply) => {
      const { name } = request.params
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(boxPage(context.config.publicUrl, name, boxes.get(name)))
    })
    room.post<Named>('/dev/webhooks/:name/settings', async (request, reply) => {
      const form = new URLSearchParams(textOf(request.body))
      const box = boxOf(request.params.name)
      box.secret = (form.get('secret') ?? '').trim()
      const manner = form.get('manner') ?? ''
      if (isBehaviour(manner)) box.manner = manner
      return reply.redirect(`/dev/webhooks/${encodeURIComponent(request.params.name)}`, 303)
    })
    room.post<Named>('/dev/webhooks/:name', async (request, reply) => {
      const box = boxOf(request.params.name)
      const received = read(box, request, context.clock())
      box.received = [received, ...box.received].slice(0, maxShown)
      if (received.verdict !== 'good' && received.verdict !== 'no_secret')
        return reply.code(401).send('La firma no es válida.')
      if (box.manner === 'slow') await sleep(slowMs, undefined, { ref: false })
      if (box.manner === 'busy') reply.header('retry-after', '60')
      if (box.manner === 'redirect') reply.header('location', '/dev/webhooks')
      return reply
        .code(behaviours[box.manner].status)
        .send(behaviours[box.manner].status === 204 ? '' : behaviours[box.manner].label)
    })
  })
}

type Named = { Params: { name: string } }

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const read = (box: Box, request: FastifyRequest, now: Date): Received => {
  const body = textOf(request.body)
  const id = headerOf(request, 'webhook-id')
  const signed = { id, second: Number(headerOf(request, 'webhook-timestamp')), body }
  const verdict =
    keyOf(box.secret) === null
      ? 'no_secret'
      : verdictOf(box.secret, signed, headerOf(request, 'webhook-signature'), now)
  return { id, at: now, verdict, body, isAgain: box.received.some((earlier) => earlier.id === id) }
}

const headerOf = (request: FastifyRequest, name: string) => textOf(request.headers[name])

const listPage = (publicUrl: string, names: readonly string[]) =>
  page(
    'Sistemas que escuchan',
    `<p class="muted">Recibe webhooks como lo haría el sistema de un salón. Solo existe en desarrollo. Usa como dirección <code>${escaped(publicUrl)}/dev/webhooks/mi-sistema</code>, con el nombre que quieras.</p>
${names.length === 0 ? '<p class="empty">Todavía nadie envió nada.</p>' : `<ul>${names.map((name) => `<li><a href="/dev/webhooks/${encodeURIComponent(name)}"><strong>${escaped(name)}</strong></a></li>`).join('')}</ul>`}`,
  )

const boxPage = (publicUrl: string, name: string, box: Box | undefined) =>
  page(
    `Sistema «${name}»`,
    `<p><a href="/dev/webhooks">← Todos</a></p><p class="muted">Su dirección: <code>${escaped(publicUrl)}/dev/webhooks/${escaped(name)}</code></p>
<form method="post" action="/dev/webhooks/${encodeURIComponent(name)}/settings">
<p><label>Secreto <input name="secret" value="${escaped(box?.secret ?? '')}" placeholder="whsec_…" style="width:100%;box-sizing:border-box" autocomplete="off"></label></p>
<p><label>Qué hace <select name="manner">${Object.entries(behaviours)
      .map(
        ([manner, { label }]) =>
          `<option value="${manner}"${manner === (box?.manner ?? 'accept') ? ' selected' : ''}>${label}</option>`,
      )
      .join('')}</select></label> <button>Guardar</button></p></form>
${(box?.received ?? []).length === 0 ? '<p class="empty">Todavía no llegó nada.</p>' : `<ul>${box?.received.map(line).join('')}</ul>`}`,
  )

const verdicts: Readonly<Record<Received['verdict'], string>> = {
  good: 'Firma válida',
  wrong: 'Firma falsa',
  old: 'Firma vieja',
  unsigned: 'Sin firma',
  no_secret: 'Sin verificar: falta el secreto',
}

const line = ({ id, at, verdict, body, isAgain }: Received) =>
  `<li><article style="padding:.9rem 1.1rem"><b>${escaped(typeOf(body))}</b> · ${verdicts[verdict]}${isAgain ? ' · repetido' : ''} · <time datetime="${at.toISOString()}">${when(at)}</time><br><span class="muted">${escaped(id)}</span><pre>${escaped(body)}</pre></article></li>`

const typeOf = (body: string): string => /"type":"([^"]{1,60})"/.exec(body)?.[1] ?? '(otra cosa)'
