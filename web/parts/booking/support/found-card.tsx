import { type ReactNode, Suspense } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** One result in short; all its details below once opened. */
export const FoundCard = ({
  head,
  badge,
  open,
  onOpen,
  words,
  name,
  children,
}: {
  head: ReactNode
  badge: ReactNode
  open: boolean
  onOpen: (open: boolean) => void
  /** "Ver la cuenta" */
  words: string
  /** Whose or which, for screen readers that read only the button: "de Renata Campos". */
  name: string
  children: ReactNode
}) => (
  <Card className="flex flex-col gap-5">
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">{head}</div>
      {badge}
    </div>
    <div>
      <Button
        tone="secondary"
        size="small"
        aria-expanded={open}
        aria-label={`${open ? 'Cerrar' : words} ${name}`}
        onClick={() => onOpen(!open)}
      >
        {open ? 'Cerrar' : words}
      </Button>
    </div>
    {open ? <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>{children}</Suspense> : null}
  </Card>
)
