import { Link, type LinkProps } from '@tanstack/react-router'
import { type Span, spans } from '#web/parts/dashboard/dashboard-search.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The choice of the dashboard's range. */
export const Spans = ({ days, linkTo }: { days: Span; linkTo: (search: { days: Span }) => LinkProps }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
    <h2 className="text-2xl">Cómo te va</h2>
    <nav aria-label="Cuánto mirar hacia atrás" className="flex flex-wrap gap-1 rounded-md bg-sunk p-1">
      {spans.map((span) => (
        <Link
          key={span}
          {...linkTo({ days: span })}
          resetScroll={false}
          aria-current={span === days ? 'true' : undefined}
          className={classNames(
            'inline-flex min-h-11 items-center rounded-sm px-4 font-semibold whitespace-nowrap transition-colors',
            span === days ? 'bg-surface text-ink shadow-low' : 'text-muted hover:text-ink',
          )}
        >
          {span} días
        </Link>
      ))}
    </nav>
  </div>
)
