/** Notices about the deposit for hours at a space, to the party who must act on it or waits for it. */
import { sql } from 'kysely'
import { claimHours } from '#contract/booking/settlement/deposit.ts'
import { formatCents } from '#contract/platform/money.ts'
import { hourMs } from '#contract/platform/duration.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Row = {
  rentId: string
  version: number
  amountCents: number
  claimCents: number | null
  claimReason: string | null
  contestBy: Date | null
  startsAt: Date
  endsAt: Date
  zone: string
  unit: string
  business: string
  name: string
  professional: number
  host: number
}
type Text = { title: string; message: string } | null

/** Once for each move of a deposit. */
export const notifyDeposit = async (work: Work, { depositId, move }: Payload<'deposit.changed'>) => {
  const { rows } = await sql<Row>`
    select d.booking_id as "rentId", d.version, d.amount_cents as "amountCents", d.claim_cents as "claimCents",
      d.claim_reason as "claimReason", d.contest_by as "contestBy", b.starts_at as "startsAt", b.ends_at as "endsAt", b.zone,
      u.name as unit, biz.name as business, concat_ws(' ', p.first_name, p.last_name) as name, p.account_id as professional,
      h.account_id as host
    from deposits d join bookings b on b.id = d.booking_id join units u on u.id = b.unit_id join spaces s on s.id = b.space_id
    join businesses biz on biz.id = s.business_id join professionals p on p.id = d.professional_id
    join hosts h on h.id = d.host_id where d.id = ${depositId}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  const texts = textsOf(row)[move]
  await notify(
    work,
    // Hold and release are the normal case; a deposit that is missing, claimed or decided needs an action, or moved money.
    move === 'hold' || move === 'release' ? 'booking_completed' : 'problem',
    (['professional', 'host'] as const).flatMap((side) => {
      const text = texts[side]
      return text === null
        ? []
        : [
            {
              ...text,
              accountId: row[side],
              about:
                side === 'host'
                  ? ({ kind: 'deposit', id: row.rentId } as const)
                  : ({ kind: 'rented_hours', id: row.rentId } as const),
              dedupeKey: `deposit:${depositId}:${move}:${side}`,
            },
          ]
    }),
  )
}

const day = (at: Date, zone: string) => `${longDate(at, zone)}, ${clockTime(at, zone)} h`

const textsOf = (
  row: Row,
): Record<Payload<'deposit.changed'>['move'], Record<'professional' | 'host', Text>> => {
  const [all, claimed] = [formatCents(row.amountCents), formatCents(row.claimCents ?? 0)]
  const when = day(row.startsAt, row.zone)
  const rest = row.amountCents - (row.claimCents ?? 0)
  const restText = rest === 0 ? '' : ` Los otros ${formatCents(rest)} se liberan.`
  const claimBy = day(new Date(row.endsAt.getTime() + claimHours * hourMs), row.zone)
  const saved = {
    professional: {
      title: `Se cobró ${claimed} de tu garantía`,
      message: `${row.business} conserva ${claimed} por un daño en ${row.unit} (${when}).${restText}`,
    },
    host: {
      title: `Conservas ${claimed} de la garantía`,
      message: `Por el daño en ${row.unit} (${when}) recibes ${claimed} completos; Kalli no cobra comisión.`,
    },
  }
  const free = {
    title: 'Tu garantía se liberó',
    message: `${all} de ${row.unit}, ${row.business} (${when}) vuelven a estar disponibles en tu tarjeta.`,
  }
  return {
    hold: {
      professional: null,
      host: {
        title: `Garantía apartada: ${row.unit}`,
        message: `${row.name} llegó y su banco apartó ${all}. Si algo se daña, reclámalo con una foto antes del ${claimBy}; si no, se libera sola.`,
      },
    },
    refuse: {
      professional: {
        title: 'Tu banco no apartó la garantía',
        message: `Faltan ${all} de garantía en ${row.unit}, ${row.business}. Usa otra tarjeta desde tu renta.`,
      },
      host: {
        title: `Sin garantía por ahora: ${row.unit}`,
        message: `El banco de ${row.name} no apartó ${all}. Ya le pedimos otra tarjeta.`,
      },
    },
    claim: {
      professional: {
        title: `Reclaman ${claimed} de tu garantía`,
        message: `${row.business} dice que hubo un daño en ${row.unit} (${when}): «${row.claimReason ?? ''}». Acepta o responde antes del ${row.contestBy === null ? '' : day(row.contestBy, row.zone)}; si no respondes, se cobra.`,
      },
      host: null,
    },
    contest: {
      professional: null,
      host: {
        title: `${row.name} respondió a tu reclamo`,
        message: `No está de acuerdo con ${claimed} por ${row.unit} (${when}). El importe queda en pausa: lee qué dice y retira el reclamo, o espera a que Kalli decida.`,
      },
    },
    accept: { ...saved, professional: null },
    stand: saved,
    uphold: saved,
    withdraw: { professional: free, host: null },
    drop: {
      professional: free,
      host: {
        title: 'El reclamo no procedió',
        message: `Revisamos lo que dijeron de ${row.unit} (${when}): la garantía de ${row.name} se liberó completa.`,
      },
    },
    release: { professional: free, host: null },
    lose: {
      professional: null,
      host: {
        title: 'El banco soltó la garantía',
        message: `No se pudieron cobrar ${claimed} por ${row.unit} (${when}). Escríbenos y te ayudamos.`,
      },
    },
  }
}
