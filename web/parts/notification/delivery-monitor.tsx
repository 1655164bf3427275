import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/messaging/channel.ts'
import type { Channel, DeliveryState } from '#contract/messaging/channel.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const names: Readonly<Record<Channel, string>> = {
  push: 'Dispositivos',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
  email: 'Correo',
}
const states: readonly (readonly [DeliveryState, string])[] = [
  ['queued', 'En cola'],
  ['sent', 'Enviados'],
  ['delivered', 'Entregados'],
  ['read', 'Leídos'],
  ['failed', 'No llegaron'],
]
const spans = { day: 'Últimas 24 horas', week: 'Últimos 7 días' } as const

/** Message delivery, for administrators: figures by channel, and the reasons of failures. */
export default function DeliveryMonitor() {
  const [span, setSpan] = useState<'day' | 'week'>('day')
  const answer = useQuery({
    ...reading(contract.deliveryMonitor, { query: { span } }),
    placeholderData: keepPreviousData,
    refetchInterval: minuteMs,
    retry: false,
  })
  return (
    <div className="flex flex-col gap-6">
      <fieldset className="flex flex-wrap gap-x-6">
        <legend className="sr-only">De cuándo</legend>
        {(['day', 'week'] as const).map((one) => (
          <Radio
            key={one}
            name="span"
            label={spans[one]}
            checked={span === one}
            onChange={() => setSpan(one)}
          />
        ))}
      </fieldset>
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando las entregas…</span>
          <Skeleton className="h-72 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Figures view={answer.data} />
      )}
    </div>
  )
}

type View = Reply<typeof contract.deliveryMonitor>

const Figures = ({ view }: { view: View }) => (
  <>
    <p role="status" className="text-[0.9375rem]">
      {view.late > 0 ? (
        <span className="font-semibold text-chile">
          {view.late === 1 ? '1 mensaje debió salir' : `${view.late} mensajes debieron salir`} hace más de
          cinco minutos.
        </span>
      ) : (
        <span className="text-muted">
          Nada atrasado. {view.waiting === 1 ? '1 mensaje espera' : `${view.waiting} mensajes esperan`} su
          hora o su confirmación.
        </span>
      )}
    </p>
    <ul className="grid gap-4 sm:grid-cols-2">
      {view.channels.map(({ channel, available, ...counts }) => (
        <li key={channel}>
          <Card className="flex h-full flex-col gap-3">
            <div className="flex items-center justify-between gap-3">
              <h2 className="text-xl">{names[channel]}</h2>
              <Badge tone={available ? 'agave' : 'plain'}>{available ? 'Activo' : 'Sin configurar'}</Badge>
            </div>
            <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-[0.9375rem]">
              {states.map(([state, label]) => (
                <div key={state} className="col-span-2 grid grid-cols-subgrid">
                  <dt className="text-muted">{label}</dt>
                  <dd
                    className={`figures text-right font-semibold ${state === 'failed' && counts[state] > 0 ? 'text-chile' : ''}`}
                  >
                    {counts[state].toLocaleString('es-MX')}
                  </dd>
                </div>
              ))}
            </dl>
          </Card>
        </li>
      ))}
    </ul>
    <section aria-labelledby="delivery-failures" className="flex flex-col gap-4">
      <h2 id="delivery-failures" className="text-2xl">
        Por qué no llegaron
      </h2>
      {view.reasons.length === 0 ? (
        <EmptyState
          icon={<Send />}
          title="Todo llegó"
          text="Lo que un proveedor rechace aparece aquí con su código."
        />
      ) : (
        <>
          <ul className="flex flex-wrap gap-2">
            {view.reasons.map(({ channel, reason, count }) => (
              <li key={`${channel} ${reason}`}>
                <Badge>
                  {names[channel]}: {reasonText(reason)} · {count}
                </Badge>
              </li>
            ))}
          </ul>
          <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
            {view.failures.map(({ id, channel, event, reason, recipient, at }) => (
              <li
                key={id}
                className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-5 py-3 text-[0.9375rem]"
              >
                <span className="min-w-0">
                  <span className="block font-semibold first-letter:uppercase">{reasonText(reason)}</span>
                  <span className="block text-sm text-muted">
                    {names[channel]} · {eventNames[event] ?? event} · {recipient}
                  </span>
                </span>
                <span className="figures text-sm text-muted">{shortOf(at, capitalZone)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  </>
)

const eventNames: Readonly<Record<string, string>> = {
  reminder_day: 'recordatorio de un día antes',
  reminder_soon: 'recordatorio de poco antes',
  booking_confirmed: 'cita confirmada',
  booking_cancelled: 'cita cancelada',
  booking_requested: 'solicitud por responder',
  answer_wanted: 'respuesta que se le pide',
}

const reasons: Readonly<Record<string, string>> = {
  not_confirmed: 'nadie confirmó que llegara',
  unreachable: 'el proveedor no respondió',
  too_late: 'ya no servía',
  not_wanted: 'cambió su preferencia',
  channel_off: 'el canal se apagó',
  push_gone: 'el navegador ya no existe',
  push_no_device: 'sin dispositivos',
  twilio_21211: 'número inválido',
  twilio_21610: 'pidió no recibir SMS',
  twilio_30003: 'teléfono apagado o sin señal',
  smtp_550: 'ese buzón no existe',
  whatsapp_131026: 'ese número no tiene WhatsApp',
  whatsapp_132001: 'falta aprobar la plantilla',
}
/** With the code, which can be looked up in the provider's help. */
const reasonText = (reason: string) =>
  reasons[reason] === undefined ? reason : `${reasons[reason]} (${reason})`
