import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/verification/verification.ts'
import type { Channel, Verification } from '#contract/verification/verification.ts'
import { ApiError, call } from '#web/api.ts'
import { PhoneField } from '#web/parts/account/phone-field.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { readablePhone } from '#web/parts/verification/address.ts'
import { CodeForm } from '#web/parts/verification/code-form.tsx'
import { useTake } from '#web/parts/verification/use-verification.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { toast } from '#web/ui/toast.ts'

const words = {
  sms: {
    title: 'Teléfono',
    text: 'Para avisarte a tiempo y para que nadie use tu nombre con otro número.',
    change: 'Cambiar teléfono',
    confirmed: 'Teléfono confirmado',
    away: 'Por ahora no podemos enviar SMS. Intenta más tarde.',
  },
  email: {
    title: 'Correo',
    text: 'Ahí llegan tus recibos, y con él entras a tu cuenta.',
    change: 'Cambiar correo',
    confirmed: 'Correo confirmado',
    away: 'Por ahora no podemos enviar correos. Intenta más tarde.',
  },
} as const

/** One address: whether it is confirmed, the code under way, and its change. What was typed stays when it is refused. */
export const ContactPanel = ({
  channel,
  now,
  isNext,
}: {
  channel: Channel
  now: Verification['email']
  /** The step to take now: of all buttons the loudest. */
  isNext: boolean
}) => {
  const said = words[channel]
  const take = useTake()
  const proof = useProof()
  const [isChanging, setChanging] = useState(false)
  // A code that the person put aside; a newer one shows itself again.
  const [aside, setAside] = useState('')
  const [typed, setTyped] = useState('')
  const send = useMutation({
    mutationFn: (address: string | undefined) =>
      proof.run(() => call(contract.sendCode, { body: { channel, ...(address ? { address } : {}) } })),
    onSuccess: async (fresh) => {
      forgetDraft(`contact-${channel}`)
      setChanging(false)
      await take(fresh)
    },
  })
  const error = send.error && !(send.error instanceof NotProven) ? refusalText(send.error) : undefined
  const { pending } = now
  const isEntering = pending !== null && pending.expiresAt !== aside && !isChanging
  const address = now.address === null ? null : channel === 'sms' ? readablePhone(now.address) : now.address
  const asksAddress = isChanging || address === null
  return (
    <Panel
      title={said.title}
      text={said.text}
      aside={
        <Badge tone={now.confirmed ? 'agave' : 'plain'}>
          {now.confirmed ? 'Confirmado' : 'Sin confirmar'}
        </Badge>
      }
    >
      {address !== null ? <p className="text-lg font-semibold break-words">{address}</p> : null}
      {isEntering ? (
        <CodeForm
          key={pending.expiresAt}
          channel={channel}
          pending={pending}
          resendInSeconds={now.resendInSeconds}
          outbox={now.outbox}
          resend={{
            busy: send.isPending,
            error,
            go: () => send.mutate(pending.isChange ? pending.address : undefined),
          }}
          onEntered={async (fresh) => {
            toast(said.confirmed, `Tu nivel es ${fresh.level}.`, 'good')
            setTyped('')
            send.reset()
            await take(fresh)
          }}
          onOther={() => {
            setAside(pending.expiresAt)
            send.reset()
          }}
        />
      ) : asksAddress ? (
        <Form
          draft={`contact-${channel}`}
          aria-label={address === null ? 'Agregar teléfono' : said.change}
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() !== '' && !send.isPending) send.mutate(typed.trim())
          }}
        >
          {channel === 'sms' ? (
            <PhoneField
              label={address === null ? 'Teléfono' : 'Teléfono nuevo'}
              required
              error={error}
              onChange={setTyped}
            />
          ) : (
            <Field
              label="Correo nuevo"
              required
              error={error}
              hint="Le enviamos un código. Hasta que lo escribas, tu correo sigue siendo el de ahora."
            >
              {(control) => (
                <Input
                  {...control}
                  name="new-email"
                  type="email"
                  autoComplete="email"
                  value={typed}
                  onChange={(event) => setTyped(event.target.value)}
                />
              )}
            </Field>
          )}
          {now.confirmed ? (
            <p className="text-sm text-muted">
              Al cambiarlo avisamos al anterior, y si tienes la verificación biométrica habrá que repetirla.
            </p>
          ) : null}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" busy={send.isPending} blocked={now.available ? undefined : said.away}>
              Enviar código
            </Button>
            {address === null ? null : (
              <Button
                tone="quiet"
                onClick={() => {
                  setChanging(false)
                  send.reset()
                }}
              >
                Cancelar
              </Button>
            )}
          </div>
        </Form>
      ) : (
        <div className="flex flex-col gap-3">
          {error ? (
            <p role="alert" className="text-sm font-medium text-chile">
              {error}
            </p>
          ) : null}
          <div className="flex flex-wrap gap-3">
            {now.confirmed ? null : (
              <Button
                tone={isNext ? 'primary' : 'secondary'}
                busy={send.isPending}
                blocked={now.available ? undefined : said.away}
                onClick={() => {
                  setAside('')
                  // One that was put aside is still good: shown again instead of sent again.
                  if (pending === null || pending.isChange) send.mutate(undefined)
                }}
              >
                {pending !== null && !pending.isChange ? 'Escribir el código' : 'Enviar código'}
              </Button>
            )}
            <Button
              tone={now.confirmed ? 'secondary' : 'quiet'}
              onClick={() => {
                setChanging(true)
                send.reset()
              }}
            >
              {said.change}
            </Button>
          </div>
        </div>
      )}
      {proof.dialog}
    </Panel>
  )
}

/** The server's sentence, and how long to wait where it says so. */
const refusalText = (problem: Error): string => {
  const details = problem instanceof ApiError ? problem.details : undefined
  const seconds =
    typeof details === 'object' && details !== null && 'retryAfterSeconds' in details
      ? Number(details.retryAfterSeconds)
      : 0
  if (seconds <= 0) return problem.message
  return seconds < 90
    ? `${problem.message} Faltan ${seconds} segundos.`
    : `${problem.message} Faltan ${Math.ceil(seconds / 60)} minutos.`
}
