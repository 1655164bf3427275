import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Hours } from '#contract/availability/availability.ts'
import * as contract from '#contract/availability/availability.ts'
import { call, reading } from '#web/api.ts'
import { weekProblem } from '#web/parts/time/week-problem.ts'
import { useForm } from '#web/ui/form/use-form.ts'

export const hoursReading = reading(contract.hours, { query: {} })

/** A professional's weekly hours while they are edited: the choices, their problems, and the request that saves them. */
export const useWeekHours = (
  { weekly: saved }: Pick<Hours, 'weekly'>,
  onSaved: () => unknown,
  /** The proposal for a professional without hours. */
  proposed: Hours['weekly'] = [],
) => {
  const form = useForm({
    initial: { weekly: saved.length === 0 ? proposed : saved },
    draft: 'week-hours',
  })
  const { weekly } = form.values
  const queryClient = useQueryClient()
  const saving = useMutation({
    mutationFn: () => call(contract.saveHours, { query: {}, body: { weekly } }),
    onSuccess: async (now) => {
      form.accept({ weekly: now.weekly })
      queryClient.setQueryData(hoursReading.queryKey, now)
      for (const touched of ['calendar', 'professional', 'availability'])
        await queryClient.invalidateQueries({ queryKey: ['/api', touched] })
      await onSaved()
    },
  })
  return { weekly, setWeekly: form.pick('weekly').onChange, wrong: weekProblem(weekly), saving }
}
