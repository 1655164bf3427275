import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as contract from '#contract/verification/verification.ts'
import type { Channel, PendingCode, Verification } from '#contract/verification/verification.ts'
import { codeDigits } from '#contract/verification/verification.ts'
import { call } from '#web/api.ts'
import { readablePhone } from '#web/parts/verification/address.ts'
import { Resend } from '#web/parts/verification/resend.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeDigits, OutboxLink } from '#web/parts/verification/code-digits.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** The form for a sent code. Six digits, typed or pasted with any surrounding text. */
export const CodeForm = ({
  channel,
  pending,
  resendInSeconds,
  outbox,
  resend,
  onEntered,
  onOther,
}: {
  channel: Channel
  pending: PendingCode
  resendInSeconds: number
  outbox: string | null
  resend: { busy: boolean; error: string | undefined; go: () => void }
  onEntered: (now: Verification) => void
  /** The address was mistyped, or the change is cancelled. */
  onOther: () => void
}) => {
  const form = useForm({ initial: { code: '' } })
  const field = useRef<HTMLInputElement>(null)
  // Focused, so that the user can type the code right after "Enviar código".
  useEffect(() => field.current?.focus(), [])
  const enter = useMutation({
    mutationFn: (digits: string) => call(contract.enterCode, { body: { channel, code: digits } }),
    onSuccess: onEntered,
    onError: () => field.current?.select(),
  })
  const digits = form.values.code.replace(/\D/g, '')
  const isWhole = digits.length === codeDigits
  const address = channel === 'sms' ? readablePhone(pending.address) : pending.address
  return (
    <form
      method="post"
      aria-label={channel === 'sms' ? 'Código por SMS' : 'Código por correo'}
      className="flex flex-col gap-4 rounded-md bg-sunk p-4 sm:p-5"
      onSubmit={form.submit(() => (isWhole ? enter.mutateAsync(digits) : undefined))}
    >
      <p>
        Enviamos un código a <strong className="break-words">{address}</strong>. Vence en diez minutos.
      </p>
      <Field
        label="Código de seis dígitos"
        required
        error={enter.error?.message ?? resend.error}
        hint={channel === 'email' ? 'Si no lo ves, revisa tu correo no deseado.' : undefined}
      >
        {(control) => (
          <CodeDigits
            {...control}
            ref={field}
            name={`${channel}-code`}
            className="max-w-56 text-2xl"
            {...form.text('code')}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-start gap-3">
        <Button
          type="submit"
          busy={enter.isPending}
          blocked={isWhole ? undefined : 'Escribe los seis dígitos.'}
        >
          Confirmar
        </Button>
        <Button tone="quiet" onClick={onOther}>
          {pending.isChange ? 'Cancelar' : 'Más tarde'}
        </Button>
      </div>
      <Resend seconds={resendInSeconds} busy={resend.busy} onResend={resend.go} />
      {outbox ? (
        <p className="text-sm text-muted">
          <OutboxLink address={outbox} />
        </p>
      ) : null}
    </form>
  )
}
