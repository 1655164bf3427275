import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/developer/api-key.ts'
import type { ApiKey } from '#contract/developer/api-key.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { scopeWords } from '#contract/developer/scope-words.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { KeyShown } from '#web/parts/developer/key-shown.tsx'
import { NewKey } from '#web/parts/developer/new-key.tsx'
import { Permissions } from '#web/parts/developer/permissions.tsx'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { wholeDate } from '#web/parts/developer/whole-date.ts'
import { sessionQuery } from '#web/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { FoldedPanel } from '#web/ui/page/folded-panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

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
            <KeyLine key={key.id} line={key} />
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

const KeyLine = ({ line }: { line: ApiKey }) => {
  const { data: user } = useQuery(sessionQuery)
  const zone = user?.zone ?? capitalZone
  const [isOpen, setOpened] = useState(false)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {line.name}
          {line.isExpired ? <Badge tone="chile">Vencida</Badge> : null}
        </p>
        <p className="text-sm break-all text-muted">
          <code>{line.prefix}…</code>
        </p>
        <p className="text-sm text-muted">
          {line.lastUsedAt === null ? 'Nunca se ha usado' : `Último uso: ${shortOf(line.lastUsedAt, zone)}`}
          {' · '}
          {line.expiresAt === null ? 'No vence' : `Vence el ${wholeDate(line.expiresAt, zone)}`}
        </p>
        {line.lastProblem === null ? null : (
          <p className="text-sm text-chile">
            Último problema ({shortOf(line.lastProblem.at, zone)}): {line.lastProblem.message}
          </p>
        )}
        <Permissions items={line.scopes.map(scopeWords)} />
      </div>
      <Button tone="quiet" size="small" className="max-sm:-ml-3.5" onClick={() => setOpened(true)}>
        Revocar<span className="sr-only"> {line.name}</span>
      </Button>
      {isOpen ? <RevokeDialog line={line} onClose={() => setOpened(false)} /> : null}
    </li>
  )
}

const RevokeDialog = ({ line, onClose }: { line: ApiKey; onClose: () => void }) => {
  const queryClient = useQueryClient()
  const revoking = useMutation({
    mutationFn: () => call(contract.revokeApiKey, { params: { id: line.id } }),
    onSuccess: async () => {
      toast(`Revocaste «${line.name}»`, 'Ya no sirve.', 'good')
      onClose()
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.apiKeys) })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`¿Revocar «${line.name}»?`}
      description="El sistema que la usa deja de entrar en este momento. No se puede deshacer."
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Conservar
          </Button>
          <Button tone="danger" busy={revoking.isPending} onClick={() => revoking.mutate()}>
            Revocar llave
          </Button>
        </>
      }
    >
      <FormError of={revoking.error} />
    </Dialog>
  )
}
