import * as Radix from 'radix-ui/dropdown-menu'
import type { ReactNode } from 'react'

/** A menu of secondary actions behind one button. It closes on a choice and returns the focus to the button. */
export const Menu = ({ opener, children }: { opener: ReactNode; children: ReactNode }) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{opener}</Radix.Trigger>
    <Radix.Portal>
      <Radix.Content
        align="end"
        sideOffset={6}
        collisionPadding={12}
        className="no-print z-60 w-72 animate-rise rounded-lg border border-line bg-raised p-2 shadow-high"
      >
        {children}
      </Radix.Content>
    </Radix.Portal>
  </Radix.Root>
)

/** A menu item: an icon and a label. */
export const MenuItem = ({
  disabled = false,
  onSelect,
  children,
}: {
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}) => (
  <Radix.Item
    disabled={disabled}
    onSelect={({ currentTarget }) => {
      // A dialog opened from here returns the focus to the element that has it now; the menu item is gone by then.
      if (currentTarget instanceof HTMLElement) buttonOf(currentTarget)?.focus()
      onSelect()
    }}
    className="flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-sm px-3 text-left outline-none data-disabled:opacity-50 data-highlighted:bg-sunk data-highlighted:outline-2 data-highlighted:outline-solid data-highlighted:-outline-offset-2 data-highlighted:outline-jacaranda [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted"
  >
    {children}
  </Radix.Item>
)

/** The button that opened the menu of an item. */
const buttonOf = (line: HTMLElement) =>
  document.getElementById(line.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '')
