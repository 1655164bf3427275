/** Membership of a business as a document: what it is, its cost, who sees what. For the business and the member. */
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { windowsText } from '#contract/hiring/terms-words.ts'
import { dateText } from '#contract/platform/short-date.ts'
import { BusinessTerms, businessTermsText } from '#contract/team/rent-terms.ts'
import {
  MemberRole,
  memberRoles,
  MemberStatus,
  memberStatuses,
  Permission,
  permissions,
  teamLimits,
} from '#contract/team/member.ts'
import { WeeklyWindow } from '#contract/platform/weekly-window.ts'
import { dateAt } from '#server/hiring/fit/hiring.ts'
import { mountPrint, sealMark, sendPrint } from '#server/hiring/agreement/print.ts'
import { refuse } from '#server/platform/refuse.ts'
import { drawSheet } from '#server/platform/files/sheet.ts'
import { anonymous, workFor, type AppContext, type Work } from '#server/platform/work.ts'
import { offeredBy } from '#server/team/link.ts'

/**
 * `GET /api/team/<id>/document`: a PDF, for its two parties; for others it does not exist. `GET /api/inhouse/<token>/document`: the same
 * as it would be, for the holder of an open link, before they accept.
 */
export const mountMembershipDocument = (app: FastifyInstance, context: AppContext) => {
  mountPrint(app, context, {
    path: '/api/team/:id/document',
    name: 'equipo-de-casa',
    print: membershipDocument,
  })
  app.get<{ Params: { token: string } }>('/api/inhouse/:token/document', async (request, reply) => {
    const work = workFor(context, anonymous)
    const id = await offeredBy(work, request.params.token)
    return sendPrint(reply, 'equipo-de-casa-vista-previa-kalli.pdf', await offerDocument(work, id))
  })
}

const Row = z.object({
  status: MemberStatus,
  name: z.string(),
  role: MemberRole,
  permissions: z.array(Permission),
  clientContact: z.boolean(),
  unitName: z.nullable(z.string()),
  shift: z.nullable(z.array(WeeklyWindow)),
  terms: BusinessTerms,
  noticeDays: z.int(),
  joinedAt: z.nullable(z.date()),
  endsAt: z.nullable(z.date()),
  spaceName: z.string(),
  businessName: z.string(),
  place: z.string(),
  zone: z.string(),
  seal: z.string(),
})

/** Refuses `not_found` for another person's, and for an invitation that was not accepted. */
const membershipDocument = async (work: Work, id: number): Promise<Buffer> => {
  const { hostId, accountId } = work.viewer
  return draw(
    work,
    id,
    sql`m.joined_at is not null and (m.host_id = ${hostId}::bigint or m.account_id = ${accountId}::bigint)`,
  )
}

/** An invitation's offer, as the document would show it; its link was checked before. */
const offerDocument = (work: Work, id: number): Promise<Buffer> =>
  draw(work, id, sql`m.joined_at is null and m.status = 'invited'`)

const draw = async (work: Work, id: number, which: ReturnType<typeof sql>): Promise<Buffer> => {
  const { rows } = await sql`
    select m.status, coalesce(nullif(concat_ws(' ', a.first_name, a.last_name), ''), m.name) as name, m.role, m.permissions,
      m.client_contact as "clientContact", u.name as "unitName", m.shift, m.terms,
      coalesce(g.notice_days, ${teamLimits.noticeDays})::int as "noticeDays", m.joined_at as "joinedAt", m.ends_at as "endsAt",
      s.name as "spaceName", b.name as "businessName", concat_ws(', ', s.neighbourhood, s.city, nullif(s.state, s.city)) as place, s.zone,
      coalesce(g.seal, '') as seal
    from memberships m join spaces s on s.id = m.space_id join businesses b on b.id = s.business_id
    left join units u on u.id = m.unit_id left join accounts a on a.id = m.account_id
    left join agreements g on g.id = m.agreement_id
    where m.id = ${id} and ${which}`.execute(work.db)
  if (rows.length === 0) return refuse('not_found')
  const one = z.parse(Row, rows[0])
  const dayOf = (at: Date) => dateText(dateAt(at, one.zone))
  return drawSheet(
    {
      title: 'Acuerdo de equipo de casa',
      under: `Acuerdo ${id} · ${one.joinedAt === null ? 'Vista previa: todavía nadie lo ha aceptado' : `${memberStatuses[one.status]} · Desde el ${dayOf(one.joinedAt)}`} · Impreso el ${dayOf(work.now)}`,
      parts: [
        {
          heading: 'Quiénes',
          lines: [
            `${one.name}, ${memberRoles[one.role].toLowerCase()} (“quien se une”).`,
            `${one.businessName}, en ${one.place} (“la casa”).`,
          ],
        },
        {
          heading: 'Qué acordaron',
          terms: [
            { label: 'Espacio', text: one.spaceName },
            { label: 'Lugar', text: one.unitName ?? 'La unidad que esté libre' },
            { label: 'Turno', text: windowsText(one.shift) },
            { label: 'Renta', text: businessTermsText(one.terms) },
            {
              label: 'Permisos',
              text: one.permissions.map((name) => permissions[name]).join(' · ') || 'Ninguno',
            },
            { label: 'Aviso para salir', text: `${one.noticeDays} ${one.noticeDays === 1 ? 'día' : 'días'}` },
          ],
        },
        {
          heading: 'Cómo funciona, en palabras simples',
          lines: linesOf(one).map((line, index) => `${index + 1}. ${line}`),
        },
        ...(one.endsAt === null
          ? []
          : [
              {
                heading: 'Aviso de salida',
                lines: [`El lugar en el equipo termina el ${dayOf(one.endsAt)}.`],
              },
            ]),
        {
          heading: 'Aceptación',
          lines: [
            one.joinedAt === null
              ? 'La casa hizo la invitación. Queda acordado cuando quien se une la acepte en Kalli con su cuenta, después de confirmar su correo o teléfono.'
              : 'La casa hizo la invitación y quien se une la aceptó en Kalli, cada quien con su cuenta, después de confirmar su correo o teléfono.',
          ],
          seal: sealMark(one.seal),
        },
      ],
    },
    work.now,
  )
}

const linesOf = (one: z.output<typeof Row>): string[] => [
  one.role === 'resident'
    ? 'Quien se une trabaja por su cuenta: decide cómo trabaja, sus precios y a quién atiende. Las reglas de la casa cuidan el lugar, no dirigen su trabajo: este acuerdo no crea relación laboral.'
    : 'Este acuerdo dice qué puede hacer quien se une en Kalli a nombre de la casa, y qué paga. Lo demás de su trabajo se acuerda aparte, como lo pide la ley.',
  ...(one.terms.fixed === null
    ? []
    : [
        `La renta fija se cobra por periodos, con un recibo para cada parte. Los días pagados que no se usen porque termina antes se devuelven. Si pasan ${teamLimits.unpaidDays} días sin pagarse no se abren citas nuevas; las confirmadas se respetan.`,
      ]),
  ...(one.terms.perUse === null
    ? []
    : ['Lo que toca de cada cita se descuenta de lo que paga el cliente, al terminar.']),
  one.clientContact
    ? 'Los servicios son de la casa: la casa ve el nombre completo y el teléfono de quien reserva.'
    : 'La casa ve cuándo está ocupado el lugar y el primer nombre de quien reserva. Nunca su teléfono ni su correo.',
  'La casa puede poner este acuerdo en pausa, y cualquiera de las dos partes terminarlo con aviso. Las citas confirmadas se respetan, o se cancelan una por una con su costo a la vista.',
]
