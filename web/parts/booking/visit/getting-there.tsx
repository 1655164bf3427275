import { Navigation, Video } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { buttonClass } from '#web/ui/button.tsx'

type Visit = Pick<Booking, 'place' | 'professional' | 'kind'>

/**
 * Directions to the entrance of a place whose address is known, in the phone's own map app; or the link of an online meeting. No one gets
 * directions to their own home: `toHome` is for the visiting professional.
 */
export const WayLink = ({ place, toHome = false }: Pick<Visit, 'place'> & { toHome?: boolean }) => {
  const { latitude, longitude, modality, link } = place
  if (link !== null)
    return (
      <a
        href={link}
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ tone: 'secondary', size: 'small' })}
      >
        <Video aria-hidden className="size-4.5" />
        Entrar a la videollamada
      </a>
    )
  if (latitude === null || longitude === null || (modality === 'home' && !toHome)) return null
  return (
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
}

/** How to get in; null where the host has not stated it. */
export const entryText = ({ place: { access }, professional: { firstName } }: Visit): string | null => {
  if (access === null) return null
  return {
    reception: 'Te recibe la recepción.',
    host: 'Te abre quien recibe en el espacio.',
    code: `La puerta tiene clave: escríbele a ${firstName} al llegar.`,
    keys: `Te abre ${firstName}.`,
  }[access]
}
