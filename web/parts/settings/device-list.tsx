import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleHelp, Monitor, Smartphone, Tablet } from 'lucide-react'
import * as settings from '#contract/account/settings.ts'
import type { SessionLine } from '#contract/account/settings.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { sessionQuery } from '#web/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const icons = { phone: Smartphone, tablet: Tablet, desk: Monitor, unknown: CircleHelp }

/** The devices with a session, each with a sign-out button. */
export const DeviceList = () => {
  const devices = useQuery(reading(settings.sessions))
  const { data: user } = useQuery(sessionQuery)
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: keyOf(settings.sessions) })
  const onError = (problem: Error) => toastError('Error', problem.message)
  const endOne = useMutation({
    mutationFn: (id: string) => call(settings.endSession, { params: { id } }),
    onSuccess: () => toast('Sesión cerrada', undefined, 'good'),
    onError,
    onSettled: refresh,
  })
  const endOthers = useMutation({
    mutationFn: () => call(settings.endOtherSessions),
    onSuccess: () => toast('Listo', 'Solo queda abierta tu sesión en este dispositivo.', 'good'),
    onError,
    onSettled: refresh,
  })
  return (
    <Panel
      title="Dispositivos"
      text="Dónde está abierta tu cuenta. Si no reconoces alguno, ciérralo y cambia tu contraseña."
    >
      {devices.isPending ? (
        <Skeleton className="h-32" />
      ) : devices.isLoadingError ? (
        <ErrorState text={devices.error.message} onRetry={() => devices.refetch()} />
      ) : (
        <>
          <ul className="flex flex-col divide-y divide-line">
            {devices.data.map((device) => (
              <Device
                key={device.id}
                device={device}
                zone={user?.zone ?? capitalZone}
                busy={endOne.isPending && endOne.variables === device.id}
                onEnd={() => endOne.mutate(device.id)}
              />
            ))}
          </ul>
          <FormError of={endOne.error ?? endOthers.error} />
          {devices.data.length > 1 ? (
            <Button
              tone="secondary"
              className="self-start"
              busy={endOthers.isPending}
              onClick={() => endOthers.mutate()}
            >
              Cerrar sesión en los demás
            </Button>
          ) : null}
        </>
      )}
    </Panel>
  )
}

const Device = ({
  device,
  zone,
  busy,
  onEnd,
}: {
  device: SessionLine
  zone: string
  busy: boolean
  onEnd: () => void
}) => {
  const Icon = icons[device.kind]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <Icon aria-hidden className="size-6 shrink-0 text-muted" />
      <span className="min-w-0 flex-1 basis-44">
        <span className="block font-semibold">{device.device}</span>
        <span className="block text-sm text-muted">Último uso: {shortOf(device.seenAt, zone)}</span>
      </span>
      {device.here ? (
        // On a phone under the name, not under the icon.
        <Badge tone="agave" className="max-sm:ml-10">
          Este dispositivo
        </Badge>
      ) : (
        <Button
          tone="quiet"
          size="small"
          className="max-sm:ml-6.5"
          busy={busy}
          aria-label={`Cerrar sesión en ${device.device}`}
          onClick={onEnd}
        >
          Cerrar sesión
        </Button>
      )}
    </li>
  )
}
