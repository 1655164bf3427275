import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, EllipsisVertical, Flag, LockOpen } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/conversation/conversation.ts'
import * as messageReport from '#contract/conversation/message-report.ts'
import type { Conversation, ConversationMessage } from '#contract/conversation/conversation.ts'
import { call, keyOf } from '#web/api.ts'
import { inputOf, type Where } from '#web/parts/conversation/reading.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const ReportDialog = lazy(() => import('#web/parts/conversation/report-dialog.tsx'))

/** Blocks or reports the other party. */
export const MoreMenu = ({
  where,
  read,
  messages,
}: {
  where: Where
  read: Conversation
  messages: readonly ConversationMessage[]
}) => {
  const [search, ask] = useState<'block' | 'report'>()
  const blocking = useBlock(where, read, () => ask(undefined))
  const theirs = messages.filter(({ mine, gone }) => !mine && gone === null)
  const close = () => ask(undefined)
  return (
    <>
      <Menu
        opener={
          <IconButton label="Más opciones">
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        <MenuItem disabled={theirs.length === 0} onSelect={() => ask('report')}>
          <Flag aria-hidden />
          {theirs.length === 0 ? 'No hay mensajes que reportar' : 'Reportar un mensaje'}
        </MenuItem>
        {where.t !== undefined ? null : read.iBlocked ? (
          <MenuItem onSelect={() => blocking.mutate(false)}>
            <LockOpen aria-hidden />
            Desbloquear
          </MenuItem>
        ) : (
          <MenuItem disabled={!read.mayBlock.allowed} onSelect={() => ask('block')}>
            <Ban aria-hidden />
            {read.mayBlock.reason ?? 'Bloquear'}
          </MenuItem>
        )}
      </Menu>
      {search === 'block' ? (
        <Dialog
          open
          onOpenChange={close}
          error={blocking.error}
          title={`¿Bloquear a ${read.other.name}?`}
          description="No podrán escribirse en ninguna conversación hasta que quites el bloqueo. Tus reservas siguen igual."
          actions={
            <>
              <Button tone="quiet" onClick={close}>
                Cancelar
              </Button>
              <Button tone="danger" busy={blocking.isPending} onClick={() => blocking.mutate(true)}>
                Bloquear
              </Button>
            </>
          }
        >
          <p className="text-muted">
            No le avisamos. Si algo te preocupa, también puedes reportar un mensaje.
          </p>
        </Dialog>
      ) : null}
      {search === 'report' ? (
        <Suspense fallback={<Opening />}>
          <ReportDialog where={where} messages={theirs} other={read.other.name} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

const useBlock = (where: Where, read: Conversation, onDone: () => void) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (block: boolean) =>
      call(block ? messageReport.blockOther : messageReport.unblockOther, inputOf(where)),
    onSuccess: async (_, block) => {
      await queryClient.invalidateQueries({
        queryKey: keyOf(contract.conversations),
      })
      toast(block ? `Bloqueaste a ${read.other.name}` : 'Ya pueden escribirse', undefined, 'good')
      onDone()
    },
    onError: (problem) => toastError('Error', problem.message),
  })
}
