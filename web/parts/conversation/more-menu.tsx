import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, EllipsisVertical, Flag, LockOpen } from 'lucide-react'
import * as Menu from 'radix-ui/dropdown-menu'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/conversation.ts'
import type { Conversation, ConversationMessage } from '#contract/conversation.ts'
import { call, keyOf } from '#web/api.ts'
import { inputOf, type Where } from '#web/parts/conversation/reading.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const ReportDialog = lazy(() => import('#web/parts/conversation/report-dialog.tsx'))

const line =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-sm px-3 text-left outline-none data-disabled:opacity-50 data-highlighted:bg-sunk [&_svg]:size-4.5 [&_svg]:text-muted'

/** When somebody does not behave. */
export const MoreMenu = ({
  where,
  read,
  messages,
}: {
  where: Where
  read: Conversation
  messages: readonly ConversationMessage[]
}) => {
  const [asked, ask] = useState<'block' | 'report'>()
  const blocking = useBlock(where, read, () => ask(undefined))
  const theirs = messages.filter(({ mine, gone }) => !mine && gone === null)
  const close = () => ask(undefined)
  return (
    <>
      <Menu.Root modal={false}>
        <Menu.Trigger asChild>
          <IconButton label="Más opciones">
            <EllipsisVertical aria-hidden />
          </IconButton>
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Content
            align="end"
            sideOffset={6}
            className="z-60 w-64 animate-rise rounded-lg border border-line bg-raised p-2 shadow-high"
          >
            <Menu.Item className={line} disabled={theirs.length === 0} onSelect={() => ask('report')}>
              <Flag aria-hidden />
              {theirs.length === 0 ? 'No hay mensajes que reportar' : 'Reportar un mensaje'}
            </Menu.Item>
            {where.t !== undefined ? null : read.iBlocked ? (
              <Menu.Item className={line} onSelect={() => blocking.mutate(false)}>
                <LockOpen aria-hidden />
                Desbloquear
              </Menu.Item>
            ) : (
              <Menu.Item className={line} onSelect={() => ask('block')}>
                <Ban aria-hidden />
                Bloquear
              </Menu.Item>
            )}
          </Menu.Content>
        </Menu.Portal>
      </Menu.Root>
      {asked === 'block' ? (
        <Dialog
          open
          onOpenChange={close}
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
      {asked === 'report' ? (
        <Suspense>
          <ReportDialog where={where} messages={theirs} other={read.other.name} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}

const useBlock = (where: Where, read: Conversation, onDone: () => void) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (block: boolean) => call(block ? contract.blockOther : contract.unblockOther, inputOf(where)),
    onSuccess: async (_, block) => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.conversations) })
      toast(block ? `Bloqueaste a ${read.other.name}` : 'Ya pueden escribirse', undefined, 'good')
      onDone()
    },
    onError: (problem) => toastError('Error', problem.message),
  })
}
