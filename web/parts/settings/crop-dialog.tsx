import { useState } from 'react'
import Cropper from 'react-easy-crop'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

type Crop = { x: number; y: number; width: number; height: number }

const fraction = (percent: number) => Math.min(1, Math.max(0, percent / 100))

/** Crops a photo to a square, by dragging, pinching, arrow keys or the slider. The server cuts it. */
export default function CropDialog({
  address,
  busy,
  error,
  onCrop,
  onClose,
}: {
  /** The object URL of the chosen file. */
  address: string
  busy: boolean
  error: string | undefined
  onCrop: (crop: Crop) => void
  onClose: () => void
}) {
  const [at, setAt] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Crop>()
  const [unreadable, setUnreadable] = useState(false)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      error={error}
      title="Recorta tu foto"
      description="Muévela con el dedo, o con las flechas del teclado."
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Cancelar
          </Button>
          <Button
            busy={busy}
            disabled={area === undefined || unreadable}
            onClick={() => (area ? onCrop(area) : undefined)}
          >
            Guardar foto
          </Button>
        </>
      }
    >
      {unreadable ? (
        <p role="alert" className="py-10 text-center font-medium text-chile">
          Ese archivo no es una foto que podamos leer. Usa JPG, PNG, WebP o AVIF.
        </p>
      ) : (
        <div className="flex flex-col gap-4">
          <div className="relative h-72 overflow-hidden rounded-md bg-sunk sm:h-80">
            <Cropper
              image={address}
              crop={at}
              zoom={zoom}
              aspect={1}
              cropShape="round"
              showGrid={false}
              keyboardStep={8}
              onCropChange={setAt}
              onZoomChange={setZoom}
              onCropComplete={({ x, y, width, height }) =>
                setArea({
                  x: fraction(x),
                  y: fraction(y),
                  width: fraction(width),
                  height: fraction(height),
                })
              }
              mediaProps={{ alt: 'La foto que elegiste', onError: () => setUnreadable(true) }}
              cropperProps={{ 'aria-label': 'Recorte: muévelo con las flechas', role: 'group' }}
            />
          </div>
          <label className="flex items-center gap-4">
            <span className="font-semibold">Acercar</span>
            <input
              type="range"
              min={1}
              max={4}
              step={0.05}
              value={zoom}
              aria-valuetext={`${Math.round(zoom * 100)} %`}
              onChange={(event) => setZoom(Number(event.target.value))}
              className="h-11 min-w-0 flex-1 accent-barro"
            />
          </label>
        </div>
      )}
    </Dialog>
  )
}
