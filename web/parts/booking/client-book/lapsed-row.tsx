import { Link } from '@tanstack/react-router'
import type { Lapsed } from '#contract/booking/client/win-back.ts'
import { nameOf } from '#web/parts/booking/client-book/client-words.ts'
import { useUndoWinBack } from '#web/parts/booking/client-book/use-win-back.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'

/** A lapsed client: since when, how often they usually come, and the one step. */
export const LapsedRow = ({ client, onWrite }: { client: Lapsed; onWrite: () => void }) => (
  <div className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
    <p className="min-w-0 flex-1 basis-52">
      <Link
        {...paths.ownClients(client.id)}
        className="font-semibold wrap-anywhere underline-offset-4 hover:underline"
      >
        {nameOf(client)}
      </Link>
      <span className="block text-sm text-muted">
        Hace {client.daysSince} días · {usualOf(client)} · {client.service}
      </span>
    </p>
    <Step client={client} onWrite={onWrite} />
  </div>
)

const usualOf = ({ intervalOf, intervalDays }: Lapsed) =>
  intervalOf === 'own' ? `suele venir cada ${intervalDays}` : `tus clientes lo repiten cada ${intervalDays}`

const Step = ({ client, onWrite }: { client: Lapsed; onWrite: () => void }) => {
  const undo = useUndoWinBack()
  if (client.written !== null)
    return (
      <span className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        Le escribiste: {shortOf(client.written.at, client.zone)}
        {client.written.way === 'kalli' ? null : (
          <Button
            tone="quiet"
            size="small"
            busy={undo.isPending}
            aria-label={`No le escribí a ${nameOf(client)}`}
            onClick={() => undo.mutate(client.id)}
          >
            No lo envié
          </Button>
        )}
      </span>
    )
  if (!client.agreed && client.phone === null) return <span className="text-sm text-muted">Sin teléfono</span>
  return (
    <Button
      tone="secondary"
      size="small"
      aria-haspopup="dialog"
      aria-label={`Escribir a ${nameOf(client)}`}
      onClick={onWrite}
    >
      Escribir
    </Button>
  )
}
