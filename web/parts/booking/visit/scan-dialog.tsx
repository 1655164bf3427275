import { useEffect, useRef, useState } from 'react'
import { scannedCode } from '#web/parts/booking/visit/scanned-code.ts'
import { Dialog } from '#web/ui/dialog.tsx'

declare global {
  /** Reads codes in images; in Chrome on Android and Mac, not yet in Safari and Firefox. */
  interface BarcodeDetector {
    detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>
  }
  // oxlint-disable-next-line no-var -- a global of the browser, which TypeScript does not list
  var BarcodeDetector:
    | {
        new (options: { formats: string[] }): BarcodeDetector
        getSupportedFormats?(): Promise<readonly string[]>
      }
    | undefined
}

/** The texts of the codes in the current image of a video. */
type Reader = (video: HTMLVideoElement) => Promise<readonly string[]>

const format = 'qr_code'

/** The browser's own detector; where it has none, or none for QR codes, a library that only this dialog loads. */
const openReader = async (): Promise<Reader> => {
  const Detector = globalThis.BarcodeDetector
  if (Detector !== undefined && ((await Detector.getSupportedFormats?.()) ?? [format]).includes(format)) {
    const detector = new Detector({ formats: [format] })
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
  }
  const { default: decode } = await import('qr/decode.js')
  const canvas = document.createElement('canvas')
  const pencil = canvas.getContext('2d', { willReadFrequently: true })
  return async (video) => {
    if (pencil === null || video.videoWidth === 0) return []
    const scale = Math.min(1, maxPixels / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    pencil.drawImage(video, 0, 0, canvas.width, canvas.height)
    return [decode(pencil.getImageData(0, 0, canvas.width, canvas.height))]
  }
}

/** The longer side of the image that the library reads; a larger one is slower and no surer. */
const maxPixels = 720

/** Milliseconds between two readings of the image. */
const every = 250

/** The camera, until it has seen a code. It is switched off when this is closed. */
export default function ScanDialog({
  onCode,
  onClose,
}: {
  onCode: (code: string) => void
  onClose: () => void
}) {
  const [problem, setProblem] = useState<string>()
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Escanear código"
      description="Apunta al código de la unidad o al que te muestra tu cliente. La imagen no se guarda."
    >
      {problem === undefined ? (
        <Camera onCode={onCode} onProblem={setProblem} />
      ) : (
        <p role="alert" className="font-medium text-chile">
          {problem}
        </p>
      )}
    </Dialog>
  )
}

/** The video; a separate component, since a dialog's content is mounted later than the dialog. */
const Camera = ({
  onCode,
  onProblem,
}: {
  onCode: (code: string) => void
  onProblem: (text: string) => void
}) => {
  const video = useRef<HTMLVideoElement>(null)
  const events = useRef({ onCode, onProblem })
  useEffect(() => {
    events.current = { onCode, onProblem }
  })
  useEffect(
    () =>
      watch(video.current, {
        onCode: (code) => events.current.onCode(code),
        onProblem: (text) => events.current.onProblem(text),
      }),
    [],
  )
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- the picture of the camera has no sound
    <video ref={video} muted playsInline className="aspect-square w-full rounded-lg bg-ink object-cover" />
  )
}

/** Starts the camera and reads it until a code is seen; the returned function switches it off. */
const watch = (
  video: HTMLVideoElement | null,
  { onCode, onProblem }: { onCode: (code: string) => void; onProblem: (text: string) => void },
) => {
  if (video === null) return () => {}
  let stream: MediaStream | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  const stop = () => {
    isOver = true
    clearTimeout(timer)
    stream?.getTracks().forEach((track) => track.stop())
  }
  const read = async (reader: Reader) => {
    // An image without a code, or not loaded yet, cannot be read; the next one can.
    const seen = await reader(video).catch(() => [])
    if (isOver) return
    const code = seen.map(scannedCode).find((one) => one !== undefined)
    if (code === undefined) {
      timer = setTimeout(() => void read(reader), every)
      return
    }
    stop()
    onCode(code)
  }
  const open = async () => {
    stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
    if (isOver) return stop()
    video.srcObject = stream
    // The first image may take a while, or never come: reading is retried at the next interval.
    video.play().catch(() => {})
  }
  const begin = async () => {
    const [reader] = await Promise.all([openReader(), open()])
    if (!isOver) await read(reader)
  }
  begin().catch((error: unknown) => {
    if (isOver) return
    stop()
    onProblem(
      error instanceof DOMException && error.name === 'NotAllowedError'
        ? 'No hay permiso de usar la cámara. Puedes dárselo en el navegador, o escribir el código.'
        : 'No pudimos abrir la cámara. Escribe el código.',
    )
  })
  return stop
}
