import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { equipment, type EquipmentItem } from '#contract/space/fittings.ts'
import * as contract from '#contract/space/space-photo.ts'
import type { EquipmentPhoto } from '#contract/space/space-photo.ts'
import type { Space } from '#contract/space/space.ts'
import { call } from '#web/api.ts'
import { spaceReading } from '#web/parts/space/use-step.ts'
import { upload } from '#web/upload.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toastError } from '#web/ui/toast.ts'

/** The photo that proves an equipment unit: uploaded, replaced, removed. */
export const ProofPhoto = ({ space, item }: { space: Space; item: EquipmentItem }) => {
  const queryClient = useQueryClient()
  const { queryKey } = spaceReading(space.id)
  const input = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState(0)
  const params = { id: space.id, item }
  const photo = space.equipmentPhotos.find((one) => one.item === item)
  const show = async (equipmentPhotos: EquipmentPhoto[]) => {
    await queryClient.cancelQueries({ queryKey })
    const known = queryClient.getQueryData(queryKey)
    if (known) queryClient.setQueryData(queryKey, { ...known, equipmentPhotos })
  }
  const [error, setError] = useState<string>()
  const onError = (problem: Error) => {
    setError(problem.message)
    toastError('No se pudo guardar la foto', problem.message)
  }
  const sending = useMutation({
    mutationFn: (file: File) => upload(contract.uploadEquipmentPhoto, { params, file }, setShare),
    onSuccess: show,
    onError,
  })
  const removing = useMutation({
    mutationFn: () => call(contract.removeEquipmentPhoto, { params }),
    onSuccess: show,
    onError,
  })
  const send = (file: File | undefined) => {
    if (file === undefined) return
    setError(undefined)
    if (file.size > contract.photoMaxBytes)
      return onError(new Error('El archivo pesa demasiado. El máximo es 8 MB.'))
    setShare(0)
    return sending.mutate(file)
  }
  const name = equipment[item]
  return (
    <div className="flex flex-wrap items-center gap-1 py-1">
      {photo === undefined ? null : (
        <img
          src={photo.address}
          alt={`Foto de ${name}`}
          width={64}
          height={48}
          loading="lazy"
          className="mr-2 h-12 w-16 rounded-sm bg-sunk object-cover"
        />
      )}
      <Button tone="quiet" size="small" busy={sending.isPending} onClick={() => input.current?.click()}>
        <ImagePlus aria-hidden className="size-4.5" />
        {sending.isPending
          ? share < 1
            ? `${Math.round(share * 100)} %`
            : 'Preparando…'
          : photo === undefined
            ? 'Agregar foto'
            : 'Cambiar foto'}
        <span className="sr-only">: {name}</span>
      </Button>
      {photo === undefined ? null : (
        <IconButton
          label={`Quitar la foto de ${name}`}
          disabled={removing.isPending}
          onClick={() => removing.mutate()}
        >
          <Trash2 aria-hidden />
        </IconButton>
      )}
      <input
        ref={input}
        type="file"
        tabIndex={-1}
        aria-label={`Elegir la foto de ${name}`}
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="sr-only"
        onChange={({ target }) => {
          send(target.files?.[0])
          target.value = ''
        }}
      />
      <FormError of={error} />
    </div>
  )
}
