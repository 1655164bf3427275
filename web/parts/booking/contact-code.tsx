import { useMutation } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import * as booking from '#contract/booking.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/states.tsx'

const entry = () => import('#web/parts/booking/contact-code-entry.tsx')
const ContactCodeEntry = lazy(entry)

export type Known = Reply<typeof booking.enterContactCode>['known']

/**
 * A visitor's e-mail on its way to being confirmed: `ask` sends a code there, the code's field stands below the e-mail's,
 * and once it is entered the e-mail is theirs for this booking. `isConfirmed` is of this very address.
 */
export const useContactCode = (holdId: string) => {
  const [confirmed, setConfirmed] = useState('')
  const [asked, setAsked] = useState({ email: '', round: 0 })
  const ask = useMutation({
    mutationFn: (email: string) => call(booking.sendContactCode, { params: { id: holdId }, body: { email } }),
    onSuccess: (answer, email) => {
      if (answer.confirmed) setConfirmed(email)
      else setAsked(({ round }) => ({ email, round: round + 1 }))
    },
  })
  return {
    ask,
    asked,
    isConfirmed: (email: string) => email !== '' && email.trim().toLowerCase() === confirmed.toLowerCase(),
    confirm: setConfirmed,
    /** The server does not believe it any more: ask again. */
    forget: () => {
      setConfirmed('')
      setAsked({ email: '', round: 0 })
    },
  }
}

/** Below the e-mail: how to confirm it, the code, and that it is done. */
export const ContactCode = ({
  holdId,
  email,
  isEmail,
  code,
  onKnown,
}: {
  holdId: string
  email: string
  /** Whether it looks like one, so that a code may be asked for. */
  isEmail: boolean
  code: ReturnType<typeof useContactCode>
  /** What this person gave last time; null when it is their first. */
  onKnown: (known: Known) => void
}) => {
  const { ask, asked } = code
  // Where the code is typed comes while the rest of the form is, long before the letter.
  useEffect(() => {
    if (isEmail) entry().catch(() => undefined)
  }, [isEmail])
  if (code.isConfirmed(email))
    return (
      <p role="status" className="flex items-center gap-2 font-medium text-agave">
        <MailCheck aria-hidden className="size-5 shrink-0" />
        Correo confirmado
      </p>
    )
  const isEntering = asked.email !== '' && asked.email === email
  return (
    <div className="flex flex-col gap-3">
      {isEntering ? (
        <Suspense fallback={<Skeleton className="h-56 rounded-md" />}>
          <ContactCodeEntry key={asked.round} holdId={holdId} email={email} code={code} onKnown={onKnown} />
        </Suspense>
      ) : (
        <Button
          tone="secondary"
          size="small"
          className="self-start"
          busy={ask.isPending}
          disabled={!isEmail}
          onClick={() => ask.mutate(email)}
        >
          Enviar código
        </Button>
      )}
      {ask.error ? (
        <p role="alert" className="text-sm font-medium text-chile">
          {ask.error.message}
        </p>
      ) : null}
    </div>
  )
}
