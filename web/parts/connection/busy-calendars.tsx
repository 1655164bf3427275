import { useMutation, useQueryClient } from '@tanstack/react-query'
import { chooseBusy, type ConnectedAccount, type ConnectedCalendar } from '#contract/connection/connection.ts'
import { call } from '#web/api.ts'
import { keepConnections } from '#web/parts/connection/readings.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'

/** Which calendars of the account block time here; each is saved when ticked. */
export const BusyCalendars = ({ account }: { account: ConnectedAccount }) => {
  const queryClient = useQueryClient()
  const choosing = useMutation({
    mutationFn: ({ calendar, busy }: { calendar: ConnectedCalendar; busy: boolean }) =>
      call(chooseBusy, { params: { id: calendar.id }, body: { busy } }),
    onSuccess: (answer) => keepConnections(queryClient, answer),
  })
  const chosen = choosing.isPending ? choosing.variables : undefined
  return (
    <fieldset>
      <legend className="font-semibold">Ocupan mi agenda</legend>
      {account.calendars
        .filter(({ own, isLost, busy }) => !own && (!isLost || busy))
        .map((calendar) => (
          <Checkbox
            key={calendar.id}
            label={labelOf(calendar)}
            checked={chosen?.calendar.id === calendar.id ? chosen.busy : calendar.busy}
            disabled={choosing.isPending}
            onChange={(event) => choosing.mutate({ calendar, busy: event.target.checked })}
            className="break-words"
          />
        ))}
      <Problem of={choosing.error} />
    </fieldset>
  )
}

const labelOf = ({ name, isPrimary, isLost }: ConnectedCalendar) => {
  if (isLost) return `${name} (ya no está en la cuenta)`
  return isPrimary ? `${name} (principal)` : name
}
