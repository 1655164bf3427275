import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { HandHeart } from 'lucide-react'
import { firstChargeText } from '#contract/hiring/agreement-terms.ts'
import * as contract from '#contract/hiring/invitation.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { textIn } from '#web/search-params.ts'
import { call } from '#web/api.ts'
import { AgendaPreview } from '#web/parts/hiring/agenda-preview.tsx'
import { AnswerPage } from '#web/parts/hiring/answer-page.tsx'
import { Questions } from '#web/parts/hiring/questions.tsx'
import { oneReading, refreshInvitations } from '#web/parts/hiring/reading.ts'
import { blockedBy, isOpen } from '#web/parts/hiring/invitation-status.tsx'
import { paths } from '#web/paths.ts'
import { sessionQuery } from '#web/session.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { toast } from '#web/ui/toast.ts'

export const Route = createFileRoute('/_signed-in/invitations/$id/accept')({
  validateSearch: (search: Record<string, unknown>): { t?: string } => ({
    t: textIn(search.t),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => context.queryClient.prefetchQuery(oneReading(params.id, deps.t)),
  head: () => ({ meta: [{ title: 'Aceptar invitación · Kalli' }, { name: 'robots', content: 'noindex' }] }),
  component: Accept,
})

function Accept() {
  const { id } = Route.useParams()
  const { t } = Route.useSearch()
  return (
    <AnswerPage id={id} token={t} title="Te invitan a trabajar aquí">
      {(invitation, busy) => (
        <>
          {isOpen(invitation) ? (
            <AcceptForm of={invitation} token={t} busy={busy} />
          ) : (
            <After of={invitation} />
          )}
          {isOpen(invitation) ? <AgendaPreview id={id} rent={invitation.terms.rent} token={t} /> : null}
          <Questions of={invitation} token={t} />
        </>
      )}
    </AnswerPage>
  )
}

const AcceptForm = ({
  of: one,
  token,
  busy,
}: {
  of: Invitation
  token: string | undefined
  busy: boolean
}) => {
  const queryClient = useQueryClient()
  const accepting = useMutation({
    mutationFn: () =>
      call(contract.acceptInvitation, { params: { id: one.id }, body: { version: one.version, token } }),
    onSuccess: async (accepted) => {
      queryClient.setQueryData(oneReading(one.id, token).queryKey, accepted)
      toast('Invitación aceptada', `Tu convenio con ${one.host.businessName} está vigente.`, 'good')
      // A visitor who accepts by a link becomes a professional.
      await queryClient.invalidateQueries(sessionQuery)
    },
    onError: () => refreshInvitations(queryClient),
  })
  const blocked = blockedBy(one, 'accept')
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-xl">Al aceptar</h2>
      <ul className="flex list-disc flex-col gap-1.5 pl-5 text-[0.9375rem]">
        <li>El convenio empieza en ese momento, con estas condiciones.</li>
        {one.vacancy === null ? null : (
          <li>El lugar de la vacante es tuyo: no hace falta otra aprobación.</li>
        )}
        <li>Tus clientes podrán reservarte aquí al instante, en las horas de ambos.</li>
        <li>{firstChargeText(one.terms.rent)}</li>
        {one.terms.rent.kind === 'fixed' ? (
          <li>Serás parte del equipo de la casa: ahí ves tu renta y sus recibos.</li>
        ) : null}
        <li>Puedes terminarlo cuando quieras con {one.terms.noticeDays} días de aviso.</li>
      </ul>
      <form
        method="post"
        onSubmit={(event) => {
          event.preventDefault()
          if (blocked === undefined && !busy && !accepting.isPending) accepting.mutate()
        }}
        className="flex flex-col gap-3"
      >
        <Button type="submit" wide size="large" busy={accepting.isPending || busy} blocked={blocked}>
          <HandHeart aria-hidden className="size-5" />
          Aceptar invitación
        </Button>
        {accepting.isError ? (
          <p role="alert" className="font-medium text-chile">
            {accepting.error.message}
          </p>
        ) : null}
      </form>
      <Link
        {...paths.declineInvitation(one.id, token)}
        className={buttonClass({ tone: 'quiet', size: 'small' })}
      >
        No, gracias
      </Link>
    </Card>
  )
}

/** The next steps, by how the invitation ended. */
const After = ({ of: one }: { of: Invitation }) =>
  one.status === 'accepted' ? (
    <Card className="flex flex-col gap-4">
      <h2 className="text-xl">Tu convenio está vigente</h2>
      <p>
        Ya te pueden reservar en {one.space.name}. Revisa que tus servicios y tu horario estén al corriente.
      </p>
      <Link {...paths.spaceApplications()} className={buttonClass()}>
        Ver mis convenios
      </Link>
      <Link {...paths.appointments()} className={buttonClass({ tone: 'secondary' })}>
        Ir a mis citas
      </Link>
    </Card>
  ) : (
    <Card className="flex flex-col gap-4">
      <h2 className="text-xl">{one.status === 'expired' ? 'Se acabó el tiempo' : 'Ya no está abierta'}</h2>
      <p className="text-muted">
        {one.status === 'expired'
          ? 'El espacio puede volver a invitarte. También puedes postularte tú desde su página.'
          : one.vacancy === null
            ? 'Hay más espacios cerca de ti.'
            : 'Hay más vacantes cerca de ti.'}
      </p>
      <Link {...paths.space(one.space.id)} className={buttonClass({ tone: 'secondary' })}>
        Ver el espacio
      </Link>
    </Card>
  )
