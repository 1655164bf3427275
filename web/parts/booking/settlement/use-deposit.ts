import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/settlement/deposit.ts'
import type { Deposit } from '#contract/booking/settlement/deposit.ts'
import { keyOf } from '#web/api.ts'
import type { Shown } from '#web/parts/booking/settlement/photos.tsx'
import { toast } from '#web/ui/toast.ts'
import { upload } from '#web/upload.ts'

/** Reloads everything that shows a deposit. */
export const useRefreshDeposits = () => {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(contract.deposit) })
    await queryClient.invalidateQueries({ queryKey: keyOf(contract.deposits) })
  }
}

/** One request; then everything that shows a deposit is reloaded. */
export const useDepositMove = <Said>(
  send: (said: Said) => Promise<Deposit>,
  done: (deposit: Deposit) => readonly [title: string, text: string],
  onDone?: () => void,
) => {
  const refresh = useRefreshDeposits()
  return useMutation({
    mutationFn: send,
    onSuccess: (deposit) => {
      const [title, text] = done(deposit)
      toast(title, text, 'good')
      onDone?.()
    },
    onSettled: refresh,
  })
}

/** Photos already uploaded, by id. */
export const sentPhotos = (rentId: string, ids: readonly string[]): readonly Shown[] =>
  ids.map((id) => ({ id, url: `/api/deposits/${rentId}/photos/${id}/small` }))

/** Uploads a photo of one party under its id. */
export const sendPhoto = (rentId: string, as: 'professional' | 'host') => (photo: string, file: File) =>
  upload(contract.depositPhoto, { params: { id: rentId, photo }, query: { as }, file }, () => undefined)

export const moveOf = (deposit: Deposit, name: contract.DepositMove) =>
  deposit.moves.find(({ move }) => move === name)
