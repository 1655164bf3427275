import { type ReactNode, useId } from 'react'

/** A part of the home page of a client with visits: its title, and a link to all of it. */
export const HomePart = ({
  title,
  all,
  children,
}: {
  title: string
  all?: ReactNode
  children: ReactNode
}) => {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="text-xl">
          {title}
        </h2>
        {all}
      </div>
      {children}
    </section>
  )
}
