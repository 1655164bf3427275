import { Link } from '@tanstack/react-router'
import { Bell, DoorOpen, MailOpen, UserRoundPlus } from 'lucide-react'
import { useState } from 'react'
import { categories } from '#contract/professional/categories.ts'
import {
  bell,
  type CommunityNotification,
  type NotificationType,
} from '#contract/notification/notification.ts'
import { relativeTime } from '#web/parts/notification/relative-time.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'

export const noticeTypes: Readonly<
  Record<NotificationType, { label: string; icon: typeof Bell; look: string }>
> = {
  new_space_match: { label: 'Espacio nuevo', icon: DoorOpen, look: 'bg-barro-soft text-barro-deep' },
  new_professional_match: {
    label: 'Profesional nuevo',
    icon: UserRoundPlus,
    look: 'bg-jacaranda-soft text-jacaranda-deep',
  },
  direct_invitation: { label: 'Invitación', icon: MailOpen, look: 'bg-maiz-soft text-maiz-ink' },
  other: { label: 'Aviso', icon: Bell, look: 'bg-agave-soft text-agave' },
}

/** The icon of a notification type, in an arch. */
export const NoticeMark = ({ type, large }: { type: NotificationType; large?: boolean }) => {
  const { icon: Icon, look } = noticeTypes[type]
  return (
    <span
      aria-hidden
      className={classNames(
        'arch flex shrink-0 items-center justify-center',
        large ? 'h-18 w-14 [&_svg]:size-7' : 'h-11 w-9 [&_svg]:size-4.5',
        look,
      )}
    >
      <Icon />
    </span>
  )
}

/** The relative time as text; the exact instant as an attribute. */
export const NoticeTime = ({ at, className }: { at: string; className?: string }) => {
  const [now] = useState(() => new Date())
  const notified = new Date(at)
  // The server's and the browser's clocks differ slightly, and a new notification must not be in the future.
  return (
    <time dateTime={at} suppressHydrationWarning className={className}>
      {relativeTime(notified < now ? notified : now, now)}
    </time>
  )
}

/** Up to two of the matching categories, then how many more (spec §9); all of them where there is room. */
export const MatchingCategories = ({ of, all }: { of: readonly string[]; all?: boolean }) => {
  if (of.length === 0) return null
  const shown = all ? of : of.slice(0, bell.maxCategories)
  const rest = of.slice(shown.length)
  return (
    <span className="flex flex-wrap gap-1.5">
      {shown.map((category) => (
        <Badge key={category} tone="jacaranda">
          {labelOf(category)}
        </Badge>
      ))}
      {rest.length > 0 ? (
        <Badge>
          <span aria-hidden>+{rest.length}</span>
          <span className="sr-only">y {rest.map(labelOf).join(', ')}</span>
        </Badge>
      ) : null}
    </span>
  )
}

const labels: Readonly<Record<string, string>> = categories
const labelOf = (category: string) => labels[category] ?? category

/** A notification in a list. Opening it marks it as read and opens it in a new tab (spec §4). */
export const NoticeLine = ({
  notice,
  onOpen,
  roomy,
}: {
  notice: CommunityNotification
  onOpen: () => void
  /** The full list has room for the whole message. */
  roomy?: boolean
}) => (
  <Link
    {...paths.notification(notice.id)}
    target="_blank"
    rel="noopener"
    preload={false}
    onClick={onOpen}
    onAuxClick={onOpen}
    className={classNames(
      'group relative flex gap-3 transition-colors hover:bg-sunk',
      roomy ? 'px-4 py-4 sm:gap-4 sm:px-6 sm:py-5' : 'px-4 py-3',
      notice.isRead ? '' : 'bg-jacaranda-soft/35',
    )}
  >
    <NoticeMark type={notice.type} />
    <span className="flex min-w-0 flex-1 flex-col gap-1">
      <span className="flex items-start gap-2">
        <span
          className={classNames(
            'min-w-0 flex-1 leading-snug text-pretty',
            notice.isRead ? 'font-medium' : 'font-semibold',
          )}
        >
          {notice.title}
        </span>
        {notice.isRead ? null : (
          <span className="mt-1.5 size-2.5 shrink-0 rounded-full bg-jacaranda">
            <span className="sr-only">Sin leer</span>
          </span>
        )}
      </span>
      <span
        className={classNames(
          'text-[0.9375rem] leading-snug text-muted',
          roomy ? 'max-w-[68ch]' : 'line-clamp-2',
        )}
      >
        {notice.message}
      </span>
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5 pt-0.5">
        <MatchingCategories of={notice.matchingCategories} />
        <NoticeTime at={notice.createdAt} className="text-[0.8125rem] text-muted" />
      </span>
      <span className="sr-only">Se abre en una pestaña nueva</span>
    </span>
  </Link>
)
