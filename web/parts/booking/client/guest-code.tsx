import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import * as guest from '#contract/booking/client/guest.ts'
import { call, keyOf } from '#web/api.ts'
import { isWholePhone } from '#web/parts/booking/payment/checkout-form.ts'
import { BySms } from '#web/parts/verification/by-sms.tsx'
import { Resend } from '#web/parts/verification/resend.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeDigits, OutboxLink } from '#web/parts/verification/code-digits.tsx'
import { useTextedCode } from '#web/parts/verification/texted-code.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** The phone number or email that the visitor gave, and the code sent to it. */
export default function GuestCode() {
  const code = useGuestCode()
  const sent = code.texting.data ?? code.sending.data
  return (
    <Card className="max-w-form self-start">
      <form
        method="post"
        className="flex flex-col gap-5"
        onSubmit={code.form.submit(() =>
          sent === undefined
            ? code.sending.mutateAsync(code.form.values.address)
            : code.enter(code.form.values.code),
        )}
      >
        <p className="text-muted">
          ¿Reservaste sin abrir una cuenta? Escribe el celular o el correo que diste y te enviamos un código
          para ver, cambiar o cancelar tus citas.
        </p>
        <Field label="Celular o correo" error={code.sending.error?.message} required>
          {(control) => (
            <Input
              {...control}
              name="address"
              autoComplete="tel"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              value={code.form.values.address}
              onChange={(event) => {
                code.form.put({ address: event.target.value })
                code.sending.reset()
                code.texting.reset()
                code.entering.reset()
              }}
            />
          )}
        </Field>
        {sent === undefined ? (
          <Button
            type="submit"
            className="self-start"
            busy={code.sending.isPending}
            blocked={code.form.values.address.trim() === '' ? 'Escribe tu celular o tu correo.' : undefined}
          >
            Enviarme un código
          </Button>
        ) : (
          <>
            <Field
              label="Código de seis dígitos"
              error={code.entering.error?.message}
              hint={`Si alguien reservó con ese celular o correo, ya va en camino${sent.sentBy === 'whatsapp' ? ' por WhatsApp' : ''}. Vence en diez minutos.`}
              required
            >
              {(control) => <Digits control={control} code={code} />}
            </Field>
            <Button
              type="submit"
              className="self-start"
              busy={code.entering.isPending}
              blocked={
                code.form.values.code.replace(/\D/g, '').length === 6
                  ? undefined
                  : 'Escribe los seis dígitos.'
              }
            >
              Ver mis reservas
            </Button>
            {sent.sentBy === 'whatsapp' ? <BySms texting={code.texting} /> : null}
            <Resend
              key={code.round}
              seconds={sent.resendInSeconds}
              busy={code.sending.isPending}
              onResend={() => code.sending.mutate(code.form.values.address)}
            />
            {sent.outbox === null ? null : (
              <p className="text-sm text-muted">
                <OutboxLink address={sent.outbox} />
              </p>
            )}
          </>
        )}
      </form>
    </Card>
  )
}

/** Focused once the code is sent; the sixth digit submits it, typed, pasted or filled in by the browser. */
const Digits = ({ control, code }: { control: object; code: ReturnType<typeof useGuestCode> }) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const take = (text: string) => {
    code.form.put({ code: text })
    if (text.replace(/\D/g, '').length === 6) void code.enter(text)
  }
  useTextedCode(take)
  return (
    <CodeDigits
      {...control}
      ref={field}
      name="code"
      value={code.form.values.code}
      onChange={({ target }) => take(target.value)}
    />
  )
}

/** After the last digit, so that a correction sends no second message. */
const settledMs = 500

/** The address, the code that was sent to it, and both requests. */
const useGuestCode = () => {
  const queryClient = useQueryClient()
  const again = () => queryClient.invalidateQueries({ queryKey: keyOf(guest.guestBookings) })
  const form = useForm({ initial: { address: '', code: '' } })
  const [round, setRound] = useState(0)
  const sending = useMutation({
    mutationFn: (to: string) => call(guest.sendGuestCode, { body: { address: to } }),
    onSuccess: () => {
      setRound(round + 1)
      form.put({ code: '' })
    },
  })
  const texting = useMutation({
    mutationFn: () => call(guest.sendGuestCode, { body: { address: form.current().address, by: 'sms' } }),
  })
  const entering = useMutation({
    mutationFn: (code: string) =>
      call(guest.enterGuestCode, { body: { address: form.current().address, code } }),
    onSuccess: again,
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  // Typing, autofill and Enter may all fire before the next render: it is sent once.
  const isUnderWay = useRef(false)
  const enter = async (code: string) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    // Its error is shown at its field.
    await entering.mutateAsync(code).catch(() => undefined)
  }
  const { mutate, isIdle } = sending
  const { address } = form.values
  const sends = isIdle && isWholePhone(address)
  useEffect(() => {
    if (!sends) return
    const soon = setTimeout(() => mutate(address), settledMs)
    return () => clearTimeout(soon)
  }, [sends, address, mutate])
  return { form, sending, texting, entering, enter, round }
}
