import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react'
import { noCodeText } from '#contract/booking/arrival.ts'
import * as attendance from '#contract/booking/attendance.ts'
import type { Booking } from '#contract/booking/booking.ts'
import { deposit } from '#contract/booking/settlement/deposit.ts'
import { ApiError, call, keyOf } from '#web/api.ts'
import { useRefreshBookings } from '#web/parts/booking/summary/use-refresh-bookings.ts'
import { asksWhetherCame } from '#web/parts/booking/summary/whether-came.ts'
import { ScanButton } from '#web/parts/booking/visit/scan-code.tsx'
import { asOf } from '#web/parts/offline/as-of.ts'
import { useQueue, useWaiting } from '#web/parts/offline/queue.ts'
import { useOfflineNow } from '#web/parts/offline/use-offline-now.ts'
import { WaitingSteps } from '#web/parts/offline/waiting-steps.tsx'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

const ByPosition = lazy(() => import('#web/parts/booking/visit/by-position.tsx'))

type Step = 'check_in' | 'check_out' | 'complete'
const steps: Partial<Record<Booking['status'], Step>> = {
  confirmed: 'check_in',
  in_progress: 'check_out',
  to_settle: 'complete',
}
type Words = Readonly<Record<Step, { button: string; done: string }>>
const rentWords: Words = {
  check_in: { button: 'Registrar llegada', done: 'Llegada registrada' },
  check_out: { button: 'Terminar uso', done: 'Uso terminado' },
  complete: { button: 'Cerrar renta', done: 'Renta cerrada: el espacio recibe su parte' },
}

/** A visit is completed by its client or by time. */
const words: Words = { ...rentWords, check_out: { button: 'Terminar servicio', done: 'Servicio terminado' } }

type Stepping = Pick<
  Booking,
  'id' | 'kind' | 'status' | 'moves' | 'startsAt' | 'endsAt' | 'zone' | 'byPosition'
> &
  Partial<Pick<Booking, 'closesAt'>> & { place: Pick<Booking['place'], 'unitName'> }

const allowed = { allowed: true, reason: null } as const

/**
 * The next step at the place, one button, with its reason while it is too early. Where an arrival needs a proof, the button opens the
 * ways: a code, the camera, or the position.
 */
