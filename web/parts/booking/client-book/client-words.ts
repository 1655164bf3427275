import type { Birthday, OwnClient } from '#contract/booking/client/own-client.ts'
import { whatsappTo } from '#web/ui/whatsapp.ts'

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  [firstName, lastName].filter(Boolean).join(' ') || 'Sin nombre'

export const visitsText = (visits: number) =>
  visits === 0 ? 'Sin visitas' : visits === 1 ? '1 visita' : `${visits} visitas`

/** "8 de marzo", with the year where it is known. */
export const birthdayText = ({ day, month, year }: Birthday) =>
  new Intl.DateTimeFormat('es-MX', {
    day: 'numeric',
    month: 'long',
    ...(year === null ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
    // 2000 has a 29th of February.
  }).format(new Date(Date.UTC(year ?? 2000, month - 1, day)))

/** Opens a WhatsApp conversation with a greeting. */
export const whatsappOf = ({ firstName, phone }: Pick<OwnClient, 'firstName' | 'phone'>) =>
  phone === null ? undefined : whatsappTo(phone, firstName === '' ? 'Hola:' : `Hola, ${firstName}:`)

export const monthNames = Array.from({ length: 12 }, (_, month) =>
  new Intl.DateTimeFormat('es-MX', { month: 'long', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2000, month, 1)),
  ),
)
