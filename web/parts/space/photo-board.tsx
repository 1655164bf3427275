import { ArrowLeft, ArrowRight, ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import * as contract from '#contract/space/space-photo.ts'
import type { SpacePhoto } from '#contract/space/space-photo.ts'
import type { Space } from '#contract/space/space.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { DragArea, movedBy, useDrag, useDropZone } from '#web/ui/drag.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { type Sending, usePhotoBoard, type PhotoBoardState } from '#web/parts/space/use-photo-board.ts'

/** The photos of a space: uploaded one after the other, ordered by dragging or with buttons, each with a caption. */
export const PhotoBoard = ({ space }: { space: Space }) => {
  const board = usePhotoBoard(space)
  const { photos, sending, add } = board
  const input = useRef<HTMLInputElement>(null)
  // Uploads in progress take a place already.
  const taken = photos.length + sending.length
  return (
    <section aria-labelledby="photos" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="photos" className="text-xl">
          Fotos
        </h2>
        <p className="text-sm text-muted">
          {photos.length} de {contract.maxPhotos} · al menos {contract.fewestPhotos}
        </p>
      </div>
      <p className="text-muted">
        La primera es la portada. Arrástralas para cambiar el orden. Quitamos de cada foto dónde y cuándo se
        tomó.
      </p>
      <p role="status" className="sr-only">
        {board.announcement}
      </p>
      <DragArea longPress>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- files can be dropped on it; its last button chooses them */}
        <ol
          className="grid grid-cols-[repeat(auto-fill,minmax(min(10rem,100%),1fr))] gap-3"
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault()
            void add(event.dataTransfer.files)
          }}
        >
          {photos.map((photo, place) => (
            <PhotoTile key={photo.id} photo={photo} place={place} board={board} />
          ))}
          {sending.map((one) => (
            <SendingTile
              key={one.key}
              sending={one}
              onRetry={() => void board.retry(one)}
              onDiscard={() => board.discard(one.key)}
            />
          ))}
          {board.isFull ? null : (
            <li>
              <button
                type="button"
                onClick={() => input.current?.click()}
                className="flex size-full min-h-44 flex-col items-center justify-center gap-2 rounded-lg border-[1.5px] border-dashed border-edge bg-surface p-4 text-center font-medium transition-colors hover:border-ink/70 hover:bg-sunk"
              >
                <ImagePlus aria-hidden className="size-8 text-barro" />
                Subir fotos
                <span className="text-sm font-normal text-muted">
                  Varias de una vez; JPG, PNG, WebP o AVIF, hasta 8 MB
                </span>
              </button>
            </li>
          )}
          {contract.photoGuide.slice(taken, contract.fewestPhotos).map((shot) => (
            <li
              key={shot}
              className="flex min-h-44 items-center justify-center rounded-lg border border-line bg-sunk p-4 text-center text-sm text-muted"
            >
              Falta: {shot.toLocaleLowerCase('es-MX')}
            </li>
          ))}
        </ol>
      </DragArea>
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

const PhotoTile = ({ photo, place, board }: { photo: SpacePhoto; place: number; board: PhotoBoardState }) => {
  const { photos, move, caption, remove } = board
  const { setZone } = useDropZone(photo.id)
  const { setNode, setHandle, handlers, by, isDragging } = useDrag({
    id: photo.id,
    onDrop: (_, to) => {
      const target = photos.findIndex(({ id }) => id === to)
      if (target >= 0 && target !== place) move(place, target)
    },
  })
  return (
    <li
      ref={(element) => {
        setZone(element)
        setNode(element)
      }}
      className={classNames(
        'flex min-w-0 flex-col gap-2 rounded-lg border border-line bg-surface p-2',
        isDragging && 'relative z-10 opacity-80 shadow-high',
      )}
      style={movedBy(by)}
    >
      <div className="relative">
        <img
          ref={setHandle}
          {...handlers}
          src={photo.address}
          alt={photo.caption === '' ? `Foto ${place + 1}` : photo.caption}
          width={480}
          height={360}
          loading="lazy"
          draggable={false}
          className="aspect-4/3 w-full cursor-grab rounded-md bg-sunk object-cover [-webkit-touch-callout:none] select-none active:cursor-grabbing"
        />
        {place === 0 ? (
          <span className="absolute top-2 left-2 rounded-full bg-noche px-2.5 py-0.5 text-[0.8125rem] font-semibold text-on-noche">
            Portada
          </span>
        ) : null}
      </div>
      <Caption photo={photo} place={place} onSave={(text) => void caption(photo, text)} />
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
        <IconButton label={`Quitar la foto ${place + 1}`} onClick={() => void remove(photo)}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
    </li>
  )
}

const SendingTile = ({
  sending,
  onRetry,
  onDiscard,
}: {
  sending: Sending
  onRetry: () => void
  onDiscard: () => void
}) => (
  <li className="flex flex-col gap-2 rounded-lg border border-line bg-surface p-2">
    <img
      src={sending.preview}
      alt=""
      className={classNames('aspect-4/3 w-full rounded-md bg-sunk object-cover', 'opacity-60')}
    />
    {sending.error === undefined ? (
      <>
        <progress
          aria-label={`Subiendo ${sending.name}`}
          max={1}
          value={sending.share}
          className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-barro [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-barro"
        />
        <p className="text-sm text-muted">
          {sending.share < 1 ? `${Math.round(sending.share * 100)} %` : 'Preparando…'}
        </p>
      </>
    ) : (
      <>
        <p role="alert" className="text-sm text-chile">
          {sending.error}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button size="small" tone="secondary" onClick={onRetry}>
            Reintentar
          </Button>
          <Button size="small" tone="quiet" onClick={onDiscard}>
            Quitar
          </Button>
        </div>
      </>
    )}
  </li>
)

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
