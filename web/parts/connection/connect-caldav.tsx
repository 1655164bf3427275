import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CaldavService, caldavServices } from '#contract/connection/connection.ts'
import { type AccountsOf, callsOf } from '#web/parts/connection/account-calls.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Radio } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { controlClass } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'
import { PasswordInput } from '#web/ui/form/password-input.tsx'
import { toast } from '#web/ui/toast.ts'

/** The service, the user name and the app password; nothing else is requested. */
export const ConnectCaldav = ({ of = 'own' }: { of?: AccountsOf }) => {
  const [service, choose] = useState<CaldavService>('icloud')
  const [given, change] = useState({ address: '', user: '', password: '' })
  const [makesOwn, makeOwn] = useState(true)
  const queryClient = useQueryClient()
  const connecting = useMutation({
    mutationFn: () => {
      const { address, ...signed } = given
      const body = { service, ...signed, makesOwn, ...(service === 'other' ? { address } : {}) }
      return callsOf(of, queryClient).connectByPassword(body)
    },
    onSuccess: () => {
      change({ address: '', user: '', password: '' })
      toast(
        'Calendario conectado',
        of === 'own' ? 'Ya estamos leyendo lo que tienes ocupado.' : 'Elige cuál es el de cada unidad.',
        'good',
      )
    },
  })
  const set = (values: Partial<typeof given>) => change((before) => ({ ...before, ...values }))
  return (
    <Form
      aria-label="Conectar por CalDAV"
      className="flex max-w-lg flex-col gap-4"
      onSubmit={() => connecting.mutate()}
    >
      <fieldset>
        <legend className="mb-1 font-semibold">Servicio</legend>
        {CaldavService.options.map((one) => (
          <Radio
            key={one}
            name="caldav"
            checked={service === one}
            onChange={() => choose(one)}
            label={caldavServices[one].label}
          />
        ))}
      </fieldset>
      {service === 'other' ? (
        <Field label="Dirección del servidor" hint="Como https://nube.ejemplo.mx" required>
          {(control) => (
            <input
              {...control}
              inputMode="url"
              autoCapitalize="none"
              value={given.address}
              onChange={(event) => set({ address: event.target.value })}
              className={controlClass()}
            />
          )}
        </Field>
      ) : null}
      <Signed service={service} given={given} set={set} />
      {of === 'own' ? (
        <Checkbox
          label="Escribir mis citas en un calendario nuevo llamado «Kalli»"
          checked={makesOwn}
          onChange={(event) => makeOwn(event.target.checked)}
        />
      ) : null}
      <Problem of={connecting.error} />
      <div>
        <Button type="submit" tone="secondary" busy={connecting.isPending}>
          Conectar {service === 'other' ? 'el servidor' : caldavServices[service].label}
        </Button>
      </div>
    </Form>
  )
}

type SignedProps = {
  service: CaldavService
  given: { user: string; password: string }
  set: (values: { user?: string; password?: string }) => void
}

const Signed = ({ service, given, set }: SignedProps) => {
  const { label, help } = caldavServices[service]
  return (
    <>
      <Field label={service === 'other' ? 'Usuario' : `Correo de tu cuenta de ${label}`} required>
        {(control) => (
          <input
            {...control}
            autoCapitalize="none"
            autoComplete="off"
            value={given.user}
            onChange={(event) => set({ user: event.target.value })}
            className={controlClass()}
          />
        )}
      </Field>
      <Field label="Contraseña de app" hint={<HowTo help={help} label={label} />} required>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="off"
            value={given.password}
            onChange={(event) => set({ password: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

const HowTo = ({ help, label }: { help: string | null; label: string }) =>
  help === null ? (
    <>No la de tu cuenta: crea una solo para Kalli en la seguridad de tu servidor. La guardamos cifrada.</>
  ) : (
    <>
      No la de tu cuenta: una que creas solo para Kalli y quitas cuando quieras. La guardamos cifrada.{' '}
      <a href={help} target="_blank" rel="noreferrer" className="underline">
        Cómo se crea en {label} (otra página)
      </a>
    </>
  )
