import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { CalendarPlus, Ellipsis, MessageCircle, Pencil, Trash2, UsersRound } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/booking/client/own-client.ts'
import type { OwnClientPage } from '#contract/booking/client/own-client.ts'
import { call, keyOf } from '#web/api.ts'
import { nameOf, whatsappOf } from '#web/parts/booking/client-book/client-words.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/menu.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { toast } from '#web/ui/toast.ts'

const ClientEditor = lazy(() => import('#web/parts/booking/client-book/client-editor.tsx'))
const MergeClients = lazy(() => import('#web/parts/booking/client-book/merge-clients.tsx'))

/** The next steps with a client: an appointment, a message; the rest in a menu. */
export const ClientActions = ({ page }: { page: OwnClientPage }) => {
  const [open, setOpen] = useState<'edit' | 'merge' | 'remove'>()
  const { client } = page
  const whatsapp = whatsappOf(client)
  const onClose = () => setOpen(undefined)
  return (
    <div className="flex flex-wrap gap-2">
      <Link {...paths.newAppointment({ client: client.id })} className={buttonClass({ size: 'small' })}>
        <CalendarPlus aria-hidden className="size-4.5 max-sm:hidden" />
        {client.last === null && client.next === null ? 'Nueva cita' : 'Volver a reservar'}
      </Link>
      {whatsapp === undefined ? null : (
        <a
          href={whatsapp}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass({ tone: 'secondary', size: 'small' })}
        >
          <MessageCircle aria-hidden className="size-4.5" />
          WhatsApp
        </a>
      )}
      <Menu
        opener={
          <button
            type="button"
            aria-label="Más acciones"
            className={buttonClass({ tone: 'quiet', size: 'small' })}
          >
            <Ellipsis aria-hidden className="size-5" />
          </button>
        }
      >
        <MenuItem onSelect={() => setOpen('edit')}>
          <Pencil aria-hidden />
          Editar datos
        </MenuItem>
        <MenuItem onSelect={() => setOpen('merge')}>
          <UsersRound aria-hidden />
          Unir con otro cliente
        </MenuItem>
        {page.visits.length > 0 ? null : (
          <MenuItem onSelect={() => setOpen('remove')}>
            <Trash2 aria-hidden />
            Quitar de mi libreta
          </MenuItem>
        )}
      </Menu>
      <Suspense fallback={open === undefined ? null : <Opening />}>
        {open === 'edit' ? (
          <ClientEditor page={page} onClose={onClose} />
        ) : open === 'merge' ? (
          <MergeClients page={page} onClose={onClose} />
        ) : open === 'remove' ? (
          <RemoveClient page={page} onClose={onClose} />
        ) : null}
      </Suspense>
    </div>
  )
}

const RemoveClient = ({ page: { client }, onClose }: { page: OwnClientPage; onClose: () => void }) => {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const removing = useMutation({
    mutationFn: () => call(contract.removeClient, { params: { id: client.id } }),
    onSuccess: async () => {
      toast('Cliente quitado', undefined, 'good')
      await navigate({ ...paths.ownClients(), replace: true })
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownClients) })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`¿Quitar a ${nameOf(client)}?`}
      description="Se borran sus datos y todas tus notas. No se puede deshacer."
      error={removing.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Conservar
          </Button>
          <Button tone="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
            Quitar
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
