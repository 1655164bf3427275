/** The printed agreement: plain Spanish, for both parties at any time, generated from the current state. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { agreementStatuses } from '#contract/hiring/agreement-moves.ts'
import { termLines } from '#contract/hiring/terms-words.ts'
import { dateText } from '#contract/platform/short-date.ts'
import { rentPolicies, RentPolicy } from '#contract/space/space.ts'
import { personOfFile } from '#server/developer/file-caller.ts'
import { agreement } from '#server/hiring/fit/agreement-terms.ts'
import { dateAt } from '#server/hiring/fit/hiring.ts'
import { refuse } from '#server/platform/refuse.ts'
import { drawSheet } from '#server/platform/files/sheet.ts'
import { workFor, type AppContext, type Work } from '#server/platform/work.ts'

/** `GET /api/agreements/<id>/document`: a PDF, for its two parties; not found for others. */
export const mountAgreementDocument = (app: FastifyInstance, context: AppContext) =>
  mountPrint(app, context, {
    path: '/api/agreements/:id/document',
    name: 'convenio',
    print: agreementDocument,
  })

/** Mounts a document of two parties as a PDF at one address. */
export const mountPrint = (
  app: FastifyInstance,
  context: AppContext,
  { path, name, print }: { path: string; name: string; print: (work: Work, id: number) => Promise<Buffer> },
) => {
  app.get<{ Params: { id: string } }>(path, async (request, reply) => {
    const who = await personOfFile(context, request, reply)
    if (!/^[1-9][0-9]{0,14}$/.test(request.params.id)) refuse('not_found')
    const bytes = await print(workFor(context, who), Number(request.params.id))
    return sendPrint(reply, `${name}-kalli-${request.params.id}.pdf`, bytes)
  })
}

/** A document for one viewer: shown in the browser, never cached on the way. */
export const sendPrint = (reply: FastifyReply, name: string, bytes: Buffer) =>
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${name}"`)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-content-type-options', 'nosniff')
    .send(bytes)

/** A short form of the seal, by which the parties can compare two copies. */
export const sealMark = (seal: string): string =>
  seal === '' ? '' : createHash('sha256').update(seal).digest('hex').slice(0, 32)

/** Refuses `not_found` for another party's. */
export const agreementDocument = async (work: Work, id: number): Promise<Buffer> => {
  const one = await agreement(work, id)
  const { rows } = await sql<{
    city: string
    state: string
    neighbourhood: string | null
    rentPolicy: string
    cleaningMinutes: number
    createdAt: Date
    seal: string
  }>`
    select s.city, s.state, s.neighbourhood, s.rent_policy as "rentPolicy", s.cleaning_minutes as "cleaningMinutes",
      a.created_at as "createdAt", a.seal
    from agreements a join spaces s on s.id = a.space_id where a.id = ${id}`.execute(work.db)
  const more = rows[0] ?? refuse('not_found')
  const policy = RentPolicy.parse(more.rentPolicy)
  const dayOf = (at: Date) => dateText(dateAt(at, one.zone))
  return drawSheet(
    {
      title: 'Convenio de uso de espacio',
      under: `Convenio ${id} · ${agreementStatuses[one.status]} · Hecho el ${dayOf(more.createdAt)} · Impreso el ${dayOf(work.now)}`,
      parts: [
        {
          heading: 'Quiénes',
          lines: [
            `${one.professionalName}, profesional independiente (“la persona profesional”).`,
            `${one.businessName}, que ofrece el espacio “${one.spaceName}”, en ${[...new Set([more.neighbourhood, more.city, more.state])].filter(Boolean).join(', ')} (“el espacio”).`,
          ],
        },
        { heading: 'Qué acordaron', terms: termLines(one.terms) },
        {
          heading: 'Cómo funciona, en palabras simples',
          lines: [
            one.terms.autoAccept
              ? '1. Mientras este convenio esté activo, las citas que caigan dentro de lo acordado se confirman al momento, si hay lugar.'
              : '1. Mientras este convenio esté activo, cada cita que caiga dentro de lo acordado queda apartada hasta que el espacio la acepta o la rechaza, a más tardar en 12 horas. Sin respuesta se libera y no se cobra.',
            one.terms.rent.kind === 'fixed'
              ? `2. La renta fija se cobra por periodos, el primero desde el día en que empieza, con un recibo para cada parte: sale de lo que se gana después o de una tarjeta. Los días pagados que no se usen porque el convenio termina antes se devuelven. ${one.terms.rent.perUse === null ? 'Las citas no pagan otra renta.' : 'La otra parte se descuenta de cada cita, de lo que paga el cliente al terminar el servicio.'}`
              : '2. La renta se descuenta de lo que paga el cliente al terminar el servicio. Kalli reparte el dinero y entrega un recibo a cada parte.',
            `3. Si se cancela una cita, la renta sigue la política ${rentPolicies[policy].label} del espacio. Entre citas se reservan ${more.cleaningMinutes} minutos de limpieza.`,
            '4. La persona profesional decide cómo trabaja, sus precios y sus clientes. Las reglas del espacio cuidan el lugar, no dirigen su trabajo: aquí no hay relación laboral.',
            '5. Cualquiera de las dos partes puede poner el convenio en pausa. Las citas ya confirmadas se respetan.',
            `6. Cualquiera puede terminarlo avisando con ${one.terms.noticeDays} ${one.terms.noticeDays === 1 ? 'día' : 'días'}. Las citas confirmadas se respetan, o se cancelan una por una con su costo a la vista.`,
            '7. Si vence un documento que el espacio pide, el convenio se suspende hasta que haya uno vigente.',
          ],
        },
        ...(one.ending === null
          ? []
          : [
              {
                heading: 'Aviso de terminación',
                lines: [
                  `Lo dio ${one.ending.by === 'host' ? 'el espacio' : 'la persona profesional'} el ${dayOf(new Date(one.ending.givenAt))}. Termina el ${dayOf(new Date(one.ending.endsAt))}.`,
                ],
              },
            ]),
        {
          heading: 'Aceptación',
          lines: [
            'Las dos partes aceptaron estas condiciones en Kalli con su cuenta. Lo aceptado quedó sellado; si algo cambia sin acuerdo, el sello ya no coincide.',
          ],
          seal: sealMark(more.seal),
        },
      ],
    },
    work.now,
  )
}
