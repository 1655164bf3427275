import { CloudOff } from 'lucide-react'
import { savedAtOf } from '#web/parts/offline/saved-agenda.ts'
import { timeOf } from '#web/parts/time/wall-clock.ts'

/** The age of an agenda that comes from this device; hidden while online. */
export const SavedLine = ({ data }: { data: { zone: string } }) => {
  const savedAt = savedAtOf(data)
  return savedAt === null ? null : (
    <p
      role="status"
      className="flex items-center gap-3 rounded-md bg-maiz-soft px-4 py-3 font-medium text-maiz-ink"
    >
      <CloudOff aria-hidden className="size-5 shrink-0" />
      Sin conexión: agenda guardada a las {timeOf(savedAt, data.zone)}.
    </p>
  )
}
