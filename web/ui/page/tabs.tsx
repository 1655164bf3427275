import * as Radix from 'radix-ui/tabs'
import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** Tabs. Arrow keys move between them. Those that do not fit go to a second row. */
export const Tabs = <T extends string>({
  value,
  onChange,
  tabs,
  label,
  children,
  className,
}: {
  value: T
  onChange: (value: T) => void
  tabs: readonly { value: T; label: ReactNode }[]
  label: string
  /** The content of the selected tab. */
  children: ReactNode
  className?: string
}) => {
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const pressed = tabs.find((tab) => tab.value === next)
        if (pressed) onChange(pressed.value)
      }}
      className={className}
    >
      <Radix.List aria-label={label} className="flex flex-wrap gap-1 rounded-md bg-sunk p-1">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={classNames(
              'min-h-11 flex-1 rounded-sm -outline-offset-3 px-1.5 text-[0.9375rem] sm:px-4 sm:text-base font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink',
              'data-[state=active]:bg-surface data-[state=active]:text-ink data-[state=active]:shadow-low',
            )}
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content value={value} className="pt-6">
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}
