import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as settings from '#contract/account/settings.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { timeOf } from '#web/parts/time/wall-clock.ts'
import { sessionQuery } from '#web/session.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** The timezone of the user's lists. */
export default function ZoneSettings() {
  const profile = useQuery(reading(settings.accountProfile))
  const queryClient = useQueryClient()
  const choose = useMutation({
    mutationFn: (zone: string | null) => call(settings.saveZone, { body: { zone } }),
    onSuccess: async (saved) => {
      queryClient.setQueryData(reading(settings.accountProfile).queryKey, saved)
      toast('Zona horaria guardada', undefined, 'good')
      await queryClient.invalidateQueries(sessionQuery)
    },
    onError: (problem) => toastError('Error', problem.message),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(settings.accountProfile) }),
  })
  if (profile.isPending) return <Skeleton className="h-48 rounded-lg" />
  if (profile.isLoadingError)
    return <ErrorState text={profile.error.message} onRetry={() => profile.refetch()} />
  const { zone, effectiveZone } = profile.data
  const now = new Date(profile.dataUpdatedAt).toISOString()
  return (
    <Panel
      title="Tu hora"
      text="Con ella contamos tu día y las horas de tus listas. Cada cita sigue mostrando la hora del lugar donde es."
    >
      <Field
        label="Zona horaria"
        error={choose.error?.message}
        className="max-w-lg"
        hint={`Ahora son las ${timeOf(now, effectiveZone)}.`}
      >
        {(control) => (
          <Select
            {...control}
            value={choose.isPending ? (choose.variables ?? '') : (zone ?? '')}
            onChange={(event) => choose.mutate(event.target.value === '' ? null : event.target.value)}
          >
            <option value="">La de mi lugar</option>
            {Object.entries(settings.zoneNames).map(([value, label]) => (
              <option key={value} value={value}>
                {label} · {timeOf(now, value)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </Panel>
  )
}
