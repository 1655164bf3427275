import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ShownWork } from '#contract/professional/portfolio.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

/** One item of a portfolio, with a link to the next. */
export default function WorkDialog({
  works,
  at,
  name,
  onMove,
  onClose,
}: {
  works: readonly ShownWork[]
  at: number
  name: string
  onMove: (at: number) => void
  onClose: () => void
}) {
  const work = works[at]
  if (work === undefined) return null
  const { before, after, caption } = work
  const pictures = [
    ...(before === null ? [] : [{ word: 'Antes', ...before }]),
    { word: before === null ? '' : 'Después', ...after },
  ]
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={caption === '' ? `Trabajo de ${name}` : caption}
      description={`${at + 1} de ${works.length}`}
      actions={
        works.length < 2 ? undefined : (
          <>
            <Button
              tone="secondary"
              onClick={() => onMove((at + works.length - 1) % works.length)}
              className="sm:mr-auto"
            >
              <ChevronLeft aria-hidden className="size-5" />
              Anterior
            </Button>
            <Button tone="secondary" onClick={() => onMove((at + 1) % works.length)}>
              Siguiente
              <ChevronRight aria-hidden className="size-5" />
            </Button>
          </>
        )
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the pictures scroll by keyboard */}
      <div tabIndex={0} role="group" aria-label="Fotos" className="flex flex-col gap-4">
        {pictures.map(({ word, large, width, height }) => (
          <figure key={large} className="flex flex-col gap-1.5">
            {word === '' ? null : (
              <figcaption className="text-sm font-semibold text-muted">{word}</figcaption>
            )}
            <img
              src={large}
              alt={`${word === '' ? 'Trabajo' : word} de ${name}${caption === '' ? '' : `: ${caption}`}`}
              width={width}
              height={height}
              className="max-h-[62dvh] w-full rounded-md bg-sunk object-contain"
            />
          </figure>
        ))}
      </div>
    </Dialog>
  )
}
