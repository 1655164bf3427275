/** The effect of limits, as a sentence for the professional who sets them. */
import type { OwnLimits } from '#contract/availability/limits.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'

type Values = Omit<OwnLimits, 'version'>

const periods = [
  ['day', 'al día'],
  ['week', 'a la semana'],
  ['month', 'al mes'],
] as const

export const limitsWords = (limits: Values): string => {
  const parts = periods.flatMap(([period, when]) => {
    const { visits, minutes } = limits[period]
    const each = [
      visits === null ? [] : [visits === 1 ? '1 cita' : `${visits} citas`],
      minutes === null ? [] : [durationText(minutes)],
    ].flat()
    return each.length === 0 ? [] : [`${each.join(' o ')} ${when}`]
  })
  return parts.length === 0
    ? 'Sin límites: se ofrece todo tu tiempo libre.'
    : `Tus clientes reservan hasta ${new Intl.ListFormat('es').format(parts)}. Después esas fechas ya no muestran horarios; en tu agenda tú sí puedes anotar más.`
}

export const tightWords = (on: boolean): string =>
  on
    ? 'Si una cita termina 10:45 y ofreces cada hora, también se ofrece 10:45, pero solo cuando así cabe una cita más.'
    : 'Solo se ofrecen los inicios de siempre: entre dos citas puede quedar un hueco que nadie reserva.'
