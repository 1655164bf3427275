import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import * as contract from '#contract/hiring/invitation.ts'
import { invitationLimits } from '#contract/hiring/invitation-moves.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { call } from '#web/api.ts'
import { hides } from '#web/parts/conversation/hides.ts'
import { refreshInvitations } from '#web/parts/hiring/reading.ts'
import { blockedBy } from '#web/parts/hiring/invitation-status.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast, toastError } from '#web/ui/toast.ts'

/** The questions and answers so far, with a form for the party whose turn it is. */
export const Questions = ({ of: one, token }: { of: Invitation; token?: string | undefined }) => {
  const move = one.as === 'invited' ? 'ask' : 'answer'
  const blocked = blockedBy(one, move)
  const open = one.moves.some((possible) => possible.move === move && possible.allowed)
  if (one.questions.length === 0 && !open) return null
  return (
    <section aria-label="Preguntas" className="flex flex-col gap-4">
      {one.questions.length === 0 ? null : (
        <ul className="flex flex-col gap-3">
          {one.questions.map(({ number, question, answer }) => (
            <li key={number} className="flex flex-col gap-2 rounded-md border border-line p-4">
              <p className="flex gap-2 font-medium">
                <MessageCircleQuestion aria-hidden className="mt-0.5 size-5 shrink-0 text-jacaranda" />
                <span className="min-w-0 break-words">{question}</span>
              </p>
              <p className={answer === null ? 'pl-7 text-muted' : 'pl-7 break-words'}>
                {answer ?? (one.as === 'invited' ? 'Espera respuesta del espacio.' : 'Espera tu respuesta.')}
              </p>
            </li>
          ))}
        </ul>
      )}
      {open ? (
        <Write one={one} move={move} token={token} />
      ) : one.as === 'invited' && (one.status === 'sent' || one.status === 'seen') ? (
        <p className="text-sm text-muted">{blocked}</p>
      ) : null}
    </section>
  )
}

const Write = ({
  one,
  move,
  token,
}: {
  one: Invitation
  move: 'ask' | 'answer'
  token?: string | undefined
}) => {
  const queryClient = useQueryClient()
  const form = useForm({ initial: { text: '' }, draft: `invitation-${move}-${one.id}` })
  const { text } = form.values
  const sending = useMutation({
    mutationFn: () =>
      move === 'ask'
        ? call(contract.askAboutInvitation, {
            params: { id: one.id },
            body: { version: one.version, question: text, token },
          })
        : call(contract.answerAboutInvitation, {
            params: { id: one.id },
            body: { version: one.version, answer: text },
          }),
    onSuccess: async () => {
      form.accept()
      toast(move === 'ask' ? 'Pregunta enviada' : 'Respuesta enviada', undefined, 'good')
      await refreshInvitations(queryClient)
    },
    onError: async (problem) => {
      toastError('Error', problem.message)
      await refreshInvitations(queryClient)
    },
  })
  const search = invitationLimits.questions - one.questions.length
  return (
    <Form
      aria-label={move === 'ask' ? 'Preguntar' : 'Responder'}
      className="flex flex-col gap-3"
      onSubmit={form.submit(() => (text.trim() === '' ? undefined : sending.mutateAsync()))}
    >
      <Field
        error={sending.error?.message}
        label={move === 'ask' ? 'Pregunta al espacio' : 'Tu respuesta'}
        hint={
          move === 'ask'
            ? `Te ${search === 1 ? 'queda 1 pregunta' : `quedan ${search} preguntas`}. Tu plazo se detiene hasta 72 horas mientras te contestan. ${hides.untilAgreed}`
            : `Su plazo vuelve a correr cuando respondas. ${hides.untilAgreed}`
        }
      >
        {(control) => (
          <TextArea
            {...control}
            name="text"
            rows={2}
            maxLength={move === 'ask' ? 300 : 500}
            {...form.text('text')}
          />
        )}
      </Field>
      <Button
        type="submit"
        tone="secondary"
        size="small"
        className="self-start"
        busy={sending.isPending}
        blocked={text.trim() === '' ? 'Escribe algo primero.' : undefined}
      >
        {move === 'ask' ? 'Enviar pregunta' : 'Enviar respuesta'}
      </Button>
    </Form>
  )
}
