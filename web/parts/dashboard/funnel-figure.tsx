import type { OwnFigures } from '#contract/figures/own-figures.ts'
import { percentText } from '#web/parts/dashboard/week-figures.ts'

/** Page views, bookings, and bookings by returning clients; bars are relative to the largest count. */
export const FunnelFigure = ({ figures: { funnel } }: { figures: OwnFigures }) => {
  const { views, booked, returning } = funnel
  const most = Math.max(1, views, booked)
  const steps = [
    { label: 'Vistas de tu página', count: views, note: '' },
    {
      label: 'Reservas',
      count: booked,
      // Clients who book by a link or at the desk never saw the page.
      note: views >= booked && booked > 0 ? `${percentText(booked / views)} de las vistas` : '',
    },
    {
      label: 'De quien ya había venido',
      count: returning,
      note: booked > 0 ? `${percentText(returning / booked)} de las reservas` : '',
    },
  ]
  return (
    <ol className="flex flex-col gap-4">
      {steps.map(({ label, count, note }) => (
        <li key={label} className="flex flex-col gap-1.5">
          <p className="flex items-baseline justify-between gap-4">
            <span>
              {label}
              {note === '' ? null : <span className="block text-sm text-muted">{note}</span>}
            </span>
            <span className="figures font-display text-2xl font-semibold">
              {count.toLocaleString('es-MX')}
            </span>
          </p>
          <div aria-hidden className="h-3 rounded-full bg-sunk">
            <div
              className="h-3 rounded-full bg-jacaranda"
              style={{ width: `${count === 0 ? 0 : Math.max(1.5, (count / most) * 100)}%` }}
            />
          </div>
        </li>
      ))}
    </ol>
  )
}
