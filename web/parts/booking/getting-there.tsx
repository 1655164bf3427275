import { Navigation } from 'lucide-react'
import type { Booking } from '#contract/booking.ts'
import { buttonClass } from '#web/ui/button.tsx'

type Visit = Pick<Booking, 'place' | 'professional' | 'kind'>

/** To the door of a place whose address is known, by whatever map the phone opens. */
export const WayLink = ({ place: { latitude, longitude } }: Pick<Visit, 'place'>) =>
  latitude === null || longitude === null ? null : (
    <a
      href={`https://www.google.com/maps/dir/?api=1&destination=${latitude},${longitude}`}
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ tone: 'secondary', size: 'small' })}
    >
      <Navigation aria-hidden className="size-4.5" />
      Cómo llegar
    </a>
  )

/** How one gets in; nothing where its host has not said. */
export const entryText = ({ place: { access }, professional: { firstName } }: Visit): string | null => {
  if (access === null) return null
  return {
    reception: 'Te recibe la recepción.',
    host: 'Te abre quien recibe en el espacio.',
    code: `La puerta tiene clave: escríbele a ${firstName} al llegar.`,
    keys: `Te abre ${firstName}.`,
  }[access]
}
