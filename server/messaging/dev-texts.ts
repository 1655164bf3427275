import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { page, when } from '#server/platform/dev-mail.ts'
import { escaped } from '#server/platform/mail.ts'
import { ownWork, type AppContext } from '#server/platform/work.ts'
import { isLocal } from '#server/messaging/outside.ts'
import { phoneOf, receive } from '#server/messaging/received.ts'
import { ReplyOptions } from '#server/messaging/reply.ts'
import { localReport } from '#server/messaging/standin.ts'

const titles = { sms: 'SMS', whatsapp: 'WhatsApp', push: 'Avisos en dispositivos' } as const
const local = ['sms', 'whatsapp', 'push'] as const
type Local = (typeof local)[number]

/** The telephone at /dev/sms, /dev/whatsapp and /dev/push, beside /dev/mail: the messages that would have gone out. Never in production. */
export const mountDevTexts = (app: FastifyInstance, context: AppContext) => {
  for (const channel of local.filter((one) => isLocal(context.config, one))) {
    app.get<{ Querystring: { to?: string } }>(`/dev/${channel}`, async (request, reply) => {
      const { to } = request.query
      // A browser reads a bare plus in an address as a space.
      const wanted = /^[ +]?(\d{5,20})$/.exec(typeof to === 'string' ? to : '')?.[1]
      return reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .send(
          listPage(channel, await newest(context, channel, wanted), wanted === undefined ? '' : `+${wanted}`),
        )
    })
    if (channel !== 'push')
      app.post(`/dev/${channel}/answers`, async (request, reply) => {
        const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
        const phone = phoneOf(form.get('phone') ?? '')
        await receive(ownWork(context), {
          channel,
          id: `local-${randomUUID()}`,
          phone,
          body: form.get('text') ?? '',
          answer: form.get('answer'),
        })
        return reply.redirect(`/dev/${channel}?to=${encodeURIComponent(phone)}`, 303)
      })
    app.post<{ Params: { id: string; state: string } }>(
      `/dev/${channel}/:id/:state`,
      async (request, reply) => {
        const said = z.safeParse(Said, request.params)
        if (said.success) await localReport(ownWork(context), { id: said.data.id, channel }, said.data.state)
        return reply.redirect(`/dev/${channel}`, 303)
      },
    )
  }
}

const Said = z.object({ id: z.uuid(), state: z.enum(['delivered', 'read', 'failed']) })

type Text = {
  to_phone: string
  body: string
  options: unknown
  mine: boolean
  created_at: Date
  delivery_id: string | null
  state: string | null
}

const newest = async (context: AppContext, channel: Local, wanted: string | undefined): Promise<Text[]> => {
  const phone = wanted === undefined ? null : `+${wanted}`
  const { rows } = await sql<Text>`
    select t.to_phone, t.body, t.options, t.created_at, t.delivery_id, d.state, false as mine from text_messages t
    left join deliveries d on d.id = t.delivery_id
    where t.channel = ${channel} and t.to_phone = coalesce(${phone}, t.to_phone)
    union all
    select m.phone, m.body, null, m.received_at, null, null, true from received_messages m
    where m.channel = ${channel} and m.phone = coalesce(${phone}, m.phone)
    order by created_at desc, mine limit 100`.execute(ownWork(context).db)
  return rows
}

const listPage = (channel: Local, texts: readonly Text[], to: string) =>
  page(
    `${titles[channel]} de Kalli`,
    `<p class="muted">Así llegarían a cada teléfono. Solo existe en desarrollo; los nuevos aparecen al recargar. Un número que termina en 0400 se rechaza, en 0404 nunca llega y en 0500 no responde.</p>
<nav aria-label="Canales">${local.map((one) => `<a href="/dev/${one}">${titles[one]}</a>`).join(' · ')} · <a href="/dev/mail">Correo</a></nav>
<form><label>Para <input type="search" name="to" value="${escaped(to)}" placeholder="+525512345678"></label> <button>Filtrar</button></form>
${channel === 'push' ? '' : answerBox(channel, to)}
${texts.length === 0 ? '<p class="empty">Todavía no hay mensajes.</p>' : `<ul>${texts.map((text) => line(channel, text)).join('')}</ul>`}`,
  )

/** The box for writing to Kalli from this telephone. */
const answerBox = (channel: Local, to: string) =>
  `<form method="post" action="/dev/${channel}/answers"><label>Escribir desde <input type="tel" name="phone" required value="${escaped(to)}" placeholder="+525512345678"></label> <label>Mensaje <input name="text" required></label> <button>Enviar a Kalli</button></form>`

const line = (channel: Local, text: Text) =>
  `<li><article style="display:grid;grid-template-columns:1fr auto;gap:.1rem 1rem;padding:.9rem 1.1rem${text.mine ? ';background:#e7f3ec' : ''}"><b style="white-space:pre-line;overflow-wrap:anywhere">${text.mine ? '→ ' : ''}${linked(text.body)}</b><span>${escaped(text.to_phone)}</span><time datetime="${text.created_at.toISOString()}">${when(text.created_at)}</time>${choices(channel, text)}${fate(channel, text)}</article></li>`

/** The choices that can be pressed, as on the telephone. */
const choices = (channel: Local, { options, to_phone }: Text) => {
  const parsed = z.safeParse(ReplyOptions, options)
  if (!parsed.success) return ''
  const buttons = parsed.data.map(
    ({ title, description, answer }) =>
      `<form method="post" action="/dev/${channel}/answers" style="display:inline"><input type="hidden" name="phone" value="${escaped(to_phone)}"><input type="hidden" name="text" value="${escaped(title)}"><input type="hidden" name="answer" value="${escaped(answer)}"><button>${escaped([title, description].filter(Boolean).join(' · '))}</button></form>`,
  )
  return `<span style="grid-column:1/-1;display:flex;flex-wrap:wrap;gap:.4rem">${buttons.join('')}</span>`
}

const linked = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

const states: Readonly<Record<string, string>> = {
  queued: 'En cola',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'No llegó',
}

/** The state, and buttons that simulate a provider's report. */
const fate = (channel: Local, { delivery_id, state }: Text) => {
  if (delivery_id === null || state === null) return ''
  const button = (to: string, label: string) =>
    `<form method="post" action="/dev/${channel}/${delivery_id}/${to}" style="display:inline"><button>${label}</button></form>`
  const further =
    state === 'sent'
      ? button('delivered', 'Entregar') + button('failed', 'Que no llegue')
      : state === 'delivered'
        ? button('read', 'Leer')
        : ''
  return `<span style="grid-column:1/-1">${states[state] ?? state} ${further}</span>`
}
