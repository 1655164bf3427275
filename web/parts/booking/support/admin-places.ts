/** The lists of the administration, for its navigation and its home. */
import { adminWaiting, type AdminWaiting } from '#contract/workday/admin-waiting.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import type { AdminShow } from '#web/parts/booking/support/admin-shows.ts'
import { paths } from '#web/paths.ts'

/** New cases arrive while an administrator works through a list. */
export const adminWaitingReading = { ...reading(adminWaiting), refetchInterval: minuteMs, retry: false }

export type Place = AdminShow | 'waiting'

/** Lists with pending cases first, then those for searching. */
export const places: readonly { show: Place; label: string; counted?: keyof AdminWaiting }[] = [
  { show: 'waiting', label: 'Por revisar', counted: 'listings' },
  { show: 'papers', label: 'Documentos', counted: 'papers' },
  { show: 'messages', label: 'Mensajes', counted: 'messages' },
  { show: 'reviews', label: 'Reseñas', counted: 'reviews' },
  { show: 'no-shows', label: 'Inasistencias', counted: 'noShows' },
  { show: 'deposits', label: 'Garantías', counted: 'deposits' },
  { show: 'disputes', label: 'Problemas', counted: 'disputes' },
  { show: 'chargebacks', label: 'Contracargos', counted: 'chargebacks' },
  { show: 'suspended', label: 'Suspendidos' },
  { show: 'deliveries', label: 'Entregas' },
  { show: 'bookings', label: 'Reservas' },
  { show: 'accounts', label: 'Cuentas' },
  { show: 'money', label: 'Registro de dinero' },
  { show: 'google', label: 'Google' },
]

export const linkTo = (show: Place) => paths.admin(show === 'waiting' ? {} : { show })

/** Pending lists in the order in which they are due: a bank's deadline, money that waits, people who cannot start, reports. */
export const dueFirst: readonly { show: Place; counted: keyof AdminWaiting; one: string; many: string }[] = [
  { show: 'chargebacks', counted: 'chargebacks', one: 'contracargo abierto', many: 'contracargos abiertos' },
  { show: 'disputes', counted: 'disputes', one: 'problema por decidir', many: 'problemas por decidir' },
  { show: 'no-shows', counted: 'noShows', one: 'inasistencia objetada', many: 'inasistencias objetadas' },
  { show: 'deposits', counted: 'deposits', one: 'garantía en disputa', many: 'garantías en disputa' },
  { show: 'waiting', counted: 'listings', one: 'espacio por revisar', many: 'espacios por revisar' },
  { show: 'papers', counted: 'papers', one: 'documento por revisar', many: 'documentos por revisar' },
  { show: 'messages', counted: 'messages', one: 'mensaje reportado', many: 'mensajes reportados' },
  { show: 'reviews', counted: 'reviews', one: 'reseña reportada', many: 'reseñas reportadas' },
]
