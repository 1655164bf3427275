import { useQuery } from '@tanstack/react-query'
import { LifeBuoy } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/support.ts'
import type { FoundBooking } from '#contract/support.ts'
import { formatCents } from '#contract/money.ts'
import { reading } from '#web/api.ts'
import { BookingBadge } from '#web/parts/booking/status.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { keepDraft, keptDraft } from '#web/ui/draft.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'

const SupportCase = lazy(() => import('#web/parts/support/case.tsx'))

/** A booking by what people write to support: its number, the code of arrival, or an e-mail. */
export default function FindBookings() {
  const [text, setText] = useState(() => keptDraft('support')['q'] ?? '')
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState<string>()
  const answer = useQuery({
    ...reading(contract.findBookings, { query: { q: asked } }),
    enabled: asked !== '',
    retry: false,
  })
  const missing = text.trim().length < 3 ? 'Escribe al menos tres letras.' : undefined
  return (
    <div className="flex flex-col gap-6">
      <form
        className="flex flex-wrap items-start gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (missing !== undefined) return
          setOpen(undefined)
          setAsked(text.trim().toLowerCase())
        }}
      >
        <div className="min-w-0 flex-1 basis-72">
          <Field label="Buscar una reserva" hint="Número de la reserva, código de llegada o correo.">
            {(control) => (
              <Input
                {...control}
                type="search"
                value={text}
                maxLength={254}
                onChange={(event) => {
                  setText(event.target.value)
                  keepDraft('support', 'q', event.target.value)
                }}
              />
            )}
          </Field>
        </div>
        <Button type="submit" blocked={missing} className="sm:mt-7">
          Buscar
        </Button>
      </form>
      {asked === '' ? (
        <EmptyState
          icon={<LifeBuoy />}
          title="Busca la reserva de quien te escribe"
          text="Ves su estado, su dinero y lo que ya se hizo. Todo lo que hagas queda en el registro con su motivo."
        />
      ) : answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Buscando…</span>
          <Skeleton className="h-40 rounded-lg" />
        </div>
      ) : answer.isError ? (
        <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : answer.data.bookings.length === 0 ? (
        <EmptyState
          icon={<LifeBuoy />}
          title="Ninguna reserva con eso"
          text="Revisa el correo o pide el número que viene en la liga de la reserva."
        />
      ) : (
        <ul className="flex flex-col gap-4">
          {answer.data.bookings.map((one) => (
            <li key={one.id}>
              <Found of={one} open={open === one.id} onOpen={(now) => setOpen(now ? one.id : undefined)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const Found = ({
  of: one,
  open,
  onOpen,
}: {
  of: FoundBooking
  open: boolean
  onOpen: (open: boolean) => void
}) => (
  <Card className="flex flex-col gap-5">
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <h2 className="text-xl wrap-anywhere">
          {one.kind === 'rent' ? 'Renta' : one.service}, {shortOf(one.startsAt, one.zone)}
        </h2>
        <p className="text-muted wrap-anywhere">
          {[one.client, one.professional, one.place].filter((part) => part !== '').join(' · ')}
        </p>
        <p className="text-sm text-muted wrap-anywhere">
          {formatCents(one.totalCents)} · {one.id}
        </p>
      </div>
      <BookingBadge status={one.status} />
    </div>
    <div>
      <Button tone="secondary" size="small" aria-expanded={open} onClick={() => onOpen(!open)}>
        {open ? 'Cerrar' : 'Ver y ayudar'}
      </Button>
    </div>
    {open ? (
      <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
        <SupportCase id={one.id} />
      </Suspense>
    ) : null}
  </Card>
)
