import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/client/client-import.ts'
import { ownClients } from '#contract/booking/client/own-client.ts'
import { call, keyOf } from '#web/api.ts'

/** The server's limit, checked before anything is sent. */
const maxBytes = 5 * 1024 * 1024

/** A chosen file, the preview of its import, and the import. */
export const useImport = () => {
  const queryClient = useQueryClient()
  const [file, setFile] = useState<File>()
  const [addsDoubtful, setAddsDoubtful] = useState(false)
  const look = useMutation({
    mutationFn: (chosen: File) => {
      if (chosen.size > maxBytes) throw new Error('El archivo pesa demasiado. El máximo es 5 MB.')
      return call(contract.lookIntoClients, { body: {}, file: chosen })
    },
  })
  const take = useMutation({
    mutationFn: async () => {
      if (file === undefined) throw new Error('no file was chosen')
      return call(contract.importClients, { body: { doubtful: addsDoubtful ? 'add' : 'skip' }, file })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(ownClients) }),
  })
  return {
    file,
    look,
    take,
    addsDoubtful,
    setAddsDoubtful,
    choose: (chosen: File) => {
      setFile(chosen)
      setAddsDoubtful(false)
      take.reset()
      look.mutate(chosen)
    },
  }
}
