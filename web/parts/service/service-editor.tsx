import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense } from 'react'
import type { OwnService } from '#contract/service/service.ts'
import { Pesos } from '#web/parts/pricing/fields.tsx'
import { ClassFields } from '#web/parts/service/class-fields.tsx'
import { AddOnFields } from '#web/parts/service/add-on-fields.tsx'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { impactOf } from '#web/parts/service/impact-of.ts'
import { ImpactDialog } from '#web/parts/service/impact-dialog.tsx'
import { MarginSimulator } from '#web/parts/service/margin-simulator.tsx'
import { NeedsFields } from '#web/parts/service/needs-fields.tsx'
import { OptionGroupFields } from '#web/parts/service/option-group-fields.tsx'
import { PackFields } from '#web/parts/service/pack-fields.tsx'
import { PolicyFields } from '#web/parts/service/policy-fields.tsx'
import { WhereFields } from '#web/parts/service/where-fields.tsx'
import { isStale, problemsOf, SaveBar } from '#web/ui/form/save-bar.tsx'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { Section } from '#web/ui/page/section.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { nameless, type Tab, tabs } from '#web/parts/service/service-tabs.ts'
import { useServiceForm } from '#web/parts/service/use-service-form.ts'
import { type ServicePart, BasicFields } from '#web/parts/service/basic-fields.tsx'
import { TimeFields } from '#web/parts/service/time-fields.tsx'

const SlotsPreview = lazy(() => import('#web/parts/service/slots-preview.tsx'))
const ServiceForms = lazy(() => import('#web/parts/booking/contact/service-forms.tsx'))

/** Creates or edits a service: the input is stored in this tab until it is saved, and the professional's earnings are shown beside it. */
export const ServiceEditor = ({
  service,
  start,
  today,
  onDone,
}: {
  /** Null: create. */
  service: OwnService | null
  start: ServiceDraft
  /** By the viewer's calendar. */
  today: string
  onDone: (saved: OwnService) => void
}) => {
  const form = useServiceForm(service, start, onDone)
  const { draft, shown, set, tab, choose, early, impact, setImpact, save, version } = form
  const saveProblems = impactOf(save.error, 'service_has_bookings') === null ? problemsOf(save.error) : []
  return (
    <div className="flex flex-col gap-6">
      <Link
        {...paths.services()}
        className={buttonClass({ tone: 'quiet', size: 'small' }, '-ml-3.5 self-start')}
      >
        <ArrowLeft aria-hidden className="size-4" />
        Todos mis servicios
      </Link>
      <h1 className="text-3xl sm:text-4xl">{service === null ? 'Nuevo servicio' : service.name}</h1>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:items-start">
        <form
          method="post"
          aria-label="Tu servicio"
          className="flex min-w-0 flex-col gap-6"
          onSubmit={(event) => {
            event.preventDefault()
            form.submit(event.currentTarget)
          }}
        >
          <Tabs value={tab} onChange={choose} tabs={tabs} label="Partes del servicio">
            <Card className="flex flex-col gap-5">
              <ServiceTab
                tab={tab}
                service={service}
                draft={draft}
                shown={shown}
                today={today}
                nameProblem={early === nameless ? nameless : undefined}
                onChange={set}
              />
            </Card>
          </Tabs>
          <SaveBar
            label={service === null ? 'Crear servicio' : 'Guardar servicio'}
            busy={save.isPending}
            changed={form.isChanged}
            problems={early === undefined ? saveProblems : early === nameless ? [] : [early]}
            stale={isStale(save.error) ? { onKeep: form.saveNewest, onTake: form.takeNewest } : undefined}
            onUndo={form.undo}
          />
        </form>
        <div className="min-w-0 lg:sticky lg:top-24">
          <Section title="Lo que te queda">
            <Card>
              {hasUnreadNumber(shown) ? (
                <p className="text-muted">Escribe el precio y la duración y te decimos cuánto te queda.</p>
              ) : (
                <MarginSimulator draft={shown} />
              )}
            </Card>
          </Section>
        </div>
      </div>
      <ImpactDialog
        impact={impact}
        busy={save.isPending}
        title="Hay citas por venir"
        text={
          impact?.upcoming.length === 0
            ? 'Ya no queda ninguna. Puedes guardar el cambio.'
            : 'Se quedan con la hora, la duración y el precio que ya tenían. El cambio vale para las reservas nuevas.'
        }
        action={impact?.upcoming.length === 0 ? 'Guardar' : 'Conservarlas y guardar'}
        onClose={() => setImpact(null)}
        onCancelled={() => form.reloadImpact.mutate()}
        onConfirm={() => save.mutate({ version, keep: impact?.upcoming.map(({ id }) => id) ?? [] })}
      />
    </div>
  )
}

/** The fields of the chosen tab. */
const ServiceTab = ({
  tab,
  service,
  draft,
  shown,
  today,
  nameProblem,
  onChange,
}: ServicePart & {
  tab: Tab
  service: OwnService | null
  shown: ServiceDraft
  today: string
  nameProblem: string | undefined
}) => (
  <>
    {tab === 'basic' ? (
      <BasicFields draft={draft} serviceId={service?.id ?? null} error={nameProblem} onChange={onChange} />
    ) : null}
    {tab === 'time' ? <TimeFields draft={draft} onChange={onChange} /> : null}
    {tab === 'time' && service !== null ? (
      <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
        <SlotsPreview serviceId={service.id} draft={shown} today={today} />
      </Suspense>
    ) : null}
    {tab === 'price' ? <PriceFields draft={draft} onChange={onChange} /> : null}
    {tab === 'place' ? <WhereFields draft={draft} onChange={onChange} /> : null}
    {tab === 'place' && draft.atPlace ? <NeedsFields draft={draft} onChange={onChange} /> : null}
    {tab === 'policy' ? <PolicyFields draft={draft} onChange={onChange} /> : null}
    {tab === 'class' ? <ClassFields draft={draft} onChange={onChange} /> : null}
    {tab !== 'forms' ? null : service === null ? (
      <p className="text-muted">Guarda primero el servicio; después eliges qué formularios pide.</p>
    ) : (
      <Suspense fallback={<Skeleton className="h-32 rounded-lg" />}>
        <ServiceForms serviceId={service.id} category={draft.category} />
      </Suspense>
    )}
  </>
)

const PriceFields = ({ draft, onChange }: ServicePart) => (
  <>
    <Pesos
      label="Precio con IVA"
      hint="Es lo único que paga tu cliente; la renta y la comisión salen de aquí."
      cents={draft.priceCents}
      least={100}
      onChange={(priceCents) => onChange({ priceCents })}
    />
    <Link
      {...paths.demandRules()}
      className="inline-flex min-h-11 items-center self-start font-semibold text-jacaranda-deep underline underline-offset-4"
    >
      Cobrar distinto según la hora: precios por demanda
    </Link>
    <OptionGroupFields addOns={draft.addOns} onChange={(addOns) => onChange({ addOns })} />
    <AddOnFields addOns={draft.addOns} onChange={(addOns) => onChange({ addOns })} />
    <PackFields draft={draft} onChange={onChange} />
  </>
)
