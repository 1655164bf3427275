import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { HandCoins, Plus, UsersRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { windowsText } from '#contract/hiring/terms-words.ts'
import { documentLabel } from '#contract/hiring/document.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as spaceContract from '#contract/space/space.ts'
import * as contract from '#contract/team/team.ts'
import * as members from '#contract/team/member.ts'
import type { Member } from '#contract/team/team.ts'
import { houseTermsText } from '#contract/team/rent-terms.ts'
import { memberRoles, type MemberMove, permissions } from '#contract/team/member.ts'
import { PaperLink } from '#web/parts/team/paper-link.tsx'
import { call, reading } from '#web/api.ts'
import { MemberBadge } from '#web/parts/team/badge.tsx'
import { TeamAgenda } from '#web/parts/team/house-agenda.tsx'
import { RentCollection } from '#web/parts/team/rent-collection.tsx'
import { RentRuns } from '#web/parts/team/rent-runs.tsx'
import { useTeam } from '#web/parts/team/use-team.ts'
import { dayOf } from '#web/parts/time/wall-clock.ts'
import { readablePhone } from '#web/parts/verification/address.ts'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const InviteMember = lazy(async () => ({
  default: (await import('#web/parts/team/member-dialog.tsx')).InviteMember,
}))
const EditMember = lazy(async () => ({
  default: (await import('#web/parts/team/member-dialog.tsx')).EditMember,
}))
const RunRent = lazy(async () => ({ default: (await import('#web/parts/team/run-rent.tsx')).RunRent }))

/** A host's people: who, where, when, what they may, what they owe; and the runs that collect it. */
export const HostTeam = ({ shown }: { shown: number | undefined }) => {
  const answer = useQuery({ ...reading(contract.team), refetchInterval: 60_000 })
  const spaces = useQuery(reading(spaceContract.spaces))
  const [asking, setAsking] = useState<'invite' | 'run' | Member>()
  const [link, setLink] = useState<Link>()
  const own = (spaces.data ?? []).filter(({ status }) => status === 'published')
  useEffect(() => {
    if (shown !== undefined && answer.isSuccess)
      document.getElementById(`miembro-${shown}`)?.scrollIntoView({ block: 'start' })
  }, [shown, answer.isSuccess])
  const add = (
    <Button
      blocked={spaces.isSuccess && own.length === 0 ? 'Primero publica un espacio.' : undefined}
      onClick={() => setAsking('invite')}
    >
      <Plus aria-hidden className="size-5" />
      Invitar al equipo
    </Button>
  )
  const people = answer.data ?? []
  const pays = people.some(
    ({ status, terms }) => (status === 'active' || status === 'paused') && terms.fixed !== null,
  )
  return (
    <div className="flex flex-col gap-8">
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-52 rounded-lg" />
          <Skeleton className="h-52 rounded-lg" />
        </div>
      ) : answer.isError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : people.length === 0 ? (
        <EmptyState
          icon={<UsersRound />}
          title="Tu equipo empieza aquí"
          text="Invita a quien tiene un lugar fijo contigo o te ayuda en recepción. Le llega un enlace personal con las condiciones."
          action={add}
        />
      ) : (
        <>
          <div className="flex flex-wrap items-start gap-3">
            {add}
            <Button
              tone="secondary"
              blocked={pays ? undefined : 'Nadie del equipo paga renta fija todavía.'}
              onClick={() => setAsking('run')}
            >
              <HandCoins aria-hidden className="size-5" />
              Cobrar rentas
            </Button>
          </div>
          {people.some(({ terms }) => terms.fixed !== null) ? <RentCollection /> : null}
          <ul className="flex flex-col gap-5">
            {people.map((one) => (
              <li key={one.id} id={`miembro-${one.id}`} className="scroll-mt-24">
                <Card one={one} onEdit={() => setAsking(one)} onLink={setLink} />
              </li>
            ))}
          </ul>
          <RentRuns />
          <Day people={people} />
        </>
      )}
      <Suspense fallback={<Opening />}>
        {asking === 'invite' && own.length > 0 ? (
          <InviteMember spaces={own} onClose={() => setAsking(undefined)} onInvited={setLink} />
        ) : null}
        {asking === 'run' ? <RunRent membership={null} onClose={() => setAsking(undefined)} /> : null}
        {typeof asking === 'object' ? (
          <EditMember
            member={asking}
            space={(spaces.data ?? []).find(({ id }) => id === asking.space.id)}
            onClose={() => setAsking(undefined)}
          />
        ) : null}
      </Suspense>
      {link === undefined ? null : <TheLink link={link} onClose={() => setLink(undefined)} />}
    </div>
  )
}

