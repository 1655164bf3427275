import type { Hold } from '#contract/booking/hold.ts'
import { nameOr } from '#contract/platform/persons.ts'

/** The people of a visit with their services; in a class all of them at once. */
export default function People({
  people,
  isClass,
  isPriced,
}: {
  people: NonNullable<Hold['people']>
  isClass: boolean
  /** Services are listed with their prices. */
  isPriced: boolean
}) {
  return (
    <>
      <span className="font-semibold">
        {people.length} {isClass ? 'lugares' : 'personas, en este orden'}
      </span>
      {isPriced
        ? null
        : people.map(({ person, firstName, isMinor, services }) => (
            <span key={person} className="text-muted">
              <span className="text-ink">{nameOr(firstName, person)}</span>
              {isMinor ? ' (menor de edad)' : ''}
              {isClass ? '' : `: ${services.map(({ name }) => name).join(' + ')}`}
            </span>
          ))}
    </>
  )
}
