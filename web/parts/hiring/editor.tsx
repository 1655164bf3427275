import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { categories, type Category, isCategory } from '#contract/professional/categories.ts'
import { placeName } from '#contract/places/place-name.ts'
import type { Space } from '#contract/space/space.ts'
import * as contract from '#contract/hiring/vacancy.ts'
import * as vacancyMoves from '#contract/hiring/vacancy-moves.ts'
import type { HostVacancy } from '#contract/hiring/vacancy.ts'
import { ApiError, call } from '#web/api.ts'
import { TermsFields } from '#web/parts/hiring/terms-fields.tsx'
import { WordingNotes } from '#web/parts/space/wording-notes.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Field, Input, TextArea } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { toast } from '#web/ui/toast.ts'

const listed = Object.keys(categories).filter(isCategory)

const usualTerms = (space: Space, category: Category): AgreementTerms => ({
  rent: { kind: 'per_hour', ratePerHourCents: space.pricePerHourCents },
  windows: null,
  categories: [category],
  quotaMinutesPerWeek: null,
  autoAccept: true,
  trial: null,
  validFrom: null,
  validTo: null,
  noticeDays: 7,
})

/** Writes a vacancy, or changes one. Whoever applied before keeps the terms that they applied to. */
export const VacancyEditor = ({
  vacancy,
  spaces,
  onClose,
}: {
  vacancy: HostVacancy | null
  spaces: readonly Space[]
  onClose: () => void
}) => {
  const queryClient = useQueryClient()
  const draft = `vacancy-editor-${vacancy?.id ?? 'new'}`
  const [spaceId, setSpaceId] = useState(vacancy?.spaceId ?? spaces[0]?.id ?? 0)
  const space = spaces.find(({ id }) => id === spaceId)
  const allowed = space === undefined || space.categories.length === 0 ? listed : space.categories
  const [category, setCategory] = useState<Category>(vacancy?.category ?? allowed[0] ?? 'hair')
  const [typed, setTyped] = useState({
    title: vacancy?.title ?? '',
    requirements: vacancy?.requirements ?? '',
    unit: vacancy?.unitId === null || vacancy === null ? '' : String(vacancy.unitId),
    radius: String(vacancy?.radiusKm ?? 15),
    starts: vacancy?.terms.validFrom ?? '',
  })
  const [openings, setOpenings] = useState(vacancy?.openings ?? 1)
  const [terms, setTerms] = useState(
    vacancy?.terms ?? (space === undefined ? null : usualTerms(space, category)),
  )
  const put = (name: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value })
  const meant = allowed.includes(category) ? category : (allowed[0] ?? category)
  const refused = contract.refusedWording(typed.title, typed.requirements)
  const saving = useMutation({
    mutationFn: () => {
      if (terms === null) throw new Error('Elige un espacio.')
      const body = {
        spaceId,
        unitId: typed.unit === '' ? null : Number(typed.unit),
        title: typed.title,
        category: meant,
        requirements: typed.requirements,
        terms: { ...terms, categories: [meant], validFrom: typed.starts === '' ? null : typed.starts },
        openings,
        radiusKm: Number(typed.radius),
      }
      return vacancy === null
        ? call(contract.addVacancy, { body })
        : call(contract.editVacancy, {
            params: { id: vacancy.id },
            body: { ...body, version: vacancy.version },
          })
    },
    onSuccess: async () => {
      forgetDraft(draft)
      await queryClient.invalidateQueries({ queryKey: ['/api', 'host', 'vacancies'] })
      toast(vacancy === null ? 'Borrador guardado' : 'Cambios guardados', undefined, 'good')
      onClose()
    },
  })
  const blocked =
    typed.title.trim() === ''
      ? 'Escribe un título.'
      : refused.length > 0
        ? 'Cambia las palabras marcadas.'
        : undefined
  const form = 'vacante'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={vacancy === null ? 'Nueva vacante' : 'Editar vacante'}
      description={
        vacancy === null
          ? 'Primero es un borrador: la publicas cuando esté lista.'
          : 'Vale para quien se postule desde ahora. Quien ya se postuló conserva sus condiciones.'
      }
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button type="submit" form={form} busy={saving.isPending} blocked={blocked}>
            {vacancy === null ? 'Guardar borrador' : 'Guardar cambios'}
          </Button>
        </>
      }
    >
      <Form
        id={form}
        draft={draft}
        aria-label="Vacante"
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (blocked === undefined && !saving.isPending) saving.mutate()
        }}
      >
        <Field label="Título" required hint="Por ejemplo: silla para colorista por las tardes.">
          {(control) => (
            <Input {...control} name="title" maxLength={80} value={typed.title} onChange={put('title')} />
          )}
        </Field>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Espacio">
            {(control) => (
              <Select
                {...control}
                value={spaceId}
                disabled={vacancy !== null && vacancy.status !== 'draft'}
                onChange={({ target }) => {
                  const next = spaces.find(({ id }) => id === Number(target.value))
                  if (next === undefined) return
                  setSpaceId(next.id)
                  setTyped({ ...typed, unit: '' })
                  if (terms?.rent.kind === 'per_hour')
                    setTerms({
                      ...terms,
                      rent: { kind: 'per_hour', ratePerHourCents: next.pricePerHourCents },
                    })
                }}
              >
                {spaces.map((one) => (
                  <option key={one.id} value={one.id}>
                    {placeName(one)}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Unidad">
            {(control) => (
              <Select {...control} name="unit" value={typed.unit} onChange={put('unit')}>
                <option value="">Cualquiera libre</option>
                {(space?.units ?? []).map((unit) => (
                  <option key={unit.id} value={unit.id}>
                    {unit.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Categoría">
            {(control) => (
              <Select
                {...control}
                name="category"
                value={meant}
                onChange={({ target }) => {
                  if (isCategory(target.value)) setCategory(target.value)
                }}
              >
                {allowed.map((one) => (
                  <option key={one} value={one}>
                    {categories[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <NumberField
            kind="whole"
            label="Lugares"
            name="openings"
            from={Math.max(1, vacancy?.filled ?? 1)}
            to={vacancyMoves.vacancyLimits.openings}
            value={openings}
            onChange={setOpenings}
          />
          <Field label="Empieza" required={false} hint="Vacío: en cuanto la apruebes.">
            {(control) => (
              <Input {...control} name="starts" type="date" value={typed.starts} onChange={put('starts')} />
            )}
          </Field>
          <Field label="La ven a">
            {(control) => (
              <Select {...control} name="radius" value={typed.radius} onChange={put('radius')}>
                {[5, 10, 15, 25, 50].map((km) => (
                  <option key={km} value={km}>
                    {km} km del espacio
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Field
          label="Qué ofreces y qué hace falta"
          required={false}
          hint="Equipo, productos, experiencia o documentos. Sin edad, sexo ni apariencia."
        >
          {(control) => (
            <TextArea
              {...control}
              name="requirements"
              rows={4}
              maxLength={1000}
              value={typed.requirements}
              onChange={put('requirements')}
            />
          )}
        </Field>
        <Refused found={refused} />
        <WordingNotes text={typed.requirements} />
        {terms === null ? null : (
          <TermsFields
            terms={terms}
            onChange={setTerms}
            categories={[]}
            spaceHours={space?.weekly ?? []}
            hourlyCents={space?.pricePerHourCents}
          />
        )}
        {saving.isError ? (
          <p role="alert" className="font-medium text-chile">
            {saving.error instanceof ApiError && saving.error.code === 'invalid_input'
              ? 'Revisa la renta, los lugares y las fechas.'
              : saving.error.message}
          </p>
        ) : null}
      </Form>
    </Dialog>
  )
}

const Refused = ({ found }: { found: ReturnType<typeof contract.refusedWording> }) => (
  <div role="alert">
    {found.length === 0 ? null : (
      <div className="flex flex-col gap-2.5 rounded-md bg-chile-soft px-4 py-3 text-chile">
        <p className="flex items-start gap-2.5 font-medium">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          La ley no permite pedir esto. Con otras palabras se puede publicar.
        </p>
        <ul className="flex flex-col gap-1.5 pl-7.5 text-[0.9375rem]">
          {found.map(({ quote, advice, from }) => (
            <li key={`${from} ${quote}`}>
              <q className="font-semibold">{quote}</q>: {advice}
            </li>
          ))}
        </ul>
      </div>
    )}
  </div>
)
