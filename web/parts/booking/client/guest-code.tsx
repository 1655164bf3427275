import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as guest from '#contract/booking/client/guest.ts'
import { call, keyOf } from '#web/api.ts'
import { Resend } from '#web/parts/verification/resend.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeDigits, OutboxLink } from '#web/parts/verification/code-digits.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** The telephone or the mailbox that they gave, and the code that went there. */
export default function GuestCode() {
  const code = useGuestCode()
  const { data: search } = code.asking
  return (
    <Card className="max-w-xl self-start">
      <form
        method="post"
        className="flex flex-col gap-5"
        onSubmit={code.form.submit(() =>
          search === undefined ? code.asking.mutateAsync() : code.entering.mutateAsync(),
        )}
      >
        <p className="text-muted">
          ¿Reservaste sin abrir una cuenta? Escribe el celular o el correo que diste y te enviamos un código
          para ver, cambiar o cancelar tus citas.
        </p>
        <Field label="Celular o correo" error={code.asking.error?.message} required>
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
                code.asking.reset()
                code.entering.reset()
              }}
            />
          )}
        </Field>
        {search === undefined ? (
          <Button
            type="submit"
            className="self-start"
            busy={code.asking.isPending}
            blocked={code.form.values.address.trim() === '' ? 'Escribe tu celular o tu correo.' : undefined}
          >
            Enviarme un código
          </Button>
        ) : (
          <>
            <Field
              label="Código de seis dígitos"
              error={code.entering.error?.message}
              hint="Si alguien reservó con ese celular o correo, ya va en camino. Vence en diez minutos."
              required
            >
              {(control) => <CodeDigits {...control} name="code" {...code.form.text('code')} />}
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
            <Resend
              key={code.round}
              seconds={search.resendInSeconds}
              busy={code.asking.isPending}
              onResend={() => code.asking.mutate()}
            />
            {search.outbox === null ? null : (
              <p className="text-sm text-muted">
                <OutboxLink address={search.outbox} />
              </p>
            )}
          </>
        )}
      </form>
    </Card>
  )
}

/** The address, the code that was sent to it, and both requests. */
const useGuestCode = () => {
  const queryClient = useQueryClient()
  const again = () => queryClient.invalidateQueries({ queryKey: keyOf(guest.guestBookings) })
  const form = useForm({ initial: { address: '', code: '' } })
  const [round, setRound] = useState(0)
  const asking = useMutation({
    mutationFn: () => call(guest.sendGuestCode, { body: { address: form.values.address } }),
    onSuccess: () => {
      setRound(round + 1)
      form.put({ code: '' })
    },
  })
  const entering = useMutation({
    mutationFn: () => call(guest.enterGuestCode, { body: form.values }),
    onSuccess: again,
  })
  return { form, asking, entering, round }
}
