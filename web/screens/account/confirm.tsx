import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import * as contract from '#contract/assistant/confirmation.ts'
import type { Confirmation } from '#contract/assistant/confirmation.ts'
import { call, reading } from '#web/api.ts'
import { MoneyLines } from '#web/parts/payment/money-lines.tsx'
import { dayOf, timeOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { textIn } from '#web/search-params.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

const readingOf = (c: string | undefined) => ({
  ...reading(contract.confirmation, { query: { c: c ?? '' } }),
  retry: false,
  refetchOnMount: 'always' as const,
})

export const Route = createFileRoute('/_signed-in/confirm')({
  validateSearch: (requested: Record<string, unknown>): { c?: string } => ({ c: textIn(requested.c, 6000) }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => context.queryClient.prefetchQuery(readingOf(deps.c)),
  head: () => ({
    meta: [
      { title: 'Confirma lo que pediste · Kalli' },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: ConfirmScreen,
})

/** An action that an assistant prepared. Nothing happens before the user confirms. */
function ConfirmScreen() {
  const { c } = Route.useSearch()
  const prepared = useQuery(readingOf(c))
  return (
    <div className="page py-8">
      <div className="mx-auto max-w-xl">
        {prepared.isPending ? (
          <Skeleton className="h-96 rounded-lg" />
        ) : prepared.isLoadingError ? (
          <Over text={prepared.error.message} />
        ) : (
          <Prepared one={prepared.data} c={c ?? ''} onOver={() => void prepared.refetch()} />
        )}
      </div>
    </div>
  )
}

const words = {
  cancel: { title: '¿Cancelar esta cita?', yes: 'Cancelar la cita', done: 'Cancelaste la cita' },
  change: { title: '¿Cambiar esta cita de hora?', yes: 'Cambiar la hora', done: 'Cambiaste la cita' },
} as const

const Prepared = ({ one, c, onOver }: { one: Confirmation; c: string; onOver: () => void }) => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const confirming = useMutation({
    mutationFn: () => call(contract.confirm, { body: { c } }),
    onSuccess: async ({ bookingId }) => {
      toast(one.isProposal ? 'Propusiste el cambio' : words[one.act].done, undefined, 'good')
      await navigate({ ...paths.bookingSuccess(bookingId), replace: true })
      await queryClient.invalidateQueries()
    },
  })
  return (
    <Card className="flex flex-col gap-6 sm:p-8">
      <div className="flex flex-col gap-2">
        <h1 className="text-2xl text-balance">{words[one.act].title}</h1>
        <p className="text-muted wrap-anywhere">Lo preparó {one.app}. Todavía no pasa nada.</p>
      </div>
      <div className="flex flex-col gap-1">
        <p className="font-semibold wrap-anywhere">
          {one.service} con {one.professional}
        </p>
        <At
          label={one.act === 'change' ? 'Ahora' : 'Cuándo'}
          at={one.startsAt}
          zone={one.zone}
          place={one.place}
        />
        {one.newStartsAt === null ? null : (
          <At label="Pasa a" at={one.newStartsAt} zone={one.zone} place={one.newPlace ?? one.place} />
        )}
      </div>
      <Money one={one} />
      <p className="text-[0.9375rem]">{one.reason}</p>
      {one.isProposal ? <p>La otra parte responde primero; hasta entonces tu cita sigue como está.</p> : null}
      <FormError of={confirming.error} />
      <div className="flex flex-col gap-3 sm:flex-row-reverse">
        <Button
          tone={one.act === 'cancel' ? 'danger' : 'primary'}
          className="flex-1"
          busy={confirming.isPending}
          onClick={() => confirming.mutate()}
        >
          {one.isProposal ? 'Proponer la hora' : words[one.act].yes}
        </Button>
        <Link {...paths.bookingSuccess(one.bookingId)} className={buttonClass({ tone: 'secondary' })}>
          No, dejarla así
        </Link>
      </div>
      <p className="text-sm text-muted">
        Este enlace sirve una vez, por <Countdown until={one.expiresAt} onEnd={onOver} />.
      </p>
    </Card>
  )
}

const At = ({ label, at, zone, place }: { label: string; at: string; zone: string; place: string }) => (
  <p className="wrap-anywhere">
    {label}: {dayOf(at, zone)}, {timeOf(at, zone)}, {place}
  </p>
)

const Money = ({ one }: { one: Confirmation }) => {
  const total =
    one.act === 'cancel'
      ? { label: 'Recibes de vuelta', amountCents: one.totalCents }
      : one.totalCents < 0
        ? { label: 'Recibes de vuelta', amountCents: -one.totalCents }
        : { label: 'Pagas de más', amountCents: one.totalCents }
  return <MoneyLines lines={one.lines} total={total} />
}

const Over = ({ text }: { text: string }) => (
  <EmptyState
    heading="h1"
    icon={<Hourglass />}
    title="Aquí no hay nada que confirmar"
    text={text}
    action={
      <Link {...paths.myBookings()} className={buttonClass({ tone: 'secondary' })}>
        Ver mis reservas
      </Link>
    }
  />
)
