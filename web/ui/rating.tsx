import { Star } from 'lucide-react'

/** One star and the mean to one decimal, with the number of reviews. */
export const Rating = ({
  value,
  count,
  empty = 'Sin calificaciones',
}: {
  value: string | number
  count?: number
  empty?: string
}) => {
  const mean = Number(value)
  if (!(mean > 0)) return <span className="text-[0.9375rem] text-muted">{empty}</span>
  return (
    <span className="figures inline-flex flex-wrap items-center gap-x-1 text-[0.9375rem]">
      <Star aria-hidden className="size-4 fill-maiz text-maiz" />
      <span className="font-semibold">
        <span className="sr-only">Calificación </span>
        {mean.toFixed(1)}
      </span>
      {count === undefined ? null : (
        <span className="text-muted">
          ({count} {count === 1 ? 'reseña' : 'reseñas'})
        </span>
      )}
    </span>
  )
}

/** Five stars with a whole score filled, for a single review. */
export const Stars = ({ score }: { score: number }) => (
  <span role="img" aria-label={`${score} de 5`} className="inline-flex gap-0.5">
    {[1, 2, 3, 4, 5].map((place) => (
      <Star
        key={place}
        aria-hidden
        className={place <= score ? 'size-4 fill-maiz text-maiz' : 'size-4 text-edge'}
      />
    ))}
  </span>
)
