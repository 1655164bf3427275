import * as member from '#contract/team/member.ts'
import { memberRoles, type MemberMove, permissions } from '#contract/team/member.ts'
import { businessTermsText } from '#contract/team/rent-terms.ts'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { windowsText } from '#contract/hiring/terms-words.ts'
import { documentLabel } from '#contract/hiring/document.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/team/team.ts'
import { type Member } from '#contract/team/team.ts'
import { DocumentLink } from '#web/parts/team/document-link.tsx'
import { call } from '#web/api.ts'
import { MemberBadge } from '#web/parts/team/badge.tsx'
import { useTeam } from '#web/parts/team/use-team.ts'
import { dayOf } from '#web/parts/time/wall-clock.ts'
import { readablePhone } from '#web/parts/verification/address.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { MemberLink } from '#web/parts/team/member-link.tsx'

export const MemberCard = ({
  one,
  onEdit,
  onLink,
}: {
  one: Member
  onEdit: () => void
  onLink: (link: MemberLink) => void
}) => (
  <article className="flex flex-col gap-4">
    <div className="flex gap-4">
      <Avatar name={one.name} src={one.photo} size={56} shape="arch" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <MemberBadge status={one.status} />
          {one.blocked ? <Badge tone="chile">Renta sin pagar</Badge> : null}
        </p>
        <h2 className="font-display text-xl leading-snug font-semibold">{one.name}</h2>
        <p className="text-muted">
          {memberRoles[one.role]} · {one.space.name}
        </p>
        {one.status === 'ended' ? null : (
          <p className="truncate text-sm text-muted">
            {one.email ?? (one.phone && readablePhone(one.phone))}
          </p>
        )}
      </div>
    </div>
    <dl className="grid gap-x-5 gap-y-3 border-t border-line pt-4 sm:grid-cols-3">
      <Fact label="Lugar y turno">
        {one.unitName ?? 'La unidad libre'} · {windowsText(one.shift)}
      </Fact>
      <Fact label="Renta">{businessTermsText(one.terms)}</Fact>
      <Fact label="Por pagar">{one.owedCents === 0 ? 'Al corriente' : formatCents(one.owedCents)}</Fact>
    </dl>
    {one.permissions.length === 0 ? null : (
      <ul aria-label="Permisos" className="flex flex-wrap gap-2">
        {one.permissions.map((permission) => (
          <li key={permission}>
            <Badge className="whitespace-normal">{permissions[permission]}</Badge>
          </li>
        ))}
      </ul>
    )}
    {one.missingDocuments.length === 0 ? null : (
      <p className="rounded-md bg-maiz-soft px-3.5 py-2 text-sm">
        Le falta: {one.missingDocuments.map((kind) => documentLabel(kind).toLowerCase()).join(', ')}.
      </p>
    )}
    {lacksUnit(one) ? (
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-maiz-soft px-3.5 py-3">
        <p className="min-w-0 flex-1 basis-64 text-sm">
          Paga renta fija y todavía no tiene su unidad: mientras tanto toma la que esté libre.
        </p>
        <Button size="small" onClick={onEdit}>
          Elegir su unidad
          <span className="sr-only">: {one.name}</span>
        </Button>
      </div>
    ) : null}
    {one.status === 'invited' ? (
      <p className="text-sm text-muted">El enlace vence el {dayOf(one.expiresAt, one.space.zone)}.</p>
    ) : one.endsAt !== null && one.status !== 'ended' ? (
      <p className="rounded-md bg-maiz-soft px-3.5 py-2 text-sm">
        Sale el {dayOf(one.endsAt, one.space.zone)}. Las citas confirmadas se respetan.
      </p>
    ) : null}
    <Moves one={one} onEdit={onEdit} onLink={onLink} />
  </article>
)

/** A fixed rent is for a chair; a member from a vacancy without one still needs it. */
export const lacksUnit = ({ terms, unitId, endsAt, moves }: Member) =>
  terms.fixed !== null &&
  unitId === null &&
  endsAt === null &&
  moves.some(({ move, allowed }) => move === 'edit' && allowed)

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="figures font-semibold">{children}</dd>
  </div>
)

