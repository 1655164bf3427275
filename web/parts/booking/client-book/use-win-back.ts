import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/client/win-back.ts'
import type { LapsedClients } from '#contract/booking/client/win-back.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { toast } from '#web/ui/toast.ts'

const usePage = () => {
  const queryClient = useQueryClient()
  return (page: LapsedClients) => queryClient.setQueryData(reading(contract.lapsedClients).queryKey, page)
}

/** Sends the message by Kalli or records that the professional used WhatsApp; the list is then as the server answers. */
export const useWinBack = (id: number, onWritten: () => void) => {
  const put = usePage()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { way: 'kalli' | 'whatsapp'; text: string }) =>
      call(contract.winBack, { params: { id }, body }),
    onSuccess: (page, { way }) => {
      put(page)
      toast(way === 'kalli' ? 'Mensaje enviado' : 'Anotado: le escribiste', undefined, 'good')
      onWritten()
    },
    // A client who booked meanwhile, or was written to from another device, no longer needs a message.
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409)
        void queryClient.invalidateQueries({ queryKey: reading(contract.lapsedClients).queryKey })
    },
  })
}

export const useUndoWinBack = () => {
  const put = usePage()
  return useMutation({
    mutationFn: (id: number) => call(contract.undoWinBack, { params: { id } }),
    onSuccess: put,
    onError: (error) => toast(error.message),
  })
}

export const useWinBackWords = (version: number, onSaved: () => void) => {
  const put = usePage()
  return useMutation({
    mutationFn: (body: { text: string; couponId: number | null }) =>
      call(contract.saveWinBackWords, { body: { ...body, version } }),
    onSuccess: (page) => {
      put(page)
      toast('Mensaje guardado', undefined, 'good')
      onSaved()
    },
  })
}
