import { DayPart, dayPartNames, type WishState } from '#contract/waitlist.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const datesOf = ({ from, to }: { from: string; to: string }) =>
  from === to ? longDate(from) : `${longDate(from)} a ${longDate(to)}`

/** All parts of the day are any hour. */
export const partsOf = ({ parts }: { parts: readonly DayPart[] }) =>
  parts.length === DayPart.options.length
    ? 'A cualquier hora'
    : DayPart.options
        .filter((part) => parts.includes(part))
        .map((part) => dayPartNames[part])
        .join(' o ')

export const wishBadges: Readonly<Record<WishState, { tone: BadgeTone; label: string }>> = {
  unconfirmed: { tone: 'maiz', label: 'Falta confirmar' },
  active: { tone: 'jacaranda', label: 'En espera' },
  offered: { tone: 'agave', label: 'Lugar apartado' },
  taken: { tone: 'plain', label: 'Ya tienes tu cita' },
  paused: { tone: 'maiz', label: 'En pausa' },
  expired: { tone: 'plain', label: 'Terminó' },
  withdrawn: { tone: 'plain', label: 'La dejaste' },
}
