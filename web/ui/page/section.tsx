import type { ReactNode } from 'react'

/** A section of a page with its title, and content at the right of the title. */
export const Section = ({
  title,
  id,
  aside,
  children,
}: {
  title: string
  id?: string
  aside?: ReactNode
  children: ReactNode
}) => (
  <section id={id} className="flex scroll-mt-24 flex-col gap-5">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 className="text-2xl">{title}</h2>
      {aside}
    </div>
    {children}
  </section>
)
