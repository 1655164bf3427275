import type { FastifyInstance } from 'fastify'
import { page, when } from '#server/platform/dev-mail.ts'
import { escaped } from '#server/platform/mail.ts'
import { ownWork, type House } from '#server/platform/work.ts'

/** The telephone at /dev/sms, beside /dev/mail: messages that would have gone out. Never in production. */
export const mountDevTexts = (app: FastifyInstance, house: House) => {
  app.get<{ Querystring: { to?: string } }>('/dev/sms', async (request, reply) => {
    const { to } = request.query
    // A browser reads a bare plus in an address as a space.
    const wanted = /^[ +]?(\d{5,20})$/.exec(typeof to === 'string' ? to : '')?.[1]
    const texts = await ownWork(house)
      .db.selectFrom('text_messages')
      .select(['id', 'to_phone', 'body', 'created_at'])
      .$if(wanted !== undefined, (query) => query.where('to_phone', '=', `+${wanted}`))
      .orderBy('id', 'desc')
      .limit(100)
      .execute()
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(listPage(texts, wanted === undefined ? '' : `+${wanted}`))
  })
}

type Text = { to_phone: string; body: string; created_at: Date }

const listPage = (texts: readonly Text[], to: string) =>
  page(
    'SMS de Kalli',
    `<p class="muted">Así llegarían a cada teléfono. Solo existe en desarrollo; los nuevos aparecen al recargar.</p>
<form><label>Para <input type="search" name="to" value="${escaped(to)}" placeholder="+525512345678"></label> <button>Filtrar</button></form>
${texts.length === 0 ? '<p class="empty">Todavía no hay mensajes.</p>' : `<ul>${texts.map(line).join('')}</ul>`}`,
  )

const line = ({ to_phone, body, created_at }: Text) =>
  `<li><article style="display:grid;grid-template-columns:1fr auto;gap:.1rem 1rem;padding:.9rem 1.1rem"><b>${escaped(body)}</b><span>${escaped(to_phone)}</span><time datetime="${created_at.toISOString()}">${when(created_at)}</time></article></li>`
