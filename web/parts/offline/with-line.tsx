import { useEffect, useState, type ComponentType } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { useOnline } from '#web/ui/use-online.ts'

/** Why buttons that need a connection are blocked offline. */
export const needsLine = 'Sin conexión: esto necesita internet.'

/**
 * A dialog that loads on demand. Offline it cannot: a message is shown instead, and the page around it stays. `React.lazy` would crash the
 * page, and cache the failure.
 */
export const withLine = <P extends { onClose: () => void }>(
  load: () => Promise<{ default: ComponentType<P> }>,
): ComponentType<P> => {
  let known: ComponentType<P> | undefined
  return function WithLine(props: P) {
    const [Loaded, take] = useState<ComponentType<P> | undefined>(() => known)
    const [failed, fail] = useState(false)
    const online = useOnline()
    useEffect(() => {
      if (Loaded !== undefined || failed) return
      load().then(
        ({ default: loaded }) => {
          known = loaded
          take(() => loaded)
        },
        () => fail(true),
      )
    }, [Loaded, failed])
    if (Loaded !== undefined) return <Loaded {...props} />
    if (!failed) return <Opening />
    return (
      <Dialog
        open
        onOpenChange={(open) => (open ? undefined : props.onClose())}
        title={online ? 'No se pudo abrir' : 'Sin conexión'}
        actions={
          <Button blocked={online ? undefined : 'Cuando vuelva la conexión.'} onClick={() => fail(false)}>
            Intentar de nuevo
          </Button>
        }
      >
        <p>{online ? 'Inténtalo otra vez.' : `${needsLine} Tu agenda de hoy sigue aquí.`}</p>
      </Dialog>
    )
  }
}
