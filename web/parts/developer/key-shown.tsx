import { useMutation } from '@tanstack/react-query'
import type { makeApiKey } from '#contract/developer/api-key.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { Secret, SecretDialog } from '#web/parts/developer/secret-dialog.tsx'
import { tryKey } from '#web/parts/developer/try-key.ts'
import { Button } from '#web/ui/button.tsx'

/** A new key, which can be tried at once. */
export const KeyShown = ({
  made: { key, secret },
  onClose,
}: {
  made: Reply<typeof makeApiKey>
  onClose: () => void
}) => {
  const trying = useMutation({ mutationFn: () => tryKey(secret) })
  return (
    <SecretDialog
      title={`Tu llave «${key.name}»`}
      description="Cópiala ahora y guárdala donde nadie más la vea. No la volvemos a mostrar."
      copied={{
        label: 'Copiar llave',
        text: secret,
        done: 'Llave copiada',
        next: 'Guárdala en tu sistema.',
      }}
      action={
        <Button tone="secondary" busy={trying.isPending} onClick={() => trying.mutate()}>
          Probarla
        </Button>
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <Secret>{secret}</Secret>
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
    </SecretDialog>
  )
}
