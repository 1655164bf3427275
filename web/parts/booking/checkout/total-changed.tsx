import { formatCents } from '#contract/platform/money.ts'
import { Button } from '#web/ui/button.tsx'

/** Between the page and the press the price or the credit changed: the old and the new total, and nothing is paid before a yes. */
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
