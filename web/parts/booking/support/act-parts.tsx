/** Shared parts of support acts: the reason, the second person, a dialog with one button, and the facts of a case. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { minReason, maxReason } from '#contract/booking/staff-reason.ts'
import type { SupportAct } from '#contract/booking/support/support.ts'
import { isAnswer, type keyOf, newIdempotencyKey } from '#web/api.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

/** Performs one act of support; then `changed` is reloaded. What was typed stays until it succeeds. */
export const useAct = <Said,>(
  {
    draft,
    said,
    changed,
    onClose,
  }: { draft: string; said: string; changed: readonly ReturnType<typeof keyOf>[]; onClose: () => void },
  send: (body: Said, options: { idempotencyKey: string }) => Promise<{ done: boolean }>,
) => {
  const queryClient = useQueryClient()
  // Independent of the text: a goodwill payment whose response was lost must not be repeated with another amount, unless it was refused.
  const key = useRef(newIdempotencyKey())
  return useMutation({
    mutationFn: (body: Said) => send(body, { idempotencyKey: key.current }),
    onSuccess: ({ done }) => {
      forgetDraft(draft)
      toast(
        done ? said : 'Propuesta guardada',
        done ? 'Quedó en el registro.' : 'Falta que otra persona del equipo haga lo mismo.',
        'good',
      )
      onClose()
    },
    onError: (problem) => {
      if (isAnswer(problem)) key.current = newIdempotencyKey()
    },
    onSettled: async () => {
      for (const queryKey of changed) await queryClient.invalidateQueries({ queryKey })
    },
  })
}

export const useWritten = (draft: string) => {
  const form = useForm({ initial: { reason: '' }, draft })
  const { reason } = form.values
  const missing =
    reason.trim().length < minReason ? `Escribe el motivo, con al menos ${minReason} letras.` : undefined
  return { reason, write: form.pick('reason').onChange, missing }
}

export const Reason = ({ value, onChange }: { value: string; onChange: (text: string) => void }) => (
  <Field label="Motivo" hint="Queda en el registro; lo lee el equipo.">
    {(control) => (
      <TextArea
        {...control}
        rows={3}
        maxLength={maxReason}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)

export const TwoPersons = () => (
  <p className="text-[0.9375rem] text-muted">
    Lo hacen dos personas del equipo: la primera lo propone y la segunda hace lo mismo.
  </p>
)

export const Failed = ({ error }: { error: Error | null }) =>
  error === null ? null : (
    <p role="alert" className="font-medium text-chile">
      {error.message}
    </p>
  )

export const Shell = ({
  title,
  description,
  action,
  onClose,
  children,
}: {
  title: string
  description: string
  action: ReactNode
  onClose: () => void
  children: ReactNode
}) => (
  <Dialog
    open
    onOpenChange={(open) => (open ? undefined : onClose())}
    title={title}
    description={description}
    actions={
      <>
        <Button tone="quiet" onClick={onClose}>
          Cerrar
        </Button>
        {action}
      </>
    }
  >
    <div className="flex flex-col gap-5">{children}</div>
  </Dialog>
)

export type Fact = readonly [label: string, values: readonly string[]]

export const Facts = ({ of: facts }: { of: readonly Fact[] }) => (
  <dl className="grid gap-x-6 gap-y-0.5 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-2">
    {facts
      .map(([label, values]) => [label, values.filter((value) => value !== '').join(' · ')] as const)
      .filter(([, value]) => value !== '')
      .map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium wrap-anywhere max-sm:mb-2.5">{value}</dd>
        </div>
      ))}
  </dl>
)

export const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-3">
    <h3 className="text-lg">{title}</h3>
    {children}
  </section>
)

/** One line of the log: the act, who did it and why, and the second person, if any. */
export const ActEntry = ({
  of: act,
  title,
  zone,
}: {
  of: Pick<SupportAct, 'by' | 'at' | 'reason' | 'doneBy' | 'doneAt' | 'secondReason' | 'isMine'>
  title: string
  zone: string
}) => (
  <li className="flex flex-col gap-1 rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">
    <p className="font-semibold">{title}</p>
    <p className="wrap-anywhere whitespace-pre-wrap">
      {act.by}, {shortOf(act.at, zone)}: {act.reason}
    </p>
    {act.doneAt === null ? (
      <p className="text-muted">
        {act.isMine
          ? 'Lo propusiste: falta que otra persona del equipo haga lo mismo.'
          : 'Propuesto: si estás de acuerdo, haz tú lo mismo y queda hecho.'}
      </p>
    ) : act.secondReason === null ? null : (
      <p className="wrap-anywhere whitespace-pre-wrap">
        {act.doneBy}, {shortOf(act.doneAt, zone)}: {act.secondReason}
      </p>
    )}
  </li>
)
