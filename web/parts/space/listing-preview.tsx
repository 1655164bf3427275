import { clockText } from '#contract/platform/clock-text.ts'
import { formatCents } from '#contract/platform/money.ts'
import { spaceTypes } from '#contract/professional/categories.ts'
import type { Space } from '#contract/space/space.ts'
import Fittings from '#web/parts/space/fittings.tsx'
import { Gallery } from '#web/parts/space/gallery.tsx'
import { WhoCan } from '#web/parts/space/who-can.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Section } from '#web/ui/page/section.tsx'

const weekdays = ['Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado', 'Domingo']

/** A preview of a space's page, built from the components of the public page. */
export default function ListingPreview({ space, onClose }: { space: Space; onClose: () => void }) {
  const { areaM2, equipment, equipmentPhotos, accessibility, rules, rulesText } = space
  const { welcome, categories, minimumLevel, requiredDocuments } = space
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Así lo verán"
      description="Antes de una reserva confirmada se muestra la zona, no tu dirección."
    >
      <article className="flex flex-col gap-8">
        <div className="-mx-[clamp(1.125rem,4vw,2.5rem)] -mt-4">
          <Gallery photos={space.photos.map(({ address }) => address)} name={space.name} />
        </div>
        <header className="flex flex-col gap-1.5">
          <h3 className="text-2xl">{space.name === '' ? 'Sin nombre' : space.name}</h3>
          <p>
            {space.businessName} · {spaceTypes[space.spaceType]}
          </p>
          <p className="text-muted">
            {[...new Set([space.neighbourhood, space.city, space.state])].filter(Boolean).join(', ') ||
              'Sin ubicación'}
          </p>
          <p className="font-display text-xl font-semibold">
            {space.pricePerHourCents === 0
              ? 'Sin precio'
              : `${formatCents(space.pricePerHourCents)} por hora`}
          </p>
        </header>
        {space.description === '' ? null : <p className="measure">{space.description}</p>}
        <Fittings
          of={{
            amenities: space.amenities,
            units: space.units.filter(({ active }) => active),
            cleaningMinutes: space.cleaningMinutes,
            facts: { areaM2, equipment, equipmentPhotos, accessibility, rules, rulesText },
          }}
        />
        <Section title="Horario">
          <Week weekly={space.weekly} />
        </Section>
        <Section title="Quién puede trabajar aquí">
          <WhoCan
            space={{ professionals: [], facts: { welcome, categories, minimumLevel, requiredDocuments } }}
          />
        </Section>
      </article>
    </Dialog>
  )
}

const Week = ({ weekly }: Pick<Space, 'weekly'>) => (
  <dl className="grid max-w-md">
    {weekdays.map((name, at) => {
      const windows = weekly.filter(({ weekday }) => weekday === at + 1)
      return (
        <div key={name} className="flex justify-between gap-6 border-b border-line py-1.5">
          <dt>{name}</dt>
          <dd className="figures text-muted">
            {windows.length === 0
              ? 'Cerrado'
              : windows
                  .map(({ fromMinute, toMinute }) => `${clockText(fromMinute)} a ${clockText(toMinute)}`)
                  .join(', ')}
          </dd>
        </div>
      )
    })}
  </dl>
)
