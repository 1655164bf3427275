/** The identity stand-in's own page: where a person shows face and documents, or in development chooses the result. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { requireSameSite } from '#server/platform/http/cross-site.ts'
import { escaped } from '#server/platform/mail.ts'
import { type AppContext, ownWork } from '#server/platform/work.ts'
import { answerCheck, checkOf, deliverIdentityEvents } from '#server/verification/identity-standin.ts'

type Visit = { Params: { checkId: string } }

/** What a button of the page does to the check. */
const answers = {
  aprobar: { status: 'approved', reason: null },
  rechazar: { status: 'rejected', reason: 'selfie_face_mismatch' },
  vencida: { status: 'rejected', reason: 'document_expired' },
  revisar: { status: 'processing', reason: null },
} as const

export const identityPages = (app: FastifyInstance, context: AppContext): void => {
  app.get<Visit>('/dev/identidad/:checkId', async (request, reply) => {
    const check = await checkOf(ownWork(context), request.params.checkId)
    if (check === undefined) return page(reply, 404, 'No existe', '<p>Esta verificación no existe.</p>')
    const back = onThisHost(check.return_url, context)
    return check.status === 'open' || check.status === 'processing'
      ? page(reply, 200, 'Verifica tu identidad', forms(check.id, back, check.status === 'processing'))
      : page(reply, 200, 'Ya respondiste', `<p>Esta verificación ya tiene respuesta.</p>${backLink(back)}`)
  })
  for (const [path, answer] of Object.entries(answers))
    app.post<Visit>(`/dev/identidad/:checkId/${path}`, async (request, reply) => {
      requireSameSite(request, { method: 'POST', path: '/dev/identidad' })
      const work = ownWork(context)
      const check = await checkOf(work, request.params.checkId)
      if (check === undefined) return page(reply, 404, 'No existe', '<p>Esta verificación no existe.</p>')
      await answerCheck(work, check.id, answer)
      // A real provider usually notifies us before it sends the browser back.
      await deliverIdentityEvents(work, check.id)
      return reply.redirect(onThisHost(check.return_url, context), 303)
    })
}

/** Back to the host name by which the browser reached us. */
const onThisHost = (url: string, { config }: AppContext) =>
  url.startsWith(`${config.publicUrl}/`) ? url.slice(config.publicUrl.length) : url

const forms = (id: string, back: string, isInReview: boolean) => `
  <ol><li>Toma una foto de tu INE, pasaporte o licencia.</li><li>Mira a la cámara y gira un poco la cabeza.</li><li>Espera unos segundos: comparamos las dos.</li></ol>
  <div class="camera" role="img" aria-label="Recuadro de la cámara"><span></span></div>
  ${isInReview ? '<p><strong>En revisión.</strong> Decide ahora cómo termina:</p>' : ''}
  <form method="post" action="/dev/identidad/${id}/aprobar"><button class="yes">Todo coincide</button></form>
  <form method="post" action="/dev/identidad/${id}/rechazar"><button>El rostro no coincide</button></form>
  <form method="post" action="/dev/identidad/${id}/vencida"><button>La identificación está vencida</button></form>
  ${isInReview ? '' : `<form method="post" action="/dev/identidad/${id}/revisar"><button>Dejarla en revisión</button></form>`}
  <p><a href="${escaped(back)}">Dejarlo para después</a></p>
  <p class="small">Este verificador es de mentira: no usa tu cámara ni guarda nada. Solo existe en desarrollo.</p>`

const backLink = (url: string) => `<p><a href="${escaped(url)}">Volver a Kalli</a></p>`

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
<title>${title} · Verificador de prueba</title><style>
body{font:1.05rem/1.5 system-ui,sans-serif;background:#e9f0f4;color:#14232e;margin:0;display:grid;min-height:100vh;place-items:center}
main{background:#fff;max-width:25rem;margin:1rem;padding:2rem;border-radius:1rem;box-shadow:0 8px 30px #14232e22}
header{font-weight:600;color:#2f5066}h1{font-size:1.5rem;line-height:1.2}ol{padding-left:1.2rem}
.camera{display:grid;place-items:center;height:9rem;border-radius:.8rem;background:#14232e;margin:1rem 0}
.camera span{width:4.6rem;height:6rem;border:3px dashed #9fc3d8;border-radius:50%}
button{font:inherit;width:100%;padding:.8rem;margin:.3rem 0;border-radius:.6rem;border:1px solid #5b7486;background:#fff;color:#14232e;cursor:pointer}
button.yes{background:#14566f;border-color:#14566f;color:#fff}button:focus-visible,a:focus-visible{outline:3px solid #3b82f6;outline-offset:2px}
.small{font-size:.85rem;color:#4a6070}a{color:#14566f}</style></head>
<body><main><header>Verificador de prueba</header><h1>${title}</h1>${body}</main></body></html>`)
