import type { OpenNow } from '#contract/search/public-page.ts'
import { dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'

/** "Abierto ahora · cierra a las 19:00", by the clock of the place. */
export const OpenBadge = ({ openNow: { open, changesAt }, zone }: { openNow: OpenNow; zone: string }) => {
  // The clock of the reader's machine is not used: the server said what holds.
  const when = changesAt === null ? '' : timeOf(changesAt, zone)
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <Badge tone={open ? 'agave' : 'plain'}>{open ? 'Abierto ahora' : 'Cerrado ahora'}</Badge>
      {changesAt === null ? null : (
        <span className="figures text-[0.9375rem] text-muted">
          {open
            ? `cierra a las ${when}`
            : `abre el ${dayOf(changesAt, zone).split(' ')[0] ?? ''} a las ${when}`}
        </span>
      )}
    </span>
  )
}
