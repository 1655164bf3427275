import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as guest from '#contract/booking/client/guest.ts'
import { call, keyOf } from '#web/api.ts'
import { Resend } from '#web/parts/verification/resend.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeDigits, OutboxLink } from '#web/parts/verification/code-digits.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'

/** The telephone or the mailbox that they gave, and the code that went there. */
export default function GuestCode() {
  const queryClient = useQueryClient()
  const again = () => queryClient.invalidateQueries({ queryKey: keyOf(guest.guestBookings) })
  const [address, setAddress] = useState('')
  const [code, setCode] = useState('')
  const [round, setRound] = useState(0)
  const asking = useMutation({
    mutationFn: () => call(guest.sendGuestCode, { body: { address } }),
    onSuccess: () => {
      setRound(round + 1)
      setCode('')
    },
  })
  const entering = useMutation({
    mutationFn: () => call(guest.enterGuestCode, { body: { address, code } }),
    onSuccess: again,
  })
  const { data: asked } = asking
  return (
    <Card className="max-w-xl self-start">
      <form
        method="post"
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (asked === undefined) asking.mutate()
          else entering.mutate()
        }}
      >
        <p className="text-muted">
          ¿Reservaste sin abrir una cuenta? Escribe el celular o el correo que diste y te enviamos un código
          para ver, cambiar o cancelar tus citas.
        </p>
        <Field label="Celular o correo" error={asking.error?.message} required>
          {(control) => (
            <Input
              {...control}
              name="address"
              autoComplete="tel"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={200}
              value={address}
              onChange={(event) => {
                setAddress(event.target.value)
                asking.reset()
                entering.reset()
              }}
            />
          )}
        </Field>
        {asked === undefined ? (
          <Button
            type="submit"
            className="self-start"
            busy={asking.isPending}
            blocked={address.trim() === '' ? 'Escribe tu celular o tu correo.' : undefined}
          >
            Enviarme un código
          </Button>
        ) : (
          <>
            <Field
              label="Código de seis dígitos"
              error={entering.error?.message}
              hint="Si alguien reservó con ese celular o correo, ya va en camino. Vence en diez minutos."
              required
            >
              {(control) => (
                <CodeDigits
                  {...control}
                  name="code"
                  value={code}
                  onChange={(event) => setCode(event.target.value)}
                />
              )}
            </Field>
            <Button
              type="submit"
              className="self-start"
              busy={entering.isPending}
              blocked={code.replace(/\D/g, '').length === 6 ? undefined : 'Escribe los seis dígitos.'}
            >
              Ver mis reservas
            </Button>
            <Resend
              key={round}
              seconds={asked.resendInSeconds}
              busy={asking.isPending}
              onResend={() => asking.mutate()}
            />
            {asked.outbox === null ? null : (
              <p className="text-sm text-muted">
                <OutboxLink address={asked.outbox} />
              </p>
            )}
          </>
        )}
      </form>
    </Card>
  )
}
