import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import * as contract from '#contract/notification/notification.ts'
import { reading } from '#web/api.ts'
import { NoticeMark, NoticeTime } from '#web/parts/notification/notice.tsx'
import { useReadAll } from '#web/parts/notification/reading.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** A client's unread notifications, above their bookings, because clients have no bell (product.md §2). Hidden if there are none. */
export default function OwnNotices() {
  const { data } = useQuery({
    ...reading(contract.notifications, { query: { show: 'unread', limit: maxShown } }),
    staleTime: 0,
  })
  const readAll = useReadAll()
  if (data === undefined || data.length === 0) return null
  return (
    <section aria-labelledby="own-notices">
      <Card className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id="own-notices" className="text-xl">
            Avisos para ti
          </h2>
          <Button tone="quiet" size="small" busy={readAll.isPending} onClick={() => readAll.mutate()}>
            Ya los leí
          </Button>
        </div>
        <ul className="flex flex-col divide-y divide-line">
          {data.map((notice) => (
            <li
              key={notice.id}
              className="relative -mx-2 flex items-center gap-3 rounded-sm px-2 py-3 hover:bg-sunk"
            >
              <NoticeMark type={notice.type} />
              <span className="min-w-0 flex-1">
                <Link
                  {...paths.notification(notice.id)}
                  className="block font-semibold wrap-anywhere after:absolute after:inset-0"
                >
                  {notice.title}
                </Link>
                <span className="line-clamp-2 text-[0.9375rem] text-muted first-letter:uppercase">
                  {notice.message}
                </span>
                <NoticeTime at={notice.createdAt} className="block text-sm text-muted" />
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
            </li>
          ))}
        </ul>
      </Card>
    </section>
  )
}

/** The newest; others follow as these are read. */
const maxShown = 5
