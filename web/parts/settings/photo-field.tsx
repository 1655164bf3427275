import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import * as settings from '#contract/account/settings.ts'
import type { AccountProfile } from '#contract/account/settings.ts'
import { call, reading } from '#web/api.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { sessionQuery } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const CropDialog = lazy(() => import('#web/parts/settings/crop-dialog.tsx'))

/** The server's limit, checked before the upload. */
const maxBytes = 8 * 1024 * 1024
const tooHeavy = 'La foto pesa demasiado. El máximo es 8 MB.'

export const PhotoField = ({ profile }: { profile: AccountProfile }) => {
  const queryClient = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<{ photo: File; address: string }>()
  const close = () => {
    if (chosen) URL.revokeObjectURL(chosen.address)
    setChosen(undefined)
  }
  const keep = async (saved: AccountProfile) => {
    queryClient.setQueryData(reading(settings.accountProfile).queryKey, saved)
    await queryClient.invalidateQueries(sessionQuery)
  }
  const [error, setError] = useState<string>()
  const onError = (problem: Error) => {
    setError(problem.message)
    toastError('Error', problem.message)
  }
  const send = useMutation({
    mutationFn: ({ photo, crop }: { photo: File; crop: Crop }) =>
      call(settings.uploadPhoto, { file: photo, body: crop }),
    onSuccess: async (saved) => {
      close()
      toast('Foto guardada', undefined, 'good')
      await keep(saved)
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: () => call(settings.removePhoto),
    onSuccess: async (saved) => {
      toast('Foto quitada', undefined, 'good')
      await keep(saved)
    },
    onError,
  })
  return (
    <Panel
      title="Tu foto"
      text="Una cara que se vea bien da confianza. Quitamos de la foto dónde y cuándo la tomaste."
    >
      <div className="flex flex-wrap items-center gap-5">
        <Avatar
          key={profile.profileImageUrl}
          name={`${profile.firstName} ${profile.lastName}`}
          src={profile.profileImageUrl}
          size={96}
          shape="arch"
          eager
        />
        <div className="flex flex-wrap gap-3">
          <input
            ref={input}
            type="file"
            aria-label="Elegir foto"
            tabIndex={-1}
            accept="image/jpeg,image/png,image/webp,image/avif"
            className="sr-only"
            onChange={(event) => {
              const [photo] = event.target.files ?? []
              event.target.value = ''
              if (photo === undefined) return
              setError(undefined)
              if (photo.size > maxBytes) onError(new Error(tooHeavy))
              else setChosen({ photo, address: URL.createObjectURL(photo) })
            }}
          />
          <Button tone="secondary" onClick={() => input.current?.click()}>
            {profile.profileImageUrl === null ? 'Subir foto' : 'Cambiar foto'}
          </Button>
          {profile.profileImageUrl === null ? null : (
            <Button tone="quiet" busy={remove.isPending} onClick={() => remove.mutate()}>
              Quitar
            </Button>
          )}
        </div>
      </div>
      <FormError of={chosen === undefined ? error : undefined} />
      {chosen ? (
        <Suspense fallback={<Opening />}>
          <CropDialog
            address={chosen.address}
            busy={send.isPending}
            error={error}
            onCrop={(crop) => send.mutate({ photo: chosen.photo, crop })}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </Panel>
  )
}

export type Crop = { x: number; y: number; width: number; height: number }
