import type { MadeApp } from '#web/parts/developer/new-app.tsx'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** Shown once: the server stores only what it needs to recognize the secret again. */
export const SecretShown = ({ made: { app, secret }, onClose }: { made: MadeApp; onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    title={app.name}
    description={
      secret === null
        ? 'Tu app ya puede pedir permiso.'
        : 'Copia el secreto ahora y guárdalo donde nadie más lo vea. No lo volvemos a mostrar.'
    }
    actions={
      <Button
        onClick={() =>
          void copyText(secret ?? app.id, 'Copiado', 'Guárdalo en tu app.', 'Selecciónalo y cópialo a mano.')
        }
      >
        {secret === null ? 'Copiar identificador' : 'Copiar secreto'}
      </Button>
    }
  >
    <dl className="flex flex-col gap-3 text-sm">
      <div>
        <dt className="font-semibold">Identificador (client_id)</dt>
        <dd className="rounded-md bg-sunk p-3 break-all select-all">
          <code>{app.id}</code>
        </dd>
      </div>
      {secret === null ? null : (
        <div>
          <dt className="font-semibold">Secreto (client_secret)</dt>
          <dd className="rounded-md bg-sunk p-3 break-all select-all">
            <code>{secret}</code>
          </dd>
        </div>
      )}
    </dl>
  </Dialog>
)
