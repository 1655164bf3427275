import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowRight, CircleAlert, House, Plus } from 'lucide-react'
import { useState } from 'react'
import { spaceTypes } from '#contract/professional/categories.ts'
import * as contract from '#contract/space/listing-steps.ts'
import { formatCents } from '#contract/platform/money.ts'
import { listingStates, mayMoveListing } from '#contract/space/listing.ts'
import * as spaces from '#contract/space/space.ts'
import type { Space } from '#contract/space/space.ts'
import { call, keyOf } from '#web/api.ts'
import { ListingActions, PauseChosen, StateBadge } from '#web/parts/space/listing-actions.tsx'
import { spaceReading } from '#web/parts/space/use-step.ts'
import { SpacePhoto } from '#web/parts/cards/space-photo.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import Fold from '#web/ui/fold.tsx'
import type { Column } from '#web/ui/records/order.ts'
import { Records } from '#web/ui/records/records.tsx'

/** "Mis espacios": incomplete ones first; each opens in a sheet with its status and moves. */
export const OwnSpaces = ({ all }: { all: readonly Space[] }) => {
  const shown = all.filter(({ status }) => status !== 'archived')
  const businesses = [...new Map(shown.map((one) => [one.businessId, one.businessName]))]
  const [opened, open] = useState<number>()
  const [chosen, setChosen] = useState<readonly number[]>([])
  const picked = all.filter((one) => chosen.includes(one.id) && mayPause(one))
  const archived = all.length - shown.length
  return (
    <div className="flex flex-col gap-6">
      <PauseChosen picked={picked} nameOf={nameOf} onDone={() => setChosen([])} />
      <Records
        label="Mis espacios"
        records={shown.toSorted((one, other) => Number(lacks(other)) - Number(lacks(one)))}
        columns={businesses.length > 1 ? [...columns.slice(0, 1), ofBusiness, ...columns.slice(1)] : columns}
        nameOf={nameOf}
        photoOf={({ photos }) => photos[0]?.address}
        line={lineOf}
        selection={{
          ids: picked.map(({ id }) => id),
          onChange: setChosen,
          mayChoose: mayPause,
          isOnDeskAlone: true,
        }}
        opened={opened}
        onOpen={open}
      >
        {(one) => <OwnSpace space={one} />}
      </Records>
      {businesses.length === 0 ? (
        <Begin businesses={businesses} />
      ) : (
        <Fold label="Publicar otro espacio">
          <Begin businesses={businesses} />
        </Fold>
      )}
      {archived === 0 ? null : (
        <p className="text-sm text-muted">
          {archived === 1 ? 'Tienes 1 espacio archivado.' : `Tienes ${archived} espacios archivados.`}
        </p>
      )}
    </div>
  )
}

const nameOf = ({ name }: Space) => (name === '' ? 'Espacio sin nombre' : name)
const mayPause = (space: Space) => mayMoveListing('pause', 'host', { ...space, state: space.status }).allowed
const unitsOf = ({ units }: Space) => units.filter(({ active }) => active).length
const lacks = ({ missing, unbookable, review }: Space) =>
  missing.length > 0 || unbookable !== null || review.note !== null

/** In a row: the progress of a draft, or what a published space lacks. */
const StateLine = ({ space }: { space: Space }) => {
  const [gap] = space.missing
  if (space.status === 'draft') return <p>{space.steps.length} de 9 pasos</p>
  const text = space.unbookable ?? space.review.note ?? gap?.text
  return text === undefined || text === null ? (
    <p>
      {spaceTypes[space.spaceType]} · {space.neighbourhood ?? space.city}
    </p>
  ) : (
    <p className="text-maiz-ink">{text}</p>
  )
}

const lineOf = (space: Space) => <StateLine space={space} />

const ofBusiness: Column<Space> = { title: 'Negocio', value: ({ businessName }) => businessName }
const columns: Column<Space>[] = [
  { title: 'Espacio', value: nameOf },
  { title: 'Tipo', value: ({ spaceType }) => spaceTypes[spaceType], isKind: true },
  { title: 'Dónde', value: ({ neighbourhood, city }) => neighbourhood ?? city },
  { title: 'Unidades', value: unitsOf, isFigure: true },
  {
    title: 'Por hora',
    value: ({ pricePerHourCents }) => pricePerHourCents,
    cell: ({ pricePerHourCents }) => (pricePerHourCents === 0 ? '–' : formatCents(pricePerHourCents)),
    isFigure: true,
  },
  {
    title: 'Le falta',
    value: ({ missing }) => missing.length,
    cell: (one) => (lacks(one) ? <StateLine space={one} /> : '–'),
  },
  {
    title: 'Estado',
    value: ({ status }) => listingStates[status],
    isKind: true,
    cell: ({ status }) => <StateBadge state={status} />,
    isOnPhone: true,
  },
]

