import { ClipboardList } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Booking } from '#contract/booking/booking.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'

const AnswersDialog = lazy(() => import('#web/parts/booking/contact/answers-dialog.tsx'))

export const formWords = { pending: 'Formulario: pendiente', answered: 'Formulario: contestado' } as const

/** For the professional: whether the client has filled in the form, and a link to read it. */
export const FormState = ({
  booking,
}: {
  booking: Pick<Booking, 'id' | 'forms'> & { client: { firstName: string } | null }
}) => {
  const [reads, setReads] = useState(false)
  if (booking.forms === null) return null
  return (
    <p className="flex flex-wrap items-center gap-3">
      <Badge tone={booking.forms === 'answered' ? 'agave' : 'maiz'}>
        <ClipboardList aria-hidden />
        {formWords[booking.forms]}
      </Badge>
      <Button tone="quiet" size="small" onClick={() => setReads(true)}>
        {booking.forms === 'answered' ? 'Leer respuestas' : 'Ver qué falta'}
      </Button>
      {reads ? (
        <Suspense fallback={<Opening />}>
          <AnswersDialog
            id={booking.id}
            name={booking.client?.firstName ?? 'tu cliente'}
            onClose={() => setReads(false)}
          />
        </Suspense>
      ) : null}
    </p>
  )
}
