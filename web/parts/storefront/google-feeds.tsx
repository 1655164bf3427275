import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/storefront/feed.ts'
import type { Feeds } from '#contract/storefront/feed.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** The feeds for Google's Actions Center on where clients can book, for administrators. */
export default function GoogleFeeds() {
  const answer = useQuery({ ...reading(contract.feeds), retry: false })
  if (answer.isPending) return <Skeleton className="h-72 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
  return (
    <Panel
      title="Reservas desde Google"
      level="h2"
      text="Archivos para el Actions Center de Google: los negocios verificados, dónde se reserva en cada uno y sus servicios a precio de lista. Quien llega por ahí reserva en Kalli como por el buscador."
    >
      <Switch feeds={answer.data} />
      <Made feeds={answer.data} />
    </Panel>
  )
}

const Switch = ({ feeds }: { feeds: Feeds }) => {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (on: boolean) => call(contract.switchFeeds, { body: { on } }),
    onSuccess: async ({ on }) => {
      toast(
        on ? 'Los archivos se preparan en la próxima hora' : 'Los archivos se borraron',
        undefined,
        'good',
      )
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.feeds) })
    },
  })
  return (
    <div className="flex flex-col gap-3">
      <p className="font-semibold">
        {feeds.on ? 'Encendido: se preparan cada día.' : 'Apagado: no hay archivos.'}
      </p>
      <FormError of={change.error} />
      <Button
        tone={feeds.on ? 'secondary' : 'primary'}
        className="self-start"
        busy={change.isPending}
        onClick={() => change.mutate(!feeds.on)}
      >
        {feeds.on ? 'Apagar y borrar' : 'Encender'}
      </Button>
    </div>
  )
}

const Made = ({ feeds: { on, made } }: { feeds: Feeds }) => {
  if (made === null)
    return on ? <p className="text-muted">Todavía no están listos: se preparan dentro de una hora.</p> : null
  return (
    <div className="flex flex-col gap-3">
      <p>
        {shortOf(made.at, capitalZone)}: {made.merchants} negocios y {made.services} servicios.
      </p>
      <ul aria-label="Archivos" className="flex flex-col divide-y divide-line">
        {made.files.map(({ name, bytes }) => (
          <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-1">
            <a
              href={`/api/admin/feeds/${name}`}
              download={name}
              className="inline-flex min-h-11 items-center font-medium break-all underline underline-offset-4"
            >
              {name}
            </a>
            <span className="figures text-sm text-muted">{Math.ceil(bytes / 1024)} KB</span>
          </li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        Súbelos por SFTP a Google, primero los datos y al final cada «filesetdesc».
      </p>
    </div>
  )
}
