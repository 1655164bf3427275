import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/client/work-photo.ts'
import type { WorkPhotos } from '#contract/booking/client/work-photo.ts'
import { call, reading } from '#web/api.ts'
import { toast } from '#web/ui/toast.ts'

/** The actions on a client's photos; each returns the stored photos. */
export const useWorkPhotos = (clientId: number) => {
  const queryClient = useQueryClient()
  const params = { id: clientId }
  const put = (photos: WorkPhotos) =>
    queryClient.setQueryData(reading(contract.workPhotos, { params }).queryKey, photos)
  const giving = useMutation({
    mutationFn: () => call(contract.giveWorkPhotoConsent, { params, body: { agreed: true } }),
    onSuccess: put,
  })
  const revoking = useMutation({
    mutationFn: () => call(contract.revokeWorkPhotoConsent, { params }),
    onSuccess: (photos) => {
      put(photos)
      toast('Fotos borradas', undefined, 'good')
    },
  })
  const adding = useMutation({
    mutationFn: async ({ files, takenOn }: { files: readonly File[]; takenOn: string }) => {
      for (const file of files)
        put(
          await call(contract.addWorkPhoto, {
            params: { ...params, photo: crypto.randomUUID() },
            query: { takenOn },
            file,
          }),
        )
    },
  })
  const removing = useMutation({
    mutationFn: (photo: string) => call(contract.removeWorkPhoto, { params: { ...params, photo } }),
    onSuccess: (photos) => {
      put(photos)
      toast('Foto borrada', undefined, 'good')
    },
  })
  return { giving, revoking, adding, removing }
}
