import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type Category, categories, isCategory } from '#contract/professional/categories.ts'
import { isLanguage, languages, type Language } from '#contract/places/languages.ts'
import * as contract from '#contract/professional/professional.ts'
import type { Profile } from '#contract/professional/professional.ts'
import { ApiError, reading } from '#web/api.ts'
import { OwnAddressPin } from '#web/parts/settings/own-address-pin.tsx'
import { PlaceChoice } from '#web/parts/settings/place-choice.tsx'
import { OwnLink } from '#web/parts/booking/summary/own-link.tsx'
import { WhatsappLink } from '#web/parts/settings/whatsapp-link.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { Stale } from '#web/ui/page/stale.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { FormError, GroupError } from '#web/ui/form-error.tsx'
import { type Typed, useProfileForm, type ProfileFormState } from '#web/parts/settings/use-profile-form.ts'

/** A professional's public profile; empty before the first save. */
export const PublicProfile = () => {
  const profile = useQuery(reading(contract.profile))
  if (profile.isPending) return <Skeleton className="h-96 rounded-lg" />
  const none = profile.error instanceof ApiError && profile.error.code === 'no_profile'
  if (profile.isLoadingError && !none)
    return <ErrorState text={profile.error.message} onRetry={() => profile.refetch()} />
  return (
    <>
      <ProfileForm key={none ? 'new' : 'mine'} profile={profile.data} />
      {profile.data === undefined ? null : (
        <OwnLink
          title="Tu enlace para reservar"
          text="Para Instagram, un código en el espejo o tu página: lleva directo a tus horarios."
          of={{ professional: profile.data.id }}
          name="Reserva conmigo"
        >
          <WhatsappLink professionalId={profile.data.id} />
        </OwnLink>
      )}
    </>
  )
}

const ProfileForm = ({ profile }: { profile: Profile | undefined }) => {
  const form = useProfileForm(profile)
  const { typed, type, place, choose, save, submit, problemOf, onSubmit } = form
  return (
    <Panel
      title="Tu perfil público"
      text="Lo que ven quienes buscan un servicio."
      aside={
        profile ? (
          <Link {...paths.professional(profile.id)} className="font-medium underline underline-offset-4">
            Ver mi página
          </Link>
        ) : null
      }
    >
      <Form aria-label="Perfil público" className="flex flex-col gap-5" onSubmit={onSubmit}>
        <Field
          label="Sobre ti"
          required={false}
          error={problemOf('bio')}
          hint={`${typed.bio.length} de 2000`}
        >
          {(control) => (
            <TextArea
              {...control}
              name="bio"
              rows={5}
              maxLength={2000}
              value={typed.bio}
              onChange={(event) => type({ bio: event.target.value })}
            />
          )}
        </Field>
        <CategoryFields form={form} />
        <Field label="Especialidades" required={false} hint="Separadas por comas: balayage, keratina, corte.">
          {(control) => (
            <Input
              {...control}
              name="specialties"
              value={typed.specialties}
              maxLength={1000}
              onChange={(event) => type({ specialties: event.target.value })}
            />
          )}
        </Field>
        <LanguageFields form={form} />
        <div className="grid gap-5 sm:grid-cols-2">
          <NumberField
            kind="whole"
            label="Años de experiencia"
            name="experience"
            to={70}
            value={typed.experience}
            onChange={(experience) => type({ experience })}
          />
          <NumberField
            kind="pesos"
            label="Precio base (pesos)"
            hint="Se muestra como «desde» si no tienes servicios."
            name="basePrice"
            to={100_000_00}
            value={typed.basePriceCents}
            onChange={(basePriceCents) => type({ basePriceCents })}
          />
        </div>
        <PlaceChoice place={place} error={problemOf('place')} onChange={choose} />
        <OwnPlaceFields form={form} />
        <StatusField form={form} />
        {form.isStale ? (
          <Stale
            onKeep={async () => submit((await form.fresh()).version)}
            onTake={async () => form.take(await form.fresh())}
          />
        ) : null}
        <FormError of={form.isStale || form.isFieldRefused ? null : save.error} />
        <Button type="submit" className="self-start" busy={save.isPending}>
          Guardar perfil
        </Button>
      </Form>
    </Panel>
  )
}

type Fields = { form: ProfileFormState }

const CategoryFields = ({ form: { typed, change, problemOf } }: Fields) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="text-[0.9375rem] font-semibold">Categorías</legend>
    <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4">
      {Object.entries(categories).map(([value, label]) => (
        <Checkbox
          key={value}
          name="category"
          value={value}
          label={label}
          checked={typed.categories.some((one) => one === value)}
          onChange={({ target: { checked } }) => {
            if (isCategory(value)) change((now) => withCategory(now, value, checked))
          }}
        />
      ))}
    </div>
    <GroupError text={problemOf('categories')} />
  </fieldset>
)

const withCategory = (typed: Typed, category: Category, chosen: boolean): Typed => {
  const rest = typed.categories.filter((one) => one !== category)
  return { ...typed, categories: chosen ? [...rest, category] : rest }
}

const LanguageFields = ({ form: { typed, change } }: Fields) => (
  <fieldset className="flex flex-col gap-2">
    <legend className="text-[0.9375rem] font-semibold">Idiomas en que atiendes</legend>
    <div className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-4">
      {Object.entries(languages).map(([value, label]) => (
        <Checkbox
          key={value}
          name="language"
          value={value}
          label={label}
          checked={typed.languages.some((one) => one === value)}
          onChange={({ target: { checked } }) => {
            if (isLanguage(value)) change((now) => withLanguage(now, value, checked))
          }}
        />
      ))}
    </div>
  </fieldset>
)

const withLanguage = (typed: Typed, language: Language, chosen: boolean): Typed => {
  const rest = typed.languages.filter((one) => one !== language)
  return { ...typed, languages: chosen ? [...rest, language] : rest }
}

const OwnPlaceFields = ({ form }: Fields) => (
  <>
    <Checkbox
      label="También recibo en un lugar mío"
      name="hasOwnPlace"
      checked={form.typed.hasOwnPlace}
      onChange={(event) => form.type({ hasOwnPlace: event.target.checked })}
    />
    <OwnAddress form={form} />
  </>
)

/** The address of the professional's own place; hidden without one. */
export const OwnAddress = ({
  form: { typed, type, place, choose, problemOf },
  isRequired = false,
}: Fields & { isRequired?: boolean }) => (
  <>
    {typed.hasOwnPlace ? (
      <Field
        label="Dirección"
        required={isRequired}
        error={problemOf('address')}
        hint="Solo la ve quien ya reservó."
      >
        {(control) => (
          <Input
            {...control}
            name="address"
            autoComplete="street-address"
            maxLength={200}
            value={typed.address}
            onChange={(event) => type({ address: event.target.value })}
          />
        )}
      </Field>
    ) : null}
    {typed.hasOwnPlace && place !== undefined ? (
      <OwnAddressPin place={place} address={typed.address} onChange={choose} />
    ) : null}
  </>
)

const statuses = {
  published: 'Publicado: te encuentran y reservan',
  paused: 'En pausa: no recibes reservas nuevas',
  draft: 'Borrador: solo tú lo ves',
} as const
const isStatus = (text: string): text is keyof typeof statuses => Object.hasOwn(statuses, text)

const StatusField = ({ form: { typed, type } }: Fields) => (
  <Field label="Estado">
    {(control) => (
      <Select
        {...control}
        name="status"
        value={typed.status}
        onChange={(event) => {
          if (isStatus(event.target.value)) type({ status: event.target.value })
        }}
      >
        {Object.entries(statuses).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    )}
  </Field>
)
