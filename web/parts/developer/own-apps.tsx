import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/developer/app.ts'
import { reading } from '#web/api.ts'
import { AppLine } from '#web/parts/developer/app-line.tsx'
import { type MadeApp, NewApp } from '#web/parts/developer/new-app.tsx'
import { SecretShown } from '#web/parts/developer/secret-shown.tsx'
import { Button } from '#web/ui/button.tsx'
import { FoldedPanel } from '#web/ui/page/folded-panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

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
