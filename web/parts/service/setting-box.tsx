import type { ReactNode } from 'react'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** An optional setting of a service: a checkbox, and its fields while it is on. */
export const SettingBox = ({
  icon,
  label,
  hint,
  checked,
  onChange,
  children,
}: {
  icon: ReactNode
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
  children?: ReactNode
}) => (
  <div
    className={classNames(
      'flex flex-col gap-4 rounded-md border p-3.5 transition-colors',
      checked ? 'border-jacaranda bg-jacaranda-soft' : 'border-line',
    )}
  >
    <Checkbox
      label={
        <>
          <span className="flex items-center gap-2 font-semibold">
            {icon}
            {label}
          </span>
          <span className="block text-sm text-muted">{hint}</span>
        </>
      }
      aria-label={label}
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
    {children}
  </div>
)
