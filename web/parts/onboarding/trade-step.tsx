import { useQuery } from '@tanstack/react-query'
import * as settings from '#contract/account/settings.ts'
import { allCategories, isCategory } from '#web/parts/service/draft.ts'
import { categories } from '#contract/professional/categories.ts'
import { reading } from '#web/api.ts'
import type { Known } from '#web/parts/onboarding/reading.ts'
import { OnIcon, stepForm, StepShell } from '#web/parts/onboarding/step-shell.tsx'
import { cheapest } from '#web/parts/onboarding/prices.ts'
import { PhotoField } from '#web/parts/settings/photo-field.tsx'
import { PlaceChoice } from '#web/parts/settings/place-choice.tsx'
import { type ProfileFormState, useProfileForm } from '#web/parts/settings/use-profile-form.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Form } from '#web/ui/form/form.tsx'
import { FormError, GroupError } from '#web/ui/form-error.tsx'

/** Category, zone and photo: the first two create the profile, which only its owner sees until it has a place. */
export const TradeStep = ({ known, onDone }: { known: Known; onDone: () => void }) => {
  const { profile } = known
  const form = useProfileForm(profile ?? undefined, {
    draft: 'first-steps-trade',
    adds: (typed) =>
      profile === null ? { status: 'draft', basePriceCents: cheapest(typed.categories) } : {},
    onSaved: onDone,
  })
  const { place, choose, save, problemOf, onSubmit, isFieldRefused } = form
  const account = useQuery(reading(settings.accountProfile))
  return (
    <StepShell
      step="trade"
      known={known}
      title="¿A qué te dedicas?"
      text="Elige lo que haces y la zona donde trabajas. Todo se puede cambiar después."
      action={
        <Button type="submit" form={stepForm} busy={save.isPending}>
          Guardar y seguir
          <OnIcon />
        </Button>
      }
    >
      <Form id={stepForm} aria-label="Tu oficio" className="flex flex-col gap-6" onSubmit={onSubmit}>
        <TradeChips form={form} />
        <PlaceChoice place={place} error={problemOf('place')} onChange={choose} />
        <FormError of={isFieldRefused ? null : save.error} />
      </Form>
      {account.data === undefined ? null : (
        <section aria-labelledby="foto">
          <h2 id="foto" className="sr-only">
            Tu foto, si quieres
          </h2>
          <PhotoField profile={account.data} />
        </section>
      )}
    </StepShell>
  )
}

const TradeChips = ({ form: { typed, change, problemOf } }: { form: ProfileFormState }) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="mb-2 text-[0.9375rem] font-semibold">
      Lo que haces <span className="font-normal text-muted">(una o varias)</span>
    </legend>
    <div className="flex flex-wrap gap-2">
      {allCategories.map((category) => {
        const chosen = typed.categories.includes(category)
        return (
          <label
            key={category}
            className={classNames(
              'relative inline-flex min-h-11 cursor-pointer items-center rounded-full border px-4 text-[0.9375rem] font-semibold transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-jacaranda',
              chosen
                ? 'border-jacaranda bg-jacaranda-soft text-jacaranda-deep'
                : 'border-edge/60 bg-surface hover:border-ink/70',
            )}
          >
            <input
              type="checkbox"
              name="category"
              value={category}
              checked={chosen}
              onChange={({ target: { checked, value } }) => {
                if (!isCategory(value)) return
                change((now) => {
                  const rest = now.categories.filter((one) => one !== value)
                  return { ...now, categories: checked ? [...rest, value] : rest }
                })
              }}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {categories[category]}
          </label>
        )
      })}
    </div>
    <GroupError text={problemOf('categories')} />
  </fieldset>
)
