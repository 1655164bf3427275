import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { classTrouble } from '#contract/service/class-rule.ts'
import { groupsTrouble } from '#contract/service/add-on.ts'
import { categories } from '#contract/professional/categories.ts'
import { settingTrouble } from '#contract/service/setting.ts'
import { needsTrouble } from '#contract/service/service-needs.ts'
import type { ServiceImpact } from '#contract/service/service-impact.ts'
import * as contract from '#contract/service/service.ts'
import type { OwnService } from '#contract/service/service.ts'
import { call } from '#web/api.ts'
import { Minutes, Pesos, Whole } from '#web/parts/pricing/fields.tsx'
import { ClassFields } from '#web/parts/service/class-fields.tsx'
import { AddOnFields } from '#web/parts/service/add-on-fields.tsx'
import { allCategories, draftOf, isCategory, type ServiceDraft } from '#web/parts/service/draft.ts'
import { impactOf } from '#web/parts/service/impact-of.ts'
import { ImpactDialog } from '#web/parts/service/impact-dialog.tsx'
import { MarginSimulator } from '#web/parts/service/margin-simulator.tsx'
import { NeedsFields } from '#web/parts/service/needs-fields.tsx'
import { OptionGroupFields } from '#web/parts/service/option-group-fields.tsx'
import { PackFields } from '#web/parts/service/pack-fields.tsx'
import { PhaseFields } from '#web/parts/service/phase-fields.tsx'
import { PhotoFields } from '#web/parts/service/photo-fields.tsx'
import { PolicyFields } from '#web/parts/service/policy-fields.tsx'
import { servicesReading } from '#web/parts/booking/summary/reading.ts'
import { WhereFields } from '#web/parts/service/where-fields.tsx'
import { VisibilityFields } from '#web/parts/service/visibility-fields.tsx'
import { isStale, problemsOf, SaveBar } from '#web/ui/form/save-bar.tsx'
import { useKept } from '#web/ui/form/use-kept.ts'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field, Input, TextArea } from '#web/ui/form/field.tsx'
import { OptionalNumberField } from '#web/ui/form/number-field.tsx'
import { hasUnreadNumber, unreadNumberEvent } from '#web/ui/form/unread-number.ts'
import { Section } from '#web/ui/page/section.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { Tabs } from '#web/ui/page/tabs.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { useLastReadable } from '#web/ui/use-last-readable.ts'

const SlotsPreview = lazy(() => import('#web/parts/service/slots-preview.tsx'))
const ServiceForms = lazy(() => import('#web/parts/booking/contact/service-forms.tsx'))

const tabs = [
  { value: 'basic', label: 'Básico' },
  { value: 'time', label: 'Tiempo' },
  { value: 'price', label: 'Precio' },
  { value: 'place', label: 'Dónde' },
  { value: 'policy', label: 'Políticas' },
  { value: 'forms', label: 'Formularios' },
  { value: 'class', label: 'Clases' },
] as const
const nameless = 'Escribe cómo se llama tu servicio.'
type Tab = (typeof tabs)[number]['value']

/** Where a number stands that is missing or was not understood. */
const tabWithUnreadNumber = (draft: ServiceDraft): Tab | undefined => {
  const parts: readonly (readonly [Tab, unknown])[] = [
    ['price', [draft.priceCents, draft.addOns, draft.packs]],
    ['place', [draft.atHome, draft.needs]],
    ['policy', draft.upfront],
    ['class', draft.classRule],
  ]
  const { priceCents: _price, addOns: _addOns, packs: _packs, ...rest } = draft
  const { atHome: _home, needs: _needs, upfront: _upfront, classRule: _class, ...time } = rest
  if (hasUnreadNumber(time)) return 'time'
  return parts.find(([, part]) => hasUnreadNumber(part))?.[0]
}

