/** Notices to payees: their money waits for an account, the account is ready, the processor needs something of them. */
import { sql } from 'kysely'
import { dayMs } from '#contract/platform/duration.ts'
import { formatCents } from '#contract/platform/money.ts'
import { accountState, wantedTexts } from '#contract/payment/payout-account.ts'
import { notify } from '#server/notification/message/notify.ts'
import { factsOf, rowOf, waitsForAccount } from '#server/payment/provider/payout-account.ts'
import { processorOf } from '#server/payment/processor/processor.ts'
import { heldForTaxpayer } from '#server/payment/payout/taxpayer.ts'
import { runIsolated } from '#server/platform/each-apart.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Payee = Payload<'payout.waits'>

/** A payee's bank returned a payout days after it had left: it is still theirs, and retried. */
export const notifyPayoutReturned = (
  work: Work,
  { transferId, amountCents, ...payee }: Payload<'payout.returned'>,
) =>
  notifyPayee(work, payee, `returned:${transferId}`, {
    title: `Tu banco regresó un depósito de ${formatCents(amountCents)}`,
    message:
      'El dinero sigue siendo tuyo y lo enviamos otra vez en doce horas. Revisa que tu cuenta de cobro siga abierta y a tu nombre.',
  })

/** Visit after visit is refused, and each again every twelve hours: they are notified once a week. */
const weekMs = 7 * dayMs

export const notifyWaiting = async (work: Work, payee: Payee) => {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents - clawed_back_cents), 0)::bigint as cents from payouts
    where party = ${payee.party} and party_id = ${payee.partyId}
      and (status = 'failed' and failure = any (${[...waitsForAccount]}) or status = 'accrued' and release_at <= ${work.now})`.execute(
    work.db,
  )
  const cents = rows[0]?.cents ?? 0
  const state = await stateOf(work, payee)
  // Paid, or the account opened, before this job ran.
  if (cents === 0 || state?.state === 'ready') return
  await notifyPayee(work, payee, `waits:${Math.floor(work.now.getTime() / weekMs)}`, {
    title: `${formatCents(cents)} esperan a que termines tu alta`,
    message:
      state === null
        ? 'Para depositarte falta que abras tu cuenta de cobro. Toma unos minutos y lo haces una sola vez.'
        : 'Tu cuenta de cobro todavía no puede recibir dinero. En cuanto esté lista, sale todo lo que espera.',
  })
}

/** Hosts whose money waits for their RFC are notified once a week; the notice links to where to enter it. */
export const notifyTaxpayers = async (work: Work) => {
  await runIsolated(work, await heldForTaxpayer(work), ({ hostId, cents }) =>
    notifyPayee(work, { party: 'host', partyId: hostId }, `rfc:${Math.floor(work.now.getTime() / weekMs)}`, {
      title: `${formatCents(cents)} esperan tu RFC`,
      message:
        'Para depositarte falta tu RFC y tu régimen fiscal: se ponen en el paso 1 de tu espacio. En cuanto estén, sale todo lo que espera.',
    }),
  )
}

/** The current state; events that later ones have overtaken are skipped. */
export const notifyAccount = async (work: Work, { look, ...payee }: Payload<'payout_account.changed'>) => {
  const found = await stateOf(work, payee)
  const text = found === null ? null : textOf(found)
  if (found !== null && text !== null && found.notifiedLook === look)
    await notifyPayee(work, payee, `account:${look}`, text)
}

type Found = {
  state: ReturnType<typeof accountState>
  wanted: readonly (keyof typeof wantedTexts)[]
  notifiedLook: number
}

const stateOf = async (work: Work, { party, partyId }: Payee): Promise<Found | null> => {
  const row = await rowOf(work, processorOf(work.config).name, `${party}:${partyId}`)
  if (row === undefined) return null
  const facts = factsOf(row)
  return { state: accountState(facts), wanted: facts.wanted, notifiedLook: row.notified_look }
}

const textOf = ({ state, wanted }: Found): { title: string; message: string } | null => {
  const list = wanted.length === 0 ? '' : ` Hace falta: ${wanted.map((one) => wantedTexts[one]).join('; ')}.`
  switch (state) {
    case 'ready':
      return wanted.length > 0
        ? { title: 'Te piden un dato para seguir cobrando', message: `Tu cuenta sigue activa.${list}` }
        : {
            title: 'Tu cuenta de cobro está lista',
            message: 'Desde hoy tus depósitos llegan ahí. Si algo esperaba, sale ahora.',
          }
    case 'missing':
      return { title: 'Falta algo en tu cuenta de cobro', message: `Todavía no puede recibir dinero.${list}` }
    case 'restricted':
      return {
        title: 'Tu cuenta de cobro quedó en pausa',
        message: `El procesador no deja que reciba dinero por ahora.${list}`,
      }
    case 'rejected':
      return {
        title: 'No se pudo abrir tu cuenta de cobro',
        message: 'El procesador no la abrirá. Tu dinero sigue en Kalli: escríbenos y lo vemos contigo.',
      }
    // They are working on it themselves, or the processor is.
    case 'none':
    case 'begun':
    case 'in_review':
      return null
  }
}

const notifyPayee = async (
  work: Work,
  { party, partyId }: Payee,
  key: string,
  text: { title: string; message: string },
) => {
  const owner = await work.db
    .selectFrom(party === 'host' ? 'hosts' : 'professionals')
    .select('account_id')
    .where('id', '=', partyId)
    .executeTakeFirst()
  if (owner === undefined || owner.account_id === null) return
  await notify(work, 'payout', [
    {
      ...text,
      accountId: owner.account_id,
      about: { kind: party === 'host' ? 'host_payout_account' : 'my_payout_account', id: '' },
      dedupeKey: `payout:${party}:${partyId}:${key}`,
    },
  ])
}
