import { useMutation, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import * as contract from '#contract/hiring/invitation.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { textIn } from '#web/search-params.ts'
import { call } from '#web/api.ts'
import { AnswerPage } from '#web/parts/hiring/answer-page.tsx'
import { oneReading, refreshInvitations } from '#web/parts/hiring/reading.ts'
import { blockedBy, isOpen } from '#web/parts/hiring/invitation-status.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

export const Route = createFileRoute('/_signed-in/invitations/$id/decline')({
  validateSearch: (search: Record<string, unknown>): { t?: string } => ({
    t: textIn(search.t),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context, params, deps }) => context.queryClient.prefetchQuery(oneReading(params.id, deps.t)),
  head: () => ({ meta: [{ title: 'Rechazar invitación · Kalli' }, { name: 'robots', content: 'noindex' }] }),
  component: Decline,
})

function Decline() {
  const { id } = Route.useParams()
  const { t } = Route.useSearch()
  return (
    <AnswerPage id={id} token={t} title="¿No te interesa esta invitación?">
      {(invitation, busy) =>
        isOpen(invitation) ? (
          <DeclineForm of={invitation} token={t} busy={busy} />
        ) : (
          <Card className="flex flex-col gap-4">
            <h2 className="text-xl">No hay nada más que hacer</h2>
            <p className="text-muted">
              {invitation.status === 'declined'
                ? 'Este espacio no te volverá a invitar durante 60 días. Si cambias de idea, puedes postularte.'
                : 'Esta invitación ya no está abierta.'}
            </p>
            <Link {...paths.invitations()} className={buttonClass({ tone: 'secondary' })}>
              Ver mis invitaciones
            </Link>
          </Card>
        )
      }
    </AnswerPage>
  )
}

const DeclineForm = ({
  of: one,
  token,
  busy,
}: {
  of: Invitation
  token: string | undefined
  busy: boolean
}) => {
  const queryClient = useQueryClient()
  const form = useForm({ initial: { reason: '' }, draft: `invitation-decline-${one.id}` })
  const { reason } = form.values
  const declining = useMutation({
    mutationFn: () =>
      call(contract.declineInvitation, {
        params: { id: one.id },
        body: { version: one.version, reason, token },
      }),
    onSuccess: (declined) => {
      form.forget()
      queryClient.setQueryData(oneReading(one.id, token).queryKey, declined)
      toast('Le avisamos al espacio', undefined, 'good')
    },
    onError: () => refreshInvitations(queryClient),
  })
  const blocked = blockedBy(one, 'decline')
  return (
    <Card>
      <Form
        aria-label="Rechazar invitación"
        className="flex flex-col gap-4"
        onSubmit={form.submit(() => (blocked === undefined && !busy ? declining.mutateAsync() : undefined))}
      >
        <Field
          label="Motivo"
          required={false}
          hint="Lo lee el espacio. Durante 60 días no te volverá a invitar."
        >
          {(control) => (
            <TextArea {...control} name="reason" rows={3} maxLength={300} {...form.text('reason')} />
          )}
        </Field>
        <Button type="submit" tone="danger" wide busy={declining.isPending || busy} blocked={blocked}>
          Rechazar invitación
        </Button>
        {declining.isError ? (
          <p role="alert" className="font-medium text-chile">
            {declining.error.message}
          </p>
        ) : null}
        <Link
          {...paths.acceptInvitation(one.id, token)}
          className={buttonClass({ tone: 'quiet', size: 'small' })}
        >
          Mejor la reviso otra vez
        </Link>
      </Form>
    </Card>
  )
}
