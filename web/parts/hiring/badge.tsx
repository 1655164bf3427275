import { vacancyStatuses, type VacancyStatus } from '#contract/hiring/vacancy-moves.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const tones: Readonly<Record<VacancyStatus, BadgeTone>> = {
  draft: 'plain',
  published: 'agave',
  paused: 'maiz',
  filled: 'jacaranda',
  closed: 'plain',
  expired: 'chile',
}

export const VacancyBadge = ({ status }: { status: VacancyStatus }) => (
  <Badge tone={tones[status]}>{vacancyStatuses[status]}</Badge>
)
