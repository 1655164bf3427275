/** The agreement on paper: plain Spanish, for both parties at any time, made anew from what stands. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { agreementStatuses } from '#contract/agreement.ts'
import { dateText, termLines } from '#contract/application.ts'
import { rentPolicies, RentPolicy } from '#contract/space.ts'
import { identify } from '#server/account/session.ts'
import { agreement } from '#server/hiring/standing.ts'
import { dateAt } from '#server/hiring/hiring.ts'
import { refuse } from '#server/platform/refuse.ts'
import { workFor, type House, type Work } from '#server/platform/work.ts'

/** `GET /api/agreements/<id>/document`: a PDF, for its two parties; for anybody else it is not there. */
export const mountAgreementDocument = (app: FastifyInstance, house: House) => {
  app.get<{ Params: { id: string } }>('/api/agreements/:id/document', async (request, reply) => {
    const who = await identify(house.database, request, house.clock())
    if (who.accountId === null) refuse('not_signed_in')
    if (who.mustSetSecondFactor) refuse('second_factor_missing')
    if (!/^[1-9][0-9]{0,14}$/.test(request.params.id)) refuse('not_found')
    const bytes = await agreementDocument(workFor(house, who), Number(request.params.id))
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="convenio-kalli-${request.params.id}.pdf"`)
      .header('cache-control', 'no-store')
      .header('x-content-type-options', 'nosniff')
      .send(bytes)
  })
}

/** Refuses `not_found` for somebody else's. */
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
  const { default: Pdf } = await import('pdfkit')
  const paper = new Pdf({
    size: 'LETTER',
    margin: 64,
    info: { Title: `Convenio ${id}`, Author: 'Kalli', CreationDate: work.now },
    lang: 'es-MX',
  })
  const parts: Buffer[] = []
  paper.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<void>((resolve) => paper.on('end', () => resolve()))
  const ink = '#1f2a24'
  const muted = '#5c665f'
  const clay = '#a4472c'
  const heading = (text: string) =>
    paper.moveDown(1.1).font('Helvetica-Bold').fontSize(12).fillColor(clay).text(text).moveDown(0.35)
  const say = (text: string) =>
    paper.font('Helvetica').fontSize(10.5).fillColor(ink).text(text, { lineGap: 3 }).moveDown(0.35)

  paper.font('Helvetica-Bold').fontSize(11).fillColor(clay).text('KALLI')
  paper.moveDown(0.6).font('Times-Bold').fontSize(25).fillColor(ink).text('Convenio de uso de espacio')
  paper
    .moveDown(0.3)
    .font('Helvetica')
    .fontSize(10.5)
    .fillColor(muted)
    .text(
      `Convenio ${id} · ${agreementStatuses[one.status]} · Hecho el ${dateText(dateAt(more.createdAt, one.zone))} · Impreso el ${dateText(dateAt(work.now, one.zone))}`,
    )

  heading('Quiénes')
  say(`${one.professionalName}, profesional independiente (“la persona profesional”).`)
  say(
    `${one.businessName}, que ofrece el espacio “${one.spaceName}”, en ${[more.neighbourhood, more.city, more.state].filter(Boolean).join(', ')} (“el espacio”).`,
  )

  heading('Qué acordaron')
  const left = paper.page.margins.left
  const width = paper.page.width - left - paper.page.margins.right
  for (const line of termLines(one.terms)) {
    const top = paper.y
    paper.font('Helvetica').fontSize(10).fillColor(muted).text(line.label, left, top, { width: 130 })
    const under = paper.y
    paper
      .font('Helvetica-Bold')
      .fontSize(10.5)
      .fillColor(ink)
      .text(line.text, left + 140, top, { width: width - 140 })
    const bottom = Math.max(paper.y, under) + 5
    paper
      .moveTo(left, bottom)
      .lineTo(left + width, bottom)
      .lineWidth(0.5)
      .strokeColor('#d9d2c5')
      .stroke()
    paper.x = left
    paper.y = bottom + 6
  }

  heading('Cómo funciona, en palabras simples')
  const policy = RentPolicy.parse(more.rentPolicy)
  for (const text of [
    '1. Mientras este convenio esté activo, las citas que caigan dentro de lo acordado se confirman al momento, si hay lugar.',
    one.terms.rent.kind === 'fixed'
      ? '2. La renta fija se cobra por días, desde el inicio, con un recibo para cada parte: sale de lo que se gana después o de una tarjeta. Las citas no pagan otra renta.'
      : '2. La renta se descuenta de lo que paga la clienta o el cliente al terminar el servicio. Kalli reparte el dinero y entrega un recibo a cada parte.',
    `3. Si se cancela una cita, la renta sigue la política ${rentPolicies[policy].label} del espacio. Entre citas se reservan ${more.cleaningMinutes} minutos de limpieza.`,
    '4. La persona profesional decide cómo trabaja, sus precios y sus clientes. Las reglas del espacio cuidan el lugar, no dirigen su trabajo: aquí no hay relación laboral.',
    '5. Cualquiera de las dos partes puede poner el convenio en pausa. Las citas ya confirmadas se respetan.',
    `6. Cualquiera puede terminarlo avisando con ${one.terms.noticeDays} ${one.terms.noticeDays === 1 ? 'día' : 'días'}. Las citas confirmadas se respetan, o se cancelan una por una con su costo a la vista.`,
    '7. Si vence un documento que el espacio pide, el convenio se suspende hasta que haya uno vigente.',
  ])
    say(text)

  if (one.ending !== null) {
    heading('Aviso de terminación')
    say(
      `Lo dio ${one.ending.by === 'host' ? 'el espacio' : 'la persona profesional'} el ${dateText(dateAt(new Date(one.ending.givenAt), one.zone))}. Termina el ${dateText(dateAt(new Date(one.ending.endsAt), one.zone))}.`,
    )
  }

  heading('Aceptación')
  say(
    'Las dos partes aceptaron estas condiciones en Kalli con su cuenta. Lo aceptado quedó sellado; si algo cambia sin acuerdo, el sello ya no coincide.',
  )
  if (more.seal !== '') {
    const mark = createHash('sha256').update(more.seal).digest('hex').slice(0, 32)
    paper
      .font('Courier')
      .fontSize(9)
      .fillColor(muted)
      .text(`Sello ${mark.replaceAll(/(.{4})(?=.)/g, '$1 ')}`)
  }
  paper.end()
  await done
  return Buffer.concat(parts)
}
