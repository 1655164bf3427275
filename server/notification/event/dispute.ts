/** Notices about disputes: what the professional and the host must do, or wait for. The client's emails are sent by the booking module. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import {
  Bearer,
  DisputeLine,
  DisputeOutcome,
  DisputeSubject,
  outcomeText,
  silentText,
  subjectOf,
} from '#contract/booking/settlement/dispute-subject.ts'
import { formatCents } from '#contract/platform/money.ts'
import { clockTime, longDate } from '#server/booking/moves/wording.ts'
import { notify } from '#server/notification/message/notify.ts'
import type { Payload } from '#server/platform/events.ts'
import type { Work } from '#server/platform/work.ts'

type Moved = Payload<'dispute.changed'>

type Row = {
  bookingId: string
  version: number
  openedBy: 'client' | 'professional' | 'host'
  respondent: 'professional' | 'host'
  appealedBy: string | null
  subject: string
  line: string
  lineCents: number
  frozenCents: number
  outcome: string | null
  chargedTo: string | null
  answerBy: Date
  appealBy: Date | null
  startsAt: Date
  zone: string
  service: string
  professional: number
  host: number | null
}

/** Once for each move of a dispute; its actor is not notified. */
export const notifyDispute = async (work: Work, { disputeId, move }: Moved) => {
  const { rows } = await sql<Row>`
    select d.booking_id as "bookingId", d.version, d.opened_by as "openedBy", d.respondent, d.appealed_by as "appealedBy", d.subject, d.line,
      d.line_cents as "lineCents", d.frozen_cents as "frozenCents", d.outcome, d.charged_to as "chargedTo",
      d.answer_by as "answerBy", d.appeal_by as "appealBy", b.starts_at as "startsAt", b.zone, b.service_name as service,
      p.account_id as professional, h.account_id as host
    from disputes d join bookings b on b.id = d.booking_id join professionals p on p.id = b.professional_id
    left join hosts h on h.id = b.host_id where d.id = ${disputeId}`.execute(work.db)
  const [row] = rows
  if (row === undefined) return
  await notify(
    work,
    'problem',
    (['professional', 'host'] as const).flatMap((side) => {
      const accountId = row[side]
      if (accountId === null || (side !== row.openedBy && side !== row.respondent)) return []
      const text = textFor(row, move, side)
      return text === null
        ? []
        : [
            {
              ...text,
              accountId,
              about: {
                kind: side === 'host' ? ('host_problem' as const) : ('problem' as const),
                id: row.bookingId,
              },
              dedupeKey: `dispute:${disputeId}:${move}:${side}`,
            },
          ]
    }),
  )
}

const by = (at: Date, { zone }: Row) => `${longDate(at, zone)}, ${clockTime(at, zone)} h`
const openers = { client: 'Tu cliente', professional: 'Quien dio el servicio', host: 'El espacio' } as const

const textFor = (row: Row, move: Moved['move'], side: 'professional' | 'host') => {
  const what = `${row.service}, ${by(row.startsAt, row)}`
  const isOpener = side === row.openedBy
  const subject = z.parse(DisputeSubject, row.subject)
  const frozen =
    row.frozenCents === 0
      ? ''
      : ` Mientras, ${formatCents(row.frozenCents)} quedan en pausa; lo demás sigue su curso.`
  const decided = () => {
    const outcome = z.parse(DisputeOutcome, row.outcome)
    const line = z.parse(DisputeLine, row.line)
    return outcomeText(
      { line, lineCents: row.lineCents },
      outcome,
      row.chargedTo === null ? null : z.parse(Bearer, row.chargedTo),
    )
  }
  const appealable =
    row.appealBy === null ? '' : ` Se puede apelar una vez, hasta el ${by(row.appealBy, row)}.`
  switch (move) {
    case 'concede':
      return isOpener
        ? {
            title: 'El espacio retiró el cobro',
            message: `Te devolvemos ${formatCents(row.lineCents)} del tiempo extra de ${what}. Quedó cerrado.`,
          }
        : null
    case 'open':
      if (row.line === 'overtime')
        return isOpener
          ? null
          : {
              title: 'No están de acuerdo con el tiempo extra: responde',
              message: `Quien usó tu espacio dice que no se quedó ese tiempo: ${what}. Retira el cobro o muestra que sí, antes del ${by(row.answerBy, row)}; si no, se le devuelve.${frozen}`,
            }
      return isOpener
        ? null
        : {
            title: 'Reportaron un problema: responde',
            message: `${openers[row.openedBy]} reportó un problema de ${what}: ${subjectOf(subject).label.toLowerCase()}. Responde antes del ${by(row.answerBy, row)}; si no, ${silentText(subject, 'a su favor')}.${frozen}`,
          }
    case 'answer':
      return isOpener
        ? {
            title: 'Respondieron a tu reporte',
            message: `Alguien de Kalli lee las dos versiones de ${what} y decide en 72 horas.`,
          }
        : null
    case 'withdraw':
      return isOpener
        ? null
        : {
            title: 'Retiraron el reporte',
            message: `El problema de ${what} quedó cerrado y el dinero sigue su curso.`,
          }
    case 'mediate':
      return {
        title: 'Lo decide Kalli',
        message: `Nadie respondió al problema de ${what}. Alguien de Kalli decide en 72 horas.`,
      }
    case 'overdue':
      return {
        title: 'La decisión tarda más',
        message: `Todavía leemos lo que dijeron de ${what}. Nada se mueve mientras tanto.`,
      }
    case 'stand':
      return { title: 'Se resolvió sin respuesta', message: `${what}: ${decided()}${appealable}` }
    case 'decide':
      return { title: 'Se resolvió el problema', message: `${what}: ${decided()}${appealable}` }
    case 'appeal':
      return row.appealedBy === side
        ? null
        : {
            title: 'Apelaron la decisión',
            message: `La decisión sobre ${what} se revisa otra vez, en 72 horas.`,
          }
    case 'decide_appeal':
      return { title: 'Se resolvió la apelación', message: `${what}: ${decided()} Quedó cerrado.` }
    case 'fall_away':
      return {
        title: 'El reporte quedó cerrado',
        message: `${what} se canceló o alguien no asistió: del dinero se decide así, y ya no hay nada que responder.`,
      }
    case 'close':
      return { title: 'El problema quedó cerrado', message: `${what}: ${decided()}` }
  }
}
