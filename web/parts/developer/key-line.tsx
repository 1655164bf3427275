import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/developer/api-key.ts'
import type { ApiKey } from '#contract/developer/api-key.ts'
import { dayMs } from '#contract/platform/duration.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { scopeWords } from '#contract/developer/scope-words.ts'
import { call, keyOf } from '#web/api.ts'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { FormerChoice, type FormerHours } from '#web/parts/developer/former-choice.tsx'
import { Permissions } from '#web/parts/developer/permissions.tsx'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { wholeDate } from '#web/parts/developer/whole-date.ts'
import { sessionQuery } from '#web/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast } from '#web/ui/toast.ts'

type Made = Reply<typeof contract.renewApiKey>

/** A key: since when, until when, its last use and problem, and its permissions. */
export const KeyLine = ({ line, onMade }: { line: ApiKey; onMade: (made: Made) => void }) => {
  const { data: user } = useQuery(sessionQuery)
  const zone = user?.zone ?? capitalZone
  const [opened, setOpened] = useState<'renew' | 'revoke'>()
  const close = () => setOpened(undefined)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {line.name}
          {line.isExpired ? <Badge tone="chile">Vencida</Badge> : null}
          {endsSoon(line) ? <Badge tone="maiz">Vence pronto</Badge> : null}
        </p>
        <p className="text-sm break-all text-muted">
          <code>{line.prefix}…</code>
        </p>
        <p className="text-sm text-muted">
          Hecha el {wholeDate(line.createdAt, zone)}
          {' · '}
          {line.expiresAt === null ? 'No vence' : `Vence el ${wholeDate(line.expiresAt, zone)}`}
        </p>
        <p className="text-sm text-muted">
          {line.lastUsedAt === null ? 'Nunca se ha usado' : `Último uso: ${shortOf(line.lastUsedAt, zone)}`}
        </p>
        {line.lastProblem === null ? null : (
          <p className="text-sm text-chile">
            Último problema ({shortOf(line.lastProblem.at, zone)}): {line.lastProblem.message}
          </p>
        )}
        <Permissions items={line.scopes.map(scopeWords)} />
      </div>
      <div className="flex flex-wrap gap-2 max-sm:-ml-3.5">
        {line.name.endsWith(contract.replacedMark) ? null : (
          <Button tone="quiet" size="small" onClick={() => setOpened('renew')}>
            Renovar<span className="sr-only"> {line.name}</span>
          </Button>
        )}
        <Button tone="quiet" size="small" onClick={() => setOpened('revoke')}>
          Revocar<span className="sr-only"> {line.name}</span>
        </Button>
      </div>
      {opened === 'renew' ? <RenewDialog line={line} onClose={close} onMade={onMade} /> : null}
      {opened === 'revoke' ? <RevokeDialog line={line} onClose={close} /> : null}
    </li>
  )
}

/** As the email says: in the week before. */
const endsSoon = ({ expiresAt, isExpired }: ApiKey) =>
  expiresAt !== null && !isExpired && new Date(expiresAt).getTime() - Date.now() <= 7 * dayMs

type About = { line: ApiKey; onClose: () => void }

const RenewDialog = ({ line, onClose, onMade }: About & { onMade: (made: Made) => void }) => {
  const queryClient = useQueryClient()
  const proof = useProof()
  const [formerHours, setFormerHours] = useState<FormerHours>(line.isExpired ? 0 : 24)
  const renewing = useMutation({
    mutationFn: () =>
      proof.run(() => call(contract.renewApiKey, { params: { id: line.id }, body: { formerHours } })),
    onSuccess: async (made) => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.apiKeys) })
      onClose()
      onMade(made)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`¿Renovar «${line.name}»?`}
      description="Recibes una llave nueva con los mismos permisos y la misma duración, que se muestra una sola vez."
      error={renewing.error instanceof NotProven ? null : renewing.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Conservar
          </Button>
          <Button busy={renewing.isPending} onClick={() => renewing.mutate()}>
            Renovar llave
          </Button>
        </>
      }
    >
      {line.isExpired ? null : (
        <FormerChoice
          legend="La llave de ahora deja de servir"
          value={formerHours}
          onChange={setFormerHours}
        />
      )}
      {proof.dialog}
    </Dialog>
  )
}

const RevokeDialog = ({ line, onClose }: About) => {
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
