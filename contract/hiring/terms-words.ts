/** Terms of an agreement as text. Separate file: an invited person does not need the table of moves. */
import { dateText } from '#contract/platform/short-date.ts'
import {
  type AgreementTerms,
  answerText,
  firstChargeText,
  rentText,
} from '#contract/hiring/agreement-terms.ts'
import { categories } from '#contract/professional/categories.ts'

export const weekdays = ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'] as const

const clock = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`

/** "lun, mié 9:00–14:00 · sáb 10:00–18:00": days with the same hours are grouped. */
export const windowsText = (windows: AgreementTerms['windows']): string => {
  if (windows === null) return 'Todo el horario del espacio'
  const byHours = new Map<string, number[]>()
  for (const { weekday, fromMinute, toMinute } of windows.toSorted((a, b) => a.weekday - b.weekday)) {
    const hours = `${clock(fromMinute)}–${clock(toMinute)}`
    byHours.set(hours, [...(byHours.get(hours) ?? []), weekday])
  }
  return [...byHours].map(([hours, days]) => `${daysText(days)} ${hours}`).join(' · ')
}

/** Three or more consecutive days become a range. */
const daysText = (days: readonly number[]) => {
  const first = days[0] ?? 1
  const last = days.at(-1) ?? first
  const inARow = days.length > 2 && last - first === days.length - 1
  return inARow
    ? `${weekdays[first - 1]} a ${weekdays[last - 1]}`
    : days.map((day) => weekdays[day - 1]).join(', ')
}

export const quotaText = (minutes: number | null): string =>
  minutes === null ? 'Sin límite de horas' : `Hasta ${hoursText(minutes)} por semana`

export const hoursText = (minutes: number): string => {
  const hours = minutes / 60
  return `${Number.isInteger(hours) ? hours : hours.toFixed(1)} h`
}

export const trialText = (trial: AgreementTerms['trial']): string => {
  if (trial === null) return 'Sin periodo de prueba'
  return trial.kind === 'days' ? `A prueba ${trial.days} días` : `A prueba por ${trial.uses} citas`
}

const validText = ({ validFrom, validTo }: AgreementTerms) =>
  `${validFrom === null ? 'Desde el acuerdo' : `Desde el ${dateText(validFrom)}`}${
    validTo === null ? ', sin fecha de término' : ` hasta el ${dateText(validTo)}`
  }`

/** With a fixed rent the unit is the professional's own; otherwise each appointment takes a free one. */
const placeText = ({ rent }: AgreementTerms) => {
  if (rent.kind !== 'fixed') return 'El que esté libre en cada cita'
  return rent.unit?.name ?? 'Se elige después de aceptar'
}

/** Terms as labelled lines; a diff compares two such lists. */
export const termLines = (terms: AgreementTerms): { key: string; label: string; text: string }[] => [
  { key: 'rent', label: 'Renta', text: rentText(terms.rent) },
  { key: 'first', label: 'Primer cobro', text: firstChargeText(terms.rent) },
  { key: 'place', label: 'Lugar', text: placeText(terms) },
  { key: 'windows', label: 'Horario', text: windowsText(terms.windows) },
  {
    key: 'categories',
    label: 'Servicios',
    text:
      terms.categories.length === 0
        ? 'Todos los servicios'
        : terms.categories.map((one) => categories[one]).join(', '),
  },
  { key: 'answer', label: 'Citas', text: answerText(terms.autoAccept) },
  { key: 'quota', label: 'Horas', text: quotaText(terms.quotaMinutesPerWeek) },
  { key: 'trial', label: 'Prueba', text: trialText(terms.trial) },
  { key: 'valid', label: 'Vigencia', text: validText(terms) },
  {
    key: 'notice',
    label: 'Aviso para terminar',
    text: terms.noticeDays === 1 ? '1 día' : `${terms.noticeDays} días`,
  },
]

/** Differences between two sets of terms; `before` is null where nothing changed. */
export const termsDiff = (before: AgreementTerms | null, now: AgreementTerms) => {
  const old = before === null ? null : termLines(before)
  return termLines(now).map((line, index) => {
    const was = old?.[index]?.text ?? null
    return { ...line, before: was !== null && was !== line.text ? was : null }
  })
}
