import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'

/** A titled panel for one setting, with a description. */
export const Panel = ({
  title,
  level: Heading = 'h3',
  text,
  aside,
  children,
}: {
  title: string
  /** Where no other heading is between it and the page's title. */
  level?: 'h2' | 'h3'
  text?: ReactNode
  /** At the right of the title: a status. */
  aside?: ReactNode
  children?: ReactNode
}) => (
  <Card className="flex flex-col gap-5 sm:p-6">
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Heading className="text-xl">{title}</Heading>
        {aside}
      </div>
      {text ? <p className="measure text-muted">{text}</p> : null}
    </div>
    {children}
  </Card>
)
