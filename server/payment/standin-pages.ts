/** The stand-in's own pages: where a browser exchanges a card for a token, and the "bank" that requires approval. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Call } from '#contract/platform/endpoint.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { tokenizeCard } from '#contract/payment/payment.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import { isExpired } from '#server/payment/provider/rules.ts'
import { accountPages } from '#server/payment/standin/account-pages.ts'
import { disputePages } from '#server/payment/standin/dispute-pages.ts'
import { standin } from '#server/payment/standin/standin.ts'
import { answerChallenge, payReference } from '#server/payment/standin/bank.ts'
import { chargeById } from '#server/payment/standin/charges.ts'
import { tokenOf } from '#server/payment/standin/cards.ts'
import { deliverWebhooks } from '#server/payment/standin/webhooks.ts'
import { requireSameSite } from '#server/platform/http/cross-site.ts'
import { escaped } from '#server/platform/mail.ts'
import { refuse } from '#server/platform/refuse.ts'
import { type AppContext, ownWork, type Work } from '#server/platform/work.ts'

type CardEntry = Call<typeof tokenizeCard>['body']

/** Refuses card_invalid, naming the field. The number is not stored. */
export const tokenize = async (work: Work, entry: CardEntry) => {
  if (processorOf(work.config) !== standin) refuse('not_found')
  const expires = monthOf(entry.expiry)
  const made =
    tokenOf(entry.number, expires ?? '', entry.wallet) ?? refuse('card_invalid', { field: 'number' })
  if (expires === null || isExpired(expires, work.now)) refuse('card_invalid', { field: 'expiry' })
  if (!/^\d{3,4}$/.test(entry.cvc)) refuse('card_invalid', { field: 'cvc' })
  return { token: made.token, brand: made.card.brand, last4: made.card.last4 }
}

/** "8/29" as "2029-08"; null: not a month. */
const monthOf = (expiry: string): string | null => {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\s*\/\s*(?:20)?(\d{2})\s*$/.exec(expiry) ?? []
  if (month === '' || Number(month) < 1 || Number(month) > 12) return null
  return `20${year}-${month.padStart(2, '0')}`
}

type Challenge = { Params: { chargeId: string } }
type Transfer = Challenge & { Querystring: { cents?: string } }

export const bankPages = (app: FastifyInstance, context: AppContext): void => {
  app.get<Challenge>('/dev/banco/3ds/:chargeId', async (request, reply) => {
    const charge = await chargeById(context.database.kysely, request.params.chargeId)
    if (charge === undefined) return page(reply, 404, 'Banco de prueba', '<p>Este pago no existe.</p>')
    if (charge.status !== 'requires_action')
      return page(reply, 200, 'Ya respondiste', backLink(onThisHost(charge.return_url, context)))
    const what =
      charge.amount_cents === 0 ? 'guardar tu tarjeta' : `pagar ${formatCents(charge.amount_cents)}`
    return page(reply, 200, '¿Apruebas este pago?', challengeForms(charge.id, what, charge.card_last4))
  })
  const answer = (path: string, approves: boolean) =>
    app.post<Challenge>(`/dev/banco/3ds/:chargeId/${path}`, async (request, reply) => {
      requireSameSite(request, { method: 'POST', path: '/dev/banco/3ds' })
      const work = ownWork(context)
      const back = await answerChallenge(work, request.params.chargeId, approves)
      if (back === null) return page(reply, 404, 'Banco de prueba', '<p>Este pago no existe.</p>')
      // A real bank usually notifies the shop before it redirects the browser.
      await deliverWebhooks(work, { objectId: request.params.chargeId })
      return reply.redirect(onThisHost(back, context), 303)
    })
  answer('aprobar', true)
  answer('rechazar', false)
  referencePages(app, context)
  // The other pages have unguessable names known only to the payer; this one shows and changes all charges.
  if (!context.config.production) disputePages(app, context, page)
  accountPages(app, context, { page, onThisHost: (url) => onThisHost(url, context) })
}

