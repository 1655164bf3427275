import { Users } from 'lucide-react'
import type { Booking } from '#contract/booking/booking.ts'
import { nameOr, peopleText } from '#contract/platform/persons.ts'

/** For the professional: the people of a visit with their services, in order. */
export const WhoComes = ({ people }: Pick<Booking, 'people'>) =>
  people === null ? null : (
    <div className="flex items-start gap-2 text-[0.9375rem]">
      <Users aria-hidden className="mt-1 size-4 shrink-0 text-barro" />
      <div className="min-w-0">
        <p className="font-semibold">{peopleText(people.map(({ firstName }) => firstName))}</p>
        <ol className="text-muted">
          {people.map(({ person, firstName, isMinor, services }) => (
            <li key={person}>
              {nameOr(firstName, person)}
              {isMinor ? ' (menor de edad)' : ''}: {services.map(({ name }) => name).join(' + ')}
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
