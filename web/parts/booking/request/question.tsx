import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { Card } from '#web/ui/card.tsx'
import { classNames } from '#web/ui/class-names.ts'

/**
 * Something that waits for the professional's answer: a row that opens. The next one is open by itself, and once it is answered the one
 * after it; one that was opened or closed by hand stays so.
 */
export const Question = ({
  title,
  about,
  when,
  until,
  onEnd,
  isNext,
  isShown,
  children,
}: {
  title: string
  about: string
  /** In place of its card while it is folded: "mié 3 dic, 14:00". */
  when: string
  /** How long there is to answer; null where what is asked has an end of its own. */
  until: string | null
  onEnd: () => void
  isNext: boolean
  /** A notice led to it. */
  isShown: boolean
  children: ReactNode
}) => {
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? (isNext || isShown)
  return (
    <Card className={classNames('p-0', isShown && 'ring-2 ring-jacaranda')}>
      <details open={isOpen}>
        <summary
          className="flex min-h-16 cursor-pointer items-center gap-3 px-4 py-3 marker:content-none sm:px-5"
          onClick={(event) => {
            event.preventDefault()
            setChosen(!isOpen)
          }}
        >
          <div className="min-w-0 flex-1">
            <h2 className="font-display text-lg leading-tight font-semibold">{title}</h2>
            <p className={classNames('text-[0.9375rem] text-muted', !isOpen && 'truncate')}>{about}</p>
            {isOpen ? null : <p className="truncate text-[0.9375rem] first-letter:uppercase">{when}</p>}
          </div>
          {until === null ? null : (
            <p className="shrink-0 rounded-full bg-maiz-soft px-3 py-1 text-sm font-semibold text-maiz-ink sm:px-3.5 sm:py-1.5 sm:text-[0.9375rem]">
              <TimeLeft until={until} onEnd={onEnd} />
            </p>
          )}
          <ChevronDown
            aria-hidden
            className={classNames('size-5 shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
          />
        </summary>
        {isOpen ? <div className="flex flex-col gap-4 px-4 pb-5 sm:px-5">{children}</div> : null}
      </details>
    </Card>
  )
}
