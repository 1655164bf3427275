import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { Count } from '#web/shell/work/count.tsx'
import { type ToolGroup, toolGroups, type WorkRole } from '#web/shell/work/tools.ts'
import { useCurrent } from '#web/shell/work/use-current.ts'
import { useWaiting } from '#web/shell/work/waiting.ts'
import { classNames } from '#web/ui/class-names.ts'

/** Every tool of a role, by group. `narrow`: in the rail, which has no room for two in a row. */
export const ToolList = ({
  role,
  narrow = false,
  onFollow,
}: {
  role: WorkRole
  narrow?: boolean
  onFollow?: () => void
}) => (
  <div className={classNames('flex flex-col', narrow ? 'gap-3' : 'gap-5')}>
    {toolGroups[role].map((group) => (
      <Group key={group.title} group={group} role={role} narrow={narrow} onFollow={onFollow} />
    ))}
  </div>
)

const Group = ({
  group: { title, tools },
  role,
  narrow,
  onFollow,
}: {
  group: ToolGroup
  role: WorkRole
  narrow: boolean
  onFollow: (() => void) | undefined
}) => {
  const id = useId()
  const isCurrent = useCurrent()
  const waiting = useWaiting(role)
  return (
    <section aria-labelledby={id}>
      {/* No heading: the rail is before the page's own first heading. */}
      <p id={id} className="px-3 pb-0.5 text-sm font-semibold text-muted">
        {title}
      </p>
      <ul className={narrow ? '' : 'grid grid-cols-2 gap-x-2'}>
        {tools.map(({ label, link, waits }) => (
          <li key={label}>
            <Link
              {...link}
              {...(onFollow === undefined ? {} : { onClick: onFollow })}
              activeOptions={{ exact: true, includeSearch: true }}
              {...(isCurrent(link) ? { 'aria-current': 'page' as const } : {})}
              className={classNames(
                'flex items-center justify-between gap-2 rounded-sm px-3 leading-tight font-medium -outline-offset-3 hover:bg-sunk aria-[current=page]:bg-barro-soft aria-[current=page]:text-barro-deep',
                narrow ? 'min-h-11 py-1 text-[0.9375rem] pointer-fine:min-h-9' : 'min-h-11 py-1.5',
              )}
            >
              {label}
              <Count of={waiting(waits)} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
