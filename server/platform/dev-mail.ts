import type { FastifyInstance } from 'fastify'
import { calendarName, escaped } from '#server/platform/mail.ts'
import { ownWork, type AppContext } from '#server/platform/work.ts'

/**
 * The outbox at /dev/mail, for development and for visitors trying Kalli out: emails that would have been sent. Its viewer can reset
 * any password, so it never exists in production.
 */
export const mountDevMail = (app: FastifyInstance, context: AppContext) => {
  if (context.config.production || context.config.smtpUrl !== null) return

  app.get<{ Querystring: { to?: string } }>('/dev/mail', async (request, reply) => {
    const { to } = request.query
    const emails = await newest(context, typeof to === 'string' && to !== '' ? to : null)
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(listPage(emails, to ?? ''))
  })

  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const email = /^\d{1,15}$/.test(request.params.id)
      ? await byId(context, Number(request.params.id))
      : undefined
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
    return email === undefined
      ? reply.code(404).send(page('Ese correo no existe', back))
      : reply.send(emailPage(email))
  })

  app.get<{ Params: { id: string } }>(`/dev/mail/:id/${calendarName}`, async (request, reply) => {
    const email = /^\d{1,15}$/.test(request.params.id)
      ? await byId(context, Number(request.params.id))
      : undefined
    const calendar = email?.calendar ?? null
    return calendar === null
      ? reply.code(404).send('')
      : reply.type('text/calendar; charset=utf-8').send(calendar)
  })
}

const attached = ({ id, calendar }: Pick<Whole, 'id' | 'calendar'>) =>
  calendar === null
    ? ''
    : `<p>Adjunto: <a href="/dev/mail/${id}/${calendarName}" download>${calendarName}</a></p>`

const newest = (context: AppContext, to: string | null) =>
  ownWork(context)
    .db.selectFrom('mails')
    .select(['id', 'to_address', 'subject', 'created_at'])
    .$if(to !== null, (query) => query.where('to_address', '=', to))
    .orderBy('id', 'desc')
    .limit(100)
    .execute()

const byId = (context: AppContext, id: number) =>
  ownWork(context).db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()

type Line = Awaited<ReturnType<typeof newest>>[number]
type Whole = NonNullable<Awaited<ReturnType<typeof byId>>>

const listPage = (emails: readonly Line[], to: string) =>
  page(
    'Correos de Kalli',
    `<p class="muted">Así llegarían a cada buzón. Solo existe en desarrollo; los nuevos aparecen al recargar.</p>
<form><label>Para <input type="search" name="to" value="${escaped(to)}" placeholder="correo@ejemplo.mx"></label> <button>Filtrar</button></form>
${emails.length === 0 ? '<p class="empty">Todavía no hay correos.</p>' : `<ul>${emails.map(line).join('')}</ul>`}`,
  )

const line = ({ id, to_address, subject, created_at }: Line) =>
  `<li><a href="/dev/mail/${id}"><strong>${escaped(subject)}</strong><span>${escaped(to_address)}</span><time datetime="${created_at.toISOString()}">${when(created_at)}</time></a></li>`

const emailPage = ({ id, calendar, subject, to_address, created_at, body_html, body_text }: Whole) =>
  page(
    subject,
    `${back}<p class="muted">Para <b>${escaped(to_address)}</b> · <time datetime="${created_at.toISOString()}">${when(created_at)}</time></p>
${attached({ id, calendar })}${linksOf(body_html)}<iframe title="El correo" sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation" srcdoc="${escaped(linksOnTop(body_html))}"></iframe>
<details><summary>Como texto</summary><pre>${linked(body_text)}</pre></details>`,
  )

const back = '<p><a href="/dev/mail">← Todos los correos</a></p>'

/** The email's links again outside its frame, where a test finds them by name. Both parts are already escaped. */
const linksOf = (html: string) => {
  const links = html
    .matchAll(/<a href="([^"]+)"[^>]*>([^<]+)<\/a>/g)
    .map(([, address, label]) => `<a href="${address}">${label}</a>`)
  return `<nav aria-label="Enlaces del correo">${[...links].join(' ')}</nav>`
}

/** A link inside the frame replaces this page, as from a mailbox. */
const linksOnTop = (html: string) => html.replace('<head>', '<head><base target="_top">')
const linked = (text: string) =>
  escaped(text).replace(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`)

export const when = (at: Date) =>
  new Intl.DateTimeFormat('es-MX', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'America/Mexico_City',
  }).format(at)

/** Page layout of the development outboxes. */
export const page = (title: string, body: string) => `<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(title)}</title>
<style>
  :root { color-scheme: light dark; --ink: light-dark(#2a1d15, #f6ede3); --muted: light-dark(#665446, #c4b3a4); --line: light-dark(#e5d9c8, #3d312a); --press: light-dark(#a63f24, #ea8a63); }
  body { margin: 0 auto; max-width: 52rem; padding: 2.5rem 1.25rem 4rem; background: light-dark(#faf5ed, #1a1411); color: var(--ink); font: 16px/1.5 Figtree, system-ui, sans-serif; }
  h1 { font: 600 1.9rem/1.15 Fraunces, Georgia, serif; letter-spacing: -0.02em; margin: 0 0 0.5rem; }
  .muted, time { color: var(--muted); }
  a { color: var(--press); }
  form { margin: 1rem 0; }
  input, button { font: inherit; padding: 0.5rem 0.75rem; border: 1px solid var(--line); border-radius: 10px; background: light-dark(#fffdf9, #241c18); color: inherit; }
  ul { list-style: none; margin: 1.25rem 0; padding: 0; border: 1px solid var(--line); border-radius: 18px; overflow: hidden; background: light-dark(#fffdf9, #241c18); }
  li + li { border-top: 1px solid var(--line); }
  li a { display: grid; grid-template-columns: 1fr auto; gap: 0.1rem 1rem; padding: 0.9rem 1.1rem; color: inherit; text-decoration: none; }
  li a:hover strong { color: var(--press); }
  li span { color: var(--muted); overflow-wrap: anywhere; }
  li time { grid-column: 2; grid-row: 1; white-space: nowrap; }
  iframe { width: 100%; height: 46rem; border: 1px solid var(--line); border-radius: 18px; background: #faf5ed; }
  nav { margin: 1rem 0; }
  details { margin-top: 1rem; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; border: 1px solid var(--line); border-radius: 12px; }
  .empty { padding: 3rem 1rem; text-align: center; border: 1px dashed var(--line); border-radius: 18px; color: var(--muted); }
</style>
</head>
<body><main><h1>${escaped(title)}</h1>${body}</main></body>
</html>
`
