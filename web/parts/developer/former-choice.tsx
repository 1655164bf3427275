import { Choices } from '#web/ui/form/choices.tsx'

export type FormerHours = 0 | 24

const options = [
  { value: 'day', label: 'En 24 horas', text: 'Alcanza para hacer el cambio sin que nada se detenga.' },
  { value: 'now', label: 'En este momento', text: 'Si crees que llegó a manos de alguien más.' },
] as const

/** When the former key or secret ends. */
export const FormerChoice = ({
  legend,
  value,
  onChange,
}: {
  legend: string
  value: FormerHours
  onChange: (value: FormerHours) => void
}) => (
  <Choices
    legend={legend}
    options={options}
    value={value === 0 ? 'now' : 'day'}
    onChange={(chosen) => onChange(chosen === 'now' ? 0 : 24)}
  />
)
