import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Route as RoutePicture } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/availability/travel.ts'
import type { OwnTravel } from '#contract/availability/travel.ts'
import { call, reading } from '#web/api.ts'
import { isStale } from '#web/ui/form/save-bar.tsx'
import { Stale } from '#web/ui/page/stale.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { NumberField, OptionalNumberField } from '#web/ui/form/number-field.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

const readingOfTravel = reading(contract.travel)

/** The travel time between the professional's places: a default, and exceptions for single routes. */
export default function TravelPanel() {
  const answer = useQuery(readingOfTravel)
  return (
    <Section title="Viajes entre tus lugares">
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Cargando tus viajes…</span>
          <Skeleton className="h-44 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : answer.data.ways.length === 0 ? (
        <Card>
          <EmptyState
            icon={<RoutePicture />}
            title="Trabajas en un solo lugar"
            text="Cuando tengas otro lugar, aquí dices cuánto tardas en llegar de uno a otro."
          />
        </Card>
      ) : (
        <Ways own={answer.data} />
      )}
    </Section>
  )
}

const idOf = ({ a, b }: OwnTravel['ways'][number]) => `${a.id}/${b.id}`

type Typed = { base: number; said: Readonly<Record<string, number | null>> }

const typedOf = ({ baseMinutes, ways }: OwnTravel): Typed => ({
  base: baseMinutes,
  said: Object.fromEntries(ways.map((way) => [idOf(way), way.usualMinutes === null ? null : way.minutes])),
})

/** The saved values that differ from the form: "Estudio ↔ Casa, 25 min". */
const otherOf = (own: OwnTravel, typed: Typed) => {
  const saved = typedOf(own)
  return [
    ...(saved.base === typed.base ? [] : [`salir y llegar, ${saved.base} min`]),
    ...own.ways
      .filter((way) => (saved.said[idOf(way)] ?? null) !== (typed.said[idOf(way)] ?? null))
      .map((way) => `${way.a.name} ↔ ${way.b.name}, ${way.minutes} min`),
  ].join('; ')
}

const Ways = ({ own }: { own: OwnTravel }) => {
  const queryClient = useQueryClient()
  const form = useForm({ initial: () => typedOf(own) })
  const typed = form.values
  /** The version shown to the professional: a save overwrites that one and no newer one. */
  const [seen, see] = useState(own.version)
  const { base, said } = typed
  const saving = useMutation({
    mutationFn: (version: number) =>
      call(contract.saveTravel, {
        body: {
          baseMinutes: base,
          ways: own.ways.flatMap((way) => {
            const minutes = said[idOf(way)] ?? null
            return minutes === null ? [] : [{ a: way.a.id, b: way.b.id, minutes }]
          }),
          version,
        },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(readingOfTravel.queryKey, saved)
      see(saved.version)
      toast('Viajes guardados', 'Cuentan desde el próximo horario que alguien vea.', 'good')
    },
    onError: () => queryClient.invalidateQueries({ queryKey: readingOfTravel.queryKey }),
  })
  return (
    <form
      method="post"
      aria-label="Viajes entre tus lugares"
      className="flex flex-col gap-4"
      onSubmit={form.submit(() => saving.mutateAsync(seen))}
    >
      <p className="measure text-[0.9375rem] text-muted">
        Entre dos citas en lugares distintos dejamos el tiempo del viaje: lo que tardas en salir y llegar, más
        el camino según su distancia. En la misma casa no hace falta nada.
      </p>
      <NumberField
        kind="minutes"
        label="Minutos para salir y llegar"
        to={120}
        {...form.pick('base')}
        inputClassName="max-w-28"
      />
      <ul className="flex flex-col gap-3">
        {own.ways.map((way) => (
          <li key={idOf(way)}>
            <Card className="flex flex-wrap items-end justify-between gap-3 py-3.5">
              <p className="min-w-[min(13rem,100%)] flex-1">
                <span className="block font-semibold">
                  {way.a.name} ↔ {way.b.name}
                </span>
                <span className="text-sm text-muted">
                  {way.km.toLocaleString('es-MX')} km en línea recta · {way.usualMinutes ?? way.minutes} min
                  por distancia
                </span>
              </p>
              <OptionalNumberField
                kind="minutes"
                label={`Tus minutos entre ${way.a.name} y ${way.b.name}`}
                to={240}
                placeholder={String(way.usualMinutes ?? way.minutes)}
                value={said[idOf(way)] ?? null}
                onChange={(minutes) => form.put({ said: { ...said, [idOf(way)]: minutes } })}
                inputClassName="max-w-28"
              />
            </Card>
          </li>
        ))}
      </ul>
      {isStale(saving.error) ? (
        <Stale
          now={own.version === seen ? undefined : otherOf(own, typed)}
          onKeep={() => saving.mutate(own.version)}
          onTake={() => {
            form.accept(typedOf(own))
            see(own.version)
            saving.reset()
          }}
        />
      ) : saving.isError ? (
        <p role="alert" className="font-medium text-chile">
          {saving.error.message}
        </p>
      ) : null}
      <Button type="submit" tone="secondary" busy={saving.isPending} className="self-start">
        Guardar viajes
      </Button>
    </form>
  )
}
