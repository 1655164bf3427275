import { useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/hiring/invitation.ts'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { call } from '#web/api.ts'
import { refreshInvitations } from '#web/parts/hiring/reading.ts'
import { ChosenAct } from '#web/ui/records/chosen-act.tsx'

export const invitedName = (one: Invitation) => one.professional?.name ?? one.email ?? 'Profesional'

/** Bulk action on the chosen invitations: withdraws them. */
export const SentChosen = ({ picked, onDone }: { picked: readonly Invitation[]; onDone: () => void }) => {
  const queryClient = useQueryClient()
  return (
    <ChosenAct
      picked={picked}
      nameOf={invitedName}
      words={{
        chosen: ['elegida', 'elegidas'],
        button: 'Retirar elegidas',
        act: 'Retirar',
        keep: 'Conservarlas',
        asks: (count) => (count === 1 ? 'Retirar 1 invitación' : `Retirar ${count} invitaciones`),
        done: ['Invitación retirada', 'Invitaciones retiradas'],
      }}
      run={({ id, version }) => call(contract.revokeInvitation, { params: { id }, body: { version } })}
      refresh={() => refreshInvitations(queryClient)}
      onDone={onDone}
    />
  )
}
