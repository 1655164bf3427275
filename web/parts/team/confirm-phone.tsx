import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/verification/verification.ts'
import { call } from '#web/api.ts'
import { noPhone, sentPhone } from '#web/parts/account/phone.ts'
import { PhoneField } from '#web/parts/account/phone-field.tsx'
import { CodeForm } from '#web/parts/verification/code-form.tsx'
import { useTake, verificationReading } from '#web/parts/verification/use-verification.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** Confirms the invited telephone with a code, then continues. Only its owner knows the whole number. */
export const ConfirmPhone = ({ hint, onConfirmed }: { hint: string; onConfirmed: () => void }) => {
  const answer = useQuery(verificationReading)
  const take = useTake()
  const form = useForm({ initial: { phone: noPhone } })
  const [isOther, setOther] = useState(false)
  const sending = useMutation({
    mutationFn: (address: string) => call(contract.sendCode, { body: { channel: 'sms', address } }),
    onSuccess: async (now) => {
      setOther(false)
      await take(now)
    },
  })
  if (answer.data === undefined) return <Skeleton className="h-28" />
  const { sms } = answer.data
  const { pending } = sms
  if (pending === null || isOther)
    return (
      <Form
        aria-label="Confirmar teléfono"
        className="flex flex-col gap-4"
        onSubmit={form.submit(({ phone }) => {
          const typed = sentPhone(phone)
          return typed === '' ? undefined : sending.mutateAsync(typed)
        })}
      >
        <p>
          Escribe el número completo de <strong>{hint}</strong>; te enviamos un código de seis dígitos.
        </p>
        <PhoneField
          required
          {...form.pick('phone')}
          {...(sending.error ? { error: sending.error.message } : {})}
        />
        <Button type="submit" className="self-start" busy={sending.isPending}>
          Enviar código
        </Button>
      </Form>
    )
  return (
    <CodeForm
      key={pending.expiresAt}
      channel="sms"
      pending={pending}
      resendInSeconds={sms.resendInSeconds}
      outbox={sms.outbox}
      resend={{
        busy: sending.isPending,
        error: sending.error?.message,
        go: () => sending.mutate(pending.address),
      }}
      onEntered={(now) => {
        void take(now)
        onConfirmed()
      }}
      onOther={() => setOther(true)}
    />
  )
}
