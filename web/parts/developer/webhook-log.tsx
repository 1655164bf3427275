import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { testEvent, webhookEvents } from '#contract/webhook/event.ts'
import * as contract from '#contract/webhook/webhook.ts'
import type { Webhook, WebhookDelivery, WebhookDeliveryDetail } from '#contract/webhook/webhook.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { pagesOf } from '#web/api-pages.ts'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { sessionQuery } from '#web/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ReplayFailed } from '#web/parts/developer/webhook-replay.tsx'
import { ChipChoice } from '#web/ui/form/chip-choice.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import Fold from '#web/ui/fold.tsx'
import { Paged } from '#web/ui/page/paged.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const filters = [
  { value: 'all', label: 'Todos' },
  { value: 'failed', label: 'No llegaron' },
  { value: 'pending', label: 'En espera' },
  { value: 'sent', label: 'Aceptados' },
] as const
type Filter = (typeof filters)[number]['value']

const empty: Readonly<Record<Filter, { title: string; text: string }>> = {
  all: {
    title: 'Todavía no hay avisos',
    text: 'Aparecen aquí en cuanto pase algo con una de tus reservas, o si envías una prueba.',
  },
  failed: { title: 'Ninguno sin llegar por ahora', text: 'Aparecen aquí los que dejamos de intentar.' },
  pending: { title: 'Ninguno espera', text: 'No hay avisos por enviar.' },
  sent: { title: 'Ninguno aceptado aún', text: 'Aparecen aquí cuando tu sistema los acepta.' },
}

/** Sent messages, newest first; each opens to its body and the response. */
export const WebhookLog = ({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) => {
  const [filter, setFilter] = useState<Filter>('all')
  const answer = useInfiniteQuery(
    pagesOf(contract.webhookDeliveries, {
      params: { id: webhook.id },
      query: { limit: 20, ...(filter === 'all' ? {} : { state: filter }) },
    }),
  )
  return (
    <Dialog open onOpenChange={onClose} title="Registro" description={`Avisos a ${webhook.address}`}>
      <ChipChoice
        legend="Cuáles"
        name="delivery-state"
        value={filter}
        onChange={setFilter}
        options={filters}
      />
      {filter === 'failed' ? <ReplayFailed webhook={webhook} isOff={contract.isWebhookOff(webhook)} /> : null}
      <Paged answer={answer} loading="Cargando el registro…" skeletons={['h-12', 'h-12', 'h-12']}>
        {(pages) => {
          const all = pages.flatMap(({ items }) => items)
          return all.length === 0 ? (
            <EmptyState {...empty[filter]} />
          ) : (
            <ul aria-label="Avisos enviados">
              {all.map((one) => (
                <li key={one.id}>
                  <Line webhook={webhook} delivery={one} />
                </li>
              ))}
            </ul>
          )
        }}
      </Paged>
    </Dialog>
  )
}

const states = { pending: 'En espera', sent: 'Aceptado', failed: 'No llegó' } as const
/** Without an attempt it happened while the address was off. */
const outcomeOf = ({ state, tries }: WebhookDelivery) =>
  state === 'failed' && tries === 0 ? 'No se envió' : states[state]
const nameOf = ({ event }: WebhookDelivery) => (event === testEvent ? 'Prueba' : webhookEvents[event])

const useZone = () => useQuery(sessionQuery).data?.zone ?? capitalZone

const Line = ({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) => {
  const zone = useZone()
  const [isOpen, setOpen] = useState(false)
  return (
    <Fold
      label={`${nameOf(delivery)} · ${shortOf(delivery.happenedAt, zone)}`}
      value={outcomeOf(delivery)}
      onToggle={setOpen}
    >
      {isOpen ? <Detail webhook={webhook} delivery={delivery} /> : null}
    </Fold>
  )
}

const Detail = ({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) => {
  const found = useQuery(
    reading(contract.webhookDelivery, { params: { id: webhook.id, delivery: delivery.id } }),
  )
  const replaying = useReplay(webhook, delivery)
  if (found.isPending) return <Skeleton className="h-24" />
  if (found.isLoadingError)
    return <ErrorState text={found.error.message} onRetry={() => void found.refetch()} />
  return (
    <>
      <p className="text-sm break-all text-muted">
        {delivery.event} · {delivery.id}
      </p>
      <section aria-label="Lo que se envía">
        <pre className="rounded-md bg-sunk p-3 text-sm break-all whitespace-pre-wrap">
          {pretty(found.data.body)}
        </pre>
      </section>
      {delivery.state === 'failed' && delivery.tries === 0 ? (
        <p className="text-sm text-muted">La dirección estaba apagada cuando pasó.</p>
      ) : null}
      <Attempts of={found.data} />
      <FormError of={replaying.error} />
      <Button
        tone="secondary"
        size="small"
        className="self-start"
        busy={replaying.isPending}
        blocked={contract.isWebhookOff(webhook) ? 'Enciende primero la dirección.' : undefined}
        onClick={() => replaying.mutate()}
      >
        Enviar otra vez
      </Button>
    </>
  )
}

const useReplay = ({ id }: Webhook, delivery: WebhookDelivery) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(contract.replayWebhookDelivery, { params: { id, delivery: delivery.id } }),
    onSuccess: async ({ state, lastTry }) => {
      if (state === 'sent') toast('Llegó', 'El sistema lo aceptó.', 'good')
      else toastError('No llegó', lastTry?.problem ?? 'Lo intentamos otra vez en un momento.')
      for (const endpoint of [contract.webhooks, contract.webhookDeliveries, contract.webhookDelivery])
        await queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })
    },
  })
}

const Attempts = ({ of: { attempts, nextAt } }: { of: WebhookDeliveryDetail }) => {
  const zone = useZone()
  return (
    <ul aria-label="Intentos" className="flex flex-col gap-2 text-sm">
      {nextAt === null ? null : <li>Siguiente intento: {shortOf(nextAt, zone)}</li>}
      {attempts.map((one) => (
        <li key={one.number} className="flex flex-col gap-1">
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={one.problem === null ? 'agave' : 'chile'}>{one.status ?? 'Sin respuesta'}</Badge>
            {shortOf(one.at, zone)} · {one.durationMs} ms
          </span>
          {one.problem === null ? null : <span className="text-chile">{one.problem}</span>}
          {one.answer === '' ? null : (
            <code className="rounded-md bg-sunk p-2 break-all whitespace-pre-wrap">{one.answer}</code>
          )}
        </li>
      ))}
    </ul>
  )
}

const pretty = (body: string) => JSON.stringify(JSON.parse(body), null, 2)
