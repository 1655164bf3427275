/** Notices about the team members of a host and their rent. */
import { teamLimits } from '#contract/team/member.ts'
import { sql } from 'kysely'
import { notify } from '#server/notification/message/notify.ts'
import type { Notice } from '#server/notification/message/notify.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  id: number
  name: string
  business: string
  hostAccount: number
  memberAccount: number | null
  actor: string
  endedHow: string | null
  unitName: string | null
  /** Pays by the week or the month. */
  fixed: boolean
  /** Days until it ends. */
  daysLeft: number | null
}

const rowOf = async (work: Work, id: number, version: number): Promise<Row | undefined> => {
  const { rows } = await sql<Row>`
    select m.id, coalesce(a.first_name, m.name) as name, b.name as business, h.account_id as "hostAccount",
      m.account_id as "memberAccount", m.ended_how as "endedHow", u.name as "unitName",
      jsonb_typeof(m.terms -> 'fixed') is not distinct from 'object' as fixed,
      round(extract(epoch from m.ends_at - ${work.now}::timestamptz) / 86400)::int as "daysLeft",
      coalesce((select v.actor from membership_moves v where v.membership_id = m.id and v.version = ${version}), 'platform') as actor
    from memberships m join spaces s on s.id = m.space_id join businesses b on b.id = s.business_id
    join hosts h on h.id = m.host_id left join accounts a on a.id = m.account_id
    left join units u on u.id = m.unit_id where m.id = ${id}`.execute(work.db)
  return rows[0]
}

type Words = { title: string; message: string }

/** The text for each side; the actor gets none. */
const wordsOf = (
  { name, business, actor, endedHow, daysLeft, unitName, fixed }: Row,
  move: string,
): { host?: Words; member?: Words } => {
  switch (move) {
    case 'accept':
      return {
        host: {
          title: `${name} se unió a tu equipo`,
          message: 'Ya puedes ver su turno y su renta en Equipo de casa.',
        },
      }
    case 'take_in':
      return {
        host: {
          title: `${name} se une a tu equipo`,
          message:
            unitName === null
              ? 'Paga renta fija: elige cuál es su unidad y sus horas en Equipo de casa.'
              : `Paga renta fija por ${unitName}: cóbrala en Equipo de casa. Su turno es el de su convenio.`,
        },
        member: {
          title: `Eres parte de ${business}`,
          message: `Tu renta fija y sus recibos están en Equipo de casa. Hoy no pagas nada. ${
            unitName === null ? 'Te avisamos cuando te digan cuál es tu unidad.' : `Tu unidad: ${unitName}.`
          }`,
        },
      }
    case 'decline':
      return {
        host: {
          title: `${name} no se une al equipo`,
          message: 'Dijo que no a tu invitación. Su lugar queda libre.',
        },
      }
    case 'expire':
      return {
        host: {
          title: `Venció la invitación de ${name}`,
          message: 'Nadie usó el enlace a tiempo. Puedes volver a invitar con un toque.',
        },
      }
    case 'complete':
      return {
        host: {
          title: `${name} ya tiene todo en orden`,
          message: 'Sus documentos llegaron y puede recibir citas.',
        },
        member: {
          title: `Ya eres parte de ${business}`,
          message: 'Tus documentos están en orden. Tus clientes pueden reservar ahí.',
        },
      }
    case 'edit':
      return {
        member: {
          title: `${business} cambió tu turno o tus permisos`,
          message:
            fixed && unitName !== null
              ? `Tu unidad es ${unitName}. Revisa cómo quedó todo; lo que pagas no cambia.`
              : 'Revisa cómo quedó. Lo que pagas no cambia.',
        },
      }
    case 'pause':
      return {
        member: {
          title: `${business} puso en pausa tu lugar`,
          message: 'No hay citas nuevas hasta que lo reanude. Las confirmadas se respetan.',
        },
      }
    case 'resume':
      return {
        member: {
          title: `${business} reanudó tu lugar`,
          message: 'Ya se puede reservar contigo ahí otra vez.',
        },
      }
    case 'give_notice': {
      const said = `Termina en ${daysLeft ?? teamLimits.noticeDays} días. Las citas confirmadas se respetan.`
      return actor === 'host'
        ? { member: { title: `${business} dio aviso de salida`, message: said } }
        : { host: { title: `${name} dio aviso de salida`, message: said } }
    }
    case 'end':
      return endedHow === 'notice'
        ? {
            host: { title: `${name} dejó tu equipo`, message: 'Su unidad y su turno están libres.' },
            member: { title: `Terminó tu lugar en ${business}`, message: 'Gracias por avisar a tiempo.' },
          }
        : {}
    default:
      return {}
  }
}

export const notifyMember = async (work: Work, fact: Payload<'member.changed'>) => {
  const row = await rowOf(work, fact.membershipId, fact.version)
  if (row === undefined) return
  const { host, member } = wordsOf(row, fact.move)
  const notices: Notice[] = []
  const key = `member:${row.id}:${fact.version}`
  if (host !== undefined)
    notices.push({
      ...host,
      accountId: row.hostAccount,
      about: { kind: 'host_team', id: String(row.id) },
      dedupeKey: `${key}:host`,
    })
  if (member !== undefined && row.memberAccount !== null)
    notices.push({
      ...member,
      accountId: row.memberAccount,
      about: { kind: 'my_team', id: String(row.id) },
      dedupeKey: `${key}:member`,
    })
  await notify(work, 'agreement', notices)
}

/** At most once a day. */
export const notifyAsksAgain = async (work: Work, { membershipId }: Payload<'member.asks_again'>) => {
  const row = await rowOf(work, membershipId, 0)
  if (row === undefined) return
  await notify(work, 'agreement', [
    {
      accountId: row.hostAccount,
      title: `${row.name} pide otro enlace`,
      message: 'El suyo venció antes de que lo usara. Vuelve a invitar con un toque.',
      about: { kind: 'host_team', id: String(row.id) },
      dedupeKey: `member-asks:${row.id}:${work.now.toISOString().slice(0, 10)}`,
    },
  ])
}
