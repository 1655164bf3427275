import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/availability/limits.ts'
import type { LimitPeriod, OwnLimits } from '#contract/availability/limits.ts'
import { call, reading } from '#web/api.ts'
import { limitsWords, tightWords } from '#web/parts/availability/limits-words.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'
import { OptionalNumberField } from '#web/ui/form/number-field.tsx'
import { isStale } from '#web/ui/form/save-bar.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { Section } from '#web/ui/page/section.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { Stale } from '#web/ui/page/stale.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

const readingOfLimits = reading(contract.limits)

/** A professional's limits by day, week and month, and the minimum gap between visits. */
export default function LimitsPanel() {
  const answer = useQuery(readingOfLimits)
  return (
    <Section title="Límites">
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando tus límites…</span>
          <Skeleton className="h-72 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : (
        <Limits own={answer.data} />
      )}
    </Section>
  )
}

const periods = [
  ['day', 'al día'],
  ['week', 'a la semana'],
  ['month', 'al mes'],
] as const

const Limits = ({ own }: { own: OwnLimits }) => {
  const queryClient = useQueryClient()
  const { version, ...saved } = own
  const form = useForm({ initial: saved, draft: 'limits' })
  const typed = form.values
  /** The version shown to the professional: a save overwrites that one and no newer one. */
  const [seen, see] = useState(version)
  const saving = useMutation({
    mutationFn: (version: number) => call(contract.saveLimits, { body: { ...typed, version } }),
    onSuccess: (done) => {
      const { version, ...values } = done
      form.accept(values)
      see(version)
      queryClient.setQueryData(readingOfLimits.queryKey, done)
      toast('Límites guardados', 'Cuentan desde el próximo horario que alguien vea.', 'good')
    },
    onError: () => queryClient.invalidateQueries({ queryKey: readingOfLimits.queryKey }),
  })
  return (
    <form
      method="post"
      aria-label="Tus límites"
      className="flex flex-col gap-4"
      onSubmit={form.submit(() => saving.mutateAsync(seen))}
    >
      <Card className="flex flex-col gap-4">
        <div className="grid gap-4 xl:grid-cols-3 xl:gap-8">
          {periods.map(([period, when]) => (
            <Period
              key={period}
              period={period}
              when={when}
              limit={typed[period]}
              onChange={(limit) => form.put({ [period]: limit })}
            />
          ))}
        </div>
        <p aria-live="polite" className="rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">
          {hasUnreadNumber(typed) ? 'Escribe números, o deja vacío lo que no limitas.' : limitsWords(typed)}
        </p>
        <div className="border-t border-line pt-4">
          <Checkbox
            label="Ofrecer también la hora justa en que termina otra cita"
            checked={typed.tightStarts}
            onChange={({ target }) => form.put({ tightStarts: target.checked })}
          />
          <p className="text-sm text-muted">{tightWords(typed.tightStarts)}</p>
        </div>
      </Card>
      {isStale(saving.error) ? (
        <Stale
          now={own.version === seen ? undefined : limitsWords(saved)}
          onKeep={() => saving.mutate(own.version)}
          onTake={() => {
            form.accept(saved)
            see(own.version)
            saving.reset()
          }}
        />
      ) : (
        <Problem of={saving.error} />
      )}
      <Button type="submit" tone="secondary" busy={saving.isPending} className="self-start">
        Guardar límites
      </Button>
    </form>
  )
}

/** The visits and hours of a period; either is optional. */
const Period = ({
  period,
  when,
  limit,
  onChange,
}: {
  period: LimitPeriod
  when: string
  limit: OwnLimits['day']
  onChange: (limit: OwnLimits['day']) => void
}) => (
  <div className="grid grid-cols-2 items-end gap-4 sm:max-w-md">
    <OptionalNumberField
      kind="whole"
      label={`Citas ${when}`}
      from={1}
      to={contract.limitsAtMost.visits[period]}
      value={limit.visits}
      onChange={(visits) => onChange({ ...limit, visits })}
    />
    <OptionalNumberField
      kind="hours"
      label={`Horas ${when}`}
      from={contract.minLimitMinutes}
      to={contract.limitsAtMost.minutes[period]}
      value={limit.minutes}
      onChange={(minutes) => onChange({ ...limit, minutes })}
    />
  </div>
)
