import type { ReactNode } from 'react'
import { memberRoles, memberStatuses } from '#contract/team/member.ts'
import { businessTermsText } from '#contract/team/rent-terms.ts'
import type { Member } from '#contract/team/team.ts'
import { formatCents } from '#contract/platform/money.ts'
import { MemberBadge } from '#web/parts/team/badge.tsx'
import { lacksUnit } from '#web/parts/team/member-card.tsx'
import type { Column } from '#web/ui/records/order.ts'
import { Records } from '#web/ui/records/records.tsx'

/** The members of a business: those with debts or tasks first, former members last. */
export const MemberList = ({
  people,
  opened,
  onOpen,
  children,
}: {
  people: readonly Member[]
  opened: number | undefined
  onOpen: (id: number | undefined) => void
  children: (one: Member) => ReactNode
}) => (
  <Records
    label="Equipo"
    records={people.toSorted((one, other) => Number(hasTodo(other)) - Number(hasTodo(one)))}
    columns={columns}
    nameOf={({ name }) => name}
    photoOf={({ photo }) => photo}
    line={lineOf}
    isDone={({ status }) => status === 'ended'}
    doneTitle="Ya no están"
    opened={opened}
    onOpen={onOpen}
  >
    {children}
  </Records>
)

/** Active members have no badge, as almost all are active. */
const lineOf = (one: Member) => (
  <>
    <p>{`${memberRoles[one.role]} · ${one.unitName ?? one.space.name}${todoText(one)}`}</p>
    {one.status === 'active' ? null : <MemberBadge status={one.status} />}
  </>
)

const hasTodo = (one: Member) =>
  one.blocked || one.owedCents > 0 || one.missingDocuments.length > 0 || lacksUnit(one)

const todoText = (one: Member) =>
  `${one.owedCents === 0 ? '' : ` · debe ${formatCents(one.owedCents)}`}${lacksUnit(one) ? ' · elige su unidad' : ''}`

const columns: Column<Member>[] = [
  { title: 'Nombre', value: ({ name }) => name },
  { title: 'Puesto', value: ({ role }) => memberRoles[role], isKind: true },
  { title: 'Lugar', value: ({ unitName, space }) => unitName ?? space.name },
  { title: 'Renta', value: ({ terms }) => businessTermsText(terms), isFigure: true },
  {
    title: 'Por pagar',
    value: ({ owedCents }) => owedCents,
    cell: ({ owedCents }) => (owedCents === 0 ? 'Al corriente' : formatCents(owedCents)),
    isFigure: true,
  },
  {
    title: 'Estado',
    value: ({ status }) => memberStatuses[status],
    isKind: true,
    cell: ({ status }) => <MemberBadge status={status} />,
  },
]
