import { useQuery } from '@tanstack/react-query'
import type { Calendar } from '#contract/booking/agenda/calendar.ts'
import { services } from '#contract/service/service.ts'
import { reading } from '#web/api.ts'
import { thingsOf } from '#web/parts/booking/agenda/entry-look.ts'
import ColoursDialog from '#web/parts/booking/calendar/colours-dialog.tsx'
import { useCalendarLook } from '#web/parts/booking/calendar/use-calendar-look.ts'

/** The colours of a professional's agenda: of all services, and of the clients on the days that are shown. */
export default function OwnColours({ calendar, onClose }: { calendar: Calendar; onClose: () => void }) {
  const { look, choose } = useCalendarLook('professional')
  const own = useQuery(reading(services))
  const offered = (own.data ?? []).map(({ id, name }) => ({ of: 'service' as const, id, name }))
  return (
    <ColoursDialog
      look={look}
      things={[...calendar.entries.flatMap(thingsOf), ...offered]}
      persons="cliente"
      onChoose={choose}
      onClose={onClose}
    />
  )
}
