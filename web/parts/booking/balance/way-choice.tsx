import { InPlaceMethod, inPlaceNames } from '#contract/payment/in-place.ts'
import { ChipChoice } from '#web/ui/form/chip-choice.tsx'

const methods = InPlaceMethod.options.map((value) => ({
  value,
  label: `${inPlaceNames[value].charAt(0).toUpperCase()}${inPlaceNames[value].slice(1)}`,
}))

/** How a client paid at the place: cash, transfer, or the professional's terminal. */
export const WayChoice = ({
  legend,
  name,
  value,
  onChange,
}: {
  legend: string
  name: string
  value: InPlaceMethod
  onChange: (value: InPlaceMethod) => void
}) => <ChipChoice legend={legend} name={name} value={value} onChange={onChange} options={methods} />
