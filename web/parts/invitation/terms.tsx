import { type AgreementTerms, firstChargeText, rentText } from '#contract/agreement.ts'
import { categories } from '#contract/categories.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'

/** What is offered, in plain words, line by line. */
export const TermsList = ({ terms }: { terms: AgreementTerms }) => (
  <dl className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
    {linesOf(terms).map(([name, value]) => (
      <div key={name} className="grid gap-x-4 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
        <dt className="text-[0.9375rem] text-muted">{name}</dt>
        <dd className="font-medium">{value}</dd>
      </div>
    ))}
  </dl>
)

const linesOf = (terms: AgreementTerms): (readonly [name: string, value: string])[] => [
  ['Renta', rentText(terms.rent)],
  ['Primer cobro', firstChargeText(terms.rent)],
  ['Horario', terms.windows === null ? 'Cuando el espacio esté abierto' : windowsText(terms.windows)],
  [
    'Servicios',
    terms.categories.length === 0
      ? 'Todo lo que ofreces'
      : terms.categories.map((category) => categories[category]).join(', '),
  ],
  ...(terms.quotaMinutesPerWeek === null
    ? []
    : [['Tope por semana', `${Math.round(terms.quotaMinutesPerWeek / 6) / 10} h`] as const]),
  ...(terms.trial === null
    ? []
    : [
        [
          'A prueba',
          terms.trial.kind === 'days' ? `${terms.trial.days} días` : `${terms.trial.uses} citas`,
        ] as const,
      ]),
  [
    'Vigencia',
    `${terms.validFrom === null ? 'Desde que aceptes' : `Desde el ${longDate(terms.validFrom)}`}${
      terms.validTo === null ? ', sin fecha de término' : ` hasta el ${longDate(terms.validTo)}`
    }`,
  ],
  ['Para terminarlo', `Aviso de ${terms.noticeDays} ${terms.noticeDays === 1 ? 'día' : 'días'}`],
]

type Window = { weekday: number; fromMinute: number; toMinute: number }
export const weekdays = ['lun', 'mar', 'mié', 'jue', 'vie', 'sáb', 'dom'] as const

/** "lun a vie 9:00–14:00 · sáb 10:00–16:00": days with the same hours together. */
export const windowsText = (windows: readonly Window[]): string => {
  const byHours = new Map<string, number[]>()
  for (const { weekday, fromMinute, toMinute } of windows) {
    const hours = `${clock(fromMinute)}–${clock(toMinute)}`
    byHours.set(hours, [...(byHours.get(hours) ?? []), weekday])
  }
  return [...byHours].map(([hours, days]) => `${daysText(days)} ${hours}`).join(' · ')
}

const daysText = (days: number[]): string => {
  const sorted = [...new Set(days)].sort((a, b) => a - b)
  const [first = 1] = sorted
  const last = sorted.at(-1) ?? first
  if (sorted.length === 7) return 'todos los días'
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${nameOf(first)} a ${nameOf(last)}`
  return sorted.map(nameOf).join(', ')
}

const nameOf = (weekday: number) => weekdays[weekday - 1] ?? ''
const clock = (minute: number) => `${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`
