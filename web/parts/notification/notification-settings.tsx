import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as contract from '#contract/notification/notification.ts'
import type {
  NotificationEvent,
  NotificationSettings as Settings,
  NotificationWay,
} from '#contract/notification/notification.ts'
import { ownMessageConsents } from '#contract/booking/client/message-consent.ts'
import { registry } from '#contract/notification/registry.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { MessageConsents } from '#web/parts/notification/message-consents.tsx'
import { ReachPanel } from '#web/parts/notification/reach-panel.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { QuietHours } from '#web/parts/notification/quiet-hours.tsx'

const settingsReading = { ...reading(contract.notificationSettings), staleTime: 0 }

/** The notifications a user gets by channel: a table of events and channels, and the quiet hours for emails. */
export const NotificationSettings = () => {
  const { data } = useSuspenseQuery(settingsReading)
  // A save from another window resets the form; the input stays until then.
  return (
    <>
      <ReachPanel zone={data.zone} />
      <SettingsForm key={data.version} saved={data} />
      <MessageConsents zone={data.zone} />
    </>
  )
}

const SettingsForm = ({ saved }: { saved: Settings }) => {
  const form = useForm<Pick<Settings, 'events' | 'quiet'>>({
    initial: { events: saved.events, quiet: saved.quiet },
    draft: `notifications-${saved.version}`,
  })
  const { events, quiet } = form.values
  const save = useSave(form.forget)
  const changed =
    JSON.stringify({ events, quiet }) !== JSON.stringify({ events: saved.events, quiet: saved.quiet })
  const choose = (event: NotificationEvent, way: NotificationWay, chosen: boolean) =>
    form.change((now) => ({
      events: now.events.map((row) => (row.event === event ? { ...row, [way]: chosen } : row)),
    }))
  return (
    <Form
      aria-label="Notificaciones"
      className="flex flex-col gap-6"
      onSubmit={form.submit(() =>
        save.mutateAsync({
          // `open` says which boxes are offered; it is not part of the choice.
          events: events.map(({ open: _open, ...row }) => row),
          quiet,
          version: saved.version,
        }),
      )}
    >
      <Matrix events={events} onChoose={choose} />
      {events.length > 0 ? (
        <QuietHours quiet={quiet} zone={saved.zone} onChange={form.pick('quiet').onChange} />
      ) : null}
      <FormError of={save.error} />
      {events.length > 0 ? (
        <div className="flex justify-end">
          <Button
            type="submit"
            busy={save.isPending}
            blocked={changed ? undefined : 'No hay cambios por guardar.'}
          >
            Guardar cambios
          </Button>
        </div>
      ) : null}
    </Form>
  )
}

const useSave = (onSaved: () => void) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: {
      events: Omit<Settings['events'][number], 'open'>[]
      quiet: Settings['quiet']
      version: number
    }) => call(contract.saveNotificationSettings, { body }),
    onSuccess: (settings) => {
      onSaved()
      queryClient.setQueryData(settingsReading.queryKey, settings)
      // Turning such messages off withdraws every consent to a professional's.
      void queryClient.invalidateQueries({ queryKey: keyOf(ownMessageConsents) })
      toast('Listo', 'Guardamos cómo quieres enterarte.', 'good')
    },
    onError: (problem) => {
      toastError('Error', problem.message)
      if (problem instanceof ApiError && problem.code === 'stale_version')
        void queryClient.invalidateQueries({ queryKey: settingsReading.queryKey })
    },
  })
}

const wayTexts: Readonly<Record<NotificationWay, { head: string; by: string }>> = {
  app: { head: 'Campana', by: 'en la campana' },
  push: { head: 'Dispositivo', by: 'en tus dispositivos' },
  whatsapp: { head: 'WhatsApp', by: 'por WhatsApp' },
  sms: { head: 'SMS', by: 'por SMS' },
  email: { head: 'Correo', by: 'por correo' },
}

const ways = ['app', 'push', 'whatsapp', 'sms', 'email'] as const

// On a phone each row is a name with its labelled boxes below.
const cell =
  'px-1 py-2 text-center align-middle max-sm:flex max-sm:flex-1 max-sm:flex-col max-sm:items-center sm:w-22 sm:py-3'

const Matrix = ({
  events,
  onChoose,
}: {
  events: Settings['events']
  onChoose: (event: NotificationEvent, way: NotificationWay, chosen: boolean) => void
}) => {
  const shown = ways.filter((way) => events.some(({ open }) => open.includes(way)) || way === 'email')
  return (
    <div className="relative overflow-x-auto rounded-lg border border-line bg-surface">
      <table className="w-full border-collapse max-sm:block">
        <caption className="sr-only">Qué te avisamos y por dónde</caption>
        <thead className="max-sm:sr-only">
          <tr className="border-b border-line text-[0.9375rem]">
            <th scope="col" className="py-3 pl-4 text-left font-semibold sm:pl-6">
              Te avisamos de
            </th>
            {shown.map((way) => (
              <th
                key={way}

                scope="col"
                className="w-22 px-1 py-3 text-center font-semibold"
              >
                {wayTexts[way].head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line max-sm:block">
          {events.map(({ event, open, ...chosen }) => (
            <Row key={event} label={registry[event].label} text={registry[event].text}>
              {shown.map((way) =>
                open.includes(way) ? (
                  <Choice
                    key={way}
                    name={`${event}-${way}`}
                    head={wayTexts[way].head}
                    label={`${registry[event].label}, ${wayTexts[way].by}`}
                    checked={chosen[way]}
                    onChange={(value) => onChoose(event, way, value)}
                  />
                ) : (
                  <None key={way} />
                ),
              )}
            </Row>
          ))}
          <Row label="Recibos y seguridad" text="Tus reservas como cliente, pagos y accesos a tu cuenta">
            {shown.map((way) =>
              way === 'email' ? (
                <td
                  key={way}

                  className={classNames(cell, 'text-[0.9375rem] font-semibold text-agave')}
                >
                  Siempre
                  <span className="text-sm font-normal text-muted sm:hidden">por correo</span>
                </td>
              ) : (
                <None key={way} />
              ),
            )}
          </Row>
        </tbody>
      </table>
      <p className="border-t border-line px-4 py-4 text-[0.9375rem] text-muted sm:px-6">
        Lo urgente te llega una sola vez, por el primer medio que elegiste: dispositivo, WhatsApp, SMS y al
        final correo. Si no llega, probamos el siguiente.
      </p>
    </div>
  )
}

const None = () => (
  <td className={classNames(cell, 'text-muted max-sm:hidden')}>
    <span aria-hidden>–</span>
    <span className="sr-only">No aplica</span>
  </td>
)

const Row = ({ label, text, children }: { label: string; text: string; children: ReactNode }) => (
  <tr className="max-sm:flex max-sm:flex-wrap max-sm:px-2 max-sm:py-2">
    <th
      scope="row"
      className="py-3 pr-2 pl-4 text-left align-middle font-normal max-sm:w-full max-sm:px-2 max-sm:pt-2 max-sm:pb-0 sm:pl-6"
    >
      <span className="block font-semibold">{label}</span>
      <span className="block text-sm leading-snug text-muted">{text}</span>
    </th>
    {children}
  </tr>
)

const Choice = ({
  name,
  head,
  label,
  checked,
  onChange,
}: {
  name: string
  head: string
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}) => (
  <td className={cell}>
    <Checkbox
      name={name}
      aria-label={label}
      label={
        <span aria-hidden className="block text-xs text-muted sm:sr-only">
          {head}
        </span>
      }
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="justify-center gap-0 max-sm:flex-col max-sm:gap-1"
    />
  </td>
)
