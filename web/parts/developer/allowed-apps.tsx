import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mandates } from '#contract/assistant/mandate.ts'
import * as contract from '#contract/developer/app.ts'
import type { AllowedApp } from '#contract/developer/app.ts'
import { scopeWords } from '#contract/developer/scope-words.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { Permissions } from '#web/parts/developer/permissions.tsx'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { wholeDate } from '#web/parts/developer/whole-date.ts'
import { sessionQuery } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FoldedPanel } from '#web/ui/page/folded-panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** Third-party apps that the user has authorised; most users have none. */
export const AllowedApps = () => {
  const apps = useQuery(reading(contract.allowedApps))
  if (apps.isPending) return <Skeleton className="h-12 rounded-lg" />
  if (apps.isLoadingError) return <ErrorState text={apps.error.message} onRetry={() => void apps.refetch()} />
  return (
    <FoldedPanel
      title="Apps con acceso"
      value={apps.data.length === 0 ? 'Ninguna' : String(apps.data.length)}
      isFilled={apps.data.length > 0}
      text="Apps de otros a las que dejaste entrar en tu nombre. Quítalas cuando quieras."
    >
      {apps.data.length === 0 ? (
        <p className="text-muted">Ninguna app tiene acceso a tu cuenta.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {apps.data.map((app) => (
            <AppLine key={app.id} app={app} />
          ))}
        </ul>
      )}
    </FoldedPanel>
  )
}

const AppLine = ({ app }: { app: AllowedApp }) => {
  const { data: user } = useQuery(sessionQuery)
  const zone = user?.zone ?? capitalZone
  const [isOpen, setOpened] = useState(false)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-anywhere">{app.name}</p>
        <p className="text-sm text-muted">
          Desde el {wholeDate(app.since, zone)}, hasta el {wholeDate(app.until, zone)}
        </p>
        <p className="text-sm text-muted">
          {app.lastUsedAt === null ? 'Todavía no se usa' : `Último uso: ${shortOf(app.lastUsedAt, zone)}`}
        </p>
        {app.lastProblem === null ? null : (
          <p className="text-sm text-chile">
            Último problema ({shortOf(app.lastProblem.at, zone)}): {app.lastProblem.message}
          </p>
        )}
        <Permissions items={app.scopes.map(scopeWords)} />
      </div>
      <Button tone="quiet" size="small" className="max-sm:-ml-3.5" onClick={() => setOpened(true)}>
        Quitar<span className="sr-only"> {app.name}</span>
      </Button>
      {isOpen ? <RemoveDialog app={app} onClose={() => setOpened(false)} /> : null}
    </li>
  )
}

const RemoveDialog = ({ app, onClose }: { app: AllowedApp; onClose: () => void }) => {
  const queryClient = useQueryClient()
  const removing = useMutation({
    mutationFn: () => call(contract.disallowApp, { params: { id: app.id } }),
    onSuccess: async () => {
      toast(`Quitaste ${app.name}`, 'Ya no entra a tu cuenta.', 'good')
      onClose()
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf(contract.allowedApps) }),
        queryClient.invalidateQueries({ queryKey: keyOf(mandates) }),
      ])
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`¿Quitar ${app.name}?`}
      error={removing.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Conservar
          </Button>
          <Button tone="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
            Quitar app
          </Button>
        </>
      }
    >
      <p>
        Deja de entrar en este momento, en todos tus dispositivos, y termina el permiso para pagar o cancelar
        que le hayas dado. Si la vuelves a usar, te pedirá permiso otra vez.
      </p>
    </Dialog>
  )
}
