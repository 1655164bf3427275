import { useSearch } from '@tanstack/react-router'
import { outcomeIn } from '#web/parts/connection/outcome.ts'
import { classNames } from '#web/ui/class-names.ts'

/** The outcome of the consent, from the URL that the provider redirects to. */
export const ConnectOutcome = ({ forUnits = false }: { forUnits?: boolean }) => {
  const outcome = outcomeIn(useSearch({ strict: false }), forUnits)
  if (outcome === undefined) return null
  const { text, isGood } = outcome
  return (
    <p
      role="status"
      className={classNames(
        'rounded-md px-4 py-3',
        isGood ? 'bg-agave-soft text-agave' : 'bg-maiz-soft text-maiz-ink',
      )}
    >
      {text}
    </p>
  )
}
