import { lazy, Suspense, useState } from 'react'
import type { ShownWork } from '#contract/professional/portfolio.ts'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'

const WorkDialog = lazy(() => import('#web/parts/professional/work-dialog.tsx'))

/** Rows of three on a desktop, two on a phone. */
const firstFew = 6

/** A professional's portfolio; pairs are labelled before and after. Opened, each photo is shown uncropped. */
export const Portfolio = ({ works, name }: { works: readonly ShownWork[]; name: string }) => {
  const [all, setAll] = useState(false)
  const [open, setOpen] = useState<number>()
  const shown = all ? works : works.slice(0, firstFew)
  return (
    <div className="flex flex-col items-start gap-4">
      <ul className="grid w-full grid-cols-2 gap-2.5 sm:grid-cols-3 sm:gap-3.5">
        {shown.map((work, place) => (
          <li key={work.id}>
            <button
              type="button"
              onClick={() => setOpen(place)}
              className="group relative block aspect-4/5 w-full overflow-hidden rounded-md bg-sunk text-left"
            >
              <span className="sr-only">Ver el trabajo {place + 1}: </span>
              <Tile work={work} />
              {work.caption === '' ? null : (
                <span className="absolute inset-x-0 bottom-0 bg-linear-to-t from-black/75 to-transparent px-3 pt-9 pb-2.5 text-sm leading-snug font-medium text-white">
                  {work.caption}
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {!all && works.length > firstFew ? (
        <Button tone="secondary" size="small" onClick={() => setAll(true)}>
          Ver los {works.length} trabajos
        </Button>
      ) : null}
      {open === undefined ? null : (
        <Suspense fallback={<Opening />}>
          <WorkDialog
            works={works}
            at={open}
            name={name}
            onMove={setOpen}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

const Tile = ({ work: { before, after } }: { work: ShownWork }) =>
  before === null ? (
    <Picture src={after.small} />
  ) : (
    <span className="grid h-full grid-rows-2 gap-0.5">
      {[
        { word: 'Antes', picture: before },
        { word: 'Después', picture: after },
      ].map(({ word, picture }) => (
        <span key={word} className="relative overflow-hidden">
          <Picture src={picture.small} />
          <span className="absolute top-2 left-2 rounded-full bg-black/65 px-2 py-0.5 text-xs font-semibold text-white">
            {word}
          </span>
        </span>
      ))}
    </span>
  )

const Picture = ({ src }: { src: string }) => (
  <img
    src={src}
    alt=""
    loading="lazy"
    decoding="async"
    className="size-full object-cover transition-transform duration-300 group-hover:scale-103"
  />
)