const Moves = ({
  one,
  onEdit,
  onLink,
}: {
  one: Member
  onEdit: () => void
  onLink: (link: MemberLink) => void
}) => {
  const [ending, setEnding] = useState<'revoke' | 'terminate'>()
  const at = { params: { id: one.id }, body: { version: one.version } }
  const again = useTeam(() => call(contract.inviteMemberAgain, at), null, onLink)
  const pause = useTeam(() => call(contract.pauseMember, at), {
    title: 'En pausa',
    text: 'No recibe citas nuevas. Las confirmadas se respetan.',
  })
  const resume = useTeam(() => call(contract.resumeMember, at), { title: 'De vuelta en el equipo' })
  /** Moves that another step resolves first are hidden; moves that are blocked now are shown. */
  const button = (
    move: MemberMove,
    label: string,
    act: () => void,
    tone: 'secondary' | 'quiet' = 'secondary',
    busy = false,
  ) => {
    const known = one.moves.find((other) => other.move === move)
    const from: readonly string[] = member.memberMoves[move].from
    if (known === undefined || !from.includes(one.status)) return null
    return (
      <Button
        size="small"
        tone={tone}
        busy={busy}
        blocked={known.allowed ? undefined : known.reason}
        onClick={act}
      >
        {label}
        <span className="sr-only">: {one.name}</span>
      </Button>
    )
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-3">
        {one.joinedAt === null ? null : <DocumentLink id={one.id} of={one.name} />}
        {button('edit', 'Permisos y turno', onEdit)}
        {button('pause', 'Pausar', () => pause.mutate(undefined), 'secondary', pause.isPending)}
        {button('resume', 'Reanudar', () => resume.mutate(undefined), 'secondary', resume.isPending)}
        {button(
          'invite_again',
          one.status === 'invited' ? 'Enlace nuevo' : 'Volver a invitar',
          () => again.mutate(undefined),
          'secondary',
          again.isPending,
        )}
        {button('revoke', 'Retirar invitación', () => setEnding('revoke'), 'quiet')}
        {button('give_notice', 'Terminar', () => setEnding('terminate'), 'quiet')}
      </div>
      {ending === undefined ? null : (
        <EndDialog one={one} what={ending} onClose={() => setEnding(undefined)} />
      )}
    </>
  )
}

const EndDialog = ({
  one,
  what,
  onClose,
}: {
  one: Member
  what: 'revoke' | 'terminate'
  onClose: () => void
}) => {
  const move = useTeam(
    () =>
      call(what === 'revoke' ? contract.revokeMember : contract.terminateMember, {
        params: { id: one.id },
        body: { version: one.version },
      }),
    what === 'revoke'
      ? { title: 'Invitación retirada', text: 'Su enlace ya no sirve.' }
      : { title: 'Diste aviso', text: `Sale en ${one.noticeDays} días.` },
    onClose,
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={move.error}
      title={what === 'revoke' ? '¿Retirar esta invitación?' : `¿Terminar con ${one.name}?`}
      description={
        what === 'revoke'
          ? 'El enlace deja de servir en este momento.'
          : `Con aviso de ${one.noticeDays} días. Las citas confirmadas se respetan; después su lugar queda libre.`
      }
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button tone="danger" busy={move.isPending} onClick={() => move.mutate(undefined)}>
            {what === 'revoke' ? 'Retirar' : 'Dar aviso'}
          </Button>
        </>
      }
    >
      {what === 'terminate' && one.agreementId !== null ? (
        <Link
          {...paths.hostApplications({ tab: 'agreements', agreement: one.agreementId })}
          className="inline-flex min-h-11 items-center underline underline-offset-3"
        >
          Ver sus citas por venir
        </Link>
      ) : (
        one.name
      )}
    </Dialog>
  )
}
