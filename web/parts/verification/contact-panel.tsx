import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/verification/verification.ts'
import type { Channel, Verification } from '#contract/verification/verification.ts'
import { ApiError, call } from '#web/api.ts'
import { noPhone, sentPhone } from '#web/parts/account/phone.ts'
import { PhoneField } from '#web/parts/account/phone-field.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { readablePhone } from '#web/parts/verification/address.ts'
import { CodeForm } from '#web/parts/verification/code-form.tsx'
import { useTake } from '#web/parts/verification/use-verification.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { type FormState, useForm } from '#web/ui/form/use-form.ts'
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

const empty = { email: '', phone: noPhone }

/** A contact: whether it is confirmed, the pending code, and its change. Refused input stays. */
export const ContactPanel = ({
  channel,
  now,
  isNext,
  why,
}: {
  channel: Channel
  now: Verification['email']
  /** Its purpose on this screen, instead of the usual text. */
  why?: string
  /** The next step: its button is the primary one. */
  isNext: boolean
}) => {
  const { title, text, confirmed } = words[channel]
  const take = useTake()
  const [isChanging, setChanging] = useState(false)
  // A code that the user dismissed; a newer one is shown again.
  const [hiddenCode, setHiddenCode] = useState('')
  const form = useForm({ initial: empty, draft: `contact-${channel}` })
  const { send, error, dialog } = useSendCode(channel, async (fresh) => {
    form.forget()
    setChanging(false)
    await take(fresh)
  })
  const { pending } = now
  const isEntering = pending !== null && pending.expiresAt !== hiddenCode && !isChanging
  const address = now.address === null ? null : channel === 'sms' ? readablePhone(now.address) : now.address
  const cancelChange = () => {
    setChanging(false)
    send.reset()
  }
  return (
    <Panel
      title={title}
      text={why ?? text}
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
            toast(confirmed, `Tu nivel es ${fresh.level}.`, 'good')
            form.accept()
            send.reset()
            await take(fresh)
          }}
          onOther={() => {
            setHiddenCode(pending.expiresAt)
            send.reset()
          }}
        />
      ) : isChanging || address === null ? (
        <AddressForm
          channel={channel}
          now={now}
          address={address}
          form={form}
          error={error}
          isSending={send.isPending}
          isBeside={why !== undefined && !isNext}
          onSend={(address) => send.mutateAsync(address)}
          onCancel={cancelChange}
        />
      ) : (
        <ContactActions
          channel={channel}
          now={now}
          isNext={isNext}
          error={error}
          isSending={send.isPending}
          onCode={() => {
            setHiddenCode('')
            // A dismissed code is still valid: shown again instead of sent again.
            if (pending === null || pending.isChange) send.mutate(undefined)
          }}
          onChange={() => {
            setChanging(true)
            send.reset()
          }}
        />
      )}
      {dialog}
    </Panel>
  )
}

/** The request that sends a code, with a proof of identity where the server requires it. */
const useSendCode = (channel: Channel, onSent: (fresh: Verification) => Promise<void>) => {
  const proof = useProof()
  const send = useMutation({
    mutationFn: (address: string | undefined) =>
      proof.run(() => call(contract.sendCode, { body: { channel, ...(address ? { address } : {}) } })),
    onSuccess: async (fresh) => {
      await onSent(fresh)
    },
  })
  const error = send.error && !(send.error instanceof NotProven) ? refusalText(send.error) : undefined
  return { send, error, dialog: proof.dialog }
}

type Contact = {
  channel: Channel
  now: Verification['email']
  error: string | undefined
  isSending: boolean
}

const AddressForm = ({
  channel,
  now,
  error,
  isSending,
  address,
  form,
  isBeside,
  onSend,
  onCancel,
}: Contact & {
  /** Another button of the screen is the primary one. */
  isBeside: boolean
  /** Null: there is none yet. */
  address: string | null
  form: FormState<typeof empty>
  onSend: (address: string) => Promise<unknown>
  onCancel: () => void
}) => (
  <Form
    aria-label={address === null ? 'Agregar teléfono' : words[channel].change}
    className="flex flex-col gap-4"
    onSubmit={form.submit(({ email, phone }) => {
      const typed = channel === 'sms' ? sentPhone(phone) : email.trim()
      return typed === '' ? undefined : onSend(typed)
    })}
  >
    {channel === 'sms' ? (
      <PhoneField
        label={address === null ? 'Teléfono' : 'Teléfono nuevo'}
        required
        error={error}
        {...form.pick('phone')}
      />
    ) : (
      <Field
        label="Correo nuevo"
        required
        error={error}
        hint="Le enviamos un código. Hasta que lo escribas, tu correo sigue siendo el de ahora."
      >
        {(control) => (
          <Input {...control} name="new-email" type="email" autoComplete="email" {...form.text('email')} />
        )}
      </Field>
    )}
    {now.confirmed ? (
      <p className="text-sm text-muted">
        Al cambiarlo avisamos al anterior, y si tienes la verificación biométrica habrá que repetirla.
      </p>
    ) : null}
    <div className="flex flex-wrap gap-3">
      <Button
        type="submit"
        tone={isBeside ? 'secondary' : 'primary'}
        busy={isSending}
        blocked={now.available ? undefined : words[channel].away}
      >
        Enviar código
      </Button>
      {address === null ? null : (
        <Button tone="quiet" onClick={onCancel}>
          Cancelar
        </Button>
      )}
    </div>
  </Form>
)

/** Confirm or change a shown address. */
const ContactActions = ({
  channel,
  now,
  error,
  isSending,
  isNext,
  onCode,
  onChange,
}: Contact & { isNext: boolean; onCode: () => void; onChange: () => void }) => {
  const { pending } = now
  return (
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
            busy={isSending}
            blocked={now.available ? undefined : words[channel].away}
            onClick={onCode}
          >
            {pending !== null && !pending.isChange ? 'Escribir el código' : 'Enviar código'}
          </Button>
        )}
        <Button tone={now.confirmed ? 'secondary' : 'quiet'} onClick={onChange}>
          {words[channel].change}
        </Button>
      </div>
    </div>
  )
}

/** The server's message, with the time to wait if given. */
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
