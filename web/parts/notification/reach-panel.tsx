import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing, MessageCircle, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import * as contract from '#contract/messaging/channel.ts'
import type { Reach } from '#contract/messaging/channel.ts'
import { call, newIdempotencyKey, reading } from '#web/api.ts'
import { deviceName, subscribe } from '#web/parts/notification/this-device.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { useSavedTick } from '#web/ui/form/saved-tick.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const reachReading = { ...reading(contract.reach), staleTime: 0 }

/** The channels by which a user can be reached: a prerequisite of the table below. */
export const ReachPanel = ({ zone }: { zone: string }) => {
  const answer = useQuery(reachReading)
  return (
    <Panel
      title="Cómo te encontramos"
      text="Abre aquí los medios por los que quieres que te llegue lo urgente."
    >
      {answer.isPending ? (
        <Skeleton className="h-52" />
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          <Telephone reach={answer.data} />
          <Whatsapp reach={answer.data} zone={zone} />
          <Devices reach={answer.data} zone={zone} />
        </ul>
      )}
    </Panel>
  )
}

const Line = ({
  icon,
  title,
  aside,
  children,
}: {
  icon: ReactNode
  title: string
  aside?: ReactNode
  children: ReactNode
}) => (
  <li className="flex gap-4 py-4 first:pt-0 last:pb-0 [&>svg]:mt-0.5 [&>svg]:size-6 [&>svg]:shrink-0 [&>svg]:text-muted">
    {icon}
    <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
      <div className="flex w-full flex-wrap items-center justify-between gap-2">
        <h4 className="font-semibold">{title}</h4>
        {aside}
      </div>
      {children}
    </div>
  </li>
)

const Closed = () => <Badge>Todavía no disponible</Badge>

const Telephone = ({ reach: { phone, sms } }: { reach: Reach }) => (
  <Line
    icon={<Smartphone aria-hidden />}
    title="SMS"
    aside={
      !sms.available ? (
        <Closed />
      ) : sms.stopped ? (
        <Badge>Dado de baja</Badge>
      ) : phone?.confirmed ? (
        <Badge tone="agave">Confirmado</Badge>
      ) : null
    }
  >
    <p className="text-[0.9375rem] text-muted">
      {phone?.confirmed
        ? sms.stopped
          ? `Respondiste BAJA desde ${phone.hint}: ahí solo te llegan códigos. Para recibir avisos, responde ALTA a cualquiera de nuestros SMS.`
          : `A tu teléfono ${phone.hint}. Para dejar de recibirlos, responde BAJA a cualquiera.`
        : phone === null
          ? 'Solo escribimos a teléfonos confirmados, y todavía no tienes uno.'
          : `Solo escribimos a teléfonos confirmados. Falta confirmar ${phone.hint}.`}
    </p>
    {phone?.confirmed || !sms.available ? null : <ToVerification />}
  </Line>
)

const ToVerification = () => (
  <Link
    {...paths.settings({ section: 'verification' })}
    className={buttonClass({ tone: 'secondary', size: 'small' })}
  >
    Confirmar mi teléfono
  </Link>
)

const Whatsapp = ({ reach: { phone, whatsapp }, zone }: { reach: Reach; zone: string }) => {
  const queryClient = useQueryClient()
  const choosing = useMutation({
    mutationFn: (agree: boolean) => call(contract.agreeToWhatsapp, { body: { agree } }),
    onSuccess: (reach, agree) => {
      queryClient.setQueryData(reachReading.queryKey, reach)
      toast('Listo', agree ? 'Te escribimos por WhatsApp.' : 'Ya no te escribimos por WhatsApp.', 'good')
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  const tick = useSavedTick(whatsapp.since !== null, choosing.mutateAsync)
  return (
    <Line
      icon={<MessageCircle aria-hidden />}
      title="WhatsApp"
      aside={
        !whatsapp.available ? <Closed /> : whatsapp.since === null ? null : <Badge tone="agave">Activo</Badge>
      }
    >
      {phone?.confirmed ? (
        <>
          <Checkbox
            label={contract.whatsappSentence}
            {...tick}
            disabled={!whatsapp.available && whatsapp.since === null}
          />
          <FormError of={choosing.error} />
          <p className="text-sm text-muted">
            {whatsapp.since === null
              ? `Al número ${phone.hint}. También puedes responder BAJA a cualquier mensaje.`
              : `Aceptaste el ${shortOf(whatsapp.since, zone)}, para el ${phone.hint}. Responde BAJA cuando quieras.`}
          </p>
        </>
      ) : (
        <>
          <p className="text-[0.9375rem] text-muted">
            Necesitas un teléfono confirmado para recibir WhatsApp.
          </p>
          <ToVerification />
        </>
      )}
    </Line>
  )
}

const Devices = ({ reach: { push }, zone }: { reach: Reach; zone: string }) => {
  const queryClient = useQueryClient()
  const adding = useMutation({
    mutationFn: async () => {
      const subscription = push.key === null ? null : await subscribe(push.key)
      return call(
        contract.addDevice,
        { body: { subscription, label: deviceName() } },
        // A fresh key, as a device can be removed and added again; adding it twice is harmless.
        { idempotencyKey: newIdempotencyKey() },
      )
    },
    onSuccess: (reach) => {
      queryClient.setQueryData(reachReading.queryKey, reach)
      toast('Listo', 'Te avisamos en este dispositivo.', 'good')
    },
    onError: (problem) => toastError('No se pudo', problem.message),
  })
  const removing = useMutation({
    mutationFn: (id: string) => call(contract.removeDevice, { params: { id } }),
    onSuccess: () => toast('Dispositivo quitado', undefined, 'good'),
    onError: (problem) => toastError('Error', problem.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reachReading.queryKey }),
  })
  return (
    <Line
      icon={<BellRing aria-hidden />}
      title="Avisos en tus dispositivos"
      aside={push.available ? null : <Closed />}
    >
      {push.devices.length === 0 ? (
        <p className="text-[0.9375rem] text-muted">
          Aparecen aunque Kalli esté cerrado. Actívalos en cada teléfono o computadora que uses.
        </p>
      ) : (
        <ul aria-label="Dispositivos con avisos" className="flex w-full flex-col gap-2">
          {push.devices.map(({ id, label, createdAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span className="min-w-0">
                <span className="block font-medium">{label}</span>
                <span className="block text-sm text-muted">Desde {shortOf(createdAt, zone)}</span>
              </span>
              <Button
                tone="quiet"
                size="small"
                aria-label={`Quitar ${label}`}
                busy={removing.isPending && removing.variables === id}
                onClick={() => removing.mutate(id)}
              >
                Quitar
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FormError of={adding.error ?? removing.error} />
      <Button
        tone="secondary"
        size="small"
        busy={adding.isPending}
        blocked={push.available ? undefined : 'Por ahora no enviamos avisos a dispositivos.'}
        onClick={() => adding.mutate()}
      >
        Avisarme en este dispositivo
      </Button>
    </Line>
  )
}
