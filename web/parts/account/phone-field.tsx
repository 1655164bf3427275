import { useState } from 'react'
import { countries, countryOf, isCountry, phonePreview, phoneToSend } from '#contract/platform/phone.ts'
import type { Country } from '#contract/platform/phone.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** A telephone with its country; shows how it will be stored. `onChange` gets it as it is sent. */
export const PhoneField = ({
  onChange,
  required,
  label = 'Teléfono',
  error,
}: {
  onChange: (phone: string) => void
  required?: boolean
  label?: string
  error?: string
}) => {
  const [country, setCountry] = useState<Country>('MX')
  const [typed, setTyped] = useState('')
  const change = (nextTyped: string, nextCountry: Country) => {
    setTyped(nextTyped)
    setCountry(nextCountry)
    onChange(phoneToSend(nextTyped, nextCountry))
  }
  return (
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
              if (isCountry(event.target.value)) change(typed, event.target.value)
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
            onChange={(event) => change(event.target.value, namedCountry(event.target.value, country))}
          />
        </div>
      )}
    </Field>
  )
}

/** A number written with another country's code chooses that country; +1 stays with whichever of its three was chosen. */
const namedCountry = (typed: string, chosen: Country): Country => {
  const named = countryOf(typed)
  return named === undefined || countries[named].code === countries[chosen].code ? chosen : named
}
