import { formatCents } from '#contract/platform/money.ts'
import type { OwnAppointmentForm } from '#web/parts/booking/series/use-own-appointment.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { ChoiceField } from '#web/ui/form/labelled.tsx'
import Fold from '#web/ui/fold.tsx'

/** What few appointments need: extras, further people, a note. */
export const OwnAppointmentMore = ({ form }: { form: OwnAppointmentForm }) => {
  const { visit, typed } = form
  return (
    <Fold label="Más" value={valueOf(form)}>
      <Extras form={form} />
      <ChoiceField
        label="¿Para cuántas personas?"
        hint={visit.persons === 1 ? undefined : 'Lo mismo para cada una, una después de otra.'}
        value={visit.persons}
        onChange={(persons) => {
          visit.setPersons(persons)
          form.setFurther(undefined)
        }}
        options={Array.from({ length: visit.maxPersons }, (_, index) => ({
          value: index + 1,
          label: index === 0 ? 'Una persona' : `${index + 1} personas`,
        }))}
      />
      <Field label="Nota" required={false} hint="La lee también tu cliente.">
        {(control) => <TextArea {...control} rows={2} maxLength={300} {...typed.text('note')} />}
      </Field>
    </Fold>
  )
}

const Extras = ({ form: { visit } }: { form: OwnAppointmentForm }) =>
  visit.services.map(({ id: serviceId, name, addOns }) => {
    const extras = addOns.filter(({ group }) => group === undefined)
    const chosen = visit.idsOf(serviceId)
    return extras.length === 0 ? null : (
      <fieldset key={serviceId} className="flex flex-col">
        <legend className="text-[0.9375rem] font-semibold">
          {visit.services.length === 1 ? 'Extras' : `Extras de ${name}`}
        </legend>
        {extras.map((one) => (
          <Checkbox
            key={one.id}
            label={`${one.name}, +${formatCents(one.priceCents)}${one.minutes === 0 ? '' : `, +${one.minutes} min`}`}
            checked={chosen.includes(one.id)}
            onChange={({ target }) =>
              visit.choose(
                serviceId,
                target.checked ? [...chosen, one.id] : chosen.filter((other) => other !== one.id),
              )
            }
          />
        ))}
      </fieldset>
    )
  })

/** What is chosen, while the rest is folded. */
const valueOf = ({ visit, typed }: OwnAppointmentForm): string => {
  const extras = visit.services.flatMap(({ id, addOns }) =>
    addOns.filter((one) => one.group === undefined && visit.idsOf(id).includes(one.id)),
  )
  const words = [
    ...extras.map(({ name }) => name),
    ...(visit.persons === 1 ? [] : [`${visit.persons} personas`]),
    ...(typed.values.note === '' ? [] : ['con nota']),
  ]
  const hasExtras = visit.services.some(({ addOns }) => addOns.some(({ group }) => group === undefined))
  return words.length > 0 ? words.join(', ') : hasExtras ? 'Extras, personas, nota' : 'Personas, nota'
}
