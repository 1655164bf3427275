import type { MadeApp } from '#web/parts/developer/new-app.tsx'
import { Secret, SecretDialog } from '#web/parts/developer/secret-dialog.tsx'

/** An app's identifier and, for an app that can store one, its secret. */
export const SecretShown = ({ made: { app, secret }, onClose }: { made: MadeApp; onClose: () => void }) => (
  <SecretDialog
    title={app.name}
    description={
      secret === null
        ? 'Tu app ya puede pedir permiso.'
        : 'Copia el secreto ahora y guárdalo donde nadie más lo vea. No lo volvemos a mostrar.'
    }
    copied={{
      label: secret === null ? 'Copiar identificador' : 'Copiar secreto',
      text: secret ?? app.id,
      done: 'Copiado',
      next: 'Guárdalo en tu app.',
    }}
    onClose={onClose}
  >
    <dl className="flex flex-col gap-3 text-sm">
      <div>
        <dt className="font-semibold">Identificador (client_id)</dt>
        <dd>
          <Secret>{app.id}</Secret>
        </dd>
      </div>
      {secret === null ? null : (
        <div>
          <dt className="font-semibold">Secreto (client_secret)</dt>
          <dd>
            <Secret>{secret}</Secret>
          </dd>
        </div>
      )}
    </dl>
  </SecretDialog>
)
