import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MapPinned } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/availability/space-rules.ts'
import type { OwnSpaceRules, ServiceRules, SpaceRules } from '#contract/availability/space-rules.ts'
import { call, reading } from '#web/api.ts'
import { isStale, problemsOf, SaveBar } from '#web/ui/form/save-bar.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { PlaceOrder } from '#web/parts/availability/place-order.tsx'
import { ServiceRulesForm } from '#web/parts/availability/service-rules.tsx'
import { Simulator } from '#web/parts/availability/simulator.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

const readingOfRules = reading(contract.spaceRules)

/** The order of places, the requirements for each, and a preview of the resulting week before saving. */
export const RulesEditor = ({ own, today }: { own: OwnSpaceRules; today: string }) => {
  const queryClient = useQueryClient()
  const form = useForm({ initial: own.rules, draft: `space-rules-${own.version}` })
  const { values: draft, put, accept: take } = form
  const [serviceId, chooseService] = useState(own.services[0]?.id ?? 0)
  const fresh = () => queryClient.fetchQuery({ ...readingOfRules, staleTime: 0 })
  const save = useMutation({
    mutationFn: (version: number) => call(contract.saveSpaceRules, { body: { rules: draft, version } }),
    onSuccess: (saved) => {
      take(saved.rules)
      queryClient.setQueryData(readingOfRules.queryKey, saved)
      toast('Reglas guardadas', 'Cuentan desde el próximo horario que alguien vea.', 'good')
    },
  })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(own.rules)
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start">
      <form
        method="post"
        aria-label="Tus reglas"
        className="flex min-w-0 flex-col gap-9"
        onSubmit={form.submit(() => save.mutateAsync(own.version))}
      >
        <Section title="Tus lugares, en orden">
          {own.places.length === 0 ? (
            <Card>
              <EmptyState
                icon={<MapPinned />}
                title="Todavía no tienes un convenio"
                text="Postúlate a un espacio; cuando te aprueben, aquí decides cuándo te conviene."
                action={
                  <Link {...paths.search({ type: 'spaces' })} className={buttonClass({ tone: 'secondary' })}>
                    Buscar espacios
                  </Link>
                }
              />
            </Card>
          ) : (
            <PlaceOrder places={own.places} rules={draft} onChange={put} />
          )}
        </Section>
        <Section title="Qué pides de un espacio">
          <OfService own={own} draft={draft} serviceId={serviceId} onService={chooseService} onChange={put} />
        </Section>
        <SaveBar
          label="Guardar reglas"
          busy={save.isPending}
          changed={isChanged}
          problems={problemsOf(save.error)}
          stale={
            isStale(save.error)
              ? {
                  onKeep: async () => save.mutate((await fresh()).version),
                  onTake: async () => {
                    take((await fresh()).rules)
                    save.reset()
                  },
                }
              : undefined
          }
          onUndo={() => {
            take(own.rules)
            save.reset()
          }}
        />
      </form>
      <div className="min-w-0 lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto">
        <Section title="Pruébalo">
          <Card>
            {own.services.length === 0 ? (
              <p className="text-muted">Cuando tengas un servicio, aquí ves qué horarios quedan.</p>
            ) : (
              <Simulator
                own={own}
                rules={draft}
                serviceId={serviceId}
                today={today}
                onService={chooseService}
                onTry={put}
              />
            )}
          </Card>
        </Section>
      </div>
    </div>
  )
}

/** The usual rules, or those of the selected service, if it has its own. */
const OfService = ({
  own,
  draft,
  serviceId,
  onService,
  onChange,
}: {
  own: OwnSpaceRules
  draft: SpaceRules
  serviceId: number
  onService: (id: number) => void
  onChange: (rules: SpaceRules) => void
}) => {
  const mine = draft.services.find((one) => one.serviceId === serviceId)
  const others = draft.services.filter((one) => one.serviceId !== serviceId)
  const put = (part: Partial<ServiceRules>) =>
    onChange(
      mine === undefined
        ? { ...draft, usual: { ...draft.usual, ...part } }
        : {
            ...draft,
            services: draft.services.map((one) =>
              one === mine ? { ...one, rules: { ...one.rules, ...part } } : one,
            ),
          },
    )
  return (
    <div className="flex flex-col gap-4">
      {own.services.length === 0 ? null : (
        <Card className="flex flex-col gap-2 py-4">
          <Field label="Para el servicio">
            {(control) => (
              <Select
                {...control}
                value={serviceId}
                onChange={(event) => onService(Number(event.target.value))}
              >
                {own.services.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                    {draft.services.some((one) => one.serviceId === id) ? ' (reglas propias)' : ''}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Checkbox
            label="Este servicio tiene reglas propias"
            checked={mine !== undefined}
            onChange={(event) =>
              onChange({
                ...draft,
                services: event.target.checked ? [...others, { serviceId, rules: draft.usual }] : others,
              })
            }
          />
          <p className="text-sm text-muted">
            {mine === undefined
              ? 'Lo que cambies abajo vale para todos tus servicios sin reglas propias.'
              : 'Lo que cambies abajo vale solo para este servicio.'}
          </p>
        </Card>
      )}
      <ServiceRulesForm
        key={mine === undefined ? 0 : serviceId}
        rules={mine?.rules ?? draft.usual}
        onChange={put}
      />
    </div>
  )
}
