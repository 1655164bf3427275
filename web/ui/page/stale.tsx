import { Button } from '#web/ui/button.tsx'

/** A conflicting save, most often by the same user on another device: the input stays, and the user chooses. */
export const Stale = ({
  now,
  keep = 'Guardar lo mío',
  onKeep,
  onTake,
}: {
  /** The saved state, where it fits in a line. */
  now?: string | undefined
  /** The label of saving anyway. */
  keep?: string
  onKeep: () => void
  onTake: () => void
}) => (
  <div role="alert" className="flex flex-col gap-3 rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
    <p className="font-medium">
      Esto cambió en otro dispositivo mientras escribías.{now ? ` Ahora dice: ${now}.` : ''} Lo que escribiste
      sigue aquí.
    </p>
    <div className="flex flex-wrap gap-3">
      <Button tone="secondary" size="small" onClick={onKeep}>
        {keep}
      </Button>
      <Button tone="quiet" size="small" onClick={onTake}>
        Ver lo guardado
      </Button>
    </div>
  </div>
)
