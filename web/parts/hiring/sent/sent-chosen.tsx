import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/hiring/invitation.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { call } from '#web/api.ts'
import { refreshInvitations } from '#web/parts/hiring/reading.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast } from '#web/ui/toast.ts'

export const invitedName = (one: Invitation) => one.professional?.name ?? one.email ?? 'Profesional'

/** What can be done with the chosen ones: withdrawn together, each by itself, so that one that was answered meanwhile stops no other. */
export const SentChosen = ({ picked, onDone }: { picked: readonly Invitation[]; onDone: () => void }) => {
  const [asks, setAsks] = useState(false)
  const queryClient = useQueryClient()
  const revoking = useMutation({
    mutationFn: async () => {
      const answers = await Promise.allSettled(
        picked.map(({ id, version }) =>
          call(contract.revokeInvitation, { params: { id }, body: { version } }),
        ),
      )
      await refreshInvitations(queryClient)
      const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
      if (refused[0] !== undefined) throw refused[0]
    },
    onSuccess: () => {
      toast(picked.length === 1 ? 'Invitación retirada' : 'Invitaciones retiradas', undefined, 'good')
      setAsks(false)
      onDone()
    },
  })
  if (picked.length === 0) return null
  return (
    <div className="sticky top-20 z-10 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-2 shadow-card">
      <p className="font-semibold">
        {picked.length} {picked.length === 1 ? 'elegida' : 'elegidas'}
      </p>
      <span className="flex gap-2">
        <Button tone="quiet" size="small" onClick={onDone}>
          Soltar
        </Button>
        <Button tone="danger" size="small" onClick={() => setAsks(true)}>
          Retirar elegidas
        </Button>
      </span>
      <Dialog
        open={asks}
        onOpenChange={setAsks}
        title={picked.length === 1 ? 'Retirar 1 invitación' : `Retirar ${picked.length} invitaciones`}
        description={picked.map(invitedName).join(', ')}
        error={revoking.error}
        actions={
          <>
            <Button tone="secondary" onClick={() => setAsks(false)}>
              Conservarlas
            </Button>
            <Button tone="danger" busy={revoking.isPending} onClick={() => revoking.mutate()}>
              Retirar
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </div>
  )
}
