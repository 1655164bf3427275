import * as z from 'zod/mini'
import type { CalendarEntry } from '#contract/booking/agenda/calendar.ts'
import * as contract from '#contract/booking/agenda/calendar.ts'
import { ApiError, call } from '#web/api.ts'
import { BlockForm } from '#web/parts/time/block-form.tsx'

type Existing = NonNullable<CalendarEntry['block']> & { entry: CalendarEntry }

/** Blocks the professional's own time without dragging. */
export const OwnBlockForm = ({
  zone,
  start = { date: '', minute: 600 },
  block,
  onDone,
}: {
  zone: string
  start?: { date: string; minute: number }
  block?: Existing
  onDone: () => void
}) => (
  <BlockForm
    zone={zone}
    start={start}
    block={block && { ...block.entry, ...block }}
    queryKey={['/api', 'calendar']}
    onSave={(body, version) =>
      block === undefined
        ? call(contract.addOwnBlock, { body })
        : call(contract.changeOwnBlock, { params: { id: block.id }, body: { ...body, version } })
    }
    onRemove={(version) =>
      call(contract.removeOwnBlock, { params: { id: block?.id ?? 0 }, query: { version } })
    }
    newerIn={newerIn}
    onDone={onDone}
  />
)

const newerIn = (problem: Error | null) => {
  const reported = z.safeParse(
    contract.ChangedBlock,
    problem instanceof ApiError ? problem.details : undefined,
  )
  return reported.success ? reported.data.block : undefined
}
