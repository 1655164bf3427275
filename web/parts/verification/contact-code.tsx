import { lazy, Suspense, useEffect } from 'react'
import { ApiError } from '#web/api.ts'
import type { ContactCodeUse, Known } from '#web/parts/booking/payment/use-contact-code.ts'
import { Button } from '#web/ui/button.tsx'

const entry = () => import('#web/parts/verification/contact-code-entry.tsx')
const EnterContactCode = lazy(async () => ({ default: (await entry()).EnterContactCode }))
const ContactConfirmed = lazy(async () => ({ default: (await entry()).ContactConfirmed }))

type Confirming = {
  /** A telephone or an email. */
  address: string
  /** Whether it looks valid, so that a code may be requested. */
  isComplete: boolean
  isByEmail: boolean
  code: ContactCodeUse
  /** The data from the client's last booking; null if this is the first. */
  onKnown: (known: Known) => void
  /** Called if this installation sends no text messages. */
  onNoTexts?: () => void
}

/** The delay after the last digit, so that a correction sends no second message. */
const settledMs = 500

/**
 * Shown below the address. A telephone's code is sent automatically once the number is complete; an email has no known end, so it needs a
 * button, which stays the same element and keeps its focus.
 */
export const ContactCode = ({ address, isComplete, isByEmail, code, onKnown, onNoTexts }: Confirming) => {
  const { ask, requested: search } = code
  useEffect(() => {
    if (isComplete) void entry()
  }, [isComplete])
  const isConfirmed = isComplete && code.isConfirmed(address)
  const sends = !isByEmail && isComplete && !isConfirmed && search.address !== address
  const { mutate } = ask
  useEffect(() => {
    if (!sends) return
    const soon = setTimeout(() => mutate(address), settledMs)
    return () => clearTimeout(soon)
  }, [sends, address, mutate])
  const hasNoTexts = ask.error instanceof ApiError && ask.error.code === 'sms_unavailable'
  useEffect(() => {
    if (hasNoTexts) onNoTexts?.()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- whom it is said to is the same
  }, [hasNoTexts])
  const isEntering = isComplete && search.address !== '' && search.address === address
  return (
    <div className="flex flex-col gap-3 empty:hidden">
      {isConfirmed ? (
        <Suspense>
          <ContactConfirmed isByEmail={isByEmail} />
        </Suspense>
      ) : isEntering ? (
        <Suspense>
          <EnterContactCode key={search.round} address={address} code={code} onKnown={onKnown} />
        </Suspense>
      ) : isByEmail || (ask.isError && isComplete) ? (
        <Button
          tone="secondary"
          size="small"
          className="self-start"
          busy={ask.isPending}
          blocked={isComplete ? undefined : 'Escribe primero tu correo.'}
          onClick={() => ask.mutate(address)}
        >
          Enviar código
        </Button>
      ) : null}
      {ask.error && isComplete ? (
        <p role="alert" className="text-sm font-medium text-chile">
          {ask.error.message}
        </p>
      ) : null}
    </div>
  )
}
