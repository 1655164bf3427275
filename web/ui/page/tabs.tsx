import * as Radix from 'radix-ui/tabs'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { classNames } from '#web/ui/class-names.ts'

/** Tabs. Arrow keys move between them. On a phone they are one row that scrolls to the selected one. */
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
  const list = useRef<HTMLDivElement>(null)
  const chosen = tabs.findIndex((tab) => tab.value === value)
  useLayoutEffect(() => centre(list.current, chosen), [chosen])
  return (
    <Radix.Root
      value={value}
      onValueChange={(next) => {
        const pressed = tabs.find((tab) => tab.value === next)
        if (pressed) onChange(pressed.value)
      }}
      className={className}
    >
      <Radix.List
        ref={list}
        aria-label={label}
        className="no-scrollbar relative flex gap-1 overflow-x-auto rounded-md bg-sunk p-1 sm:flex-wrap"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className={classNames(
              'min-h-11 flex-1 rounded-sm -outline-offset-3 px-3 sm:px-4 font-semibold whitespace-nowrap text-muted transition-colors hover:text-ink',
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

/** Not by scrollIntoView, which would move the page too. */
const centre = (list: HTMLElement | null, at: number) => {
  const tab = list?.children[at]
  if (list && tab instanceof HTMLElement)
    list.scrollLeft = tab.offsetLeft - (list.clientWidth - tab.offsetWidth) / 2
}
