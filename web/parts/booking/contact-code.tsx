import { useMutation } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import * as booking from '#contract/booking.ts'
import { call } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'

const ConfirmEmail = lazy(() => import('#web/parts/booking/contact-code-entry.tsx'))

export type Known = Reply<typeof booking.enterContactCode>['known']

/** Where a code is asked for and entered: a code costs a hold, or a gift that is about to be bought. */
export type ContactDoor = {
  send: (
    email: string,
  ) => Promise<Pick<Reply<typeof booking.sendContactCode>, 'confirmed' | 'resendInSeconds' | 'outbox'>>
  enter: (email: string, code: string) => Promise<Known>
}

export const doorOfHold = (id: string): ContactDoor => ({
  send: (email) => call(booking.sendContactCode, { params: { id }, body: { email } }),
  enter: async (email, code) =>
    (await call(booking.enterContactCode, { params: { id }, body: { email, code } })).known,
})

/**
 * A visitor's e-mail on its way to being confirmed: `ask` sends a code there, the code's field stands below the e-mail's,
 * and once it is entered the e-mail is theirs for this booking. `isConfirmed` is of this very address.
 */
export const useContactCode = (door: ContactDoor) => {
  const [confirmed, setConfirmed] = useState('')
  const [asked, setAsked] = useState({ email: '', round: 0 })
  const ask = useMutation({
    mutationFn: door.send,
    onSuccess: (answer, email) => {
      if (answer.confirmed) setConfirmed(email)
      else setAsked(({ round }) => ({ email, round: round + 1 }))
    },
  })
  return {
    ask,
    asked,
    enter: door.enter,
    isConfirmed: (email: string) => email !== '' && email.trim().toLowerCase() === confirmed.toLowerCase(),
    confirm: setConfirmed,
    /** The server does not believe it any more: ask again. */
    forget: () => {
      setConfirmed('')
      setAsked({ email: '', round: 0 })
    },
  }
}

/** Below the e-mail. How it is confirmed comes once there is an e-mail: while the rest is typed, long before the letter. */
export const ContactCode = ({
  isEmail,
  ...rest
}: ComponentProps<typeof ConfirmEmail> & {
  /** Whether it looks like one, so that a code may be asked for. */
  isEmail: boolean
}) =>
  isEmail ? (
    <Suspense fallback={<NoEmailYet />}>
      <ConfirmEmail {...rest} />
    </Suspense>
  ) : (
    <NoEmailYet />
  )

const NoEmailYet = () => (
  <Button tone="secondary" size="small" className="self-start" blocked="Escribe primero tu correo.">
    Enviar código
  </Button>
)
