import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

export type Option = { key: string | number; main: ReactNode; note?: string; group?: string }

/**
 * The list under a field with `role="combobox"`: option ids are `<id>-<index>`, and the field names the active one. Options of a group are
 * adjacent.
 */
export const SuggestionList = ({
  id,
  label,
  open,
  options,
  active,
  onChoose,
}: {
  id: string
  label: string
  open: boolean
  options: readonly Option[]
  /** Index in the list; -1: none. */
  active: number
  onChoose: (index: number) => void
}) => (
  <div
    id={id}
    role="listbox"
    aria-label={label}
    className={classNames(
      'absolute inset-x-0 top-[calc(100%+4px)] z-30 max-h-[min(26rem,52dvh)] overflow-y-auto rounded-md border border-line bg-raised p-1 shadow-high',
      !open && 'hidden',
    )}
  >
    {[...Map.groupBy(options.entries(), ([, { group }]) => group)].map(([group, members]) => (
      <Group key={group ?? ''} name={group}>
        {members.map(([index, { key, main, note }]) => (
          <div
            key={key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={index === active ? (node) => node?.scrollIntoView({ block: 'nearest' }) : undefined}
            // Before the field is blurred.
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(index)
            }}
            className={classNames(
              'flex min-h-11 cursor-pointer flex-col justify-center rounded-sm px-3 py-1.5 hover:bg-sunk',
              index === active && 'bg-sunk',
            )}
          >
            <span className="font-medium">{main}</span>
            {note === undefined ? null : <span className="text-sm text-muted">{note}</span>}
          </div>
        ))}
      </Group>
    ))}
  </div>
)

const Group = ({ name, children }: { name: string | undefined; children: ReactNode }) => {
  const id = useId()
  return name === undefined ? (
    children
  ) : (
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className="px-3 pt-2 pb-0.5 text-sm font-semibold text-muted">
        {name}
      </div>
      {children}
    </div>
  )
}

/** Handles a key in an open list of `count` options; true if the key was handled. */
export const pressInList = (
  event: KeyboardEvent,
  {
    count,
    active,
    onActive,
    onChoose,
    onClose,
  }: {
    count: number
    active: number
    onActive: (index: number) => void
    onChoose: (index: number) => void
    onClose: () => void
  },
) => {
  if (event.key === 'ArrowDown') onActive((active + 1) % count)
  else if (event.key === 'ArrowUp') onActive((active + count - (active < 0 ? 0 : 1)) % count)
  else if (event.key === 'Enter' && active >= 0) onChoose(active)
  else if (event.key === 'Escape') onClose()
  else return
  event.preventDefault()
}
