import { type AddOn, groupsOf, openGroups } from '#contract/service/add-on.ts'
import { formatCents } from '#contract/platform/money.ts'
import { ChoiceField } from '#web/ui/form/labelled.tsx'

/** One option of each group, for booking on another person's behalf. */
export const OptionFields = ({
  addOns,
  chosen,
  onChange,
}: {
  addOns: readonly AddOn[]
  /** Option ids. */
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}) =>
  groupsOf(addOns).map(({ name, options }) => (
    <ChoiceField
      key={name}
      label={name}
      value={options.find(({ id }) => chosen.includes(id))?.id ?? 0}
      onChange={(id) =>
        onChange([
          ...chosen.filter((other) => options.every((one) => one.id !== other)),
          ...(id === 0 ? [] : [id]),
        ])
      }
      options={[
        { value: 0, label: 'Elige una' },
        ...options.map((one) => ({
          value: one.id,
          label: `${one.name}, +${formatCents(one.priceCents)}${one.minutes === 0 ? '' : `, +${one.minutes} min`}`,
        })),
      ]}
    />
  ))

/** Why there are no slots yet; undefined: there are. */
export const openText = (addOns: readonly AddOn[], chosen: readonly number[]): string | undefined => {
  const open = openGroups(addOns, ({ id }) => chosen.includes(id))
  return open.length === 0 ? undefined : `Elige primero: ${open.join(', ')}.`
}