const OwnSpace = ({ space }: { space: Space }) => {
  const units = unitsOf(space)
  const [gap] = space.missing
  return (
    <article className="flex flex-col gap-4">
      <SpacePhoto src={space.photos[0]?.address} alt="" className="aspect-5/2 w-full rounded-md" />
      <div className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1.5">
          <h3 className="text-xl">{nameOf(space)}</h3>
          <StateBadge state={space.status} />
        </div>
        <p className="text-muted">
          {[
            spaceTypes[space.spaceType],
            units === 1 ? '1 unidad' : `${units} unidades`,
            space.neighbourhood ?? space.city,
            space.pricePerHourCents === 0 ? '' : `${formatCents(space.pricePerHourCents)}/h`,
          ]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
        {space.status === 'draft' ? <DraftMeter space={space} /> : null}
        {space.status === 'draft' && space.steps.length > 6 && space.missing.length > 0 ? (
          <Notice>
            {space.missing.length === 1
              ? `Falta: ${gap?.text ?? ''}`
              : `Faltan ${space.missing.length} cosas para enviarlo.`}
          </Notice>
        ) : null}
        {space.review.note === null ? null : <p className="text-maiz-ink">Kalli dice: {space.review.note}</p>}
        {gap !== undefined && space.status !== 'draft' ? (
          <Notice>
            {space.missing.length === 1 ? gap.text : `Faltan ${space.missing.length} cosas. ${gap.text}`}
          </Notice>
        ) : null}
        {space.unbookable === null ? null : <Notice>{space.unbookable}</Notice>}
        <div className="mt-auto flex flex-wrap items-start gap-2.5 pt-1">
          <Link
            {...paths.hostRegistration({ space: space.id })}
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            {space.status === 'draft' ? 'Continuar' : space.status === 'in_review' ? 'Ver' : 'Editar'}
            <span className="sr-only">: {space.name === '' ? 'espacio sin nombre' : space.name}</span>
            <ArrowRight aria-hidden className="size-4.5" />
          </Link>
          {space.status === 'published' ? (
            <Link {...paths.space(space.id)} className={buttonClass({ tone: 'quiet', size: 'small' })}>
              Ver página<span className="sr-only"> de {space.name}</span>
            </Link>
          ) : null}
          <ListingActions space={space} />
        </div>
      </div>
    </article>
  )
}

const Notice = ({ children }: { children: string }) => (
  <p className="flex items-start gap-2 text-[0.9375rem] text-maiz-ink">
    <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
    {children}
  </p>
)

const DraftMeter = ({ space }: { space: Space }) => (
  <div className="flex items-center gap-3">
    <progress
      aria-label={`Pasos guardados de ${space.name === '' ? 'este borrador' : space.name}`}
      max={9}
      value={space.steps.length}
      className="h-2 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-barro [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-barro"
    />
    <span className="figures text-sm whitespace-nowrap text-muted">{space.steps.length} de 9 pasos</span>
  </div>
)

const other = 'other'

/** Starts a draft in an existing business, or in a new one. */
export const Begin = ({ businesses }: { businesses: readonly (readonly [id: number, name: string])[] }) => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const first = businesses.length === 0
  const form = useForm({
    initial: () => ({ business: String(businesses[0]?.[0] ?? other), businessName: '' }),
    draft: 'new-space',
  })
  const { business, businessName: name } = form.values
  const begin = useMutation({
    mutationFn: () =>
      call(contract.draftSpace, {
        body: business === other ? { businessName: name.trim() } : { businessId: Number(business) },
      }),
    onSuccess: async (draft) => {
      queryClient.setQueryData(spaceReading(draft.id).queryKey, draft)
      void queryClient.invalidateQueries({ queryKey: keyOf(spaces.spaces) })
      void queryClient.invalidateQueries({ queryKey: ['/api', 'auth'] })
      await navigate(paths.hostRegistration({ space: draft.id, step: 1 }))
    },
  })
  return (
    <section
      aria-label={first ? '¿Cómo se llama tu negocio?' : 'Publicar otro espacio'}
      className={first ? 'rounded-lg border border-line bg-surface p-5 sm:p-7' : 'max-w-form'}
    >
      <Form
        aria-label="Publicar un espacio"
        noValidate
        className="flex flex-col gap-5"
        onSubmit={form.submit(() =>
          business !== other || name.trim() !== '' ? begin.mutateAsync() : undefined,
        )}
      >
        {first ? (
          <div className="flex flex-col gap-1.5">
            <h2 className="text-xl">¿Cómo se llama tu negocio?</h2>
            <p className="text-muted">
              Son nueve pasos y se guardan solos: puedes empezar en el teléfono y terminar en la computadora.
            </p>
          </div>
        ) : (
          <p className="text-muted">En uno de tus negocios o en uno nuevo.</p>
        )}
        {first ? null : (
          <Field label="Negocio">
            {(control) => (
              <Select {...control} name="business" {...form.text('business')}>
                {businesses.map(([id, label]) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
                <option value={other}>Otro negocio…</option>
              </Select>
            )}
          </Field>
        )}
        {business === other ? (
          <Field label="Nombre del negocio" required>
            {(control) => (
              <Input
                {...control}
                name="businessName"
                autoComplete="organization"
                maxLength={80}
                {...form.text('businessName')}
              />
            )}
          </Field>
        ) : null}
        {begin.error ? (
          <p role="alert" className="font-medium text-chile">
            {begin.error.message}
          </p>
        ) : null}
        <Button
          type="submit"
          busy={begin.isPending}
          disabled={business === other && name.trim() === ''}
          className="self-start"
        >
          {first ? <House aria-hidden className="size-5" /> : <Plus aria-hidden className="size-5" />}
          Empezar
        </Button>
      </Form>
    </section>
  )
}
