import { useQuery } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/booking/client/work-photo.ts'
import type { WorkPhotos as Shown } from '#contract/booking/client/work-photo.ts'
import { reading } from '#web/api.ts'
import { AddWorkPhotos } from '#web/parts/booking/client-book/add-work-photos.tsx'
import { useWorkPhotos } from '#web/parts/booking/client-book/use-work-photos.ts'
import { longDate, shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** Work photos of a client by date, under the client's consent. */
export const WorkPhotos = ({ clientId, firstName }: { clientId: number; firstName: string }) => {
  const answer = useQuery(reading(contract.workPhotos, { params: { id: clientId } }))
  return (
    <section aria-labelledby="work-photos" className="flex flex-col gap-3">
      <h2 id="work-photos" className="text-xl">
        Fotos
      </h2>
      {answer.isPending ? (
        <Skeleton className="h-16 rounded-lg" />
      ) : answer.data === undefined ? (
        <ErrorState text={answer.error?.message ?? ''} onRetry={() => void answer.refetch()} />
      ) : answer.data.consent === null ? (
        <AskConsent clientId={clientId} firstName={firstName} />
      ) : (
        <Agreed clientId={clientId} firstName={firstName} shown={answer.data} consent={answer.data.consent} />
      )}
    </section>
  )
}

const AskConsent = ({ clientId, firstName }: { clientId: number; firstName: string }) => {
  const [open, setOpen] = useState(false)
  const { giving } = useWorkPhotos(clientId)
  return (
    <>
      <p className="measure text-muted">
        Para comparar resultados entre citas. Solo las ven {firstName} y tú, y necesitas su permiso.
      </p>
      <Button tone="secondary" size="small" className="self-start" onClick={() => setOpen(true)}>
        <Camera aria-hidden className="size-4.5" />
        Registrar su permiso
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Permiso de ${firstName}`}
        description="Léeselo, y regístralo solo si te dice que sí. Queda con la fecha y con tu nombre."
        error={giving.error}
        actions={
          <>
            <Button tone="secondary" onClick={() => setOpen(false)}>
              Todavía no
            </Button>
            <Button busy={giving.isPending} onClick={() => giving.mutate()}>
              {firstName} aceptó
            </Button>
          </>
        }
      >
        <blockquote className="border-l-4 border-line pl-4">{contract.consentSentence}</blockquote>
      </Dialog>
    </>
  )
}

const Agreed = ({
  clientId,
  firstName,
  shown: { photos },
  consent,
}: {
  clientId: number
  firstName: string
  shown: Shown
  consent: NonNullable<Shown['consent']>
}) => {
  const [asks, setAsks] = useState(false)
  const { revoking } = useWorkPhotos(clientId)
  const [deletes, setDeletes] = useState<string>()
  return (
    <>
      <AddWorkPhotos clientId={clientId} count={photos.length} />
      {[...Map.groupBy(photos, ({ takenOn }) => takenOn)].map(([date, ofDate]) => (
        <div key={date} className="flex flex-col gap-2">
          <h3 className="font-sans text-base font-semibold first-letter:uppercase">{longDate(date)}</h3>
          <ul className="grid grid-cols-3 gap-2 sm:grid-cols-5">
            {ofDate.map(({ id }, place) => (
              <li key={id} className="flex flex-col">
                <a
                  href={contract.workPhotoAddress(consent.id, id, 'large')}
                  target="_blank"
                  rel="noreferrer"
                  className="block"
                >
                  <img
                    src={contract.workPhotoAddress(consent.id, id, 'small')}
                    alt={`Foto ${place + 1} del ${longDate(date)}; se abre en otra pestaña`}
                    loading="lazy"
                    className="aspect-square w-full rounded-md border border-line bg-sunk object-cover"
                  />
                </a>
                <Button
                  tone="quiet"
                  size="small"
                  aria-label={`Borrar la foto ${place + 1} del ${longDate(date)}`}
                  aria-haspopup="dialog"
                  onClick={() => setDeletes(id)}
                >
                  Borrar
                </Button>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <p className="flex flex-wrap items-center gap-x-3 text-sm text-muted">
        {firstName} aceptó: {shortOf(consent.givenAt, 'America/Mexico_City')}
        <Button tone="quiet" size="small" onClick={() => setAsks(true)}>
          Ya no acepta
        </Button>
      </p>
      {deletes === undefined ? null : (
        <DeletePhoto clientId={clientId} photoId={deletes} onClose={() => setDeletes(undefined)} />
      )}
      <Dialog
        open={asks}
        onOpenChange={setAsks}
        title={`¿${firstName} ya no acepta?`}
        description="Se borran todas sus fotos. No se puede deshacer."
        error={revoking.error}
        actions={
          <>
            <Button tone="secondary" onClick={() => setAsks(false)}>
              Conservarlas
            </Button>
            <Button tone="danger" busy={revoking.isPending} onClick={() => revoking.mutate()}>
              Borrar las fotos
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </>
  )
}

const DeletePhoto = ({
  clientId,
  photoId,
  onClose,
}: {
  clientId: number
  photoId: string
  onClose: () => void
}) => {
  const { removing } = useWorkPhotos(clientId)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="¿Borrar esta foto?"
      description="No se puede deshacer."
      error={removing.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Conservarla
          </Button>
          <Button
            tone="danger"
            busy={removing.isPending}
            onClick={() => removing.mutate(photoId, { onSuccess: onClose })}
          >
            Borrar la foto
          </Button>
        </>
      }
    >
      {null}
    </Dialog>
  )
}
