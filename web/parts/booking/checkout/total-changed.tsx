import { formatCents } from '#contract/platform/money.ts'
import { Button } from '#web/ui/button.tsx'

/** The price or credit changed after the page was loaded: shows both totals, and nothing is paid before the client agrees. */
export default function TotalChanged({
  problem,
  oldCents,
  newCents,
  onAccept,
}: {
  problem: Error | null
  oldCents: number
  newCents: number
  onAccept: () => void
}) {
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-3 rounded-lg border border-chile/40 bg-chile-soft p-4 sm:p-5"
    >
      <p className="font-semibold">{problem?.message}</p>
      <p>
        {newCents === oldCents ? (
          <>
            El total sigue igual: <strong>{formatCents(newCents)}</strong>.
          </>
        ) : (
          <>
            Antes <s>{formatCents(oldCents)}</s>, ahora <strong>{formatCents(newCents)}</strong>.
          </>
        )}{' '}
        No se ha cobrado nada.
      </p>
      <Button size="small" onClick={onAccept}>
        Aceptar {formatCents(newCents)}
      </Button>
    </div>
  )
}
