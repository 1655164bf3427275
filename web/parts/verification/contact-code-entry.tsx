import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#web/api.ts'
import type { Known, useContactCode } from '#web/parts/booking/payment/use-contact-code.ts'
import { useTextedCode } from '#web/parts/verification/texted-code.ts'
import { BySms } from '#web/parts/verification/by-sms.tsx'
import { Resend } from '#web/parts/verification/resend.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeDigits, OutboxLink } from '#web/parts/verification/code-digits.tsx'
import { Field } from '#web/ui/form/field.tsx'

type Confirming = {
  address: string
  code: ReturnType<typeof useContactCode>
  /** The data from the client's last booking; null if this is the first. */
  onKnown: (known: Known) => void
}

/** The hint is beside the digits where there is room, so that the page below shifts less. */
const beside =
  'min-[22rem]:grid min-[22rem]:[&_label]:whitespace-nowrap min-[22rem]:grid-cols-[10.25rem_minmax(0,1fr)] min-[22rem]:gap-x-3 min-[22rem]:[&>p]:col-start-2 min-[22rem]:[&>p]:row-span-2 min-[22rem]:[&>p]:row-start-1 min-[22rem]:[&>p]:self-center'

export const ContactConfirmed = ({ isByEmail }: { isByEmail: boolean }) => (
  <p role="status" className="flex items-center gap-2 font-medium text-agave">
    <MailCheck aria-hidden className="size-5 shrink-0" />
    {isByEmail ? 'Correo confirmado' : 'Teléfono confirmado'}
  </p>
)

/** Inside the payment form, so not a form of its own: Enter in its field confirms the code and does not pay. */
export const EnterContactCode = ({
  address,
  code: { ask, confirm, send, enter: enterCode },
  onKnown,
}: Confirming) => {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const enter = useMutation({
    mutationFn: (digits: string) => enterCode(address, digits),
    onSuccess: (known) => {
      confirm(address)
      onKnown(known)
    },
    onError: () => field.current?.select(),
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  const texting = useMutation({ mutationFn: () => send(address, 'sms') })
  const sent = texting.data ?? ask.data
  // Typing, browser autofill and Enter may coincide before the next render: sent once.
  const isUnderWay = useRef(false)
  const digits = typed.replace(/\D/g, '')
  /** The sixth digit sends it, whether typed, pasted or autofilled. */
  const take = (text: string) => {
    const given = text.replace(/\D/g, '')
    if (given.length !== 6 || isUnderWay.current) return
    isUnderWay.current = true
    enter.mutate(given)
  }
  const submit = () => take(typed)
  // A wrong code is corrected by typing; a failed request needs another press.
  const mayRetry = enter.isError && !(enter.error instanceof ApiError && enter.error.code.startsWith('code_'))
  useTextedCode((digits) => {
    setTyped(digits)
    take(digits)
  })
  return (
    <div
      role="group"
      aria-label="Código de confirmación"
      className="flex flex-col gap-1 rounded-md border border-line bg-sunk p-3"
    >
      <Field
        label="Código de seis dígitos"
        className={beside}
        error={enter.error?.message}
        hint={
          enter.isError ? undefined : (
            <>
              Lo enviamos {sent?.sentBy === 'whatsapp' ? 'por WhatsApp ' : ''}a{' '}
              <strong className="break-words">{address}</strong>. Vence en diez minutos.
            </>
          )
        }
      >
        {(control) => (
          <CodeDigits
            {...control}
            name="contact-code"
            ref={field}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              take(target.value)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              submit()
            }}
          />
        )}
      </Field>
      <div className="-mx-2 flex flex-wrap items-start">
        {mayRetry ? (
          <Button
            size="small"
            busy={enter.isPending}
            blocked={digits.length === 6 ? undefined : 'Escribe los seis dígitos.'}
            onClick={submit}
          >
            Confirmar
          </Button>
        ) : null}
        {sent?.sentBy === 'whatsapp' ? <BySms texting={texting} className="px-2!" /> : null}
        <Resend
          className="px-2!"
          seconds={ask.data?.resendInSeconds ?? 0}
          busy={ask.isPending}
          onResend={() => ask.mutate(address)}
        />
      </div>
      <Sent problem={texting.error?.message} outbox={sent?.outbox} />
    </div>
  )
}

/** Why sending by the other channel failed, and the link to the message in development. */
const Sent = ({ problem, outbox }: { problem: string | undefined; outbox: string | null | undefined }) => (
  <>
    {problem === undefined ? null : (
      <p role="alert" className="text-sm font-medium text-chile">
        {problem}
      </p>
    )}
    {outbox ? (
      <p className="text-sm text-muted">
        <OutboxLink address={outbox} />
      </p>
    ) : null}
  </>
)
