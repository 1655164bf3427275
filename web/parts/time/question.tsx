import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { TimeLeft } from '#web/parts/time/time-left.tsx'
import { classNames } from '#web/ui/class-names.ts'

/**
 * A row that waits for an answer and expands. The next one is open automatically, and after its answer the following one; a row that was
 * opened or closed by hand stays so.
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
  /** Shown instead of its card while collapsed: "mié 3 dic, 14:00". */
  when: string
  /** The deadline; null where the row has its own. */
  until: string | null
  onEnd: () => void
  isNext: boolean
  /** A notification links to it. */
  isShown: boolean
  children: ReactNode
}) => {
  const [chosen, setChosen] = useState<boolean>()
  const isOpen = chosen ?? (isNext || isShown)
  return (
    <details
      open={isOpen}
      className={classNames('rounded-lg border border-line bg-surface', isShown && 'ring-2 ring-jacaranda')}
    >
      <summary
        className="flex min-h-16 cursor-pointer items-center gap-3 px-4 py-2.5 marker:content-none sm:px-5"
        onClick={(event) => {
          event.preventDefault()
          setChosen(!isOpen)
        }}
      >
        <div className={classNames('min-w-0 flex-1', !isOpen && '*:truncate')}>
          <h2 className="font-display text-lg leading-tight font-semibold">{title}</h2>
          <p className="text-[0.9375rem] text-muted">{about}</p>
          <p className="text-[0.9375rem] first-letter:uppercase">
            {isOpen ? null : when}
            {isOpen || until === null ? null : ' · '}
            {until === null ? null : (
              <span className="font-semibold text-maiz-ink">
                <TimeLeft until={until} onEnd={onEnd} />
              </span>
            )}
          </p>
        </div>
        <ChevronDown
          aria-hidden
          className={classNames('size-5 shrink-0 text-muted transition-transform', isOpen && 'rotate-180')}
        />
      </summary>
      {isOpen ? <div className="flex flex-col gap-4 px-4 pt-1 pb-4 sm:px-5">{children}</div> : null}
    </details>
  )
}
