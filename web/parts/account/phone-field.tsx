import { countries, countryOf, isCountry, phonePreview } from '#contract/platform/phone.ts'
import type { Country } from '#contract/platform/phone.ts'
import type { PhoneEntry } from '#web/parts/account/phone.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** A telephone with its country; shows the number as it will be stored. */
export const PhoneField = ({
  value: { country, typed },
  onChange,
  required,
  label = 'Teléfono',
  error,
}: {
  value: PhoneEntry
  onChange: (phone: PhoneEntry) => void
  required?: boolean
  label?: string
  error?: string
}) => (
  <Field
    label={label}
    required={required ?? false}
    error={error}
    hint={phonePreview(typed, country) || undefined}
  >
    {(control) => (
      <div className="grid grid-cols-[9rem_1fr] gap-2">
        <Select
          aria-label="País del teléfono"
          name="phoneCountry"
          autoComplete="tel-country-code"
          value={country}
          onChange={(event) => {
            if (isCountry(event.target.value)) onChange({ typed, country: event.target.value })
          }}
        >
          {Object.entries(countries).map(([value, one]) => (
            <option key={value} value={value}>
              {`${one.code} ${one.name}`}
            </option>
          ))}
        </Select>
        <Input
          {...control}
          name="phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          placeholder="55 1234 5678"
          value={typed}
          onChange={({ target }) =>
            onChange({ typed: target.value, country: namedCountry(target.value, country) })
          }
        />
      </div>
    )}
  </Field>
)

/** A typed country code selects its country; +1 keeps whichever of its three was chosen. */
const namedCountry = (typed: string, chosen: Country): Country => {
  const named = countryOf(typed)
  return named === undefined || countries[named].code === countries[chosen].code ? chosen : named
}
