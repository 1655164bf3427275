import * as vacancyMoves from '#contract/hiring/vacancy-moves.ts'
import { TriangleAlert } from 'lucide-react'
import { categories, isCategory } from '#contract/professional/categories.ts'
import { placeName } from '#contract/places/place-name.ts'
import type { Space } from '#contract/space/space.ts'
import type * as contract from '#contract/hiring/vacancy.ts'
import type { HostVacancy } from '#contract/hiring/vacancy.ts'
import { ApiError } from '#web/api.ts'
import { TermsFields } from '#web/parts/hiring/terms-fields.tsx'
import { WordingNotes } from '#web/parts/space/wording-notes.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useVacancyForm } from '#web/parts/hiring/vacancy/use-vacancy-form.ts'

/** Creates or edits a vacancy. Earlier applicants keep the terms that they applied to. */
export const VacancyEditor = ({
  vacancy,
  spaces,
  onClose,
}: {
  vacancy: HostVacancy | null
  spaces: readonly Space[]
  onClose: () => void
}) => {
  const editor = useVacancyForm(vacancy, spaces, onClose)
  const { form, space, typed, refused, saving, blocked } = editor
  const id = 'vacante'
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
          <Button type="submit" form={id} busy={saving.isPending} blocked={blocked}>
            {vacancy === null ? 'Guardar borrador' : 'Guardar cambios'}
          </Button>
        </>
      }
    >
      <Form
        id={id}
        aria-label="Vacante"
        className="flex flex-col gap-6"
        onSubmit={form.submit(() => (blocked === undefined ? saving.mutateAsync() : undefined))}
      >
        <Field label="Título" required hint="Por ejemplo: silla para colorista por las tardes.">
          {(control) => <Input {...control} name="title" maxLength={80} {...form.text('title')} />}
        </Field>
        <OfferFields editor={editor} vacancy={vacancy} spaces={spaces} />
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
              {...form.text('requirements')}
            />
          )}
        </Field>
        <Refused found={refused} />
        <WordingNotes text={typed.requirements} />
        {typed.terms === null ? null : (
          <TermsFields
            terms={typed.terms}
            onChange={form.pick('terms').onChange}
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

/** The space, category, start, number of places, and visibility. */
const OfferFields = ({
  editor,
  vacancy,
  spaces,
}: {
  editor: ReturnType<typeof useVacancyForm>
  vacancy: HostVacancy | null
  spaces: readonly Space[]
}) => {
  const { form, space, chooseSpace, allowed, category, typed } = editor
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label="Espacio">
        {(control) => (
          <Select
            {...control}
            value={typed.spaceId}
            disabled={vacancy !== null && vacancy.status !== 'draft'}
            onChange={({ target }) => chooseSpace(Number(target.value))}
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
          <Select {...control} name="unit" {...form.text('unit')}>
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
            value={category}
            onChange={({ target }) => {
              if (isCategory(target.value)) form.put({ category: target.value })
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
        {...form.pick('openings')}
      />
      <Field label="Empieza" required={false} hint="Vacío: en cuanto la apruebes.">
        {(control) => <Input {...control} name="starts" type="date" {...form.text('starts')} />}
      </Field>
      <Field label="La ven a">
        {(control) => (
          <Select {...control} name="radius" {...form.text('radius')}>
            {[5, 10, 15, 25, 50].map((km) => (
              <option key={km} value={km}>
                {km} km del espacio
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
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
