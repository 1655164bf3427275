import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/agenda/calendar-look.ts'
import type { CalendarLook, CalendarSide } from '#contract/booking/agenda/calendar-look.ts'
import { call, reading } from '#web/api.ts'
import { toast } from '#web/ui/toast.ts'

export const lookReading = (side: CalendarSide) => reading(contract.calendarLook, { params: { side } })

const plain: CalendarLook = { by: 'kind', colours: [] }

/** The colours of this account's calendar. A choice is shown at once and then saved; a refused one is undone. */
export const useCalendarLook = (side: CalendarSide) => {
  const queryClient = useQueryClient()
  const shown = lookReading(side)
  const { data: look = plain } = useQuery(shown)
  const saving = useMutation({
    scope: { id: 'calendar-look' },
    mutationFn: (body: CalendarLook) => call(contract.saveCalendarLook, { params: { side }, body }),
    onError: async (problem) => {
      toast('No se guardaron los colores', problem.message, 'bad')
      await queryClient.invalidateQueries({ queryKey: shown.queryKey })
    },
  })
  const choose = (next: CalendarLook) => {
    queryClient.setQueryData(shown.queryKey, next)
    saving.mutate(next)
  }
  return { look, choose }
}
