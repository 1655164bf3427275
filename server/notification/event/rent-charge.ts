/** Notices to member and host about a fixed rent: its charge, its card, its direct payments, and what follows if it is not paid. */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { teamLimits } from '#contract/team/member.ts'
import { type DirectMethod, directMethods } from '#contract/team/rent.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Notice } from '#server/notification/message/notify.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Charge = {
  id: string
  cents: number
  returned: number
  name: string
  business: string
  hostAccount: number
  memberAccount: number
  membershipId: number
  runId: string
  /** The staff member who charged in the host's name; null: the host. */
  collector: string | null
  card: string | null
  tries: number
  again: boolean
  owed: number
  direct: number
  /** The number of statements of direct payments, and the last one. */
  statements: number
  said: { cents: number; method: DirectMethod; by: string } | null
}

export const notifyRent = async (work: Work, { chargeId, move }: Payload<'rent_charge.changed'>) => {
  const { rows } = await sql<Charge>`
    select c.id, c.amount_cents::float8 as cents, c.returned_cents::float8 as returned, p.first_name as name, b.name as business, h.account_id as "hostAccount",
      p.account_id as "memberAccount", m.id as "membershipId", r.id as "runId", k.last4 as card, c.card_tries as tries,
      c.card_next_at is not null as again, (c.amount_cents - c.returned_cents - c.direct_cents)::float8 as owed, c.direct_cents::float8 as direct,
      (select count(*)::int from rent_direct_payments d where d.charge_id = c.id) as statements,
      (select json_build_object('cents', d.amount_cents, 'method', d.method, 'by', said.first_name) from rent_direct_payments d
        join accounts said on said.id = d.recorded_by where d.charge_id = c.id order by d.number desc limit 1) as said,
      (select a.first_name from accounts a where a.id = r.made_by and a.id <> h.account_id) as collector
    from rent_charges c join rent_runs r on r.id = c.run_id left join rent_cards k on k.professional_id = c.professional_id join memberships m on m.id = c.membership_id join spaces s on s.id = m.space_id
    join businesses b on b.id = s.business_id join hosts h on h.id = c.host_id join professionals p on p.id = c.professional_id
    where c.id = ${chargeId}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  const amount = formatCents(row.cents)
  const toMember = (title: string, message: string): Notice => ({
    title,
    message,
    accountId: row.memberAccount,
    about: { kind: 'my_team', id: String(row.membershipId) },
    dedupeKey: `rent:${row.id}:${move}:member`,
  })
  const toHost = (title: string, message: string): Notice => ({
    title,
    message,
    accountId: row.hostAccount,
    about: { kind: 'host_team', id: String(row.membershipId) },
    dedupeKey: `rent:${row.id}:${move}:host`,
  })
  /** Each statement is one message. */
  const statement = (notice: Notice): Notice => ({
    ...notice,
    dedupeKey: `${notice.dedupeKey}:${row.statements}`,
  })
  const notified: Readonly<Record<string, readonly Notice[]>> = {
    charge: [
      toMember(
        `${row.business} te cobró ${amount} de renta`,
        row.card === null
          ? 'Se toma de lo que ganes a continuación, o págala con tarjeta. Tu recibo ya está listo.'
          : `Se cobra hoy a tu tarjeta que termina en ${row.card}. Tu recibo ya está listo.`,
      ),
      ...(row.collector === null
        ? []
        : [
            {
              ...toHost(
                `${row.collector} cobró rentas en tu nombre`,
                'Lo que cobraste y sus recibos están en Equipo de casa.',
              ),
              dedupeKey: `rent-run:${row.runId}:host`,
            },
          ]),
    ],
    remind: [
      toMember(
        `Te falta pagar ${formatCents(row.owed)} de renta`,
        `Si mañana sigue sin pagarse, no recibes citas nuevas en ${row.business}. Págala con tarjeta, o dile a ${row.business} que ya la pagaste.`,
      ),
      toHost(
        `${row.name} no ha pagado su renta`,
        `Faltan ${formatCents(row.owed)}. Si ya te la pagó en efectivo o por transferencia, márcala como pagada.`,
      ),
    ],
    direct_reported:
      row.said === null
        ? []
        : [
            statement(
              toHost(
                `${row.name} dice que ya te pagó ${formatCents(row.said.cents)}`,
                `Fue ${directMethods[row.said.method]}, de su renta. Si ya lo tienes, márcala como pagada.`,
              ),
            ),
          ],
    direct_received:
      row.said === null
        ? []
        : [
            statement(
              toMember(
                `${row.business} recibió ${formatCents(row.said.cents)} de tu renta`,
                `${row.said.by} dijo que se los diste ${directMethods[row.said.method]}. Si no fue así, escríbele al negocio.`,
              ),
            ),
          ],
    direct_undone:
      row.said === null
        ? []
        : [
            statement(
              toMember(
                `${row.business} corrigió tu renta: faltan ${formatCents(row.owed)}`,
                `${row.said.by} deshizo un pago de ${formatCents(row.said.cents)} que había marcado. Si sí lo pagaste, escríbele al negocio.`,
              ),
            ),
          ],
    return: [
      toMember(
        `${row.business} te devuelve ${formatCents(row.returned)} de renta`,
        'Son los días que ya habías pagado y no vas a usar. Se descuenta de lo que debas, o te llega con tu próxima dispersión.',
      ),
      toHost(
        `Se devuelve renta a ${row.name}: ${formatCents(row.returned)}`,
        'Son los días pagados que no va a usar. Se descuenta de tu próxima dispersión; su recibo ya lo dice.',
      ),
    ],
    card_refused: [
      {
        ...toMember(
          `Tu tarjeta no pasó: ${amount} de renta`,
          row.again
            ? `Mañana intentamos otra vez. También puedes pagar a ${row.business} con otra tarjeta ahora.`
            : `Ya no la intentamos más. Paga a ${row.business} con otra tarjeta para no detener tus citas nuevas.`,
        ),
        dedupeKey: `rent:${row.id}:${move}:${row.tries}:member`,
      },
      {
        ...toHost(
          `La tarjeta de ${row.name} no pasó`,
          row.again
            ? `Su renta de ${amount} sigue por pagar. Mañana se intenta otra vez.`
            : `Su renta de ${amount} sigue por pagar. Le pedimos otra tarjeta.`,
        ),
        dedupeKey: `rent:${row.id}:${move}:${row.tries}:host`,
      },
    ],
    pay: [
      // The business knows what it received directly.
      ...(row.direct >= row.cents - row.returned
        ? []
        : [
            toHost(
              `${row.name} pagó ${amount} de renta`,
              row.direct > 0
                ? `Ya tienes ${formatCents(row.direct)}; tu parte de lo demás va en camino, y el recibo ya está completo.`
                : 'Tu parte va en camino, y el recibo ya está completo.',
            ),
          ]),
      toMember(`Tu renta de ${amount} está pagada`, `Gracias. ${row.business} ya la recibe.`),
    ],
    block: [
      toMember(
        'Tus citas nuevas están en pausa',
        `La renta de ${amount} en ${row.business} lleva ${teamLimits.unpaidDays} días sin pagarse. Págala con tarjeta y vuelven solas. Las citas confirmadas se respetan.`,
      ),
      toHost(
        `${row.name} lleva ${teamLimits.unpaidDays} días sin pagar su renta`,
        'No recibe citas nuevas en tu espacio hasta que se pague. Las confirmadas se respetan.',
      ),
    ],
  }
  await notify(work, 'agreement', notified[move] ?? [])
}
