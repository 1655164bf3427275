import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import * as contract from '#contract/space/space-photo.ts'
import type { SpacePhoto } from '#contract/space/space-photo.ts'
import type { Space } from '#contract/space/space.ts'
import { ApiError, call } from '#web/api.ts'
import { spaceReading } from '#web/parts/space/use-step.ts'
import { upload } from '#web/upload.ts'
import { toastError } from '#web/ui/toast.ts'

export type Sending = {
  key: string
  name: string
  preview: string
  share: number
  error?: string
  file: File
}

/** The photos of a space: uploading, captions, order and removal. */
export const usePhotoBoard = (space: Space) => {
  const queryClient = useQueryClient()
  const { queryKey } = spaceReading(space.id)
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [announcement, setAnnouncement] = useState('')
  const arranging = useRef<Promise<unknown>>(Promise.resolve())
  const { photos } = space

  const show = async (next: SpacePhoto[]) => {
    await queryClient.cancelQueries({ queryKey })
    const known = queryClient.getQueryData(queryKey)
    if (known) queryClient.setQueryData(queryKey, { ...known, photos: next })
    // The checklist of what is missing depends on it.
    void queryClient.invalidateQueries({ queryKey })
  }
  const change = (key: string, part: Partial<Sending>) =>
    setSending((now) => now.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const send = async ({ key, file, preview }: Sending) => {
    change(key, { error: undefined, share: 0 })
    try {
      const after = await upload(
        contract.uploadSpacePhoto,
        { params: { id: space.id }, body: {}, file },
        (share) => change(key, { share }),
      )
      await show(after)
      URL.revokeObjectURL(preview)
      setSending((now) => now.filter((one) => one.key !== key))
      setAnnouncement(`Foto ${after.length} lista`)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      change(key, { error: problem.message })
    }
  }
  const add = async (files: FileList | null) => {
    const room = contract.maxPhotos - photos.length - sending.length
    const chosen = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (chosen.length > room) toastError('Hasta diez fotos', `Subimos las primeras ${Math.max(0, room)}.`)
    const fresh = chosen.slice(0, Math.max(0, room)).map((file) => ({
      key: crypto.randomUUID(),
      name: file.name,
      preview: URL.createObjectURL(file),
      share: 0,
      file,
    }))
    setSending((now) => [...now, ...fresh])
    for (const one of fresh)
      if (one.file.size > contract.photoMaxBytes)
        change(one.key, { error: 'El archivo pesa demasiado. El máximo es 8 MB.' })
      else await send(one)
  }
  const arrange = async (next: SpacePhoto[], words: string) => {
    // Requests run in the order of the changes; only the last response is shown.
    const before = arranging.current
    const mine = show(next)
      .then(() => before.catch(() => undefined))
      .then(() => {
        const body = { photos: next.map(({ id, caption }) => ({ id, caption })) }
        return call(contract.arrangeSpacePhotos, { params: { id: space.id }, body })
      })
    arranging.current = mine
    try {
      const answer = await mine
      if (arranging.current === mine) await show(answer)
      setAnnouncement(words)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      toastError('No se pudo guardar', problem.message)
      await queryClient.invalidateQueries({ queryKey })
    }
  }
  const move = (from: number, to: number) => {
    const photo = photos[from]
    if (photo === undefined || to < 0 || to >= photos.length) return
    const rest = photos.toSpliced(from, 1)
    void arrange(rest.toSpliced(to, 0, photo), `Foto movida al lugar ${to + 1} de ${photos.length}`)
  }
  return {
    photos,
    sending,
    announcement,
    add,
    retry: send,
    discard: (key: string) => setSending((now) => now.filter((one) => one.key !== key)),
    move,
    caption: (photo: SpacePhoto, caption: string) =>
      arrange(
        photos.map((one) => (one.id === photo.id ? { ...one, caption } : one)),
        'Texto guardado',
      ),
    remove: (photo: SpacePhoto) =>
      arrange(
        photos.filter(({ id }) => id !== photo.id),
        'Foto quitada',
      ),
    isFull: photos.length + sending.length >= contract.maxPhotos,
  }
}

export type PhotoBoardState = ReturnType<typeof usePhotoBoard>