/** One service, new or mine: what is typed stays in this tab until it is saved, and beside it what would be kept of the price. */
export const ServiceEditor = ({
  service,
  start,
  today,
  onDone,
}: {
  /** Null: a new one. */
  service: OwnService | null
  start: ServiceDraft
  /** On the reader's calendar. */
  today: string
  onDone: (saved: OwnService) => void
}) => {
  const queryClient = useQueryClient()
  const saved = service === null ? start : draftOf(service)
  const { draft, put, take } = useKept(
    service === null ? 'service-new' : `service-${service.id}-${service.version}`,
    saved,
  )
  const shown = useLastReadable(draft, !hasUnreadNumber(draft), saved)
  const [tab, choose] = useState<Tab>('basic')
  const [early, setEarly] = useState<string>()
  const [impact, setImpact] = useState<ServiceImpact | null>(null)
  const fresh = async () => {
    const all = await queryClient.fetchQuery({ ...servicesReading, staleTime: 0 })
    return all.find(({ id }) => id === service?.id)
  }
  const save = useMutation({
    mutationFn: ({ version, keep }: { version: number; keep: string[] }) =>
      service === null
        ? call(contract.addService, { body: draft })
        : call(contract.changeService, { params: { id: service.id }, body: { ...draft, version, keep } }),
    onSuccess: async (done) => {
      setImpact(null)
      take(draftOf(done))
      await queryClient.invalidateQueries({ queryKey: servicesReading.queryKey })
      toast('Servicio guardado', savedWords[done.visibility], 'good')
      onDone(done)
    },
    onError: (problem) => {
      const upcoming = impactOf(problem, 'service_has_bookings')
      if (upcoming !== null) setImpact(upcoming)
    },
  })
  const saveProblems = impactOf(save.error, 'service_has_bookings') === null ? problemsOf(save.error) : []
  const set = (part: Partial<ServiceDraft>) => {
    setEarly(undefined)
    put({ ...draft, ...part })
  }
  const isChanged = service === null || service.archived || JSON.stringify(draft) !== JSON.stringify(saved)
  const version = service?.version ?? 0
  /** One of those that were shown is cancelled: what is left is asked again; saving stays the professional's own press. */
  const look = useMutation({
    mutationFn: () => call(contract.serviceImpact, { params: { id: service?.id ?? 0 } }),
    onSuccess: (left) => setImpact(left),
    onError: (problem) => toastError('No pudimos ver qué citas quedan', problem.message),
  })
  const submit = (form: HTMLFormElement) => {
    setEarly(undefined)
    const refuse = (at: Tab, text: string) => {
      choose(at)
      setEarly(text)
      // Once the part is on the screen its empty fields show what is missing.
      setTimeout(() => form.checkValidity())
    }
    if (draft.name.trim() === '') return refuse('basic', nameless)
    if (draft.addOns.some(({ name }) => name.trim() === ''))
      return refuse('price', 'Escribe qué es cada opción y cada complemento.')
    if (draft.addOns.some(({ group }) => group?.trim() === ''))
      return refuse('price', 'Escribe qué se elige en cada grupo.')
    const unread = tabWithUnreadNumber(draft)
    if (unread !== undefined) {
      choose(unread)
      // Once the part is on the screen its fields say what is missing.
      setTimeout(() => window.dispatchEvent(new Event(unreadNumberEvent)))
      return
    }
    const trouble = groupsTrouble(draft.addOns)
    if (trouble !== null) return refuse('price', trouble)
    const nowhere = settingTrouble(draft)
    if (nowhere !== null) return refuse('place', nowhere.problem)
    const ungroupable = classTrouble(draft)
    if (ungroupable !== null) return refuse('class', ungroupable)
    const unmet = draft.needs && needsTrouble(draft.needs, draft.durationMinutes)
    if (unmet !== null) return refuse('place', unmet)
    save.mutate({ version, keep: [] })
  }
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
            submit(event.currentTarget)
          }}
        >
          <Tabs value={tab} onChange={choose} tabs={tabs} label="Partes del servicio">
            <Card className="flex flex-col gap-5">
              {tab === 'basic' ? (
                <Basic
                  draft={draft}
                  serviceId={service?.id ?? null}
                  error={early === nameless ? nameless : undefined}
                  onChange={set}
                />
              ) : null}
              {tab === 'time' ? <Time draft={draft} onChange={set} /> : null}
              {tab === 'time' && service !== null ? (
                <Suspense fallback={<Skeleton className="h-40 rounded-lg" />}>
                  <SlotsPreview serviceId={service.id} draft={shown} today={today} />
                </Suspense>
              ) : null}
              {tab === 'price' ? (
                <>
                  <Pesos
                    label="Precio con IVA"
                    hint="Es lo único que paga tu clienta; la renta y la comisión salen de aquí."
                    cents={draft.priceCents}
                    least={100}
                    onChange={(priceCents) => set({ priceCents })}
                  />
                  <Link
                    {...paths.demandRules()}
                    className="inline-flex min-h-11 items-center self-start font-semibold text-jacaranda-deep underline underline-offset-4"
                  >
                    Cobrar distinto según la hora: precios por demanda
                  </Link>
                  <OptionGroupFields addOns={draft.addOns} onChange={(addOns) => set({ addOns })} />
                  <AddOnFields addOns={draft.addOns} onChange={(addOns) => set({ addOns })} />
                  <PackFields draft={draft} onChange={set} />
                </>
              ) : null}
              {tab === 'place' ? <WhereFields draft={draft} onChange={set} /> : null}
              {tab === 'place' && draft.atPlace ? <NeedsFields draft={draft} onChange={set} /> : null}
              {tab === 'policy' ? <PolicyFields draft={draft} onChange={set} /> : null}
              {tab === 'class' ? <ClassFields draft={draft} onChange={set} /> : null}
              {tab !== 'forms' ? null : service === null ? (
                <p className="text-muted">Guarda primero el servicio; después eliges qué formularios pide.</p>
              ) : (
                <Suspense fallback={<Skeleton className="h-32 rounded-lg" />}>
                  <ServiceForms serviceId={service.id} category={draft.category} />
                </Suspense>
              )}
            </Card>
          </Tabs>
          <SaveBar
            label={service === null ? 'Crear servicio' : 'Guardar servicio'}
            busy={save.isPending}
            changed={isChanged}
            problems={early === undefined ? saveProblems : early === nameless ? [] : [early]}
            stale={
              isStale(save.error)
                ? {
                    onKeep: async () =>
                      save.mutate({ version: (await fresh())?.version ?? version, keep: [] }),
                    onTake: async () => {
                      const now = await fresh()
                      if (now !== undefined) take(draftOf(now))
                      save.reset()
                    },
                  }
                : undefined
            }
            onUndo={() => {
              take(saved)
              setEarly(undefined)
              save.reset()
            }}
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
            : 'Se quedan con la hora, la duración y el precio que ya se cotizaron. El cambio vale para las reservas nuevas.'
        }
        action={impact?.upcoming.length === 0 ? 'Guardar' : 'Conservarlas y guardar'}
        onClose={() => setImpact(null)}
        onCancelled={() => look.mutate()}
        onConfirm={() => save.mutate({ version, keep: impact?.upcoming.map(({ id }) => id) ?? [] })}
      />
    </div>
  )
}

