/** The stand-in's form for payees: a processor's requirements, which can be left halfway and resumed. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { clabeProblem } from '#contract/payment/clabe.ts'
import { Wanted, wantedTexts } from '#contract/payment/payout-account.ts'
import { accountByLink, requested, give, wantedOf, wantMore } from '#server/payment/standin/accounts.ts'
import { deliverWebhooks } from '#server/payment/standin/webhooks.ts'
import { requireSameSite } from '#server/platform/http/cross-site.ts'
import { escaped } from '#server/platform/mail.ts'
import { type AppContext, ownWork, type Work } from '#server/platform/work.ts'

type Page = (reply: FastifyReply, status: number, title: string, body: string) => unknown
type Linked = { Params: { link: string } }
type Account = NonNullable<Awaited<ReturnType<typeof accountByLink>>>

const title = 'Alta para recibir pagos'
const path = '/dev/banco/alta/:link'

export const accountPages = (
  app: FastifyInstance,
  context: AppContext,
  { page, onThisHost }: { page: Page; onThisHost: (url: string) => string },
): void => {
  /** The account of a valid link; an expired link redirects to get another. */
  const linked = async (work: Work, link: string, reply: FastifyReply): Promise<Account | null> => {
    const account = await accountByLink(work, link)
    if (account !== null && account.link_until !== null && account.link_until > work.now) return account
    if (account === null)
      page(reply, 404, title, '<p>Este enlace ya no sirve. Vuelve a Kalli y pide otro.</p>')
    else reply.redirect(onThisHost(account.refresh_url), 303)
    return null
  }
  const show = (reply: FastifyReply, link: string, account: Account, problem = '') =>
    page(
      reply,
      problem === '' ? 200 : 400,
      title,
      body(link, account, problem, onThisHost(account.return_url)),
    )

  app.get<Linked>(path, async (request, reply) => {
    const account = await linked(ownWork(context), request.params.link, reply)
    return account === null ? reply : show(reply, request.params.link, account)
  })
  app.post<Linked & { Body: string }>(path, async (request, reply) => {
    requireSameSite(request, { method: 'POST', path: '/dev/banco/alta' })
    const work = ownWork(context)
    const { link } = request.params
    const account = await linked(work, link, reply)
    if (account === null) return reply
    const form = new URLSearchParams(request.body)
    if (form.has('more')) {
      await wantMore(work, account.id)
    } else {
      const what = Wanted.safeParse(form.get('what'))
      const problem = what.success ? problemOf(what.data, form) : 'Eso no lo pedimos.'
      if (!what.success || problem !== null) return show(reply, link, account, problem ?? '')
      await give(work, link, { what: what.data, isGood: !form.has('blurred') })
    }
    // A real processor usually notifies its platform before it redirects the browser.
    await deliverWebhooks(work, { objectId: account.id })
    return reply.redirect(path.replace(':link', link), 303)
  })
}

const problemOf = (what: Wanted, form: URLSearchParams): string | null => {
  const typed = form.get('typed') ?? ''
  if (what === 'tax_id' && !/^[A-ZÑ&]{3,4}\d{6}[A-Z\d]{3}$/i.test(typed.trim()))
    return 'Un RFC tiene 12 o 13 letras y números.'
  return what === 'bank_account' ? clabeProblem(typed) : null
}

const body = (link: string, account: Account, problem: string, back: string): string => {
  const wanted = wantedOf(account)
  const [next] = wanted
  const seen = [...requested, ...account.refused.filter((one) => !requested.some((known) => known === one))]
  const statusText = (one: Wanted) => {
    if (!wanted.includes(one)) return 'listo'
    return account.provided.includes(one) ? 'hace falta de nuevo' : 'hace falta'
  }
  return `
  <ol>${seen.map((one) => `<li>${wantedTexts[one]}: <strong>${statusText(one)}</strong></li>`).join('')}</ol>
  ${problem === '' ? '' : `<p role="alert"><strong>${escaped(problem)}</strong></p>`}
  ${
    next === undefined
      ? `<p>Tu cuenta puede recibir dinero.</p>
  <form method="post" action="/dev/banco/alta/${link}"><button name="more" value="1">Simular que piden algo nuevo</button></form>`
      : `<form method="post" action="/dev/banco/alta/${link}"><input type="hidden" name="what" value="${next}">${fieldOf(next)}</form>`
  }
  <p><a href="${escaped(back)}">${next === undefined ? 'Volver a Kalli' : 'Guardar y seguir después'}</a></p>
  <p class="small">Este banco es de mentira: no guarda lo que escribes y aquí no se mueve dinero.</p>`
}

const fieldOf = (what: Wanted): string => {
  if (what === 'tax_id')
    return '<p><label>RFC <input name="typed" autocomplete="off"></label></p><button class="yes">Continuar</button>'
  if (what === 'bank_account')
    return '<p><label>CLABE <input name="typed" inputmode="numeric" autocomplete="off"></label></p><button class="yes">Continuar</button>'
  return `<button class="yes">Dar ${what === 'proof_of_address' ? 'mi comprobante' : 'mi identificación'}</button>
  <button name="blurred" value="1">Dar una foto borrosa</button>`
}