/** A counter and a bank in one: visitors trying Kalli out pay their own reference here. */
const referencePages = (app: FastifyInstance, context: AppContext): void => {
  const path = '/dev/banco/referencia/:chargeId'
  app.get<Challenge>(path, async (request, reply) => {
    const charge = await chargeById(context.database.kysely, request.params.chargeId)
    if (charge === undefined || charge.voucher === null)
      return page(reply, 404, 'Banco de prueba', '<p>Esta referencia no existe.</p>')
    if (charge.status !== 'voucher_pending')
      return page(reply, 200, 'Ya no espera pago', backLink(onThisHost(charge.return_url, context)))
    return page(reply, 200, charge.kind === 'oxxo' ? 'Pagar en caja' : 'Transferir', referenceForm(charge))
  })
  app.post<Transfer>(path, async (request, reply) => {
    requireSameSite(request, { method: 'POST', path: '/dev/banco/referencia' })
    const work = ownWork(context)
    const { cents } = request.query
    const back = await payReference(
      work,
      request.params.chargeId,
      cents !== undefined && /^\d{1,8}$/.test(cents) ? Number(cents) : undefined,
    )
    if (back === null)
      return page(reply, 404, 'Banco de prueba', '<p>Esta referencia ya no se puede pagar.</p>')
    await deliverWebhooks(work, { objectId: request.params.chargeId })
    return reply.redirect(onThisHost(back, context), 303)
  })
}

const referenceForm = (charge: {
  id: string
  amount_cents: number
  kind: string
  voucher: { reference: string } | null
}) => `
  <p>Referencia <strong>${charge.voucher?.reference ?? ''}</strong>, exactamente <strong>${formatCents(charge.amount_cents)}</strong>.</p>
  <form method="post" action="/dev/banco/referencia/${charge.id}"><button class="yes">Pagar ${formatCents(charge.amount_cents)}</button></form>
  ${charge.kind === 'spei' ? otherAmounts(charge) : ''}
  <p class="small">Este banco es de mentira: aquí no se mueve dinero.</p>`

/** Transfers of other amounts, to try what follows. */
const otherAmounts = ({ id, amount_cents: cents }: { id: string; amount_cents: number }) =>
  [cents - Math.round(cents / 2), cents + 5_000]
    .map(
      (amount) =>
        `<form method="post" action="/dev/banco/referencia/${id}?cents=${amount}"><button>Transferir ${formatCents(amount)}</button></form>`,
    )
    .join('')

/** Keeps the redirect on the host under which the browser reached us. */
const onThisHost = (url: string, { config }: AppContext) =>
  url.startsWith(`${config.publicUrl}/`) ? url.slice(config.publicUrl.length) : url

const challengeForms = (id: string, what: string, last4: string) => `
  <p>Kalli quiere ${what} con tu tarjeta terminada en <strong>${last4}</strong>.</p>
  <form method="post" action="/dev/banco/3ds/${id}/aprobar"><button class="yes">Aprobar</button></form>
  <form method="post" action="/dev/banco/3ds/${id}/rechazar"><button>Rechazar</button></form>
  <p class="small">Este banco es de mentira: aquí no se mueve dinero.</p>`

const backLink = (url: string) =>
  `<p>Este pago ya tiene respuesta.</p><p><a href="${escaped(url)}">Volver a Kalli</a></p>`

const page = (reply: FastifyReply, status: number, title: string, body: string) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    ).send(`<!doctype html><html lang="es-MX"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} · Banco de prueba</title><style>
body{font:1.05rem/1.5 system-ui,sans-serif;background:#eef1f6;color:#1b2430;margin:0;display:grid;min-height:100vh;place-items:center}
main{background:#fff;max-width:24rem;margin:1rem;padding:2rem;border-radius:1rem;box-shadow:0 8px 30px #1b243022}
header{font-weight:600;color:#3a4a63}h1{font-size:1.5rem;line-height:1.2}
button{font:inherit;width:100%;padding:.8rem;margin:.3rem 0;border-radius:.6rem;border:1px solid #5b6b84;background:#fff;color:#1b2430;cursor:pointer}
button.yes{background:#1d5c4b;border-color:#1d5c4b;color:#fff}button:focus-visible,a:focus-visible{outline:3px solid #3b82f6;outline-offset:2px}
input{font:inherit;width:100%;box-sizing:border-box;padding:.7rem;border-radius:.6rem;border:1px solid #5b6b84}ol{padding-left:1.2rem}
.small{font-size:.85rem;color:#4c5a70}a{color:#1d5c4b}</style></head>
<body><main><header>Banco de prueba</header><h1>${title}</h1>${body}</main></body></html>`)
