import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Scissors } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/pricing/demand.ts'
import type { DemandRules, OwnDemandRules } from '#contract/pricing/demand.ts'
import { call } from '#web/api.ts'
import { OwnLink } from '#web/parts/booking/summary/own-link.tsx'
import { DemandPreview } from '#web/parts/pricing/demand/demand-preview.tsx'
import { HourRules } from '#web/parts/pricing/demand/hour-rules.tsx'
import { OtherRules } from '#web/parts/pricing/demand/other-rules.tsx'
import { demandReading } from '#web/parts/pricing/demand/reading.ts'
import { PriceHistory } from '#web/parts/pricing/price-history.tsx'
import { fieldsOf, isStale, problemsOf, SaveBar } from '#web/ui/form/save-bar.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { toast } from '#web/ui/toast.ts'
import { useLastReadable } from '#web/ui/use-last-readable.ts'

/** Hour rules, limits for all of them, and a preview of the resulting week before saving. */
export const DemandEditor = ({ own, today }: { own: OwnDemandRules; today: string }) => {
  const { draft, shown, change, save, keepMine, takeNewest, undo } = useDemandDraft(own)
  const [serviceId, chooseService] = useState(own.services[0]?.id ?? 0)
  const problems = fieldsOf(save.error)
  if (own.services.length === 0)
    return (
      <Card>
        <EmptyState
          icon={<Scissors />}
          title="Primero, un servicio"
          text="Los precios por hora parten del precio de tus servicios."
          action={
            <Link {...paths.services()} className={buttonClass({ tone: 'secondary' })}>
              Ir a mis servicios
            </Link>
          }
        />
      </Card>
    )
  return (
    <div className="grid gap-9 lg:grid-cols-[minmax(0,1fr)_26rem] lg:items-start">
      <form
        method="post"
        aria-label="Tus precios por demanda"
        className="flex min-w-0 flex-col gap-9"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(own.version)
        }}
      >
        <Section title="Horas con su propio precio">
          <HourRules
            rules={draft.rules}
            services={own.services}
            problemAt={(field) => problems.find((one) => one.field.startsWith(field))?.message}
            onChange={(rules) => change({ rules })}
          />
        </Section>
        <Section title="Para todas las horas">
          <OtherRules draft={draft} own={own} onChange={change} />
        </Section>
        <SaveBar
          label="Guardar precios"
          busy={save.isPending}
          changed={JSON.stringify(draft) !== JSON.stringify(own.rules)}
          problems={problemsOf(save.error)}
          stale={isStale(save.error) ? { onKeep: keepMine, onTake: takeNewest } : undefined}
          onUndo={undo}
        />
      </form>
      <div className="flex min-w-0 flex-col gap-9">
        <Section title="Pruébalo">
          <Card className="px-4 sm:px-5">
            <DemandPreview
              services={own.services}
              rules={shown}
              serviceId={serviceId}
              today={today}
              onService={chooseService}
            />
          </Card>
        </Section>
        <OwnLink
          title="Tu enlace propio"
          text="Quien reserva por este enlace ve los precios que marcaste «solo con mi enlace»."
          of={{ professional: own.professionalId }}
          name="Reserva conmigo"
        />
        {own.history.length === 0 ? null : (
          <Section title="Historia">
            <PriceHistory history={own.history} zone={own.zone} />
          </Section>
        )}
      </div>
    </div>
  )
}

/** The form of the rules and its save request. */
const useDemandDraft = (own: OwnDemandRules) => {
  const queryClient = useQueryClient()
  const form = useForm<DemandRules>({ initial: own.rules, draft: `demand-${own.version}` })
  const shown = useLastReadable(form.values, !hasUnreadNumber(form.values), own.rules)
  const change = (part: Partial<DemandRules>) => form.put(part)
  const fresh = () => queryClient.fetchQuery({ ...demandReading, staleTime: 0 })
  const save = useMutation({
    mutationFn: (version: number) =>
      call(contract.saveDemandRules, { body: { rules: form.values, version } }),
    onSuccess: (saved) => {
      form.accept(saved.rules)
      queryClient.setQueryData(demandReading.queryKey, saved)
      toast('Precios guardados', 'Cuentan desde el próximo horario que alguien vea.', 'good')
    },
  })
  const undo = () => {
    form.accept(own.rules)
    save.reset()
  }
  return {
    draft: form.values,
    shown,
    change,
    save,
    undo,
    /** Overwrites newer rules saved meanwhile. */
    keepMine: async () => save.mutate((await fresh()).version),
    takeNewest: async () => {
      form.accept((await fresh()).rules)
      save.reset()
    },
  }
}
