import { useQuery } from '@tanstack/react-query'
import { ImagePlus } from 'lucide-react'
import { useId, useState } from 'react'
import { maxWorkPhotos } from '#contract/booking/client/work-photo.ts'
import { useWorkPhotos } from '#web/parts/booking/client-book/use-work-photos.ts'
import { sessionQuery } from '#web/session.ts'
import { capitalZone, dateIn } from '#web/parts/time/wall-clock.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/** Uploads photos of one date, one after the other. */
export const AddWorkPhotos = ({ clientId, count }: { clientId: number; count: number }) => {
  const id = useId()
  const { data: user } = useQuery(sessionQuery)
  // The date where the professional is, not Mexico City's.
  const [today] = useState(() => dateIn(Date.now(), user?.zone ?? capitalZone))
  const [takenOn, setTakenOn] = useState(today)
  const { adding } = useWorkPhotos(clientId)
  const isFull = count >= maxWorkPhotos
  const isShut = isFull || adding.isPending || takenOn === ''
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <Field label="Fecha de las fotos">
          {(control) => (
            <Input
              {...control}
              type="date"
              max={today}
              value={takenOn}
              onChange={(event) => setTakenOn(event.target.value)}
            />
          )}
        </Field>
        <label
          htmlFor={id}
          className={buttonClass(
            { tone: 'secondary' },
            `focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-jacaranda ${isShut ? 'pointer-events-none opacity-50' : 'cursor-pointer'}`,
          )}
        >
          <ImagePlus aria-hidden className="size-5" />
          {adding.isPending ? 'Subiendo…' : 'Agregar fotos'}
          <input
            id={id}
            type="file"
            multiple
            accept="image/jpeg,image/png,image/webp,image/avif"
            disabled={isShut}
            className="sr-only"
            onChange={(event) => {
              adding.mutate({ files: [...(event.target.files ?? [])], takenOn })
              event.target.value = ''
            }}
          />
        </label>
      </div>
      <p role="status" className={isFull ? 'text-sm text-muted' : 'sr-only'}>
        {isFull
          ? `Ya son ${maxWorkPhotos} fotos. Borra alguna antes de agregar otra.`
          : adding.isPending
            ? 'Subiendo fotos'
            : ''}
      </p>
      <FormError of={adding.error} />
    </div>
  )
}
