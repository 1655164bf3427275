import { ImagePlus, X } from 'lucide-react'
import { useId, useState } from 'react'
import { ApiError } from '#web/api.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** The limit of a claim, an answer or a report. */
export const maxPhotos = 6

export type Shown = { id: string; url: string }

/** Photos as evidence: uploaded one by one while the text is being typed. */
export const PhotoPicker = ({
  send: sendOne,
  label,
  hint,
  shown,
  onChange,
}: {
  /** Uploads one under this id. */
  send: (photo: string, file: File) => Promise<unknown>
  label: string
  hint: string
  shown: readonly Shown[]
  onChange: (change: (before: readonly Shown[]) => readonly Shown[]) => void
}) => {
  const id = useId()
  const [sending, setSending] = useState(0)
  const [problem, setProblem] = useState<string>()
  const isFull = shown.length >= maxPhotos
  const send = async (files: readonly File[]) => {
    setProblem(undefined)
    for (const file of files.slice(0, maxPhotos - shown.length)) {
      const photo = crypto.randomUUID()
      setSending((now) => now + 1)
      try {
        await sendOne(photo, file)
        onChange((before) => [...before, { id: photo, url: URL.createObjectURL(file) }])
      } catch (error) {
        setProblem(error instanceof ApiError ? error.message : 'No se pudo subir. Vuelve a intentarlo.')
      } finally {
        setSending((now) => now - 1)
      }
    }
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-[0.9375rem] font-semibold">{label}</legend>
      {shown.length === 0 ? null : (
        <ul className="flex flex-wrap gap-3">
          {shown.map(({ id: photo, url }, place) => (
            <li key={photo} className="relative">
              <img
                src={url}
                alt={`Foto ${place + 1}`}
                className="size-24 rounded-md border border-line object-cover"
              />
              <button
                type="button"
                aria-label={`Quitar la foto ${place + 1}`}
                onClick={() => onChange((before) => before.filter((one) => one.id !== photo))}
                className="absolute -top-2 -right-2 inline-flex size-8 items-center justify-center rounded-full border border-line bg-surface shadow-low hover:bg-sunk"
              >
                <X aria-hidden className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <label
        htmlFor={id}
        className={buttonClass(
          { tone: 'secondary', size: 'small' },
          `self-start focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-jacaranda ${isFull ? 'pointer-events-none opacity-50' : 'cursor-pointer'}`,
        )}
      >
        <ImagePlus aria-hidden className="size-5" />
        {sending > 0 ? 'Subiendo…' : 'Agregar fotos'}
        <input
          id={id}
          type="file"
          multiple
          accept="image/jpeg,image/png,image/webp,image/avif"
          disabled={isFull || sending > 0}
          className="sr-only"
          aria-describedby={`${id}-hint`}
          onChange={(event) => {
            void send([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
      <p role="status" className={problem === undefined ? 'sr-only' : 'font-medium text-chile'}>
        {problem ?? (sending > 0 ? 'Subiendo fotos' : '')}
      </p>
    </fieldset>
  )
}

/** A party's evidence; each photo opens large. */
export const Evidence = ({
  base,
  photos,
  query = '',
  of,
}: {
  /** Where the photos are: `<base>/<photo>/<small|large>`. */
  base: string
  photos: readonly string[]
  query?: string
  of: string
}) =>
  photos.length === 0 ? null : (
    <ul className="flex flex-wrap gap-3">
      {photos.map((photo, place) => (
        <li key={photo}>
          <a
            href={`${base}/${photo}/large${query}`}
            target="_blank"
            rel="noreferrer"
            className="block rounded-md focus-visible:outline-2 focus-visible:outline-offset-2 focus-visible:outline-jacaranda"
          >
            <img
              src={`${base}/${photo}/small${query}`}
              alt={`Foto ${place + 1} de ${of}; se abre en otra pestaña`}
              className="size-24 rounded-md border border-line bg-sunk object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  )
