import { ApiError } from '#web/api.ts'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** Why there are no slots at all: the server's message, and a retry where useful. */
export default function SlotsRefused({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isAnswered = error instanceof ApiError
  const title = isAnswered ? refusedTitles[error.code] : undefined
  return title === undefined ? (
    <ErrorState text={isAnswered ? error.message : 'Intenta de nuevo.'} onRetry={onRetry} />
  ) : (
    <EmptyState title={title} text={error.message} />
  )
}

/** A retry is useless. */
const refusedTitles: Readonly<Record<string, string>> = {
  place_too_small: 'Son más de los que caben',
  first_visit_only: 'Es para primeras visitas',
  outside_home_radius: 'Queda fuera de su zona',
}
