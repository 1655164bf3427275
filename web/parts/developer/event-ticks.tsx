import { WebhookEvent, webhookEvents } from '#contract/webhook/event.ts'
import Fold from '#web/ui/fold.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { optionsOf } from '#web/ui/form/choices.tsx'
import { GroupError } from '#web/ui/form-error.tsx'

const eventOptions = optionsOf(WebhookEvent.options, webhookEvents)

type Noun = WebhookEvent extends `${infer Name}.${string}` ? Name : never

/** The group of each noun; the type requires a new noun to be added here. */
const groupOf: Readonly<Record<Noun, string>> = {
  booking: 'Reservas',
  payment: 'Dinero',
  payout: 'Dinero',
  tip: 'Dinero',
  deposit: 'Dinero',
  rent_charge: 'Dinero',
  dispute: 'Problemas, reseñas y mensajes',
  review: 'Problemas, reseñas y mensajes',
  conversation: 'Problemas, reseñas y mensajes',
  invitation: 'Espacios y equipo',
  application: 'Espacios y equipo',
  agreement: 'Espacios y equipo',
  member: 'Espacios y equipo',
}

const isNoun = (name: string): name is Noun => name in groupOf
const groups = [
  ...Map.groupBy(eventOptions, ({ value }) => {
    const [noun = ''] = value.split('.')
    return isNoun(noun) ? groupOf[noun] : ''
  }),
]

/** A choice of events in groups: each group is a line with the number chosen. */
export const EventTicks = ({
  values,
  error,
  onChange,
}: {
  values: readonly WebhookEvent[]
  error: string | undefined
  onChange: (events: WebhookEvent[]) => void
}) => {
  const change = (these: readonly WebhookEvent[], isChosen: boolean) => {
    const rest = values.filter((one) => !these.includes(one))
    onChange(isChosen ? [...rest, ...these] : rest)
  }
  return (
    <fieldset className="flex min-w-0 flex-col">
      <legend className="mb-1 text-[0.9375rem] font-semibold">Qué avisos</legend>
      {groups.map(([group, options]) => {
        const all = options.map(({ value }) => value)
        const chosen = all.filter((one) => values.includes(one))
        return (
          <Fold key={group} label={group} value={`${chosen.length} de ${all.length}`}>
            <fieldset className="flex min-w-0 flex-col">
              <legend className="sr-only">{group}</legend>
              <Checkbox
                label={<span className="font-medium">Todos estos</span>}
                checked={chosen.length === all.length}
                onChange={({ target: { checked } }) => change(all, checked)}
              />
              {options.map(({ value, label }) => (
                <Checkbox
                  key={value}
                  label={label}
                  checked={values.includes(value)}
                  onChange={({ target: { checked } }) => change([value], checked)}
                />
              ))}
            </fieldset>
          </Fold>
        )
      })}
      <GroupError text={error} />
    </fieldset>
  )
}
