import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chooseTarget, type ConnectedAccount } from '#contract/connection/connection.ts'
import { call } from '#web/api.ts'
import { useConnect } from '#web/parts/connection/connect-google.tsx'
import { keepConnections } from '#web/parts/connection/readings.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

const choiceOf = ({ calendars, isMaking }: ConnectedAccount) => {
  const target = calendars.find((calendar) => calendar.target)
  if (isMaking || target?.own) return 'own'
  return target === undefined ? 'none' : String(target.id)
}

/** Where Kalli writes: nowhere, into a calendar that it makes, or into one of theirs. */
export const TargetChoice = ({ account }: { account: ConnectedAccount }) => {
  const queryClient = useQueryClient()
  const choosing = useMutation({
    mutationFn: (value: string) =>
      call(chooseTarget, {
        params: { id: account.id },
        body:
          value === 'none' || value === 'own'
            ? { into: value }
            : { into: 'theirs' as const, calendarId: Number(value) },
      }),
    onSuccess: (answer) => keepConnections(queryClient, answer),
  })
  const value = choosing.isPending ? choosing.variables : choiceOf(account)
  return (
    <div className="flex flex-col gap-2">
      <Field
        label="Escribir mis citas en"
        hint={hintOf(account)}
        {...(choosing.error === null ? {} : { error: choosing.error.message })}
        className="max-w-lg"
      >
        {(control) => (
          <Select
            {...control}
            value={value}
            disabled={choosing.isPending}
            onChange={(event) => choosing.mutate(event.target.value)}
          >
            <option value="none">Ninguno: solo leer</option>
            {account.mayWriteOwn ? <option value="own">Un calendario propio, «Kalli»</option> : null}
            {account.calendars
              .filter(({ own, writable }) => !own && writable && account.mayWriteTheirs)
              .map(({ id, name }) => (
                <option key={id} value={String(id)}>
                  {name}
                </option>
              ))}
          </Select>
        )}
      </Field>
      {account.mayWriteTheirs ? null : <MorePermission account={account} />}
    </div>
  )
}

const hintOf = ({ isMaking, written, calendars }: ConnectedAccount) => {
  if (isMaking) return 'Estamos creando el calendario…'
  if (!calendars.some(({ target }) => target)) return 'Servicio, nombre de pila y lugar; nada más.'
  return written === 1 ? 'Hay 1 evento próximo escrito.' : `Hay ${written} eventos próximos escritos.`
}

const MorePermission = ({ account }: { account: ConnectedAccount }) => {
  const connecting = useConnect()
  return (
    <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      ¿Prefieres uno de tus calendarios?
      <Button
        tone="quiet"
        size="small"
        busy={connecting.isPending}
        onClick={() => connecting.mutate({ reach: 'theirs', accountId: account.id })}
      >
        Dar ese permiso en Google
      </Button>
    </p>
  )
}
