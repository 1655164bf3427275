import * as invitation from '#contract/team/invitation.ts'
import type { InhouseInvitation } from '#contract/team/invitation.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { HandHeart, Hourglass, UserX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type * as contract from '#contract/team/team.ts'
import { call, reading } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { sessionQuery } from '#web/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toastError } from '#web/ui/toast.ts'

const ConfirmEmail = lazy(async () => ({
  default: (await import('#web/parts/team/confirm-email.tsx')).ConfirmEmail,
}))

const DeclineInvitation = lazy(() => import('#web/parts/team/decline-invitation.tsx'))

const ConfirmPhone = lazy(async () => ({
  default: (await import('#web/parts/team/confirm-phone.tsx')).ConfirmPhone,
}))

export type Offer = NonNullable<InhouseInvitation['offer']>

export const InhouseAnswer = ({
  one,
  offer,
  token,
  onJoined,
}: {
  one: InhouseInvitation
  offer: Offer
  token: string
  onJoined: (membership: contract.Membership) => void
}) => {
  const queryClient = useQueryClient()
  const [declining, setDeclining] = useState(false)
  const again = () =>
    queryClient.invalidateQueries({ queryKey: reading(invitation.inhouse, { params: { token } }).queryKey })
  const joining = useMutation({
    mutationFn: () => call(invitation.acceptInhouse, { params: { token }, body: { version: offer.version } }),
    onSuccess: async (membership) => {
      onJoined(membership)
      // A visitor who used a link may have become a professional.
      await queryClient.invalidateQueries(sessionQuery)
    },
    onError: (problem) => {
      toastError('No se pudo', problem.message)
      void again()
    },
  })
  const redirect = paths.inhouse(token).params.token
  const back = `/inhouse/${redirect}`
  return (
    <Card className="flex flex-col gap-4">
      {offer.account === 'none' ? (
        <SignIn offer={offer} one={one} back={back} />
      ) : offer.account === 'other' ? (
        <OtherAccount offer={offer} one={one} />
      ) : offer.account === 'unconfirmed' ? (
        <ConfirmContact one={one} offer={offer} again={again} />
      ) : (
        <>
          <h2 className="flex items-center gap-2 text-xl">
            <HandHeart aria-hidden className="size-6 text-agave" />
            ¿Te unes?
          </h2>
          <p>Al unirte aceptas la renta, el turno y las reglas de arriba. Puedes salir con aviso.</p>
          <FormError of={joining.error} />
          <Button className="self-start" busy={joining.isPending} onClick={() => joining.mutate()}>
            Unirme al equipo
          </Button>
        </>
      )}
      <Button tone="quiet" className="self-start" onClick={() => setDeclining(true)}>
        No me interesa
      </Button>
      {declining ? (
        <Suspense fallback={<Opening />}>
          <DeclineInvitation
            token={token}
            version={offer.version}
            businessName={one.businessName}
            onClose={() => setDeclining(false)}
            onDone={again}
          />
        </Suspense>
      ) : null}
    </Card>
  )
}

const SignIn = ({ offer, one, back }: { offer: Offer; one: InhouseInvitation; back: string }) => (
  <>
    <h2 className="text-xl">¿Te unes?</h2>
    <p>
      La invitación es para <strong>{offer.addressHint}</strong>.{' '}
      {one.channel === 'sms'
        ? 'Entra a tu cuenta, confirmas ese teléfono y decides.'
        : 'Entra con ese correo y regresas aquí.'}
    </p>
    <div className="flex flex-wrap gap-3">
      <Link {...paths.auth({ tab: 'register', redirect: back })} className={buttonClass()}>
        Crear cuenta y unirme
      </Link>
      <Link {...paths.auth({ tab: 'login', redirect: back })} className={buttonClass({ tone: 'secondary' })}>
        Ya tengo cuenta
      </Link>
    </div>
  </>
)

const OtherAccount = ({ offer, one }: { offer: Offer; one: InhouseInvitation }) => (
  <>
    <h2 className="flex items-center gap-2 text-xl">
      <UserX aria-hidden className="size-6 text-chile" />
      Esta invitación es para otra cuenta
    </h2>
    <p>
      Es para <strong>{offer.addressHint}</strong>.{' '}
      {one.channel === 'sms'
        ? 'Tu cuenta tiene otro teléfono confirmado: entra con la cuenta de ese número, o cámbialo en Configuración.'
        : 'Sal y entra con ese correo.'}
    </p>
  </>
)

const ConfirmContact = ({
  one,
  offer,
  again,
}: {
  one: InhouseInvitation
  offer: Offer
  again: () => Promise<void>
}) => (
  <>
    <h2 className="text-xl">Confirma que este {one.channel === 'sms' ? 'teléfono' : 'correo'} es tuyo</h2>
    <Suspense fallback={<Skeleton className="h-28" />}>
      {one.channel === 'sms' ? (
        <ConfirmPhone hint={offer.addressHint} onConfirmed={() => void again()} />
      ) : (
        <ConfirmEmail onConfirmed={() => void again()} />
      )}
    </Suspense>
  </>
)

export const ExpiredInvitation = ({ one, token }: { one: InhouseInvitation; token: string }) => {
  const sending = useMutation({
    mutationFn: () => call(invitation.askInhouseAgain, { params: { token } }),
    onError: (problem) => toastError('No se pudo', problem.message),
  })
  const way = one.channel === 'sms' ? 'mensaje de texto' : 'correo'
  return (
    <EmptyState
      heading="h1"
      icon={<Hourglass />}
      title="Esta invitación venció"
      text={
        sending.isSuccess
          ? `Listo: le avisamos a ${one.hostFirstName}. Te llegará otro enlace por ${way}.`
          : `${one.businessName} te invitó hace más de siete días. Pide una nueva invitación y te llega por ${way}.`
      }
      action={
        sending.isSuccess ? undefined : (
          <Button busy={sending.isPending} onClick={() => sending.mutate()}>
            Pedir una nueva invitación
          </Button>
        )
      }
    />
  )
}