const savedWords: Record<contract.Visibility, string> = {
  visible: 'Ya se ofrece a tus clientas.',
  by_link: 'Lo reserva quien tenga su enlace.',
  hidden: 'Está oculto.',
}

type Part = { draft: ServiceDraft; onChange: (part: Partial<ServiceDraft>) => void }

const Basic = ({
  draft,
  serviceId,
  error,
  onChange,
}: Part & { serviceId: number | null; error: string | undefined }) => (
  <>
    <Field label="Nombre" required error={error}>
      {(control) => (
        <Input
          {...control}
          value={draft.name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
    </Field>
    <Field
      label="Categoría"
      hint={
        contract.licensedCategories.includes(draft.category) ? (
          <>
            Para ofrecerlo necesitas tu cédula profesional vigente. Súbela en{' '}
            <Link
              {...paths.spaceApplications({ tab: 'documents' })}
              className="font-medium text-ink underline underline-offset-4"
            >
              Mis postulaciones, en Documentos
            </Link>
            .
          </>
        ) : (
          'Con ella te encuentran en los buscadores.'
        )
      }
    >
      {(control) => (
        <Select
          {...control}
          value={draft.category}
          onChange={(event) => {
            if (isCategory(event.target.value)) onChange({ category: event.target.value })
          }}
        >
          {allCategories.map((category) => (
            <option key={category} value={category}>
              {categories[category]}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <Field label="Descripción" required={false}>
      {(control) => (
        <TextArea
          {...control}
          value={draft.description}
          maxLength={1000}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      )}
    </Field>
    <PhotoFields photos={draft.photos} onChange={(photos) => onChange({ photos })} />
    <VisibilityFields draft={draft} serviceId={serviceId} onChange={onChange} />
  </>
)

const Time = ({ draft, onChange }: Part) => (
  <>
    <div className="grid gap-5 sm:grid-cols-2">
      {draft.phases === null ? (
        <Minutes
          label="Duración (minutos)"
          value={draft.durationMinutes}
          from={5}
          to={720}
          onChange={(durationMinutes) => onChange({ durationMinutes })}
        />
      ) : (
        <p className="self-center text-[0.9375rem]">
          {Number.isNaN(draft.durationMinutes) ? (
            'Dura la suma de sus fases.'
          ) : (
            <>
              Dura <strong>{durationText(draft.durationMinutes)}</strong>, la suma de sus fases.
            </>
          )}
        </p>
      )}
      <Minutes
        label="Un inicio cada (minutos)"
        value={draft.stepMinutes}
        from={5}
        to={60}
        onChange={(stepMinutes) => onChange({ stepMinutes })}
      />
      <Minutes
        label="Preparación antes (minutos)"
        value={draft.bufferBeforeMinutes}
        from={0}
        to={120}
        onChange={(bufferBeforeMinutes) => onChange({ bufferBeforeMinutes })}
      />
      <Minutes
        label="Recoger después (minutos)"
        value={draft.bufferAfterMinutes}
        from={0}
        to={120}
        onChange={(bufferAfterMinutes) => onChange({ bufferAfterMinutes })}
      />
      <Minutes
        label="Aviso mínimo (minutos)"
        hint="Nadie reserva con menos tiempo que este."
        value={draft.noticeMinutes}
        from={0}
        to={43_200}
        onChange={(noticeMinutes) => onChange({ noticeMinutes })}
      />
      <Whole
        label="Se reserva hasta (días)"
        value={draft.horizonDays}
        from={1}
        to={365}
        onChange={(horizonDays) => onChange({ horizonDays })}
      />
      <OptionalNumberField
        kind="whole"
        label="Citas al día"
        hint="De este servicio. Vacío: las que quepan."
        from={1}
        to={contract.mostDailyCap}
        value={draft.dailyCap}
        onChange={(dailyCap) => onChange({ dailyCap })}
      />
    </div>
    <PhaseFields draft={draft} onChange={onChange} />
    {hasUnreadNumber(blockOf(draft)) ? null : <Block draft={draft} />}
  </>
)

const blockOf = ({ bufferBeforeMinutes, durationMinutes, bufferAfterMinutes }: ServiceDraft) => [
  bufferBeforeMinutes,
  durationMinutes,
  bufferAfterMinutes,
]

/** How long the calendar is taken. */
const Block = ({ draft }: { draft: ServiceDraft }) => (
  <p className="rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">
    Tu agenda queda ocupada{' '}
    <strong>
      {durationText(draft.bufferBeforeMinutes + draft.durationMinutes + draft.bufferAfterMinutes)}
    </strong>
    : {durationText(draft.durationMinutes)} con tu clienta
    {draft.bufferBeforeMinutes > 0 ? `, ${durationText(draft.bufferBeforeMinutes)} antes` : ''}
    {draft.bufferAfterMinutes > 0 ? `, ${durationText(draft.bufferAfterMinutes)} después` : ''}.
  </p>
)
