import type * as rentTerms from '#contract/team/rent-terms.ts'
import * as invitation from '#contract/team/invitation.ts'
import type { InhouseInvitation } from '#contract/team/invitation.ts'
import { memberRoles } from '#contract/team/member.ts'
import { businessTermsText } from '#contract/team/rent-terms.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { FileText, HandHeart, KeyRound } from 'lucide-react'
import { useState } from 'react'
import { windowsText } from '#contract/hiring/terms-words.ts'
import { spaceTypes } from '#contract/professional/categories.ts'
import type * as contract from '#contract/team/team.ts'
import { reading } from '#web/api.ts'
import { SpacePhoto } from '#web/parts/cards/space-photo.tsx'
import { Wall } from '#web/parts/team/wall.tsx'
import { dayOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'
import { type Offer, ExpiredInvitation, InhouseAnswer } from '#web/parts/team/inhouse-answer.tsx'

/** Always reloaded: a visitor who has signed in since sees something else. */
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
      // The link is the key: it is sent to no other site.
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
      <div className="mx-auto flex max-w-reading flex-col gap-6">
        {joined !== undefined ? (
          <Joined membership={joined} />
        ) : answer.isPending ? (
          <>
            <h1 className="text-3xl sm:text-4xl">Únete al equipo</h1>
            <Skeleton className="h-96 rounded-lg" />
          </>
        ) : answer.isLoadingError ? (
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
  if (one.state === 'expired') return <ExpiredInvitation one={one} token={token} />
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
      <OfferTerms space={space} offer={offer} token={token} />
      <Card className="flex flex-col gap-4">
        <h2 className="text-xl">Quién ve qué</h2>
        <Wall business={one.businessName} clientContact={offer.clientContact} granted={offer.permissions} />
      </Card>
      <SpaceRules space={space} />
      <InhouseAnswer one={one} offer={offer} token={token} onJoined={onJoined} />
    </>
  )
}

const OfferTerms = ({ space, offer, token }: { space: Offer['space']; offer: Offer; token: string }) => (
  <Card className="flex flex-col gap-5">
    <SpaceHead space={space} />
    <dl className="divide-y divide-line rounded-md border border-line">
      <Fact label="Tu lugar">{offer.unitName ?? 'La unidad que esté libre'}</Fact>
      <Fact label="Tu turno">{windowsText(offer.shift)}</Fact>
      <Fact label="Renta">{businessTermsText(offer.terms)}</Fact>
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
)

const SpaceHead = ({ space }: { space: Offer['space'] }) => (
  <>
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
  </>
)

const SpaceRules = ({ space }: { space: Offer['space'] }) =>
  space.rules.length === 0 && space.rulesText === '' ? null : (
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
  )

const chargeText = ({ fixed, perUse }: rentTerms.BusinessTerms): string =>
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
