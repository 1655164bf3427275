import { useQuery } from '@tanstack/react-query'
import { HandCoins, Plus, UsersRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as spaceContract from '#contract/space/space.ts'
import * as contract from '#contract/team/team.ts'
import type { Member } from '#contract/team/team.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { reading } from '#web/api.ts'
import { TeamAgenda } from '#web/parts/team/business-agenda.tsx'
import { RentCollection } from '#web/parts/team/rent-collection.tsx'
import { RentRuns } from '#web/parts/team/rent-runs.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { type MemberLink, LinkDialog } from '#web/parts/team/member-link.tsx'
import { MemberCard } from '#web/parts/team/member-card.tsx'
import { MemberList } from '#web/parts/team/member-list.tsx'

const InviteMember = lazy(async () => ({
  default: (await import('#web/parts/team/member-invitation.tsx')).InviteMember,
}))

const EditMember = lazy(async () => ({
  default: (await import('#web/parts/team/member-dialog.tsx')).EditMember,
}))

const RunRent = lazy(async () => ({ default: (await import('#web/parts/team/run-rent.tsx')).RunRent }))

/** A host's team: members with space, shift, permissions and debts; and the runs that collect rent. */
export const HostTeam = ({
  shown,
  onOpen,
}: {
  shown: number | undefined
  onOpen: (id: number | undefined) => void
}) => {
  const answer = useQuery({ ...reading(contract.team), refetchInterval: minuteMs })
  const spaces = useQuery(reading(spaceContract.spaces))
  const [dialog, setDialog] = useState<'invite' | 'run' | Member>()
  const [link, setLink] = useState<MemberLink>()
  const own = (spaces.data ?? []).filter(({ status }) => status === 'published')
  const add = (
    <Button
      blocked={spaces.data !== undefined && own.length === 0 ? 'Primero publica un espacio.' : undefined}
      onClick={() => setDialog('invite')}
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
          <Skeleton className="h-16 rounded-md" />
          <Skeleton className="h-16 rounded-md" />
          <Skeleton className="h-16 rounded-md" />
        </div>
      ) : answer.isLoadingError ? (
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
              onClick={() => setDialog('run')}
            >
              <HandCoins aria-hidden className="size-5" />
              Cobrar rentas
            </Button>
          </div>
          {people.some(({ terms }) => terms.fixed !== null) ? <RentCollection /> : null}
          <MemberList people={people} opened={shown} onOpen={onOpen}>
            {(one) => <MemberCard one={one} onEdit={() => setDialog(one)} onLink={setLink} />}
          </MemberList>
          <RentRuns />
          <Day people={people} />
        </>
      )}
      <Suspense fallback={<Opening />}>
        {dialog === 'invite' && own.length > 0 ? (
          <InviteMember spaces={own} onClose={() => setDialog(undefined)} onInvited={setLink} />
        ) : null}
        {dialog === 'run' ? <RunRent membership={null} onClose={() => setDialog(undefined)} /> : null}
        {typeof dialog === 'object' ? (
          <EditMember
            member={dialog}
            space={(spaces.data ?? []).find(({ id }) => id === dialog.space.id)}
            onClose={() => setDialog(undefined)}
          />
        ) : null}
      </Suspense>
      {link === undefined ? null : <LinkDialog link={link} onClose={() => setLink(undefined)} />}
    </div>
  )
}

/** A day of the space where most members work, as the privacy wall permits. */
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
