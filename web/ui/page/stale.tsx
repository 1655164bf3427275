import { Button } from '#web/ui/button.tsx'

/** Another save happened meanwhile, most often by the same user on another device: what was typed stays, and the user chooses. */
export const Stale = ({
  now,
  keep = 'Guardar lo mío',
  onKeep,
  onTake,
}: {
  /** Its state there, where that can be said in a line. */
  now?: string | undefined
  /** What is done all the same. */
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
