import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { Reply } from '#contract/platform/endpoint.ts'
import * as holds from '#contract/booking/hold.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'

const entry = () => import('#web/parts/booking/checkout/contact-code-entry.tsx')
const EnterContactCode = lazy(async () => ({ default: (await entry()).EnterContactCode }))
const EmailConfirmed = lazy(async () => ({ default: (await entry()).EmailConfirmed }))

export type Known = Reply<typeof holds.enterContactCode>['known']

/** Where a code is requested and entered: a code requires a hold, or a gift that is about to be bought. */
export type ContactDoor = {
  send: (
    email: string,
  ) => Promise<Pick<Reply<typeof holds.sendContactCode>, 'confirmed' | 'resendInSeconds' | 'outbox'>>
  enter: (email: string, code: string) => Promise<Known>
}

export const doorOfHold = (id: string): ContactDoor => ({
  send: (email) => call(holds.sendContactCode, { params: { id }, body: { email } }),
  enter: async (email, code) =>
    (await call(holds.enterContactCode, { params: { id }, body: { email, code } })).known,
})

/**
 * The confirmation of a visitor's e-mail: `ask` sends a code there, the code's field is below the e-mail's, and once it is entered the
 * e-mail is theirs for this booking. `isConfirmed` is of this very address.
 */
export const useContactCode = (door: ContactDoor) => {
  const [confirmed, setConfirmed] = useState('')
  const [search, setRequested] = useState({ email: '', round: 0 })
  const ask = useMutation({
    mutationFn: door.send,
    onSuccess: (answer, email) => {
      if (answer.confirmed) setConfirmed(email)
      else setRequested(({ round }) => ({ email, round: round + 1 }))
    },
  })
  return {
    ask,
    asked: search,
    enter: door.enter,
    isConfirmed: (email: string) => email !== '' && email.trim().toLowerCase() === confirmed.toLowerCase(),
    confirm: setConfirmed,
    /** The server does not believe it any more: ask again. */
    forget: () => {
      setConfirmed('')
      setRequested({ email: '', round: 0 })
    },
  }
}

export type ContactCodeUse = ReturnType<typeof useContactCode>

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
  const { ask, asked: search } = code
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
