import { type Consent, consents } from '#contract/professional/portfolio.ts'
import { Radio } from '#web/ui/form/checkbox.tsx'

/** Whether a photo shows a person, and their consent: required before it is public. */
export const ConsentChoice = ({
  name,
  value,
  onChange,
}: {
  name: string
  value: Consent | null
  onChange: (consent: Consent) => void
}) => (
  <fieldset className="flex flex-col">
    <legend className="text-[0.9375rem] font-semibold">¿Aparece alguien?</legend>
    {(['given', 'nobody_shown'] as const).map((one) => (
      <Radio
        key={one}
        name={name}
        label={consents[one]}
        checked={value === one}
        onChange={() => onChange(one)}
      />
    ))}
  </fieldset>
)