/** Of the place where most of them are: one day, as the wall lets it be seen. */
const Day = ({ people }: { people: readonly Member[] }) => {
  const places = new Map(
    people.filter(({ status }) => status === 'active').map(({ space }) => [space.id, space]),
  )
  const [chosen, setChosen] = useState<number>()
  const place = places.get(chosen ?? 0) ?? [...places.values()][0]
  if (place === undefined) return null
  return (
    <section className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
      {places.size === 1 ? null : (
        <Field label="Espacio">
          {(control) => (
            <Select {...control} value={place.id} onChange={({ target }) => setChosen(Number(target.value))}>
              {[...places.values()].map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <TeamAgenda key={place.id} spaceId={place.id} zone={place.zone} />
    </section>
  )
}

export type Link = { member: Member; link: string; qr: string }

const Card = ({ one, onEdit, onLink }: { one: Member; onEdit: () => void; onLink: (link: Link) => void }) => (
  <article className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4 sm:p-6">
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
      <Fact label="Renta">{houseTermsText(one.terms)}</Fact>
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
    {lacksChair(one) ? (
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

/** A fixed rent is for a chair in its hours; who came by a vacancy that named none has not got theirs yet. */
const lacksChair = ({ terms, unitId, endsAt, moves }: Member) =>
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
  onLink: (link: Link) => void
}) => {
  const [ending, setEnding] = useState<'revoke' | 'terminate'>()
  const at = { params: { id: one.id }, body: { version: one.version } }
  const again = useTeam(() => call(contract.inviteMemberAgain, at), null, onLink)
  const pause = useTeam(() => call(contract.pauseMember, at), {
    title: 'En pausa',
    text: 'No recibe citas nuevas. Las confirmadas se respetan.',
  })
  const resume = useTeam(() => call(contract.resumeMember, at), { title: 'De vuelta en el equipo' })
  /** What another step would bring first is not shown; what stands in the way now is said. */
  const button = (
    move: MemberMove,
    label: string,
    act: () => void,
    tone: 'secondary' | 'quiet' = 'secondary',
    busy = false,
  ) => {
    const known = one.moves.find((other) => other.move === move)
    const from: readonly string[] = members.memberMoves[move].from
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
        {one.joinedAt === null ? null : <PaperLink id={one.id} of={one.name} />}
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
      {ending === undefined ? null : <Ending one={one} what={ending} onClose={() => setEnding(undefined)} />}
    </>
  )
}

const Ending = ({
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

/** Told once: the house keeps only what it needs to know it again. */
const TheLink = ({ link: { member, link, qr }, onClose }: { link: Link; onClose: () => void }) => {
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Enlace para ${member.name}`}
      description={`También le llega por ${member.phone === null ? `correo a ${member.email ?? 'su dirección'}` : `mensaje de texto al ${readablePhone(member.phone)}`}. Sirve una vez, solo para esa persona, hasta el ${dayOf(member.expiresAt, member.space.zone)}. No lo volvemos a mostrar.`}
      actions={
        <>
          <a
            href={`https://wa.me/?text=${encodeURIComponent(`Únete al equipo de ${member.space.businessName}: ${link}`)}`}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-12 items-center justify-center rounded-md border border-edge/60 px-5 font-semibold hover:bg-sunk"
          >
            Enviar por WhatsApp
          </a>
          <Button
            onClick={() =>
              void copyText(link, 'Enlace copiado', 'Pégalo donde quieras.', 'Selecciónalo y cópialo a mano.')
            }
          >
            Copiar enlace
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4 sm:flex-row sm:items-center">
        {/* On white whatever the theme: cameras want dark on light. */}
        <img
          src={`data:image/svg+xml;utf8,${encodeURIComponent(qr)}`}
          alt={`Código QR del enlace para ${member.name}`}
          className="size-44 shrink-0 self-center rounded-md bg-white"
        />
        <div className="flex min-w-0 flex-col gap-2">
          <p className="text-sm text-muted">Si está contigo, que apunte su cámara a este código.</p>
          <p className="rounded-md bg-sunk p-3 text-sm break-all" role="status">
            {link}
          </p>
        </div>
      </div>
    </Dialog>
  )
}
