import { useMutation } from '@tanstack/react-query'
import { LocateFixed } from 'lucide-react'
import { useState } from 'react'
import * as attendance from '#contract/booking/attendance.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { arrive } from '#contract/booking/visit/no-show.ts'
import { isClear, unclearText, type ByPosition as May } from '#contract/places/position.ts'
import { call } from '#web/api.ts'
import { ownPosition } from '#web/parts/booking/summary/own-position.ts'
import { useQueue } from '#web/parts/offline/queue.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

const endpoints = { check_in: attendance.checkIn, arrive } as const

/**
 * "Estoy aquí": an arrival by this device's position. The browser's permission is requested when it is pressed, and its purpose is stated
 * before. `otherIn`: the form of the other ways, to which a client who cannot use this one is led.
 */
export default function ByPosition({
  booking: one,
  step,
  may,
  behind,
  otherIn,
  onCame,
  onProblem,
}: {
  booking: Pick<Booking, 'id' | 'kind'>
  step: keyof typeof endpoints
  may: May
  behind: boolean
  otherIn: string
  onCame: () => Promise<unknown>
  onProblem: () => Promise<unknown>
}) {
  const queue = useQueue()
  const [looks, setLooks] = useState(false)
  const coming = useMutation({
    mutationFn: async () => {
      setLooks(true)
      const position = await ownPosition().finally(() => setLooks(false))
      if (!isClear(position)) throw new Error(unclearText(position))
      return queue.sendOrWait(
        { bookingId: one.id, step, code: '', position },
        {
          behind,
          send: () => call(endpoints[step], { params: { id: one.id }, body: { position } }),
        },
      )
    },
    onSuccess: async (outcome) => {
      if (outcome === 'done') await onCame()
    },
    // It may have succeeded although the response was lost.
    onError: onProblem,
  })
  // Beside it the other one has said more.
  const isVisit = step === 'check_in'
  if (!may.allowed) return <p className="text-[0.9375rem] text-muted">{may.reason}</p>
  return (
    <div
      role="group"
      aria-label="Llegada por ubicación"
      className={classNames('flex flex-col gap-3', isVisit && 'rounded-md border border-line px-4 py-3.5')}
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-center sm:justify-between sm:gap-5">
        <p className="flex min-w-0 flex-1 basis-64 items-start gap-3 text-[0.9375rem]">
          <LocateFixed aria-hidden className="mt-0.5 size-5 shrink-0 text-barro" />
          <span>
            <span className="font-semibold">O con tu ubicación.</span>{' '}
            {isVisit
              ? 'Tu equipo la dice una sola vez y la comparamos con el lugar. Guardamos a cuántos metros estás, nunca dónde.'
              : 'Se compara una sola vez con el lugar; no se guarda dónde estás.'}
          </span>
        </p>
        <Button
          tone="secondary"
          className="max-w-full self-start sm:self-auto"
          busy={coming.isPending}
          onClick={() => coming.mutate()}
        >
          {isVisit && one.kind === 'visit' ? 'Estoy aquí con mi cliente' : 'Estoy aquí'}
        </Button>
      </div>
      <p role="status" className={looks ? 'text-[0.9375rem] text-muted' : 'sr-only'}>
        {looks ? 'Buscando dónde estás…' : ''}
      </p>
      {coming.isError ? (
        <div role="alert" className="flex flex-col items-start gap-1">
          <p className="text-[0.9375rem] font-medium text-chile">{coming.error.message}</p>
          <button
            type="button"
            className="min-h-11 text-[0.9375rem] font-semibold underline underline-offset-4"
            onClick={() => goTo(otherIn)}
          >
            Registrar de otra forma
          </button>
        </div>
      ) : null}
    </div>
  )
}

const goTo = (form: string) =>
  document.getElementById(form)?.querySelector<HTMLElement>('input, button')?.focus()
