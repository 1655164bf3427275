import { useMutation } from '@tanstack/react-query'
import type { makeApiKey } from '#contract/developer/api-key.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { tryKey } from '#web/parts/developer/try-key.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** Shown once: the server stores only what it needs to recognize it again. */
export const KeyShown = ({
  made: { key, secret },
  onClose,
}: {
  made: Reply<typeof makeApiKey>
  onClose: () => void
}) => {
  const trying = useMutation({ mutationFn: () => tryKey(secret) })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Tu llave «${key.name}»`}
      description="Cópiala ahora y guárdala donde nadie más la vea. No la volvemos a mostrar."
      actions={
        <>
          <Button tone="secondary" busy={trying.isPending} onClick={() => trying.mutate()}>
            Probarla
          </Button>
          <Button
            onClick={() =>
              void copyText(
                secret,
                'Llave copiada',
                'Guárdala en tu sistema.',
                'Selecciónala y cópiala a mano.',
              )
            }
          >
            Copiar llave
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <code className="rounded-md bg-sunk p-3 text-sm break-all select-all">{secret}</code>
        <p
          role="status"
          className={trying.data?.works === false || trying.isError ? 'text-chile' : 'text-agave'}
        >
          {trying.isError
            ? 'No hay conexión con Kalli. Intenta de nuevo.'
            : trying.data === undefined
              ? ''
              : trying.data.message}
        </p>
      </div>
    </Dialog>
  )
}
