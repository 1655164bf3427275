import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { FileText, HandHeart, Hourglass, KeyRound, UserX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { windowsText } from '#contract/hiring/terms-words.ts'
import { spaceTypes } from '#contract/professional/categories.ts'
import type * as contract from '#contract/team/team.ts'
import * as invitation from '#contract/team/invitation.ts'
import type * as rentTerms from '#contract/team/rent-terms.ts'
import { houseTermsText } from '#contract/team/rent-terms.ts'
import { memberRoles } from '#contract/team/member.ts'
import type { InhouseInvitation } from '#contract/team/invitation.ts'
import { call, reading } from '#web/api.ts'
import { SpacePhoto } from '#web/parts/cards/space-photo.tsx'
import { Wall } from '#web/parts/team/wall.tsx'
import { dayOf } from '#web/parts/time/wall-clock.ts'
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

/** Who has signed in since is told something else: it is always read anew. */
const readingOf = (token: string) => ({
  ...reading(invitation.inhouse, { params: { token } }),
  retry: false,
  refetchOnMount: 'always' as const,
})

export const Route = createFileRoute('/inhouse/$token')({
  loader: ({ context, params }) => context.queryClient.prefetchQuery(readingOf(params.token)),
  head: () => ({
    meta: [
      { title: 'Únete al equipo · Kalli' },
      { name: 'robots', content: 'noindex' },
      // The link is the key: no other site hears of it.
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: Inhouse,
})

function Inhouse() {
  const { token } = Route.useParams()
  const answer = useQuery(readingOf(token))
  const [joined, setJoined] = useState<contract.Membership>()
  return (
    <section className="page py-8">
      <div className="mx-auto flex max-w-3xl flex-col gap-6">
        {joined !== undefined ? (
          <Joined membership={joined} />
        ) : answer.isPending ? (
          <>
            <h1 className="text-3xl sm:text-4xl">Únete al equipo</h1>
            <Skeleton className="h-96 rounded-lg" />
          </>
        ) : answer.isError ? (
          <EmptyState
            heading="h1"
            icon={<KeyRound />}
            title="Únete al equipo"
            text="Este enlace no abre ninguna invitación. Ábrelo completo desde tu mensaje o pide uno nuevo a quien te invitó."
          />
        ) : (
          <Opened one={answer.data} token={token} onJoined={setJoined} />
        )}
      </div>
    </section>
  )
}

const Opened = ({
  one,
  token,
  onJoined,
}: {
  one: InhouseInvitation
  token: string
  onJoined: (membership: contract.Membership) => void
}) => {
  if (one.state === 'expired') return <Expired one={one} token={token} />
  if (one.offer === null)
    return (
      <EmptyState
        heading="h1"
        icon={<KeyRound />}
        title="Este enlace ya se usó"
        text={`La invitación de ${one.businessName} ya tiene respuesta. Si te uniste, tu lugar está en Equipo de casa.`}
        action={
          <Link {...paths.team({ as: 'member' })} className={buttonClass()}>
            Ver mi lugar
          </Link>
        }
      />
    )
  const { offer } = one
  const { space } = offer
  return (
    <>
      <header className="flex flex-col gap-2">
        <h1 className="text-3xl sm:text-4xl">Únete al equipo de {one.businessName}</h1>
        <p className="measure text-muted">
          {offer.name}, {one.hostFirstName} te invita como {memberRoles[offer.role].toLowerCase()}. Tienes
          hasta el {dayOf(offer.expiresAt, space.zone)}.
        </p>
      </header>
      {offer.message === '' ? null : (
        <blockquote className="border-l-4 border-barro/40 px-4 py-1">{offer.message}</blockquote>
      )}
      <Card className="flex flex-col gap-5">
        <div className="flex gap-4">
          <SpacePhoto src={space.photos[0]} alt="" className="size-24 shrink-0 rounded-md sm:size-32" />
          <div className="flex min-w-0 flex-col gap-1">
            <h2 className="text-xl">{space.name}</h2>
            <p className="text-muted">
              {spaceTypes[space.spaceType]} · {space.neighbourhood ?? space.city}
            </p>
            <Link
              {...paths.space(space.id)}
              className="inline-flex min-h-11 items-center self-start underline underline-offset-3"
            >
              Ver el espacio
            </Link>
          </div>
        </div>
        {space.photos.length < 2 ? null : (
          <ul aria-label={`Fotos de ${space.name}`} className="grid grid-cols-3 gap-2 sm:grid-cols-4">
            {space.photos.slice(1, 5).map((photo, place) => (
              <li key={photo} className={place === 3 ? 'max-sm:hidden' : undefined}>
                <SpacePhoto
                  src={photo}
                  alt={`${space.name}: detalle ${place + 1}`}
                  className="aspect-3/2 w-full rounded-md"
                />
              </li>
            ))}
          </ul>
        )}
        <dl className="divide-y divide-line rounded-md border border-line">
          <Fact label="Tu lugar">{offer.unitName ?? 'La unidad que esté libre'}</Fact>
          <Fact label="Tu turno">{windowsText(offer.shift)}</Fact>
          <Fact label="Renta">{houseTermsText(offer.terms)}</Fact>
          <Fact label="Cómo se cobra">{chargeText(offer.terms)}</Fact>
          <Fact label="Para salir">{`Aviso de ${offer.noticeDays} días, de cualquiera de los dos lados`}</Fact>
          {space.requiredDocuments.length === 0 ? null : (
            <Fact label="Documentos">{space.requiredDocuments.join(', ')}</Fact>
          )}
        </dl>
        <a
          href={`/api/inhouse/${encodeURIComponent(token)}/document`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ tone: 'secondary', size: 'small' }, 'self-start')}
        >
          <FileText aria-hidden className="size-5" />
          Leer el acuerdo en PDF
        </a>
      </Card>
      <Card className="flex flex-col gap-4">
        <h2 className="text-xl">Quién ve qué</h2>
        <Wall business={one.businessName} clientContact={offer.clientContact} granted={offer.permissions} />
      </Card>
      {space.rules.length === 0 && space.rulesText === '' ? null : (
        <Card className="flex flex-col gap-3">
          <h2 className="text-xl">Reglas de la casa</h2>
          <ul className="flex list-disc flex-col gap-1 pl-6">
            {space.rules.map(({ label, answer }) => (
              <li key={label}>
                {label}: {answer.toLowerCase()}
              </li>
            ))}
          </ul>
          {space.rulesText === '' ? null : <p className="whitespace-pre-line">{space.rulesText}</p>}
        </Card>
      )}
      <Answer one={one} offer={offer} token={token} onJoined={onJoined} />
    </>
  )
}

const chargeText = ({ fixed, perUse }: rentTerms.HouseTerms): string =>
  [
    fixed === null
      ? ''
      : 'La renta fija la cobra la casa en una corrida, con recibo: a la tarjeta que guardes, o de lo que ganas después.',
    perUse === null ? '' : 'La otra parte sale sola de cada cita.',
    fixed === null && perUse === null ? 'No pagas nada por usar tu lugar.' : '',
  ]
    .filter((part) => part !== '')
    .join(' ')

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div className="grid gap-x-4 gap-y-0.5 px-4 py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
    <dt className="text-sm text-muted">{label}</dt>
    <dd>{children}</dd>
  </div>
)

type Offer = NonNullable<InhouseInvitation['offer']>

const Answer = ({
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
  const again = () => queryClient.invalidateQueries({ queryKey: readingOf(token).queryKey })
  const joining = useMutation({
    mutationFn: () => call(invitation.acceptInhouse, { params: { token }, body: { version: offer.version } }),
    onSuccess: async (membership) => {
      onJoined(membership)
      // Whoever came by a link may be a professional from now on.
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
            <Link
              {...paths.auth({ tab: 'login', redirect: back })}
              className={buttonClass({ tone: 'secondary' })}
            >
              Ya tengo cuenta
            </Link>
          </div>
        </>
      ) : offer.account === 'other' ? (
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
      ) : offer.account === 'unconfirmed' ? (
        <>
          <h2 className="text-xl">
            Confirma que este {one.channel === 'sms' ? 'teléfono' : 'correo'} es tuyo
          </h2>
          <Suspense fallback={<Skeleton className="h-28" />}>
            {one.channel === 'sms' ? (
              <ConfirmPhone hint={offer.addressHint} onConfirmed={() => void again()} />
            ) : (
              <ConfirmEmail onConfirmed={() => void again()} />
            )}
          </Suspense>
        </>
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

const Expired = ({ one, token }: { one: InhouseInvitation; token: string }) => {
  const asking = useMutation({
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
        asking.isSuccess
          ? `Listo: le avisamos a ${one.hostFirstName}. Te llegará otro enlace por ${way}.`
          : `${one.businessName} te invitó hace más de siete días. Pide una nueva invitación y te llega por ${way}.`
      }
      action={
        asking.isSuccess ? undefined : (
          <Button busy={asking.isPending} onClick={() => asking.mutate()}>
            Pedir una nueva invitación
          </Button>
        )
      }
    />
  )
}

const Joined = ({ membership: { space, status, missingDocuments } }: { membership: contract.Membership }) => (
  <EmptyState
    heading="h1"
    icon={<HandHeart />}
    title={`Ya eres parte de ${space.businessName}`}
    text={
      status === 'pending_details'
        ? `Solo faltan documentos: ${missingDocuments.length === 1 ? 'uno' : missingDocuments.length}. En cuanto estén vigentes, tus clientes pueden reservar ahí.`
        : `Tu lugar en ${space.name} está listo.`
    }
    action={
      <>
        {status === 'pending_details' ? (
          <Link {...paths.spaceApplications({ tab: 'documents' })} className={buttonClass()}>
            Subir documentos
          </Link>
        ) : null}
        <Link
          {...paths.team({ as: 'member' })}
          className={buttonClass({ tone: status === 'pending_details' ? 'secondary' : 'primary' })}
        >
          Ver mi lugar
        </Link>
      </>
    }
  />
)
