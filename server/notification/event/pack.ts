/** Notices about packs of hours, to a pack's buyer and its host. */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { notify } from '#server/notification/message/notify.ts'
import { longDate, localDate } from '#server/booking/moves/wording.ts'
import type { Work } from '#server/platform/work.ts'

export const packMoved = ['bought', 'ends_soon', 'expired', 'refunded'] as const
type Moved = (typeof packMoved)[number]

type Pack = {
  hours: number
  price: number
  /** The price of an hour without a pack when it was bought; null: sold under terms without refunds. */
  hourly: number | null
  /** The reason for its refund: the host is suspended, or their agreement now includes the hours; else it ended. */
  isSuspended: boolean
  isIncluded: boolean
  until: Date
  zone: string
  space: string
  spaceId: number
  name: string
  professional: number
  host: number
}
type Text = { title: string; message: string }

/** Once for each move that they need to know. */
export const notifyPack = async (
  work: Work,
  fact: { packId: string; refundCents?: number | undefined; retainedCents?: number | undefined },
  moved: Moved,
) => {
  const { rows } = await sql<Pack>`
    select pack.hours, pack.price_cents as price, pack.valid_until as until, s.zone, s.name as space, s.id as "spaceId",
      concat_ws(' ', p.first_name, p.last_name) as name, p.account_id as professional, h.account_id as host, pack.hourly_cents as hourly,
      exists (select from accounts where id = h.account_id and suspended_at is not null) as "isSuspended",
      exists (select from agreements a where a.professional_id = pack.professional_id and a.space_id = pack.space_id
        and a.rate_per_hour_cents = 0 and a.status in ('active', 'paused', 'expiring', 'suspended')) as "isIncluded"
    from hour_packs pack join spaces s on s.id = pack.space_id join professionals p on p.id = pack.professional_id
    join hosts h on h.id = pack.host_id where pack.id = ${fact.packId}`.execute(work.db)
  const [pack] = rows
  if (pack === undefined) return
  const { professional, host } = textsOf(pack, fact.refundCents ?? 0, fact.retainedCents ?? 0)[moved]
  const about = { kind: 'hour_pack', id: fact.packId } as const
  const notice = (side: 'professional' | 'host', text: Text | null) =>
    text === null
      ? []
      : [
          {
            ...text,
            accountId: pack[side],
            about:
              side === 'host' ? ({ kind: 'occupancy', id: localDate(work.now, pack.zone) } as const) : about,
            dedupeKey: `hour_pack:${fact.packId}:${moved}:${side}`,
          },
        ]
  await notify(work, 'booking_confirmed', [...notice('professional', professional), ...notice('host', host)])
}

const textsOf = (
  pack: Pack,
  refundCents: number,
  retainedCents: number,
): Record<Moved, Record<'professional' | 'host', Text | null>> => {
  const until = longDate(pack.until, pack.zone)
  return {
    bought: {
      professional: {
        title: `Tu paquete de ${pack.hours} h está listo`,
        message: `Pagaste ${formatCents(pack.price)}. Renta horas en ${pack.space} hasta el ${until} sin pagar otra vez.`,
      },
      host: {
        title: `Vendiste un paquete de ${pack.hours} h`,
        message: `${pack.name} pagó ${formatCents(pack.price)} por horas en ${pack.space}, hasta el ${until}. Recibes tu parte cada vez que las usa.`,
      },
    },
    ends_soon: {
      professional: {
        title: 'A tu paquete le queda una semana',
        message: `Tus horas en ${pack.space} vencen el ${until}. ${pack.hourly === null ? 'Réntalas antes: lo que no uses se queda en el espacio.' : `Réntalas antes. Si no, las que usaste cuentan a ${formatCents(pack.hourly)} y lo demás vuelve a tu tarjeta.`}`,
      },
      host: null,
    },
    expired: {
      professional: {
        title: 'Tu paquete venció',
        message: `Terminó el tiempo de tu paquete de ${pack.hours} h en ${pack.space}.${refundCents > 0 ? ` Lo que no usaste vuelve a tu tarjeta: ${formatCents(refundCents)}.` : ''}`,
      },
      host: {
        title: `Venció un paquete de ${pack.hours} h`,
        message:
          retainedCents > 0
            ? `De lo que ${pack.name} no usó en ${pack.space}, ${formatCents(retainedCents)} son tuyos: sus horas usadas cuentan a su precio sin paquete. Lo demás vuelve a su tarjeta.`
            : `Lo que ${pack.name} no usó en ${pack.space} vuelve a su tarjeta.`,
      },
    },
    refunded: {
      professional: {
        title: 'Te devolvemos tu paquete',
        message: pack.isSuspended
          ? `${pack.space} no recibe por Kalli por ahora: ${formatCents(refundCents)} de horas sin usar vuelven a tu tarjeta.`
          : `${pack.isIncluded ? 'Tu convenio ya incluye tus horas' : 'Terminó tu convenio'} en ${pack.space}: ${formatCents(refundCents)} de horas sin usar vuelven a tu tarjeta. Lo que ya rentaste sigue en pie.`,
      },
      host: {
        title: `Se devolvió un paquete de ${pack.hours} h`,
        message: `${whyBack(pack)}: las horas que no usó en ${pack.space} se le devuelven.`,
      },
    },
  }
}

const whyBack = ({ isSuspended, isIncluded, name }: Pack) => {
  if (isSuspended) return `Con tu cuenta suspendida ${name} no puede usarlo`
  return isIncluded ? `El convenio con ${name} ya incluye sus horas` : `Terminó el convenio con ${name}`
}
