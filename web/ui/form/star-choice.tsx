import { Star } from 'lucide-react'
import { useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'

const words = ['Mal', 'Regular', 'Bien', 'Muy bien', 'Excelente'] as const

/** One to five stars; a group of radio buttons to keyboards and screen readers. */
export const StarChoice = ({
  label,
  score,
  onChange,
}: {
  label: string
  score: number | undefined
  onChange: (score: number) => void
}) => {
  const name = useId()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="font-semibold">{label}</legend>
      <div className="flex flex-wrap items-center gap-x-3">
        <div className="-ml-2 flex">
          {words.map((word, place) => (
            <label
              key={word}
              className="relative flex size-11 cursor-pointer items-center justify-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-jacaranda"
            >
              <input
                type="radio"
                name={name}
                value={place + 1}
                checked={score === place + 1}
                onChange={() => onChange(place + 1)}
                className="absolute inset-0 cursor-pointer opacity-0"
                aria-label={`${place + 1} de 5: ${word}`}
              />
              <Star
                aria-hidden
                className={classNames('size-7', place < (score ?? 0) ? 'fill-maiz text-maiz' : 'text-edge')}
              />
            </label>
          ))}
        </div>
        <span aria-hidden className="text-muted">
          {score === undefined ? '' : words[score - 1]}
        </span>
      </div>
    </fieldset>
  )
}
