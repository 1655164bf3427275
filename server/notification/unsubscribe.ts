/**
 * One press in a mail program ends one kind of optional email (RFC 8058): its List-Unsubscribe header and its footer carry an address for
 * this account and this kind alone. A GET only shows the button, since link scanners open every address; the POST does it, without a
 * session or further questions.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { NotificationEvent } from '#contract/notification/notification.ts'
import { openWays, registry } from '#contract/notification/registry.ts'
import { Id } from '#contract/platform/shapes.ts'
import { takeBackAll } from '#server/booking/client/message-consent.ts'
import { preferencesOf, type Preference } from '#server/notification/message/preference.ts'
import { escaped } from '#server/platform/mail.ts'
import { refuse } from '#server/platform/refuse.ts'
import { ownWork, type AppContext, type Work } from '#server/platform/work.ts'

const kind = 'unsubscribe'
const forEver = new Date('9999-12-31T00:00:00Z')

/** Undefined for an email that cannot be turned off. */
export const unsubscribeAddress = (
  work: Work,
  to: Preference,
  event: NotificationEvent,
): string | undefined =>
  openWays(event, to.roles).includes('email')
    ? `${work.config.publicUrl}/unsubscribe/${work.tokens.sign(kind, { a: to.accountId, e: event }, forEver)}`
    : undefined

const Signed = z.object({ a: Id, e: NotificationEvent })

export const mountUnsubscribe = (app: FastifyInstance, context: AppContext) =>
  app.register((scope, _options, done) => {
    // Mail programs post `List-Unsubscribe=One-Click`, some as a multipart form: the body is ignored.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_request, _body, parsed) =>
      parsed(null, null),
    )
    type Params = { Params: { token: string } }
    const hidden = { schema: { hide: true } }
    scope.get<Params>('/unsubscribe/:token', hidden, async (request, reply) => {
      const { event } = open(ownWork(context), request.params.token)
      return page(
        reply,
        '¿Dejar de recibir estos correos?',
        `<p>Ya no te escribiremos sobre ${registry[event].unsubscribe}. Lo demás sigue igual.</p><form method="post"><button>Dejar de recibirlos</button></form>`,
      )
    })
    scope.post<Params>('/unsubscribe/:token', hidden, async (request, reply) => {
      const work = ownWork(context)
      const { accountId, event } = open(work, request.params.token)
      await stop(work, accountId, event)
      return page(
        reply,
        'Listo',
        `<p>Ya no te escribiremos sobre ${registry[event].unsubscribe}. Si cambias de opinión, lo eliges en <a href="/settings?section=notifications">Configuración, Notificaciones</a>.</p>`,
      )
    })
    done()
  })

const open = (work: Work, token: string) => {
  const signed = z.safeParse(Signed, work.tokens.open(kind, token, work.now))
  return signed.success ? { accountId: signed.data.a, event: signed.data.e } : refuse('not_found')
}

/** The other channels of this kind stay as chosen; an open settings window gets a version conflict. */
const stop = async (work: Work, accountId: number, event: NotificationEvent) => {
  const [own] = await preferencesOf(work, [accountId])
  // An account that was deleted receives nothing more.
  if (own === undefined) return
  const chosen = JSON.stringify({ [event]: { ...own.ways[event], email: false } })
  await sql`
    insert into notification_settings as kept (account_id, choices, version) values (${accountId}, ${chosen}::jsonb, 1)
    on conflict (account_id) do update set choices = kept.choices || excluded.choices, version = kept.version + 1`.execute(
    work.db,
  )
  if (event === 'win_back') await takeBackAll(work, accountId)
}

/** Small and self-contained: it is opened from a mail program, often without a session. */
const page = (reply: FastifyReply, title: string, html: string) =>
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex')
    .header('referrer-policy', 'no-referrer')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'",
    ).send(`<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Kalli</title>
<style>body{font:1.1rem/1.5 system-ui;max-width:32rem;margin:15vh auto;padding:0 1.5rem}button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.5rem;border:0;border-radius:999px;background:#a63f24;color:#fff}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${html}
</main>
</body>
</html>
`)
