import { BadgeCheck } from 'lucide-react'
import { badgeKinds } from '#web/parts/verification/badge-kinds.ts'
import { classNames } from '#web/ui/class-names.ts'
import { Tooltip } from '#web/ui/tooltip.tsx'

/** The trust badge of levels 1 to 3; level 0 shows nothing (spec §4). `plain` omits the tooltip's button, for menus and links. */
export const VerificationBadge = ({
  level,
  biometric,
  withText,
  plain,
}: {
  level: number
  biometric?: boolean
  withText?: boolean
  plain?: boolean
}) => {
  const reached = biometric ? 3 : Math.min(3, level)
  const kind = badgeKinds[reached - 1]
  if (kind === undefined) return null
  const mark = (
    <span className={classNames('inline-flex items-center gap-1 text-sm font-semibold', kind.look)}>
      <BadgeCheck aria-hidden className="size-5" />
      {withText ? 'Verificado' : null}
      <span className="sr-only">
        {kind.text}, Nivel {reached}
      </span>
    </span>
  )
  return plain ? mark : <Tooltip text={`${kind.text} · Nivel ${reached}`}>{mark}</Tooltip>
}
