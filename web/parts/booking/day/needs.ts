import type { Booking } from '#contract/booking/booking.ts'
import { isOver } from '#contract/booking/status.ts'
import { formatCents } from '#contract/platform/money.ts'
import { toTakeCents } from '#web/parts/booking/balance/to-take.ts'
import { asksWhetherCame } from '#web/parts/booking/summary/whether-came.ts'

/** The balance is overdue. */
export const isRestDue = (upfront: Booking['upfront']): boolean =>
  upfront !== null && ['due', 'asked'].includes(upfront.state)

type Needy = Pick<
  Booking,
  | 'kind'
  | 'status'
  | 'forms'
  | 'formAlert'
  | 'upfront'
  | 'change'
  | 'rescue'
  | 'client'
  | 'comingAt'
  | 'delays'
  | 'dispute'
  | 'request'
  | 'moves'
  | 'inPlace'
>

/** What a professional should know before a visit, and what is missing; `isDue`: needs an action. The most urgent first. */
export const needsOf = (one: Needy): readonly { text: string; isDue: boolean }[] => {
  const { kind, status, forms, upfront, change, rescue, client, comingAt, delays, dispute, request } = one
  const isHosts = request?.waitsFor.length === 1 && request.waitsFor[0] === 'host'
  const comes = status === 'confirmed' || status === 'in_progress'
  const rest = upfront !== null && isRestDue(upfront) ? upfront.balanceCents : 0
  const toTake = toTakeCents(one)
  const known = [
    rescue !== null && status === 'confirmed' && { text: 'Otro lugar por aceptar', isDue: true },
    change !== null && !isOver(status) && { text: 'Otra hora propuesta', isDue: true },
    status === 'requested' &&
      change === null && {
        text: isHosts ? 'Falta que acepte el espacio' : 'Espera respuesta',
        isDue: !isHosts,
      },
    asksWhetherCame(one) && { text: '¿Vino?', isDue: true },
    comes && client?.allergies !== undefined && { text: client.allergies.join(' · '), isDue: true },
    comes && one.formAlert === true && { text: 'Algo que cuidar en sus respuestas', isDue: true },
    rest > 0 && { text: `Por cobrar ${formatCents(rest)}`, isDue: true },
    toTake > 0 && { text: `Cobra ${formatCents(toTake)}`, isDue: status !== 'confirmed' },
    dispute?.isOpen && { text: 'Problema por resolver', isDue: true },
    comes && delays.client !== null && { text: `Llega ${delays.client.minutes} min tarde`, isDue: true },
    comes && comingAt !== undefined && { text: 'Confirmó que viene', isDue: false },
    comes && forms === 'pending' && { text: 'Formulario pendiente', isDue: true },
    comes && kind === 'visit' && !client?.visits && { text: 'Primera visita', isDue: false },
    comes &&
      upfront?.state === 'later' && {
        text: `Al terminar ${formatCents(upfront.balanceCents)}`,
        isDue: false,
      },
  ]
  return known.filter((need) => typeof need === 'object')
}
