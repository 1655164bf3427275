/** Notices about session packs, to their client and their professional. */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { longDate } from '#server/booking/moves/wording.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { packMoved } from '#server/notification/event/pack.ts'
import type { Work } from '#server/platform/work.ts'

type Moved = (typeof packMoved)[number]
type Pack = {
  sessions: number
  price: number
  single: number
  until: Date
  zone: string
  service: string
  serviceId: number
  who: string
  by: string
  client: number | null
  professional: number
  /** The reason for the refund; else the service was archived. */
  isSuspended: boolean
}
type Text = { title: string; message: string }

/** Once for each move that they need to know. */
export const notifySessionPack = async (
  work: Work,
  fact: { packId: string; refundCents?: number | undefined; retainedCents?: number | undefined },
  moved: Moved,
) => {
  const { rows } = await sql<Pack>`
    select pack.sessions, pack.price_cents as price, pack.single_cents as single, pack.valid_until as until, p.zone, s.name as service,
      s.id as "serviceId", c.first_name as who, p.first_name as by, c.account_id as client, p.account_id as professional,
      exists (select from accounts where id = p.account_id and suspended_at is not null) as "isSuspended"
    from session_packs pack join services s on s.id = pack.service_id join professionals p on p.id = pack.professional_id
    join clients c on c.id = pack.client_id where pack.id = ${fact.packId}`.execute(work.db)
  const [pack] = rows
  if (pack === undefined) return
  const { client, professional } = textsOf(pack, fact.refundCents ?? 0, fact.retainedCents ?? 0)[moved]
  const notice = (side: 'client' | 'professional', text: Text | null) => {
    const accountId = pack[side]
    if (text === null || accountId === null) return []
    const about =
      side === 'client'
        ? ({ kind: 'session_pack', id: fact.packId } as const)
        : ({ kind: 'earnings', id: fact.packId } as const)
    const dedupeKey = `session_pack:${fact.packId}:${moved}:${side}`
    return [{ ...text, accountId, about, dedupeKey }]
  }
  await notify(work, 'booking_confirmed', [
    ...notice('client', client),
    ...notice('professional', professional),
  ])
}

const textsOf = (
  pack: Pack,
  refundCents: number,
  retainedCents: number,
): Record<Moved, Record<'client' | 'professional', Text | null>> => {
  const until = longDate(pack.until, pack.zone)
  const [sessions, price] = [`${pack.sessions} sesiones`, formatCents(pack.price)]
  return {
    bought: {
      client: {
        title: `Tu paquete de ${sessions} está listo`,
        message: `Pagaste ${price}. Reserva «${pack.service}» con ${pack.by} hasta el ${until} y al pagar elige tu paquete.`,
      },
      professional: {
        title: `Vendiste un paquete de ${sessions}`,
        message: `${pack.who} pagó ${price} por «${pack.service}», para usarlas hasta el ${until}. Recibes tu parte con cada cita.`,
      },
    },
    ends_soon: {
      client: {
        title: 'A tu paquete le queda una semana',
        message: `Tus sesiones de «${pack.service}» vencen el ${until}. Si no las usas, las que tomaste cuentan a ${formatCents(pack.single)} y lo demás vuelve a tu tarjeta.`,
      },
      professional: null,
    },
    expired: {
      client: {
        title: 'Tu paquete venció',
        message: `Terminó el tiempo de tu paquete de ${sessions} de «${pack.service}».${refundCents > 0 ? ` Lo que no usaste vuelve a tu tarjeta: ${formatCents(refundCents)}.` : ''}`,
      },
      professional:
        retainedCents === 0
          ? null
          : {
              title: 'Venció un paquete',
              message: `De lo que ${pack.who} no usó de «${pack.service}», ${formatCents(retainedCents)} se reparten como una cita: sus sesiones usadas cuentan a su precio sin paquete.`,
            },
    },
    refunded: {
      client: {
        title: 'Te devolvemos tu paquete',
        message: pack.isSuspended
          ? `${pack.by} no recibe por Kalli por ahora: ${formatCents(refundCents)} de sesiones de «${pack.service}» sin usar vuelven a tu tarjeta.`
          : `${pack.by} ya no da «${pack.service}»: ${formatCents(refundCents)} de sesiones sin usar vuelven a tu tarjeta. Lo que ya reservaste sigue en pie.`,
      },
      professional: {
        title: 'Se devolvió un paquete',
        message: `${pack.isSuspended ? 'Con tu cuenta suspendida nadie puede usarlas' : `Archivaste «${pack.service}»`}: las sesiones que ${pack.who} no usó se le devuelven.`,
      },
    },
  }
}
