import {
  Armchair,
  CalendarSync,
  CalendarX2,
  Clock,
  ConciergeBell,
  Ellipsis,
  Palette,
  SquareSlash,
} from 'lucide-react'
import type { Shown } from '#web/parts/booking/timeline/board-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'

const others = [
  { what: 'desk-rent', label: 'Rentar en recepción', Picture: Armchair },
  { what: 'closure', label: 'Cerrar un tiempo', Picture: CalendarX2 },
  { what: 'hours', label: 'Horarios', Picture: Clock },
  { what: 'calendars', label: 'Calendarios', Picture: CalendarSync },
  { what: 'colours', label: 'Colores', Picture: Palette },
] as const

/** Everyday actions are visible; the others are in a menu, so that a phone shows the units and not the buttons. */
export const BoardActions = ({
  show,
  onBlock,
  wide,
}: {
  show: (shown: Shown) => void
  /** Opens at the next free hour. */
  onBlock: () => void
  wide: boolean
}) => (
  <div className="no-print flex flex-wrap gap-2">
    <Button size="small" className="grow sm:grow-0" onClick={() => show({ what: 'desk' })}>
      <ConciergeBell aria-hidden className="size-4.5" />
      Reservar en recepción
    </Button>
    {wide ? (
      <Button tone="secondary" size="small" onClick={onBlock}>
        <SquareSlash aria-hidden className="size-4.5" />
        Bloquear
      </Button>
    ) : null}
    <Menu
      opener={
        <Button tone="secondary" size="small">
          <Ellipsis aria-hidden className="size-4.5" />
          Más
        </Button>
      }
    >
      {wide ? null : (
        <MenuItem onSelect={onBlock}>
          <SquareSlash aria-hidden />
          Bloquear
        </MenuItem>
      )}
      {others.map(({ what, label, Picture }) => (
        <MenuItem key={what} onSelect={() => show({ what })}>
          <Picture aria-hidden />
          {label}
        </MenuItem>
      ))}
    </Menu>
  </div>
)
