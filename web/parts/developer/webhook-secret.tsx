import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** Shown once: by it a system knows that a message is of Kalli. */
export const WebhookSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    title="El secreto de la firma"
    description="Cópialo ahora en tu sistema: con él comprueba que el aviso es de Kalli. No lo volvemos a mostrar."
    actions={
      <Button
        onClick={() =>
          void copyText(secret, 'Secreto copiado', 'Pégalo en tu sistema.', 'Selecciónalo y cópialo a mano.')
        }
      >
        Copiar secreto
      </Button>
    }
  >
    <code className="block rounded-md bg-sunk p-3 text-sm break-all select-all">{secret}</code>
  </Dialog>
)
