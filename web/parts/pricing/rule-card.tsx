import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'

/** A kind of rule: its name and a sentence on its current effect; its fields when opened. */
export const RuleCard = ({
  title,
  sentence,
  of,
  open = false,
  children,
}: {
  title: string
  sentence: string
  /** The values in the sentence; while one is an unreadable number the sentence is hidden. */
  of?: unknown
  /** Initially open. */
  open?: boolean
  children: ReactNode
}) => (
  <details open={open} className="group rounded-lg border border-line bg-surface">
    <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-4 rounded-lg px-5 py-4 [&::-webkit-details-marker]:hidden">
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className="block text-[0.9375rem] text-muted">
          {hasUnreadNumber(of) ? 'Falta corregir un número.' : sentence}
        </span>
      </span>
      <ChevronDown
        aria-hidden
        className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none"
      />
    </summary>
    <div className="flex flex-col gap-4 border-t border-line px-5 pt-4 pb-5">{children}</div>
  </details>
)

/** The same for an optional rule: a checkbox, and its fields while it is on. */
export const OptionalRule = <T,>({
  title,
  sentence,
  off,
  value,
  usual,
  onChange,
  children,
}: {
  title: string
  sentence: (value: T) => string
  /** The effect it would have, shown while off. */
  off: string
  value: T | null
  usual: T
  onChange: (value: T | null) => void
  children: (value: T) => ReactNode
}) => (
  <RuleCard title={title} of={value} sentence={value === null ? off : sentence(value)}>
    <Checkbox
      label="Usar esta regla"
      checked={value !== null}
      onChange={(event) => onChange(event.target.checked ? usual : null)}
    />
    {value === null ? null : <div className="grid gap-4 sm:grid-cols-2">{children(value)}</div>}
  </RuleCard>
)
