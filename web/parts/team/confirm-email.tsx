import { useMutation, useQuery } from '@tanstack/react-query'
import * as contract from '#contract/verification/verification.ts'
import { call } from '#web/api.ts'
import { CodeForm } from '#web/parts/verification/code-form.tsx'
import { useTake, verificationReading } from '#web/parts/verification/use-verification.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** Confirms the account's own email address with a code, then continues. */
export const ConfirmEmail = ({ onConfirmed }: { onConfirmed: () => void }) => {
  const answer = useQuery(verificationReading)
  const take = useTake()
  const sending = useMutation({
    mutationFn: () => call(contract.sendCode, { body: { channel: 'email' } }),
    onSuccess: take,
  })
  if (answer.data === undefined) return <Skeleton className="h-28" />
  const { email } = answer.data
  if (email.pending === null)
    return (
      <>
        <p>Te enviamos un código de seis dígitos a {email.address}.</p>
        <Button className="self-start" busy={sending.isPending} onClick={() => sending.mutate()}>
          Enviar código
        </Button>
        {sending.isError ? (
          <p role="alert" className="font-medium text-chile">
            {sending.error.message}
          </p>
        ) : null}
      </>
    )
  return (
    <CodeForm
      channel="email"
      pending={email.pending}
      resendInSeconds={email.resendInSeconds}
      outbox={email.outbox}
      resend={{ busy: sending.isPending, error: sending.error?.message, go: () => sending.mutate() }}
      onEntered={(now) => {
        void take(now)
        onConfirmed()
      }}
      onOther={() => undefined}
    />
  )
}