export const NextStep = ({ booking: one, station }: { booking: Stepping; station: string }) => {
  const due = useStepToDo(one)
  const taking = useStep(one, station, due)
  const { step, move } = due
  const formId = useFormFocus(step)
  const [proves, prove] = useState(false)
  const arrives = step === 'check_in' && move?.allowed === true
  const mayProve = arrives && (proves || station !== '')
  // It is over: what remains is the question below, whether the client came.
  if (step === 'check_in' && due.waiting.length === 0 && asksWhetherCame(one)) return null
  if (step === undefined || move === undefined)
    return (
      <>
        <WaitingSteps waiting={due.waiting} zone={one.zone} />
        <ClosesAlone booking={one} />
      </>
    )
  const wrongCode =
    taking.doing.error instanceof ApiError && taking.doing.error.code === 'wrong_code'
      ? taking.doing.error.message
      : undefined
  return (
    <>
      <Form
        id={formId}
        tabIndex={-1}
        noValidate
        className="flex flex-wrap items-end gap-3"
        onSubmit={taking.form.submit(() => {
          if (!move.allowed) return undefined
          if (arrives && !mayProve && taking.needsCode) return prove(true)
          return taking.doing.mutateAsync(step)
        })}
      >
        <WaitingSteps waiting={due.waiting} zone={one.zone} />
        {mayProve ? <CodeField one={one} taking={taking} wrongCode={wrongCode} focused={proves} /> : null}
        <Button
          key={step}
          type="submit"
          busy={taking.doing.isPending}
          blocked={move.allowed ? undefined : move.reason}
        >
          {taking.said[step].button}
        </Button>
        {mayProve ? (
          <ScanButton onCode={(code) => taking.form.put({ code })} />
        ) : arrives && !taking.needsCode ? (
          <Button tone="quiet" onClick={() => prove(true)}>
            Con su código
          </Button>
        ) : null}
        {taking.doing.isError && wrongCode === undefined ? (
          <p role="alert" className="w-full font-medium text-chile">
            {taking.doing.error.message}
          </p>
        ) : null}
      </Form>
      {mayProve && one.byPosition !== undefined ? (
        <Suspense>
          <ByPosition
            booking={one}
            step="check_in"
            may={one.byPosition}
            behind={due.isBehind}
            otherIn={formId}
            onCame={taking.came}
            onProblem={taking.refreshVisits}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** The next step and whether it is allowed, counting steps that wait for a connection. */
const useStepToDo = (one: Stepping) => {
  const waiting = useWaiting(one.id)
  const queue = useQueue()
  const offlineNow = useOfflineNow()
  // A queued arrival at the place does not affect the visit's next step.
  const visit = waiting.filter((known) => known.step !== 'arrive')
  const hasLeft = visit.some((known) => known.step === 'check_out' || known.problem !== undefined)
  const next = visit.length === 0 ? steps[one.status] : hasLeft ? undefined : 'check_out'
  const step = next === 'complete' && one.kind !== 'rent' ? undefined : next
  const move =
    step === 'check_in' && offlineNow !== null
      ? asOf('check_in', one, offlineNow)
      : visit.length > 0
        ? offlineNow === null
          ? allowed
          : asOf('check_out', { ...one, status: 'in_progress' }, offlineNow)
        : one.moves.find((known) => known.move === step)
  const isBehind = waiting.some(({ problem }) => problem === undefined)
  return { queue, isBehind, step, move, waiting }
}

type StepDue = ReturnType<typeof useStepToDo>

/** Performs the step now, or as soon as there is a connection. */
const useStep = (one: Stepping, station: string, due: StepDue) => {
  const said = one.kind === 'rent' ? rentWords : words
  const queryClient = useQueryClient()
  const form = useForm({ initial: () => ({ code: one.status === 'confirmed' ? station : '' }) })
  const { code } = form.values
  // A unit has a printed code: stating the arrival without it proves nothing there.
  const needsCode = one.place.unitName !== null
  const refreshVisits = useRefreshBookings()
  // Arriving authorises the deposit, or shows what is missing.
  const refreshRent = () => queryClient.invalidateQueries({ queryKey: keyOf(deposit) })
  const came = async () => {
    toast(said.check_in.done, undefined, 'good')
    await refreshVisits()
    if (one.kind === 'rent') await refreshRent()
  }
  const doing = useMutation({
    mutationFn: async (step: Step) => {
      const params = { id: one.id }
      if (step === 'complete') {
        await call(attendance.complete, { params, query: {} })
        return 'done'
      }
      const proof = step === 'check_in' ? code : ''
      // While offline no error would be shown before it is sent.
      if (step === 'check_in' && needsCode && proof === '')
        throw new ApiError(400, 'wrong_code', noCodeText(one.kind))
      const body = proof === '' ? {} : { code: proof }
      return due.queue.sendOrWait(
        { bookingId: one.id, step, code: proof },
        {
          behind: due.isBehind,
          send: () =>
            step === 'check_in'
              ? call(attendance.checkIn, { params, body })
              : call(attendance.checkOut, { params, body: {} }),
        },
      )
    },
    onSuccess: async (outcome, step) => {
      form.put({ code: '' })
      if (outcome === 'waits') return
      toast(said[step].done, undefined, 'good')
      await refreshVisits()
      if (one.kind === 'rent') await refreshRent()
    },
    onError: async () => {
      // It may have succeeded although the response was lost: show the booking's current state.
      await refreshVisits()
      if (one.kind === 'rent') await refreshRent()
    },
  })
  return { form, doing, needsCode, said, came, refreshVisits }
}

type StepTaken = ReturnType<typeof useStep>

const useFormFocus = (step: Step | undefined) => {
  // The next step has its own button: pressing Enter twice does not end what just began. The keyboard focus stays in the form.
  const formId = useId()
  const before = useRef(step)
  useEffect(() => {
    if (before.current !== step && document.activeElement === document.body)
      document.getElementById(formId)?.focus()
    before.current = step
  }, [step, formId])
  return formId
}

const CodeField = ({
  one,
  taking,
  wrongCode,
  focused,
}: {
  one: Stepping
  taking: StepTaken
  wrongCode: string | undefined
  /** The field was just opened by a press. */
  focused: boolean
}) => (
  <Field
    label={
      one.kind === 'rent'
        ? 'Código de la unidad'
        : taking.needsCode
          ? 'Código del cliente o de la unidad'
          : 'Código del cliente'
    }
    required={taking.needsCode}
    {...(taking.needsCode ? {} : { hint: 'Con su código nadie puede decir después que no llegaste.' })}
    className="min-w-52 max-sm:flex-1"
    {...(wrongCode === undefined ? {} : { error: wrongCode })}
  >
    {(control) => (
      <Input
        {...control}
        {...(focused ? { ref: focusIn } : {})}
        value={taking.form.values.code}
        onChange={(event) => taking.form.put({ code: event.target.value.trim() })}
        autoComplete="off"
        autoCapitalize="characters"
        className="figures max-w-56"
      />
    )}
  </Field>
)

const focusIn = (input: HTMLInputElement | null) => input?.focus()

/** For a visit that has ended: who completes it, and when it completes automatically. */
const ClosesAlone = ({ booking: one }: { booking: Stepping }) =>
  one.kind === 'rent' || one.status !== 'to_settle' || !one.closesAt ? null : (
    <p className="text-[0.9375rem] text-muted">
      Terminaste el servicio. Tu cliente la cierra con «Todo bien»; si no dice nada, se cierra sola el{' '}
      {shortOf(one.closesAt, one.zone)} y recibes tu parte.
    </p>
  )
