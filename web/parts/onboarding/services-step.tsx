import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Category, categories } from '#contract/professional/categories.ts'
import * as contract from '#contract/service/service.ts'
import { usualPrices } from '#contract/service/usual-prices.ts'
import { call, reading } from '#web/api.ts'
import { servicesReading } from '#web/parts/booking/summary/reading.ts'
import { inZone, isSame } from '#web/parts/onboarding/prices.ts'
import type { Known } from '#web/parts/onboarding/reading.ts'
import { OnIcon, stepForm, StepShell } from '#web/parts/onboarding/step-shell.tsx'
import { TemplateRow } from '#web/parts/onboarding/template-row.tsx'
import { emptyDraft } from '#web/parts/service/draft.ts'
import { templates } from '#web/parts/service/templates.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type Chosen = { category: Category; name: string; priceCents: number }

/** The first services, from templates of the trade, each with a price that is usual nearby. */
export const ServicesStep = ({ known, onDone }: { known: Known; onDone: () => void }) => {
  const { services, profile } = known
  const trades = profile?.categories ?? []
  const prices = useUsualPrices(trades)
  const { form, save } = useChosen(known, onDone)
  const { chosen } = form.values
  const needsLicence = trades.some((trade) => contract.licensedCategories.includes(trade))
  return (
    <StepShell
      step="services"
      known={known}
      title="¿Qué ofreces?"
      text="Elige con qué empezar y ajusta el precio. La duración y los detalles se cambian después, en Mis servicios."
      action={
        <Button
          type="submit"
          form={stepForm}
          busy={save.isPending}
          blocked={chosen.length === 0 && services.length === 0 ? 'Elige al menos un servicio.' : undefined}
        >
          Guardar y seguir
          <OnIcon />
        </Button>
      }
    >
      {services.length === 0 ? null : (
        <p>
          Ya ofreces {services.map(({ name }) => name).join(', ')}.{' '}
          <Link {...paths.services()} className="font-medium underline underline-offset-4">
            Ver mis servicios
          </Link>
        </p>
      )}
      {needsLicence ? (
        <p className="rounded-md bg-maiz-soft px-4 py-3">
          Para{' '}
          {trades
            .filter((trade) => contract.licensedCategories.includes(trade))
            .map((trade) => categories[trade].toLowerCase())
            .join(' y ')}{' '}
          necesitas tu cédula: hasta que la revisemos, esos servicios se guardan ocultos.{' '}
          <Link
            {...paths.spaceApplications({ tab: 'documents' })}
            className="font-medium underline underline-offset-4"
          >
            Subir mi cédula
          </Link>
        </p>
      ) : null}
      <Form
        id={stepForm}
        aria-label="Tus servicios"
        className="flex flex-col gap-6"
        onSubmit={form.submit(() => save.mutateAsync())}
      >
        {trades.map((trade, place) => (
          <fieldset key={trade} className="flex flex-col gap-2">
            <legend className="mb-2 text-[0.9375rem] font-semibold">{categories[trade]}</legend>
            <ul className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
              {templates[trade]
                .filter(({ name }) => !services.some((one) => isSame(one.name, name)))
                .map((template) => (
                  <TemplateRow
                    key={template.name}
                    template={template}
                    usual={inZone(template.name, prices[place] ?? [])}
                    priceCents={chosen.find(({ name }) => name === template.name)?.priceCents}
                    onChange={(priceCents) =>
                      form.change((now) => ({
                        chosen: withPrice(now.chosen, { category: trade, name: template.name }, priceCents),
                      }))
                    }
                  />
                ))}
            </ul>
          </fieldset>
        ))}
        <FormError of={save.error} />
      </Form>
    </StepShell>
  )
}

/** In the order of choice; undefined removes it. */
const withPrice = (
  chosen: readonly Chosen[],
  of: Pick<Chosen, 'category' | 'name'>,
  priceCents: number | undefined,
): Chosen[] => {
  if (priceCents === undefined) return chosen.filter(({ name }) => name !== of.name)
  if (!chosen.some(({ name }) => name === of.name)) return [...chosen, { ...of, priceCents }]
  return chosen.map((one) => (one.name === of.name ? { ...one, priceCents } : one))
}

/** By category, in the order of `trades`; until they load, and if they fail, the templates' prices apply. */
const useUsualPrices = (trades: readonly Category[]) =>
  useQueries({
    queries: trades.map((category) => ({
      ...reading(usualPrices, { query: { category } }),
      staleTime: Infinity,
    })),
  }).map(({ data }) => data)

/** The chosen templates and the requests that add them; an added one is removed from the choice, so that a retry does not add it twice. */
const useChosen = ({ services }: Known, onDone: () => void) => {
  const form = useForm<{ chosen: Chosen[] }>({ initial: { chosen: [] }, draft: 'first-steps-services' })
  const queryClient = useQueryClient()
  const [like] = services
  const add = async ({ category, name, priceCents }: Chosen) => {
    const template = templates[category].find((one) => one.name === name)
    const hidden = contract.licensedCategories.includes(category)
    await call(contract.addService, {
      body: {
        ...emptyDraft(category, template),
        priceCents,
        ...(hidden ? { visibility: 'hidden' } : {}),
        // Given where the professional's other services are.
        ...(like === undefined
          ? {}
          : { atPlace: like.atPlace, atHome: like.atHome, online: like.online, onlineLink: like.onlineLink }),
      },
    })
    form.change((now) => ({ chosen: now.chosen.filter((one) => one.name !== name) }))
  }
  const save = useMutation({
    mutationFn: async () => {
      for (const one of form.current().chosen) await add(one)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: servicesReading.queryKey }),
    onSuccess: () => {
      form.forget()
      onDone()
    },
  })
  return { form, save }
}
