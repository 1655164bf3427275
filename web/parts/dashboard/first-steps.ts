/** The steps of a new professional up to the first client, in order (`?start=`). */
export const firstSteps = [
  { value: 'trade', label: 'Tu oficio', unlocks: 'Tu página: tu nombre, lo que haces y tu zona.' },
  { value: 'services', label: 'Servicios', unlocks: 'Con uno ya hay algo que reservar.' },
  { value: 'hours', label: 'Horario', unlocks: 'De tu horario salen las horas que se ofrecen.' },
  { value: 'place', label: 'Dónde', unlocks: 'Con un lugar, tus clientes ya pueden reservar.' },
  {
    value: 'phone',
    label: 'Teléfono',
    unlocks: 'Tu insignia verde, avisos a tiempo y postularte a espacios.',
  },
  { value: 'share', label: 'Compartir', unlocks: 'Tu primer cliente.' },
] as const

export type FirstStep = (typeof firstSteps)[number]['value']

export const firstStepIn = (value: unknown): FirstStep | 'next' | undefined =>
  value === 'next' || String(value) === '1' ? 'next' : firstSteps.find((one) => one.value === value)?.value
