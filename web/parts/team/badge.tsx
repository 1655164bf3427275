import { memberStatuses, type MemberStatus } from '#contract/team/member.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const tones: Readonly<Record<MemberStatus, BadgeTone>> = {
  invited: 'jacaranda',
  pending_details: 'maiz',
  active: 'agave',
  paused: 'maiz',
  ended: 'plain',
}

export const MemberBadge = ({ status }: { status: MemberStatus }) => (
  <Badge tone={tones[status]}>{memberStatuses[status]}</Badge>
)

/** The status of a rent. */
export const RentBadge = ({
  one: { status, blocked },
}: {
  one: { status: 'due' | 'paid'; blocked?: boolean }
}) =>
  status === 'paid' ? (
    <Badge tone="agave">Pagada</Badge>
  ) : (
    <Badge tone={blocked === true ? 'chile' : 'maiz'}>{blocked === true ? 'Vencida' : 'Por pagar'}</Badge>
  )
