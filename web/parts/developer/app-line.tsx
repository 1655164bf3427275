import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/developer/app.ts'
import type { OwnApp } from '#contract/developer/app.ts'
import { call, keyOf } from '#web/api.ts'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { ChangeApp } from '#web/parts/developer/change-app.tsx'
import { FormerChoice, type FormerHours } from '#web/parts/developer/former-choice.tsx'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { sessionQuery } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

type Opened = 'change' | 'secret' | 'remove'

/** An app that the user made: what people see of it, its secret, and its end. */
export const AppLine = ({ app, onSecret }: { app: OwnApp; onSecret: (secret: string) => void }) => {
  const zone = useQuery(sessionQuery).data?.zone ?? capitalZone
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  return (
    <li className="flex flex-col gap-2 py-4">
      <p className="font-semibold wrap-anywhere">{app.name}</p>
      <p className="text-sm break-all text-muted">
        <code>{app.id}</code>
      </p>
      <p className="text-sm text-muted">
        {app.people === 1 ? '1 persona la usa' : `${app.people} personas la usan`}
        {' · '}
        {app.isConfidential ? 'Con secreto' : 'Sin secreto (PKCE)'}
      </p>
      <ul className="text-sm break-all text-muted">
        {app.redirectUris.map((address) => (
          <li key={address}>Regresa a {address}</li>
        ))}
      </ul>
      {app.formerUntil === null ? null : (
        <p className="text-sm text-muted">
          El secreto anterior sirve también hasta el {shortOf(app.formerUntil, zone)}.
        </p>
      )}
      <div className="-ml-3.5 flex flex-wrap gap-2">
        <Button tone="quiet" size="small" onClick={() => setOpened('change')}>
          Editar<span className="sr-only"> {app.name}</span>
        </Button>
        {app.isConfidential ? (
          <Button tone="quiet" size="small" onClick={() => setOpened('secret')}>
            Cambiar secreto<span className="sr-only"> de {app.name}</span>
          </Button>
        ) : null}
        <Button tone="quiet" size="small" onClick={() => setOpened('remove')}>
          Borrar<span className="sr-only"> {app.name}</span>
        </Button>
      </div>
      {opened === 'change' ? <ChangeApp app={app} onClose={close} /> : null}
      {opened === 'secret' ? <SecretDialog app={app} onClose={close} onSecret={onSecret} /> : null}
      {opened === 'remove' ? <RemoveDialog app={app} onClose={close} /> : null}
    </li>
  )
}

type About = { app: OwnApp; onClose: () => void }

const SecretDialog = ({ app, onClose, onSecret }: About & { onSecret: (secret: string) => void }) => {
  const queryClient = useQueryClient()
  const proof = useProof()
  const [formerHours, setFormerHours] = useState<FormerHours>(24)
  const renewing = useMutation({
    mutationFn: () =>
      proof.run(() => call(contract.renewAppSecret, { params: { id: app.id }, body: { formerHours } })),
    onSuccess: async ({ secret }) => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownApps) })
      onClose()
      onSecret(secret)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`¿Cambiar el secreto de ${app.name}?`}
      description="Recibes uno nuevo, que se muestra una sola vez. Quienes ya la usan no tienen que dar permiso otra vez."
      error={renewing.error instanceof NotProven ? null : renewing.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Conservar
          </Button>
          <Button busy={renewing.isPending} onClick={() => renewing.mutate()}>
            Cambiar secreto
          </Button>
        </>
      }
    >
      <FormerChoice
        legend="El secreto de ahora deja de servir"
        value={formerHours}
        onChange={setFormerHours}
      />
      {proof.dialog}
    </Dialog>
  )
}

const RemoveDialog = ({ app, onClose }: About) => {
  const queryClient = useQueryClient()
  const removing = useMutation({
    mutationFn: () => call(contract.removeApp, { params: { id: app.id } }),
    onSuccess: async () => {
      toast(`Borraste ${app.name}`, undefined, 'good')
      onClose()
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownApps) })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`¿Borrar ${app.name}?`}
      error={removing.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Conservar
          </Button>
          <Button tone="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
            Borrar app
          </Button>
        </>
      }
    >
      <p>
        {app.people === 0
          ? 'Nadie la usa ahora.'
          : `Deja de funcionar para ${app.people === 1 ? 'la persona que la usa' : `las ${app.people} personas que la usan`}.`}{' '}
        No se puede deshacer.
      </p>
    </Dialog>
  )
}
