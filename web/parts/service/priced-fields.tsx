import type { AddOn } from '#contract/service/add-on.ts'
import { Minutes, Pesos } from '#web/parts/pricing/fields.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/** Name, extra price and extra minutes: three cells of a grid. */
export const PricedFields = ({
  label,
  one,
  onChange,
}: {
  label: string
  one: Pick<AddOn, 'name' | 'priceCents' | 'minutes'>
  onChange: (part: Partial<Pick<AddOn, 'name' | 'priceCents' | 'minutes'>>) => void
}) => (
  <>
    <div className="col-span-2 sm:col-span-1">
      <Field label={label} required>
        {(control) => (
          <Input
            {...control}
            value={one.name}
            maxLength={60}
            autoComplete="off"
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
    </div>
    <Pesos label="Cuánto más" cents={one.priceCents} onChange={(priceCents) => onChange({ priceCents })} />
    <Minutes
      label="Minutos más"
      value={one.minutes}
      from={0}
      to={240}
      onChange={(minutes) => onChange({ minutes })}
    />
  </>
)
