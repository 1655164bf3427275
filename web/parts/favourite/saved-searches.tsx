import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import type { SavedSearch } from '#contract/favourite/saved-search.ts'
import { searchStateOf } from '#web/parts/cards/search-state.ts'
import { capitalZone, dayOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { toastError } from '#web/ui/toast.ts'

/** Deletes the alert, of an account or of a telephone that this browser confirmed. */
type OnDrop = (id: string) => Promise<unknown>

/** The searches with an alert, for clients with or without an account. */
export const SavedSearches = ({ searches, onDrop }: { searches: readonly SavedSearch[]; onDrop: OnDrop }) => (
  <section className="flex flex-col gap-3">
    <h2 className="text-2xl">Búsquedas con aviso</h2>
    <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
      {searches.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
          <BellRing aria-hidden className="size-5 text-barro" />
          <span className="min-w-0 flex-1 basis-56">
            <Link
              to="/search-results"
              search={searchStateOf(Object.fromEntries(new URLSearchParams(one.search)))}
              className="font-semibold underline-offset-4 hover:underline"
            >
              {one.label}
            </Link>
            <span className="block text-[0.9375rem] text-muted">
              Te avisamos cuando se abra un horario, hasta el {dayOf(one.expiresAt, capitalZone)}
            </span>
          </span>
          <Drop one={one} onDrop={onDrop} />
        </li>
      ))}
    </ul>
  </section>
)

const Drop = ({ one, onDrop }: { one: SavedSearch; onDrop: OnDrop }) => {
  const drop = useMutation({
    mutationFn: () => onDrop(one.id),
    onError: (problem) => toastError('Error', problem.message),
  })
  return (
    <Button tone="quiet" size="small" busy={drop.isPending} onClick={() => drop.mutate()}>
      Quitar<span className="sr-only"> la búsqueda {one.label}</span>
    </Button>
  )
}
