import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/agenda/calendar.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { call, newIdempotencyKey } from '#web/api.ts'
import { mondayOf, weekText } from '#web/parts/booking/calendar/on-date.ts'
import { addDays } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

const weeksAhead = 12
type Copied = Reply<typeof contract.copyWeek>

/** Copies the hours and blocks of the shown week into another; what is booked there stays. */
export default function CopyWeekDialog({
  monday,
  today,
  onClose,
}: {
  monday: string
  today: string
  onClose: () => void
}) {
  const weeks = Array.from({ length: weeksAhead }, (_, week) => addDays(mondayOf(today), week * 7)).filter(
    (one) => one !== monday,
  )
  const form = useForm({ initial: () => ({ to: weeks.find((one) => one > monday) ?? weeks[0] ?? monday }) })
  const { to } = form.values
  // The week may differ when this is opened again: a new request then.
  const [key] = useState(newIdempotencyKey)
  const queryClient = useQueryClient()
  const copying = useMutation({
    mutationFn: () =>
      call(contract.copyWeek, { body: { from: monday, to } }, { idempotencyKey: `${key}-${to}` }),
    onSuccess: async (copied) => {
      await queryClient.invalidateQueries({ queryKey: ['/api', 'calendar'] })
      toast('Semana copiada', copiedText(copied), 'good')
      onClose()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Copiar semana"
      description={`Los horarios y bloqueos del ${weekText(monday)}. Las citas no se copian ni se tocan, y los días que allá cerraste siguen cerrados.`}
      actions={
        <Button busy={copying.isPending} onClick={() => copying.mutate()}>
          Copiar
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label="A la semana del">
          {(control) => (
            <Select {...control} {...form.text('to')}>
              {weeks.map((week) => (
                <option key={week} value={week}>
                  {weekText(week)}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {copying.error === null ? null : (
          <p role="alert" className="font-medium text-chile">
            {copying.error.message}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const copiedText = ({ dates, usual, closed, stillClosed, blocks, leftOut }: Copied): string => {
  const texts = [
    ...(dates === 0 ? [] : [dates === 1 ? '1 día con otro horario' : `${dates} días con otro horario`]),
    ...(usual === 0
      ? []
      : [usual === 1 ? '1 día con el horario de siempre' : `${usual} días con el horario de siempre`]),
    ...(closed === 0 ? [] : [closed === 1 ? '1 día cerrado' : `${closed} días cerrados`]),
    ...(stillClosed === 0
      ? []
      : [stillClosed === 1 ? '1 día sigue cerrado' : `${stillClosed} días siguen cerrados`]),
    ...(blocks === 0 ? [] : [blocks === 1 ? '1 bloqueo' : `${blocks} bloqueos`]),
    ...(leftOut === 0 ? [] : [`${leftOut} sin copiar: ese tiempo ya está ocupado`]),
  ]
  return texts.length === 0 ? 'Las dos semanas ya eran iguales.' : texts.join(', ')
}
