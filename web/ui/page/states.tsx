import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** The empty state of a list, with the next step. */
export const EmptyState = ({
  icon,
  title,
  text,
  action,
  className,
  heading: Heading = 'p',
}: {
  icon?: ReactNode
  title: string
  text?: ReactNode
  action?: ReactNode
  className?: string
  /** When it is the only content of the page. */
  heading?: 'h1' | 'h2' | 'p'
}) => (
  <div className={classNames('flex flex-col items-center gap-2 px-4 py-8 text-center', className)}>
    {icon ? (
      <span
        aria-hidden
        className="arch mb-1 flex h-16 w-13 items-center justify-center bg-barro-soft text-barro-deep [&_svg]:size-7"
      >
        {icon}
      </span>
    ) : null}
    <Heading className="font-display text-xl font-semibold">{title}</Heading>
    {text ? <p className="measure max-w-[44ch] text-muted">{text}</p> : null}
    {action ? <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div> : null}
  </div>
)

/** Loading failed: shows the server's message and a retry button. */
export const ErrorState = ({
  title = 'No pudimos cargar esto',
  text,
  onRetry,
}: {
  title?: string
  text: string
  onRetry?: () => void
}) => (
  <div role="alert" className="flex flex-col items-center gap-2 px-4 py-8 text-center">
    <CloudOff aria-hidden className="size-9 text-chile" />
    <p className="font-display text-xl font-semibold">{title}</p>
    <p className="max-w-[44ch] text-muted">{text}</p>
    {onRetry ? (
      <Button tone="secondary" onClick={onRetry}>
        Intentar de nuevo
      </Button>
    ) : null}
  </div>
)
