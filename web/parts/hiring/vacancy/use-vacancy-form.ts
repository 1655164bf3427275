import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { categories, type Category, isCategory } from '#contract/professional/categories.ts'
import type { Space } from '#contract/space/space.ts'
import * as contract from '#contract/hiring/vacancy.ts'
import type { HostVacancy } from '#contract/hiring/vacancy.ts'
import { call } from '#web/api.ts'
import { forgetDraft } from '#web/ui/form/draft.ts'
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

/** A vacancy while it is written: what is typed, and the request that saves it. */
export const useVacancyForm = (
  vacancy: HostVacancy | null,
  spaces: readonly Space[],
  onClose: () => void,
) => {
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
  const chooseSpace = (id: number) => {
    const next = spaces.find((one) => one.id === id)
    if (next === undefined) return
    setSpaceId(next.id)
    setTyped({ ...typed, unit: '' })
    if (terms?.rent.kind === 'per_hour')
      setTerms({
        ...terms,
        rent: { kind: 'per_hour', ratePerHourCents: next.pricePerHourCents },
      })
  }
  return {
    draft,
    spaceId,
    space,
    chooseSpace,
    allowed,
    category: offeredCategory,
    setCategory,
    typed,
    put,
    openings,
    setOpenings,
    terms,
    setTerms,
    refused,
    saving,
    blocked,
  }
}
