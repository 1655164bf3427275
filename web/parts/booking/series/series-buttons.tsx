import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { mayRepeat } from '#contract/booking/series/series.ts'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'

const RepeatDialog = lazy(() => import('#web/parts/booking/series/repeat-dialog.tsx'))
const SeriesDialog = lazy(() => import('#web/parts/booking/series/series-dialog.tsx'))

/** Buttons to repeat a visit, or to see its series. */
export default function SeriesButtons({
  visit,
  as,
  token,
}: {
  visit: Booking
  as: 'client' | 'professional'
  token?: string | undefined
}) {
  const [shown, setShown] = useState(false)
  const close = () => setShown(false)
  const may = mayRepeat(visit)
  if (visit.series === null && (as === 'professional' || visit.status !== 'confirmed')) return null
  return (
    <>
      <Button
        tone="secondary"
        size="small"
        blocked={visit.series !== null || may.allowed ? undefined : may.reason}
        onClick={() => setShown(true)}
      >
        {visit.series === null ? 'Repetir' : `Serie: cita ${visit.series.position} de ${visit.series.of}`}
      </Button>
      {!shown ? null : (
        <Suspense fallback={<Opening />}>
          {visit.series === null ? (
            <RepeatDialog visit={visit} token={token} onClose={close} />
          ) : (
            <SeriesDialog visit={visit} as={as} token={token} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
