import { dayPartNames } from '#contract/platform/day-part.ts'
import { type Modality, placeNames } from '#contract/service/modality.ts'
import { DayPart, type WaitlistEntry, type WaitlistEntryState } from '#contract/booking/waitlist/waitlist.ts'
import { addOnKey, requestedOf } from '#web/parts/booking/summary/address.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'

export const datesOf = ({ from, to }: { from: string; to: string }) =>
  from === to ? longDate(from) : `${longDate(from)} a ${longDate(to)}`

/** All parts of the day mean any hour. */
export const partsOf = ({ parts }: { parts: readonly DayPart[] }) =>
  parts.length === DayPart.options.length
    ? 'A cualquier hora'
    : DayPart.options
        .filter((part) => parts.includes(part))
        .map((part, place) => (place === 0 ? dayPartNames[part] : dayPartNames[part].toLowerCase()))
        .join(' o ')

/** Only for what is at no place; a place has its own name. */
export const whereOf = ({ modality = 'place' }: { modality?: Modality | undefined }) =>
  modality === 'place' ? [] : [placeNames[modality].toLowerCase()]

export const togetherOf = (persons: number) => (persons < 2 ? [] : [`para ${persons} personas juntas`])

export const entryBadges: Readonly<Record<WaitlistEntryState, { tone: BadgeTone; label: string }>> = {
  unconfirmed: { tone: 'maiz', label: 'Falta confirmar' },
  active: { tone: 'jacaranda', label: 'En espera' },
  offered: { tone: 'agave', label: 'Lugar apartado' },
  taken: { tone: 'plain', label: 'Ya tienes tu cita' },
  paused: { tone: 'maiz', label: 'En pausa' },
  expired: { tone: 'plain', label: 'Terminó' },
  withdrawn: { tone: 'plain', label: 'La dejaste' },
}

/** The same visit as parameters of /booking. */
export const requestedIn = ({
  service,
  more,
  persons,
  addOns,
}: Pick<WaitlistEntry, 'service' | 'more' | 'persons' | 'addOns'>) => {
  const all = [service.id, ...more]
  let next = 0
  const people = (persons.length === 0 ? [all.length] : persons).map((count) => ({
    services: all.slice(next, (next += count)).map((id) => ({ id })),
  }))
  return {
    ...requestedOf(people),
    add:
      addOns.map(({ serviceId, id, person = 1 }) => addOnKey(serviceId, id, person - 1)).join() || undefined,
  }
}
