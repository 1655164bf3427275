import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chooseTarget, type ConnectedAccount } from '#contract/connection/connection.ts'
import { providerWords } from '#contract/platform/calendar-provider.ts'
import { call } from '#web/api.ts'
import { useConnect } from '#web/parts/connection/connect-account.tsx'
import { keepConnections } from '#web/parts/connection/readings.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'
import { Select } from '#web/ui/form/select.tsx'

const targetOf = ({ calendars }: ConnectedAccount) => calendars.find(({ target }) => target)

const choiceOf = (account: ConnectedAccount) => {
  const target = targetOf(account)
  if (account.isMaking || (target?.own && !target.isLost)) return 'own'
  return target === undefined ? 'none' : String(target.id)
}

/** Where Kalli writes events: nowhere, into a calendar of its own, or into one of the user's. */
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
  const chosen = choiceOf(account)
  const lost = account.calendars.find(({ target, isLost }) => target && isLost)
  if (!account.mayWriteOwn && !account.mayWriteTheirs) return <NoPermission account={account} />
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
            value={choosing.isPending ? choosing.variables : chosen}
            disabled={choosing.isPending}
            onChange={(event) => choosing.mutate(event.target.value)}
          >
            <option value="none">Ninguno: solo leer</option>
            {lost === undefined ? null : (
              <option value={String(lost.id)}>{lost.name} (ya no está en la cuenta)</option>
            )}
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
      {(chosen === 'none' || chosen === String(lost?.id)) && account.mayWriteOwn ? (
        <div>
          <Button
            tone="secondary"
            size="small"
            busy={choosing.isPending}
            onClick={() => choosing.mutate('own')}
          >
            Escribirlas en un calendario «Kalli»<span className="sr-only"> de {account.email}</span>
          </Button>
        </div>
      ) : null}
      {account.mayWriteTheirs ? null : <MorePermission account={account} />}
    </div>
  )
}

const hintOf = (account: ConnectedAccount) => {
  const { isMaking, written } = account
  const target = targetOf(account)
  if (isMaking) return 'Estamos creando el calendario…'
  if (target?.isLost) return 'Ese calendario ya no está: tus citas no se escriben en ninguno. Elige otro.'
  if (target === undefined)
    return 'Todavía no escribimos nada allá. Al elegir uno aparecen servicio, nombre de pila y lugar; nada más.'
  return written === 1 ? 'Hay 1 evento próximo escrito.' : `Hay ${written} eventos próximos escritos.`
}

const MorePermission = ({ account }: { account: ConnectedAccount }) => {
  const connecting = useConnect()
  return (
    <div>
      <Problem of={connecting.error} />
      <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
        ¿Prefieres uno de tus calendarios?
        <Button
          tone="quiet"
          size="small"
          busy={connecting.isPending}
          onClick={() =>
            connecting.mutate({ provider: account.provider, reach: 'theirs', accountId: account.id })
          }
        >
          Dar ese permiso en {providerWords[account.provider].company}
        </Button>
      </p>
    </div>
  )
}

/** Read-only, by choice or because the permission was not granted: says so, with a button that requests it. */
const NoPermission = ({ account }: { account: ConnectedAccount }) => {
  const connecting = useConnect()
  const { company } = providerWords[account.provider]
  return (
    <div className="flex flex-col items-start gap-2">
      <p className="text-sm text-muted">
        Tus citas no se escriben allá: {company} solo nos deja leer esta cuenta.
      </p>
      <Problem of={connecting.error} />
      <Button
        tone="secondary"
        size="small"
        busy={connecting.isPending}
        onClick={() => connecting.mutate({ provider: account.provider, reach: 'own', accountId: account.id })}
      >
        Escribirlas en un calendario «Kalli»<span className="sr-only"> de {account.email}</span>
      </Button>
    </div>
  )
}
