import { useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { DragEvent } from 'react'
import * as contract from '#contract/space/space-photo.ts'
import type { SpacePhoto } from '#contract/space/space-photo.ts'
import type { Space } from '#contract/space/space.ts'
import { ApiError, call } from '#web/api.ts'
import { spaceReading } from '#web/parts/space/use-step.ts'
import { upload } from '#web/upload.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Input } from '#web/ui/form/field.tsx'
import { toastError } from '#web/ui/toast.ts'

type Sending = { key: string; name: string; preview: string; share: number; error?: string; file: File }

/** Photos of a space: sent one after the other, put in order by dragging or by buttons, each with its words. */
export const PhotoBoard = ({ space }: { space: Space }) => {
  const queryClient = useQueryClient()
  const { queryKey } = spaceReading(space.id)
  const [sending, setSending] = useState<readonly Sending[]>([])
  const [said, setSaid] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const dragged = useRef<string>(undefined)
  const arranging = useRef<Promise<unknown>>(Promise.resolve())
  const { photos } = space

  const show = async (next: SpacePhoto[]) => {
    await queryClient.cancelQueries({ queryKey })
    const known = queryClient.getQueryData(queryKey)
    if (known) queryClient.setQueryData(queryKey, { ...known, photos: next })
    // What is missing follows from it.
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
      setSaid(`Foto ${after.length} lista`)
    } catch (problem) {
      if (!(problem instanceof ApiError)) throw problem
      change(key, { error: problem.message })
    }
  }
  const add = async (files: FileList | null) => {
    const room = contract.mostPhotos - photos.length - sending.length
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
      if (one.file.size > contract.photoMostBytes)
        change(one.key, { error: 'El archivo pesa demasiado. El máximo es 8 MB.' })
      else await send(one)
  }
  const arrange = async (next: SpacePhoto[], words: string) => {
    // One after the other, in the order in which they were wished; only the last answer is shown.
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
      setSaid(words)
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
  const dropOn = (event: DragEvent, place: number) => {
    event.preventDefault()
    if (event.dataTransfer.files.length > 0) return void add(event.dataTransfer.files)
    const from = photos.findIndex(({ id }) => id === dragged.current)
    dragged.current = undefined
    if (from >= 0 && from !== place) move(from, place)
  }
  const full = photos.length + sending.length >= contract.mostPhotos
  const next = contract.photoGuide[photos.length]
  return (
    <section aria-labelledby="photos" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="photos" className="text-xl">
          Fotos
        </h2>
        <p className="text-sm text-muted">
          {photos.length} de {contract.mostPhotos} · al menos {contract.fewestPhotos}
        </p>
      </div>
      <p className="text-muted">
        {next === undefined
          ? 'La primera es la portada. Arrástralas para cambiar el orden.'
          : `Ahora: ${next.toLocaleLowerCase('es-MX')}.`}{' '}
        Quitamos de cada foto dónde y cuándo se tomó.
      </p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-3">
        {photos.map((photo, place) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging is a second way; the buttons are the first
          <li
            key={photo.id}
            draggable
            onDragStart={() => (dragged.current = photo.id)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => dropOn(event, place)}
            className="flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-2"
          >
            <div className="relative">
              <img
                src={photo.address}
                alt={photo.caption === '' ? `Foto ${place + 1}` : photo.caption}
                width={480}
                height={360}
                loading="lazy"
                className="aspect-4/3 w-full cursor-grab rounded-md bg-sunk object-cover active:cursor-grabbing"
              />
              {place === 0 ? (
                <span className="absolute top-2 left-2 rounded-full bg-noche px-2.5 py-0.5 text-[0.8125rem] font-semibold text-on-noche">
                  Portada
                </span>
              ) : null}
            </div>
            <Caption
              photo={photo}
              place={place}
              onSave={(caption) =>
                void arrange(
                  photos.map((one) => (one.id === photo.id ? { ...one, caption } : one)),
                  'Texto guardado',
                )
              }
            />
            <div className="flex flex-wrap items-center justify-between">
              <span className="flex">
                <IconButton
                  label={`Mover la foto ${place + 1} antes`}
                  disabled={place === 0}
                  onClick={() => move(place, place - 1)}
                >
                  <ArrowLeft aria-hidden />
                </IconButton>
                <IconButton
                  label={`Mover la foto ${place + 1} después`}
                  disabled={place === photos.length - 1}
                  onClick={() => move(place, place + 1)}
                >
                  <ArrowRight aria-hidden />
                </IconButton>
              </span>
              <IconButton
                label={`Quitar la foto ${place + 1}`}
                onClick={() =>
                  void arrange(
                    photos.filter(({ id }) => id !== photo.id),
                    'Foto quitada',
                  )
                }
              >
                <Trash2 aria-hidden />
              </IconButton>
            </div>
          </li>
        ))}
        {sending.map((one) => (
          <li key={one.key} className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-2">
            <img
              src={one.preview}
              alt=""
              className={classNames('aspect-4/3 w-full rounded-md bg-sunk object-cover', 'opacity-60')}
            />
            {one.error === undefined ? (
              <>
                <progress
                  aria-label={`Subiendo ${one.name}`}
                  max={1}
                  value={one.share}
                  className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-barro [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-barro"
                />
                <p className="text-sm text-muted">
                  {one.share < 1 ? `${Math.round(one.share * 100)} %` : 'Preparando…'}
                </p>
              </>
            ) : (
              <>
                <p role="alert" className="text-sm text-chile">
                  {one.error}
                </p>
                <div className="flex flex-wrap gap-2">
                  <Button size="small" tone="secondary" onClick={() => void send(one)}>
                    Reintentar
                  </Button>
                  <Button
                    size="small"
                    tone="quiet"
                    onClick={() => setSending((now) => now.filter(({ key }) => key !== one.key))}
                  >
                    Quitar
                  </Button>
                </div>
              </>
            )}
          </li>
        ))}
        {full ? null : (
          <li>
            <button
              type="button"
              onClick={() => input.current?.click()}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                void add(event.dataTransfer.files)
              }}
              className="flex size-full min-h-44 flex-col items-center justify-center gap-2 rounded-lg border-[1.5px] border-dashed border-edge bg-surface p-4 text-center font-medium transition-colors hover:border-ink/70 hover:bg-sunk"
            >
              <ImagePlus aria-hidden className="size-8 text-barro" />
              Subir fotos
              <span className="text-sm font-normal text-muted">JPG, PNG, WebP o AVIF, hasta 8 MB</span>
            </button>
          </li>
        )}
      </ol>
      <input
        ref={input}
        type="file"
        multiple
        tabIndex={-1}
        aria-label="Elegir fotos"
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="sr-only"
        onChange={(event) => {
          void add(event.target.files).finally(() => {
            if (input.current) input.current.value = ''
          })
        }}
      />
    </section>
  )
}

const Caption = ({
  photo,
  place,
  onSave,
}: {
  photo: SpacePhoto
  place: number
  onSave: (caption: string) => void
}) => {
  const [typed, setTyped] = useState(photo.caption)
  return (
    <Input
      aria-label={`Texto de la foto ${place + 1}`}
      placeholder="Qué se ve"
      maxLength={140}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed.trim() !== photo.caption) onSave(typed.trim())
      }}
      className="min-h-11 px-2.5 py-1.5 text-[0.9375rem]"
    />
  )
}
