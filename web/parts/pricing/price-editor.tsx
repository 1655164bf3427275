import { useMutation, useQueryClient } from '@tanstack/react-query'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/pricing/space-pricing.ts'
import type { PriceRules, SpacePricing } from '#contract/pricing/space-pricing.ts'
import { call, reading } from '#web/api.ts'
import { Evaluator } from '#web/parts/pricing/evaluator.tsx'
import { Pesos } from '#web/parts/pricing/fields.tsx'
import { PriceHistory } from '#web/parts/pricing/price-history.tsx'
import { QuietOffer } from '#web/parts/pricing/quiet-offer.tsx'
import type { Stretch } from '#web/parts/pricing/quiet.ts'
import { RateList } from '#web/parts/pricing/rate-list.tsx'
import { RuleList } from '#web/parts/pricing/rule-list.tsx'
import { WeekHeat } from '#web/parts/pricing/week-heat.tsx'
import { fieldsOf, isStale, problemsOf, SaveBar } from '#web/ui/form/save-bar.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Card } from '#web/ui/card.tsx'
import { Section } from '#web/ui/page/section.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { toast } from '#web/ui/toast.ts'
import { useLastReadable } from '#web/ui/use-last-readable.ts'

type Draft = { baseCents: number; rules: PriceRules }

const savedIn = ({ baseCents, rules }: SpacePricing): Draft => ({ baseCents, rules })

/** Base price, rules, the resulting week, a test stay, and the history of changes. */
export const PriceEditor = ({
  pricing,
  today,
  quiet,
  onQuietDone,
}: {
  pricing: SpacePricing
  today: string
  /** Hours that rarely sell, passed on from the timeline. */
  quiet: readonly Stretch[]
  onQuietDone: () => void
}) => {
  const { draft, shown, change, save, isChanged, keepMine, takeNewest, undo } = usePriceDraft(pricing)
  const problems = fieldsOf(save.error)
  const problemAt = (field: string) => problems.find((one) => one.field.startsWith(field))?.message
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
      <form
        method="post"
        aria-label={`Precios de ${pricing.spaceName}`}
        className="flex min-w-0 flex-col gap-9"
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate(pricing.version)
        }}
      >
        <Section title="Precio base">
          <Card className="flex flex-col gap-4">
            <Pesos
              label="Por hora, con IVA"
              cents={draft.baseCents}
              least={100}
              error={problemAt('baseCents')}
              onChange={(baseCents) => change({ baseCents })}
            />
            <Around pricing={pricing} />
          </Card>
        </Section>
        <Section title="Tarifas por día y hora">
          {quiet.length === 0 ? null : (
            <QuietOffer
              stretches={quiet}
              pricing={pricing}
              baseCents={shown.baseCents}
              rates={draft.rules.rates}
              onAdd={(more) => change({ rules: { ...draft.rules, rates: [...draft.rules.rates, ...more] } })}
              onClose={onQuietDone}
            />
          )}
          <RateList
            rates={draft.rules.rates}
            today={today}
            problemAt={problemAt}
            onChange={(rates) => change({ rules: { ...draft.rules, rates } })}
          />
          <Card className="px-3 sm:px-5">
            <WeekHeat pricing={pricing} baseCents={shown.baseCents} rules={shown.rules} today={today} />
          </Card>
        </Section>
        <Section title="Otras reglas">
          <RuleList
            rules={draft.rules}
            baseCents={shown.baseCents}
            onChange={(part) => change({ rules: { ...draft.rules, ...part } })}
          />
        </Section>
        <SaveBar
          label="Guardar precios"
          busy={save.isPending}
          changed={isChanged}
          problems={problemsOf(save.error)}
          stale={isStale(save.error) ? { onKeep: keepMine, onTake: takeNewest } : undefined}
          onUndo={undo}
        />
      </form>
      <div className="flex min-w-0 flex-col gap-9">
        <Section title="Pruébalo">
          <Card>
            <Evaluator pricing={pricing} draft={shown} today={today} />
          </Card>
        </Section>
        <Section title="Historia">
          <PriceHistory history={pricing.history} zone={pricing.zone} />
        </Section>
      </div>
    </div>
  )
}

/** The form of a space's prices and rules, and its save request. */
const usePriceDraft = (pricing: SpacePricing) => {
  const queryClient = useQueryClient()
  const draftKey = `prices-${pricing.spaceId}-${pricing.version}`
  const form = useForm<Draft>({ initial: savedIn(pricing), draft: draftKey })
  const shown = useLastReadable(form.values, !hasUnreadNumber(form.values), savedIn(pricing))
  const change = (part: Partial<Draft>) => {
    form.put(part)
  }
  const fresh = () =>
    queryClient.fetchQuery({
      ...reading(contract.spacePricing, { params: { id: pricing.spaceId } }),
      staleTime: 0,
    })
  const save = useMutation({
    mutationFn: (version: number) =>
      call(contract.saveSpacePricing, { params: { id: pricing.spaceId }, body: { ...form.values, version } }),
    onSuccess: (saved) => {
      form.accept(savedIn(saved))
      queryClient.setQueryData(
        reading(contract.spacePricing, { params: { id: pricing.spaceId } }).queryKey,
        saved,
      )
      toast('Precios guardados', 'Lo ya apartado o reservado conserva su precio.', 'good')
    },
  })
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(savedIn(pricing))
  const undo = () => {
    form.accept(savedIn(pricing))
    save.reset()
  }
  return {
    draft: form.values,
    shown,
    change,
    save,
    isChanged,
    undo,
    /** Overwrites newer prices saved meanwhile in another tab or by another user. */
    keepMine: async () => save.mutate((await fresh()).version),
    takeNewest: async () => {
      form.accept(savedIn(await fresh()))
      save.reset()
    },
  }
}

const Around = ({ pricing }: { pricing: SpacePricing }) =>
  pricing.rails === null ? (
    <p className="text-sm text-muted">Todavía no hay espacios parecidos con los que comparar.</p>
  ) : (
    <p className="text-sm text-muted">
      Cerca de ti se cobra de {formatCents(pricing.rails.usualFromCents)} a{' '}
      {formatCents(pricing.rails.usualToCents)} por hora ({pricing.rails.where}). Se admite de{' '}
      {formatCents(pricing.rails.lowCents)} a {formatCents(pricing.rails.highCents)}. En la búsqueda apareces
      desde {formatCents(pricing.fromCents)}.
    </p>
  )
