import { useEffect, useRef } from 'react'
import { MapFrame } from '#web/parts/map/map-frame.tsx'
import type { MapShown } from '#web/parts/map/map-shown.ts'

/** The results on a map: beside the list where there is room; on a phone full-screen, with the list in a sheet. */
export default function ResultMap(shown: MapShown) {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = () => shown.onSearch({ ...shown.search, map: undefined })
  const narrow = matchMedia('(width < 64rem)').matches
  useEffect(() => {
    if (narrow) dialog.current?.showModal()
  }, [narrow])
  const map = <MapFrame {...shown} isPhone={narrow} onClose={close} />
  return narrow ? (
    <dialog
      ref={dialog}
      aria-label="Mapa de resultados"
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      className="m-0 h-dvh max-h-none w-screen max-w-none overflow-hidden bg-sunk p-0 text-ink"
    >
      {map}
    </dialog>
  ) : (
    <section
      aria-label="Mapa de resultados"
      className="sticky top-24 h-[calc(100dvh-7.5rem)] min-h-96 overflow-hidden rounded-lg border border-line"
    >
      {map}
    </section>
  )
}
