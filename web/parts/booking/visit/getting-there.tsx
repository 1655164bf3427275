import { Navigation, Video } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { buttonClass } from '#web/ui/button.tsx'

type Visit = Pick<Booking, 'place' | 'professional' | 'kind'>

/**
 * To the entrance of a place whose address is known, by whatever map the phone opens; to a meeting online. No one is shown the way to
 * their own home: `toHome` is who goes there.
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
