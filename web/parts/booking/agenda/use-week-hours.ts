import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Hours } from '#contract/availability/availability.ts'
import * as contract from '#contract/availability/availability.ts'
import { call, reading } from '#web/api.ts'
import { weekProblem } from '#web/parts/time/week-problem.ts'
import { useForm } from '#web/ui/form/use-form.ts'

export const hoursReading = reading(contract.hours, { query: {} })

/** A professional's hours of every week while they are edited: what is chosen, what is wrong with it, and the request that saves it. */
export const useWeekHours = (
  { weekly: saved }: Pick<Hours, 'weekly'>,
  onSaved: () => unknown,
  /** What is proposed to who has none yet. */
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
