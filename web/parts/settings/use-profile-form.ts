import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Language } from '#contract/places/languages.ts'
import * as contract from '#contract/professional/professional.ts'
import type { Profile } from '#contract/professional/professional.ts'
import { ApiError, call, reading } from '#web/api.ts'
import type { ChosenPlace } from '#web/parts/settings/place-choice.tsx'
import { refusedField } from '#web/refused-field.ts'
import { sessionQuery } from '#web/session.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast, toastError } from '#web/ui/toast.ts'

const typedOf = (profile: Profile | undefined) => ({
  bio: profile?.bio ?? '',
  experience: profile?.experienceYears ?? 0,
  specialties: profile?.specialties.join(', ') ?? '',
  languages: profile?.languages ?? (['es'] satisfies Language[]),
  categories: profile?.categories ?? [],
  basePriceCents: profile?.basePriceCents ?? Number.NaN,
  address: profile?.address ?? '',
  hasOwnPlace: profile?.hasOwnPlace ?? false,
  status: profile?.status ?? ('published' as const),
  place: null,
})

export type Typed = Omit<ReturnType<typeof typedOf>, 'place'> & { place: ChosenPlace | null }

type ProfileFormOptions = {
  /** The name of its draft: screens for different parts of the profile must not share one. */
  draft?: string
  /** Values that the screen adds to the typed ones. */
  adds?: (typed: Typed) => Partial<Typed>
  /** Where the screen itself confirms the save. */
  onSaved?: (saved: Profile) => unknown
}

/** The form of the public profile: values, place, refused field and save request. */
export const useProfileForm = (
  profile: Profile | undefined,
  { draft = 'public-profile', adds, onSaved }: ProfileFormOptions = {},
) => {
  const queryClient = useQueryClient()
  const form = useForm<Typed>({ initial: () => typedOf(profile), draft })
  const typed = form.values
  const place = typed.place ?? profile
  const choose = (chosen: ChosenPlace) => form.put({ place: chosen })
  const [early, setEarly] = useState<{ field: string; text: string }>()
  const fresh = () => queryClient.fetchQuery({ ...reading(contract.profile), staleTime: 0 })
  const save = useMutation({
    mutationFn: ({ version, at }: { version: number; at: ChosenPlace }) => {
      const sent = { ...typed, ...adds?.(typed) }
      return call(contract.saveProfile, {
        body: {
          bio: sent.bio,
          experienceYears: sent.experience,
          specialties: listOf(sent.specialties),
          languages: sent.languages,
          categories: sent.categories,
          basePriceCents: sent.basePriceCents,
          municipalityId: at.municipalityId,
          neighbourhood: at.neighbourhood,
          address: sent.address === '' ? null : sent.address,
          latitude: at.latitude,
          longitude: at.longitude,
          hasOwnPlace: sent.hasOwnPlace,
          status: sent.status,
          version,
        },
      })
    },
    onSuccess: async (saved) => {
      form.forget()
      queryClient.setQueryData(reading(contract.profile).queryKey, saved)
      if (onSaved === undefined) toast('Perfil guardado', undefined, 'good')
      await queryClient.invalidateQueries({ queryKey: ['/api', 'auth'] })
      // The first profile turns the account into a professional's.
      await queryClient.invalidateQueries(sessionQuery)
      await onSaved?.(saved)
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  const submit = (version: number) => {
    if (typed.categories.length === 0)
      return setEarly({ field: 'categories', text: 'Elige al menos una categoría.' })
    if (place === undefined) return setEarly({ field: 'place', text: 'Elige un municipio de la lista.' })
    setEarly(undefined)
    return save.mutateAsync({ version, at: place })
  }
  const isStale = save.error instanceof ApiError && save.error.code === 'stale_version'
  const problemOf = (field: string) => (early?.field === field ? early.text : refusedField(save.error, field))
  const isFieldRefused = ['bio', 'categories', 'address'].some(
    (field) => refusedField(save.error, field) !== undefined,
  )
  const take = (newest: Profile) => {
    form.accept(typedOf(newest))
    save.reset()
  }
  return {
    typed,
    type: form.put,
    change: form.change,
    onSubmit: form.submit(() => submit(profile?.version ?? 0)),
    place,
    choose,
    save,
    submit,
    fresh,
    take,
    isStale,
    isFieldRefused,
    problemOf,
  }
}

export type ProfileFormState = ReturnType<typeof useProfileForm>

const listOf = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== ''),
  ),
]
