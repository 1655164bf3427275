import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/developer/app.ts'
import type { OwnApp } from '#contract/developer/app.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { type MadeApp, NewApp } from '#web/parts/developer/new-app.tsx'
import { SecretShown } from '#web/parts/developer/secret-shown.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { FoldedPanel } from '#web/ui/page/folded-panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** For developers who build on Kalli: apps that ask other users for access. */
export const OwnApps = () => {
  const apps = useQuery(reading(contract.ownApps))
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<MadeApp>()
  if (apps.isPending) return <Skeleton className="h-12 rounded-lg" />
  if (apps.isLoadingError) return <ErrorState text={apps.error.message} onRetry={() => void apps.refetch()} />
  const isFull = apps.data.length >= contract.maxApps
  return (
    <FoldedPanel
      title="Apps que hiciste"
      value={apps.data.length === 0 ? 'Ninguna' : String(apps.data.length)}
      isFilled={apps.data.length > 0}
      text="Si programas para otras personas de Kalli, registra aquí tu app: les pedirá permiso con OAuth."
    >
      {apps.data.length === 0 ? null : (
        <ul className="flex flex-col divide-y divide-line">
          {apps.data.map((app) => (
            <AppLine key={app.id} app={app} onSecret={(secret) => setMade({ app, secret })} />
          ))}
        </ul>
      )}
      <Button
        tone="secondary"
        className="self-start"
        blocked={isFull ? `Caben ${contract.maxApps}: quita alguna para hacer otra.` : undefined}
        onClick={() => setMaking(true)}
      >
        Registrar una app
      </Button>
      {isMaking ? (
        <NewApp
          onClose={() => setMaking(false)}
          onMade={(one) => {
            setMaking(false)
            setMade(one)
          }}
        />
      ) : null}
      {made ? <SecretShown made={made} onClose={() => setMade(undefined)} /> : null}
    </FoldedPanel>
  )
}

const AppLine = ({ app, onSecret }: { app: OwnApp; onSecret: (secret: string) => void }) => {
  const proof = useProof()
  const [isOpen, setOpened] = useState(false)
  const renewing = useMutation({
    mutationFn: () => proof.run(() => call(contract.renewAppSecret, { params: { id: app.id } })),
    onSuccess: ({ secret }) => onSecret(secret),
  })
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
      <FormError of={renewing.error instanceof NotProven ? null : renewing.error} />
      <div className="-ml-3.5 flex flex-wrap gap-2">
        {app.isConfidential ? (
          <Button tone="quiet" size="small" busy={renewing.isPending} onClick={() => renewing.mutate()}>
            Cambiar secreto<span className="sr-only"> de {app.name}</span>
          </Button>
        ) : null}
        <Button tone="quiet" size="small" onClick={() => setOpened(true)}>
          Borrar<span className="sr-only"> {app.name}</span>
        </Button>
      </div>
      {proof.dialog}
      {isOpen ? <RemoveDialog app={app} onClose={() => setOpened(false)} /> : null}
    </li>
  )
}

const RemoveDialog = ({ app, onClose }: { app: OwnApp; onClose: () => void }) => {
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
