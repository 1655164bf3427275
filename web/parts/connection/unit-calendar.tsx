import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/connection/unit-connection.ts'
import type {
  ConnectedUnit,
  UnitCalendarChoice,
  UnitConnection,
} from '#contract/connection/unit-connection.ts'
import { providerWords } from '#contract/platform/calendar-provider.ts'
import { call } from '#web/api.ts'
import { accountStates } from '#web/parts/connection/account-states.ts'
import { keepUnitConnections } from '#web/parts/connection/readings.ts'
import { dateIn, longDate, shortOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { toast } from '#web/ui/toast.ts'

type Props = {
  unit: ConnectedUnit
  choices: readonly UnitCalendarChoice[]
  membership: number | undefined
}
type Choice = { calendarId: number | null; writes: boolean }

/** The unit's calendar: its choice, its state and removal; with none chosen it is removed on both sides. */
export const UnitCalendar = ({ unit, choices, membership }: Props) => {
  const queryClient = useQueryClient()
  const { unitId, unitName, spaceName, connection } = unit
  const choosing = useMutation({
    mutationFn: (choice: Choice) =>
      call(contract.connectUnit, {
        params: { id: unitId },
        body: { ...choice, ...(membership === undefined ? {} : { membership }) },
      }),
    onSuccess: (answer) => keepUnitConnections(queryClient, membership, answer),
  })
  const chosen = choosing.isPending ? choosing.variables.calendarId : (connection?.calendarId ?? null)
  const choose = (value: string) => {
    const choice = choices.find(({ id }) => String(id) === value)
    choosing.mutate({ calendarId: choice?.id ?? null, writes: choice?.writable === true })
  }
  return (
    <section aria-label={`${unitName}, ${spaceName}`} className="flex flex-col gap-3">
      <Field
        label={`Calendario de ${unitName}`}
        hint={spaceName}
        {...(choosing.error === null ? {} : { error: choosing.error.message })}
        className="max-w-lg"
      >
        {(control) => (
          <Select
            {...control}
            value={chosen === null ? 'none' : String(chosen)}
            disabled={choosing.isPending}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="none">Ninguno</option>
            {choices.map(({ id, name, account, unitId: taken }) => (
              <option key={id} value={String(id)} disabled={taken !== null && taken !== unitId}>
                {name === account ? name : `${name} · ${account}`}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {connection === null ? null : (
        <>
          <HowItIs connection={connection} zone={unit.zone} />
          {connection.mayWrite ? (
            <Checkbox
              label="Escribir allá sus rentas, citas y bloqueos"
              checked={choosing.isPending ? choosing.variables.writes : connection.writes}
              disabled={choosing.isPending}
              onChange={({ target }) =>
                choosing.mutate({ calendarId: connection.calendarId, writes: target.checked })
              }
            />
          ) : connection.isLost ? null : (
            <p className="text-sm text-muted">Ahí solo podemos leer: no se escribe nada.</p>
          )}
          <Try connection={connection} unitName={unitName} membership={membership} />
        </>
      )}
    </section>
  )
}

const HowItIs = ({ connection, zone }: { connection: UnitConnection; zone: string }) => {
  const { state, provider, since, succeededAt, problem, failedAt, written, conflicts } = connection
  const { tone, label } = accountStates[state]
  return (
    <div className="flex flex-col items-start gap-1 text-sm">
      <Badge tone={tone}>{label}</Badge>
      <p className="text-muted">
        {providerWords[provider].calendar}, desde el {longDate(dateIn(since, zone))}.{' '}
        {succeededAt === null ? 'Todavía no se ha leído.' : `Al día hasta ${shortOf(succeededAt, zone)}.`}
        {written === 0 ? '' : written === 1 ? ' 1 evento escrito.' : ` ${written} eventos escritos.`}
      </p>
      {problem === null ? null : (
        <p className={state === 'revoked' ? 'text-chile' : 'text-maiz-ink'}>
          {failedAt === null ? '' : `${shortOf(failedAt, zone)}: `}
          {problem}
        </p>
      )}
      {conflicts === 0 ? null : (
        <p className="font-medium text-chile">
          {conflicts === 1
            ? 'Una reserva coincide con algo de este calendario. Sigue en pie: cambia lo uno o lo otro.'
            : `${conflicts} reservas coinciden con algo de este calendario. Siguen en pie: cambia lo uno o lo otro.`}
        </p>
      )}
    </div>
  )
}

type TryProps = { connection: UnitConnection; unitName: string; membership: number | undefined }

const Try = ({ connection, unitName, membership }: TryProps) => {
  const queryClient = useQueryClient()
  const trying = useMutation({
    mutationFn: () =>
      call(contract.tryUnitConnection, {
        params: { id: connection.accountId },
        body: membership === undefined ? {} : { membership },
      }),
    onSuccess: (answer) => {
      keepUnitConnections(queryClient, membership, answer)
      const now = answer.units.find((unit) => unit.connection?.calendarId === connection.calendarId)
      if (now?.connection?.state === 'healthy') toast('Funciona', 'Leímos y escribimos todo.', 'good')
      else toast('Todavía no', now?.connection?.problem ?? undefined, 'bad')
    },
  })
  return (
    <div>
      <Problem of={trying.error} />
      <Button
        tone="secondary"
        size="small"
        busy={trying.isPending}
        aria-label={`Probar ahora ${unitName}`}
        onClick={() => trying.mutate()}
      >
        Probar ahora
      </Button>
    </div>
  )
}
