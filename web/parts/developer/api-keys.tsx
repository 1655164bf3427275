import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/developer/api-key.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { reading } from '#web/api.ts'
import { KeyLine } from '#web/parts/developer/key-line.tsx'
import { KeyShown } from '#web/parts/developer/key-shown.tsx'
import { NewKey } from '#web/parts/developer/new-key.tsx'
import { Button } from '#web/ui/button.tsx'
import { FoldedPanel } from '#web/ui/page/folded-panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** API keys for the user's own system. A secret is shown once, right after it was created. */
export const ApiKeys = () => {
  const keys = useQuery(reading(contract.apiKeys))
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<Reply<typeof contract.makeApiKey>>()
  if (keys.isPending) return <Skeleton className="h-12 rounded-lg" />
  if (keys.isLoadingError) return <ErrorState text={keys.error.message} onRetry={() => void keys.refetch()} />
  const isFull = keys.data.length >= contract.maxKeys
  const add = (
    <Button
      tone="secondary"
      className="self-start"
      blocked={isFull ? `Caben ${contract.maxKeys}: revoca alguna para hacer otra.` : undefined}
      onClick={() => setMaking(true)}
    >
      Hacer una llave
    </Button>
  )
  return (
    <FoldedPanel
      title="Llaves"
      value={keys.data.length === 0 ? 'Ninguna' : String(keys.data.length)}
      isFilled={keys.data.length > 0}
      text={
        <>
          Con una llave, un sistema tuyo usa Kalli en tu nombre: solo en lo que elijas, y hasta que la
          revoques. Cómo se usa está en la{' '}
          <a href="/api/docs" className="font-medium underline underline-offset-4">
            documentación de la API
          </a>
          .
        </>
      }
    >
      {keys.data.length === 0 ? (
        <p className="text-muted">
          No tienes llaves. Haz una cuando quieras conectar tu propio sistema, tu página o una hoja de
          cálculo.
        </p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {keys.data.map((key) => (
            <KeyLine key={key.id} line={key} onMade={setMade} />
          ))}
        </ul>
      )}
      {add}
      {isMaking ? (
        <NewKey
          onClose={() => setMaking(false)}
          onMade={(one) => {
            setMaking(false)
            setMade(one)
          }}
        />
      ) : null}
      {made ? <KeyShown made={made} onClose={() => setMade(undefined)} /> : null}
    </FoldedPanel>
  )
}
