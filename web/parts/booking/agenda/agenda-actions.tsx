import {
  CalendarClock,
  CalendarPlus,
  CalendarSync,
  CalendarX2,
  CircleHelp,
  Clock,
  Copy,
  Ellipsis,
  Palette,
  Printer,
  SquareSlash,
  Users,
} from 'lucide-react'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { useOnline } from '#web/ui/use-online.ts'

/** The dialogs that these buttons open. */
export type AgendaAction =
  | 'appointment'
  | 'away'
  | 'block'
  | 'calendars'
  | 'class'
  | 'colours'
  | 'copy'
  | 'hours'
  | 'inspector'
  | 'week-hours'

const others = [
  { what: 'week-hours', label: 'Horario de la semana', Picture: CalendarClock },
  { what: 'class', label: 'Programar clase', Picture: Users },
  { what: 'away', label: 'Vacaciones', Picture: CalendarX2 },
  { what: 'hours', label: 'Horario de un día', Picture: Clock },
  { what: 'copy', label: 'Copiar semana', Picture: Copy },
  { what: 'calendars', label: 'Calendarios', Picture: CalendarSync },
  { what: 'colours', label: 'Colores', Picture: Palette },
  {
    what: 'inspector',
    label: '¿Por qué no salen horarios?',
    Picture: CircleHelp,
  },
] as const

/** Everyday actions are visible; the others are in a menu, so that a phone shows the day and not its buttons. */
export const AgendaActions = ({ onAct }: { onAct: (what: AgendaAction) => void }) => {
  const online = useOnline()
  const blocked = online ? undefined : 'Con conexión'
  return (
    <div className="no-print flex flex-wrap items-start gap-2">
      <Button size="small" className="grow sm:grow-0" blocked={blocked} onClick={() => onAct('appointment')}>
        <CalendarPlus aria-hidden className="size-4.5" />
        Nueva cita
      </Button>
      <Button
        tone="secondary"
        size="small"
        className="grow sm:grow-0"
        blocked={blocked}
        onClick={() => onAct('block')}
      >
        <SquareSlash aria-hidden className="size-4.5" />
        Bloquear
      </Button>
      <Menu
        opener={
          <Button tone="secondary" size="small">
            <Ellipsis aria-hidden className="size-4.5" />
            Más
          </Button>
        }
      >
        {others.map(({ what, label, Picture }) => (
          <MenuItem key={what} disabled={!online} onSelect={() => onAct(what)}>
            <Picture aria-hidden />
            {label}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => window.print()}>
          <Printer aria-hidden />
          Imprimir
        </MenuItem>
      </Menu>
      {online ? null : (
        <p className="w-full text-[0.9375rem] text-maiz-ink">
          Sin conexión: tu agenda se lee e imprime, y las llegadas se registran en «Mis citas». Lo demás
          espera a que vuelva.
        </p>
      )}
    </div>
  )
}
