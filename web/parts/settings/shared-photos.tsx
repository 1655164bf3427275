import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type SharedPhotos as Shared,
  sharedPhotos,
  takeBackWorkPhotos,
  workPhotoAddress,
} from '#contract/booking/client/work-photo.ts'
import { call, reading } from '#web/api.ts'
import { longDate, shortOf } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { toast } from '#web/ui/toast.ts'

/** Photos of the client's results that professionals store with their consent; hidden if there are none. */
export const SharedPhotos = () => {
  const { data = [] } = useQuery(reading(sharedPhotos))
  if (data.length === 0) return null
  return (
    <Panel
      title="Fotos de tus resultados"
      text="Las guarda tu profesional con tu permiso y no se publican. Ábrelas para guardarlas en tu equipo."
    >
      <ul className="flex flex-col divide-y divide-line">
        {data.map((one) => (
          <li key={one.id} className="flex flex-col gap-3 py-3">
            <OfProfessional shared={one} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const OfProfessional = ({ shared }: { shared: Shared }) => {
  const [asks, setAsks] = useState(false)
  const queryClient = useQueryClient()
  const taking = useMutation({
    mutationFn: () => call(takeBackWorkPhotos, { params: { id: shared.id } }),
    onSuccess: async () => {
      toast('Fotos borradas', undefined, 'good')
      await queryClient.invalidateQueries({ queryKey: reading(sharedPhotos).queryKey })
    },
  })
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p>
          <span className="block font-semibold">{shared.professional}</span>
          <span className="block text-sm text-muted">
            Aceptaste: {shortOf(shared.givenAt, 'America/Mexico_City')}
          </span>
        </p>
        <Button tone="quiet" size="small" onClick={() => setAsks(true)}>
          Retirar mi permiso
        </Button>
      </div>
      <ul className="flex flex-wrap gap-3">
        {shared.photos.map(({ id, takenOn }) => (
          <li key={id}>
            <a
              href={workPhotoAddress(shared.id, id, 'large')}
              target="_blank"
              rel="noreferrer"
              className="block"
            >
              <img
                src={workPhotoAddress(shared.id, id, 'small')}
                alt={`Foto del ${longDate(takenOn)}; se abre en otra pestaña`}
                loading="lazy"
                className="size-24 rounded-md border border-line bg-sunk object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
      <Dialog
        open={asks}
        onOpenChange={setAsks}
        title="¿Retirar tu permiso?"
        description={`Se borran todas las fotos tuyas que guarda ${shared.professional}. No se puede deshacer.`}
        error={taking.error}
        actions={
          <>
            <Button tone="secondary" onClick={() => setAsks(false)}>
              Conservarlas
            </Button>
            <Button tone="danger" busy={taking.isPending} onClick={() => taking.mutate()}>
              Retirar y borrar
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </>
  )
}
