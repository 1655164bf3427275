import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/webhook/webhook.ts'
import type { Webhook, WebhookState } from '#contract/webhook/webhook.ts'
import { call, keyOf } from '#web/api.ts'
import { AddressDialog } from '#web/parts/developer/webhook-address.tsx'
import { EventsDialog, RemoveDialog, RotateDialog } from '#web/parts/developer/webhook-dialogs.tsx'
import { WebhookLog } from '#web/parts/developer/webhook-log.tsx'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { sessionQuery } from '#web/session.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const states: Readonly<Record<WebhookState, { label: string; tone: BadgeTone }>> = {
  waiting: { label: 'Sin avisos todavía', tone: 'plain' },
  healthy: { label: 'Funciona', tone: 'agave' },
  failing: { label: 'No los acepta', tone: 'maiz' },
  off: { label: 'Apagada', tone: 'plain' },
  gone: { label: 'Apagada: dijo que ya no existe', tone: 'chile' },
  given_up: { label: 'Apagada: tres días sin aceptar', tone: 'chile' },
}

type Opened = 'log' | 'events' | 'address' | 'rotate' | 'remove'

/** A webhook: its state, since when, its last error, and a test button. */
export const WebhookLine = ({
  webhook,
  onSecret,
}: {
  webhook: Webhook
  onSecret: (secret: string) => void
}) => {
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const { isOn, testing, switching } = useActs(webhook)
  return (
    <li className="flex flex-col gap-3 py-4">
      <Status webhook={webhook} />
      <div className="flex flex-wrap items-start gap-2">
        {isOn ? (
          <Button tone="secondary" size="small" busy={testing.isPending} onClick={() => testing.mutate()}>
            Enviar una prueba<span className="sr-only"> a {webhook.address}</span>
          </Button>
        ) : (
          <Button
            tone="secondary"
            size="small"
            busy={switching.isPending}
            onClick={() => switching.mutate(true)}
          >
            Encender<span className="sr-only"> {webhook.address}</span>
          </Button>
        )}
        <Button tone="quiet" size="small" onClick={() => setOpened('log')}>
          Registro<span className="sr-only"> de {webhook.address}</span>
        </Button>
        <Menu
          opener={
            <Button tone="quiet" size="small" aria-label={`Más de ${webhook.address}`}>
              <Ellipsis aria-hidden className="size-5" />
            </Button>
          }
        >
          <MenuItem onSelect={() => setOpened('events')}>Elegir avisos</MenuItem>
          <MenuItem onSelect={() => setOpened('address')}>Cambiar la dirección</MenuItem>
          <MenuItem onSelect={() => setOpened('rotate')}>Cambiar el secreto</MenuItem>
          {isOn ? <MenuItem onSelect={() => switching.mutate(false)}>Apagar</MenuItem> : null}
          <MenuItem onSelect={() => setOpened('remove')}>Quitar</MenuItem>
        </Menu>
      </div>
      {opened === 'log' ? <WebhookLog webhook={webhook} onClose={close} /> : null}
      {opened === 'events' ? <EventsDialog webhook={webhook} onClose={close} /> : null}
      {opened === 'address' ? <AddressDialog webhook={webhook} onClose={close} /> : null}
      {opened === 'rotate' ? <RotateDialog webhook={webhook} onClose={close} onSecret={onSecret} /> : null}
      {opened === 'remove' ? <RemoveDialog webhook={webhook} onClose={close} /> : null}
    </li>
  )
}

const useActs = ({ id, state }: Webhook) => {
  const queryClient = useQueryClient()
  const again = async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(contract.webhooks) })
    await queryClient.invalidateQueries({ queryKey: keyOf(contract.webhookDeliveries) })
  }
  const testing = useMutation({
    mutationFn: () => call(contract.testWebhook, { params: { id } }),
    onSuccess: async ({ state: outcome, lastTry }) => {
      if (outcome === 'sent') toast('Llegó la prueba', `Respondió ${lastTry?.status ?? ''}.`, 'good')
      else toastError('La prueba no llegó', lastTry?.problem ?? 'Lo intentamos otra vez en un momento.')
      await again()
    },
    onError: (error) => toastError('No se pudo probar', error.message),
  })
  const switching = useMutation({
    mutationFn: (isOn: boolean) => call(contract.changeWebhook, { params: { id }, body: { isOn } }),
    onSuccess: again,
    onError: (error) => toastError('No se pudo cambiar', error.message),
  })
  return { isOn: !contract.isWebhookOff({ state }), testing, switching }
}

const Status = ({ webhook }: { webhook: Webhook }) => {
  const { data: user } = useQuery(sessionQuery)
  const zone = user?.zone ?? capitalZone
  const { state, succeededAt, failingSince, formerUntil, waiting, role, events, problem } = webhook
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="font-semibold wrap-anywhere">{webhook.address}</p>
      <p>
        <Badge tone={states[state].tone}>{states[state].label}</Badge>
      </p>
      <p className="text-sm text-muted">
        {role === 'host' ? 'Como anfitrión' : 'Como profesional'}
        {' · '}
        {events.length === 1 ? '1 aviso' : `${events.length} avisos`}
        {' · '}Desde el {shortOf(webhook.createdAt, zone)}
        {' · '}
        {succeededAt === null ? 'Ninguno aceptado aún' : `Último aceptado: ${shortOf(succeededAt, zone)}`}
      </p>
      {failingSince === null ? null : (
        <p className="text-sm text-chile">
          Desde el {shortOf(failingSince, zone)}: {problem ?? 'no acepta los avisos.'}
          {waiting === 0 ? '' : ` ${waiting === 1 ? 'Espera 1 aviso.' : `Esperan ${waiting} avisos.`}`}
        </p>
      )}
      {formerUntil === null ? null : (
        <p className="text-sm text-muted">
          El secreto anterior firma también hasta el {shortOf(formerUntil, zone)}.
        </p>
      )}
    </div>
  )
}
