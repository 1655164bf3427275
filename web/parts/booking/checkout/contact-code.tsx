import { lazy, Suspense, useEffect } from 'react'
import type { ContactCodeUse, Known } from '#web/parts/booking/checkout/use-contact-code.ts'
import { Button } from '#web/ui/button.tsx'

const entry = () => import('#web/parts/booking/checkout/contact-code-entry.tsx')
const EnterContactCode = lazy(async () => ({ default: (await entry()).EnterContactCode }))
const EmailConfirmed = lazy(async () => ({ default: (await entry()).EmailConfirmed }))

type Confirming = {
  email: string
  /** Whether it looks like one, so that a code may be requested. */
  isEmail: boolean
  code: ContactCodeUse
  /** What this person gave last time; null when it is their first. */
  onKnown: (known: Known) => void
}

/**
 * Below the e-mail. Where the code is entered comes once there is an e-mail: while the rest is typed, long before the email arrives. The
 * button is there from the beginning and stays the same one, so that keyboard focus stays on it.
 */
export const ContactCode = ({ email, isEmail, code, onKnown }: Confirming) => {
  const { ask, requested: search } = code
  useEffect(() => {
    if (isEmail) void entry()
  }, [isEmail])
  const isEntering = isEmail && search.email !== '' && search.email === email
  return (
    <div className="flex flex-col gap-3">
      {isEmail && code.isConfirmed(email) ? (
        <Suspense>
          <EmailConfirmed />
        </Suspense>
      ) : isEntering ? (
        <Suspense>
          <EnterContactCode key={search.round} email={email} code={code} onKnown={onKnown} />
        </Suspense>
      ) : (
        <Button
          tone="secondary"
          size="small"
          className="self-start"
          busy={ask.isPending}
          blocked={isEmail ? undefined : 'Escribe primero tu correo.'}
          onClick={() => ask.mutate(email)}
        >
          Enviar código
        </Button>
      )}
      {ask.error && isEmail ? (
        <p role="alert" className="text-sm font-medium text-chile">
          {ask.error.message}
        </p>
      ) : null}
    </div>
  )
}
