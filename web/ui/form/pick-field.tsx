import { useId, useState } from 'react'
import { plainText } from '#contract/platform/plain-text.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { pressInList, SuggestionList } from '#web/ui/form/suggestion-list.tsx'

type Pickable = { id: number; name: string; note?: string | undefined }

/** Those in whose name each typed word begins one, in the given order. */
export const pickedBy = (options: readonly Pickable[], typed: string): readonly Pickable[] => {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  return options.filter(({ name }) => {
    const names = plainText(name).split(/\s+/)
    return words.every((word) => names.some((one) => one.startsWith(word)))
  })
}

const maxShown = 30

/** One person out of many, found by typing, in the given order. Without a choice the chosen one stays. */
export const PickField = ({
  label,
  options,
  value,
  onChange,
}: {
  label: string
  options: readonly Pickable[]
  value: number
  onChange: (id: number) => void
}) => {
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const chosen = options.find((one) => one.id === value)
  const found = typed === undefined ? [] : pickedBy(options, typed).slice(0, maxShown)
  const isOpen = typed !== undefined
  const close = () => setTyped(undefined)
  const type = (text: string) => {
    setTyped(text)
    setActive(0)
  }
  const choose = (index: number) => {
    const picked = found[index]
    if (picked === undefined) return
    close()
    if (picked.id !== value) onChange(picked.id)
  }
  return (
    <Field label={label} hint={typed && found.length === 0 ? 'Nadie con ese nombre.' : chosen?.note}>
      {(control) => (
        <span className="relative block">
          <Input
            {...control}
            role="combobox"
            aria-expanded={isOpen && found.length > 0}
            aria-controls={id}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && found.length > 0 ? `${id}-${active}` : undefined}
            autoComplete="off"
            maxLength={80}
            value={typed ?? chosen?.name ?? ''}
            onFocus={({ target }) => target.select()}
            onClick={() => (isOpen ? undefined : type(''))}
            onBlur={close}
            onChange={({ target }) => type(target.value)}
            onKeyDown={(event) => {
              if (isOpen) {
                pressInList(event, {
                  count: Math.max(1, found.length),
                  active,
                  onActive: setActive,
                  onChoose: choose,
                  onClose: close,
                })
              } else if (event.key === 'ArrowDown') {
                event.preventDefault()
                type('')
              }
            }}
          />
          <SuggestionList
            id={id}
            label={label}
            open={isOpen && found.length > 0}
            options={found.map((one) => ({
              key: one.id,
              main: one.name,
              ...(one.note === undefined ? {} : { note: one.note }),
            }))}
            active={active}
            onChoose={choose}
          />
        </span>
      )}
    </Field>
  )
}
