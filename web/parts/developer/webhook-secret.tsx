import { Secret, SecretDialog } from '#web/parts/developer/secret-dialog.tsx'

/** The secret with which a system verifies that a message is from Kalli. */
export const WebhookSecret = ({ secret, onClose }: { secret: string; onClose: () => void }) => (
  <SecretDialog
    title="El secreto de la firma"
    description="Cópialo ahora en tu sistema: con él comprueba que el aviso es de Kalli. No lo volvemos a mostrar."
    copied={{
      label: 'Copiar secreto',
      text: secret,
      done: 'Secreto copiado',
      next: 'Pégalo en tu sistema.',
    }}
    onClose={onClose}
  >
    <Secret>{secret}</Secret>
  </SecretDialog>
)
