import { ArrowDownUp } from 'lucide-react'
import { useState } from 'react'
import { clientSorts, type ClientSort } from '#contract/booking/client/own-client.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

/** The order of the book. */
export const SortChoice = ({
  value,
  onChange,
}: {
  value: ClientSort
  onChange: (next: ClientSort) => void
}) => (
  <Field label="Ordenar por" hideLabel>
    {(control) => (
      <span className="relative block">
        <ArrowDownUp
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 z-1 size-4 -translate-y-1/2 text-muted"
        />
        <Select
          {...control}
          className="[&_select]:pl-9"
          value={value}
          onChange={(event) => {
            const next = sorts.find(([name]) => name === event.target.value)
            if (next !== undefined) onChange(next[0])
          }}
        >
          {sorts.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
      </span>
    )}
  </Field>
)

const sorts = [
  ['recent', clientSorts.recent],
  ['name', clientSorts.name],
  ['spent', clientSorts.spent],
  ['birthday', clientSorts.birthday],
] as const

/** The tags in use; at most one is chosen. */
export const TagChoice = ({
  tags,
  value,
  onChange,
}: {
  tags: readonly { tag: string; clients: number }[]
  value: string | undefined
  onChange: (tag: string | undefined) => void
}) => {
  const [all, showAll] = useState(false)
  // The chosen one stays visible among the first.
  const shown = all ? tags : tags.filter(({ tag }, place) => place < maxTags || tag === value)
  return tags.length === 0 ? null : (
    <div role="group" aria-label="Etiquetas" className="flex flex-wrap gap-2">
      {shown.map(({ tag, clients }) => (
        <button
          key={tag}
          type="button"
          aria-pressed={tag === value}
          onClick={() => onChange(tag === value ? undefined : tag)}
          className={classNames(
            'inline-flex min-h-11 items-center gap-2 rounded-full border px-4 text-[0.9375rem] font-semibold',
            tag === value
              ? 'border-jacaranda bg-jacaranda-soft text-jacaranda-deep'
              : 'border-edge/60 bg-surface hover:border-ink/70',
          )}
        >
          {tag}
          <span className="figures text-sm font-normal">{clients}</span>
        </button>
      ))}
      {tags.length <= maxTags ? null : (
        <Button tone="quiet" aria-expanded={all} onClick={() => showAll(!all)}>
          {all ? 'Ver menos' : `Ver las ${tags.length} etiquetas`}
        </Button>
      )}
    </div>
  )
}

/** More would push the clients off a phone's first screen. */
const maxTags = 12
