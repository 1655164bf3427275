import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { categories, type Category, isCategory } from '#contract/professional/categories.ts'
import type { Space } from '#contract/space/space.ts'
import * as contract from '#contract/hiring/vacancy.ts'
import type { HostVacancy } from '#contract/hiring/vacancy.ts'
import { call } from '#web/api.ts'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/form/use-form.ts'

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

type Typed = {
  spaceId: number
  category: Category
  title: string
  requirements: string
  unit: string
  radius: string
  starts: string
  openings: number
  terms: AgreementTerms | null
}

const allowedIn = (space: Space | undefined): readonly Category[] =>
  space === undefined || space.categories.length === 0 ? listed : space.categories

const typedOf = (vacancy: HostVacancy | null, spaces: readonly Space[]): Typed => {
  const spaceId = vacancy?.spaceId ?? spaces[0]?.id ?? 0
  const space = spaces.find(({ id }) => id === spaceId)
  const category = vacancy?.category ?? allowedIn(space)[0] ?? 'hair'
  return {
    spaceId,
    category,
    title: vacancy?.title ?? '',
    requirements: vacancy?.requirements ?? '',
    unit: vacancy === null || vacancy.unitId === null ? '' : String(vacancy.unitId),
    radius: String(vacancy?.radiusKm ?? 15),
    starts: vacancy?.terms.validFrom ?? '',
    openings: vacancy?.openings ?? 1,
    terms: vacancy?.terms ?? (space === undefined ? null : usualTerms(space, category)),
  }
}

/** The form of a vacancy and its save request. */
export const useVacancyForm = (
  vacancy: HostVacancy | null,
  spaces: readonly Space[],
  onClose: () => void,
) => {
  const queryClient = useQueryClient()
  const form = useForm<Typed>({
    initial: () => typedOf(vacancy, spaces),
    draft: `vacancy-editor-${vacancy?.id ?? 'new'}`,
  })
  const typed = form.values
  const { spaceId, category, terms } = typed
  const space = spaces.find(({ id }) => id === spaceId)
  const allowed = allowedIn(space)
  const offeredCategory = allowed.includes(category) ? category : (allowed[0] ?? category)
  const refused = contract.refusedWording(typed.title, typed.requirements)
  const saving = useMutation({
    mutationFn: () => {
      if (terms === null) throw new Error('Elige un espacio.')
      const body = {
        spaceId,
        unitId: typed.unit === '' ? null : Number(typed.unit),
        title: typed.title,
        category: offeredCategory,
        requirements: typed.requirements,
        terms: {
          ...terms,
          categories: [offeredCategory],
          validFrom: typed.starts === '' ? null : typed.starts,
        },
        openings: typed.openings,
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
      form.forget()
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
  const chooseSpace = (id: number) => {
    const next = spaces.find((one) => one.id === id)
    if (next === undefined) return
    form.put({
      spaceId: next.id,
      unit: '',
      terms:
        terms?.rent.kind === 'per_hour'
          ? { ...terms, rent: { kind: 'per_hour', ratePerHourCents: next.pricePerHourCents } }
          : terms,
    })
  }
  return {
    form,
    space,
    chooseSpace,
    allowed,
    category: offeredCategory,
    typed,
    refused,
    saving,
    blocked,
  }
}
