import { amenities } from '#contract/professional/categories.ts'
import { accessibility, equipment, sharedText } from '#contract/space/fittings.ts'
import { readRules } from '#contract/space/house-rules.ts'
import type { PublicSpace } from '#contract/search/public-page.ts'
import type { PublicBusiness } from '#contract/storefront/storefront.ts'
import { Included } from '#web/parts/space/included.tsx'
import { FoldedSection } from '#web/ui/page/folded-section.tsx'

/** The amenities, size and rules of a space, as its host entered them. */
export default function Fittings({
  of: space,
}: {
  of: Pick<PublicSpace, 'amenities' | 'units' | 'cleaningMinutes'> & {
    facts: Pick<
      PublicSpace['facts'],
      'areaM2' | 'equipment' | 'equipmentPhotos' | 'accessibility' | 'rules' | 'rulesText'
    >
  }
}) {
  const { areaM2, equipment: things, equipmentPhotos: photos, accessibility: ways, rulesText } = space.facts
  const rules = readRules(space.facts.rules)
  return (
    <>
      <FoldedSection title="Qué hay" value={space.amenities.map((amenity) => amenities[amenity]).join(', ')}>
        <ul className="grid gap-2.5 sm:grid-cols-2">
          {space.amenities.map((amenity) => (
            <Included key={amenity}>{amenities[amenity]}</Included>
          ))}
          <Included>
            {space.units.length === 1
              ? '1 unidad'
              : `${space.units.length} unidades: ${space.units.map(({ name }) => name).join(', ')}`}
          </Included>
          {areaM2 === null ? null : <Included>{areaM2} m²</Included>}
          {things.map((thing) => (
            <Included key={thing.item}>
              {equipment[thing.item]}
              {sharedText(thing)}
            </Included>
          ))}
          {ways.map((way) => (
            <Included key={way}>{accessibility[way]}</Included>
          ))}
          {space.cleaningMinutes > 0 ? (
            <Included>{space.cleaningMinutes} min de limpieza entre citas</Included>
          ) : null}
        </ul>
        {photos.length === 0 ? null : (
          <ul aria-label="Fotos del equipo" className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            {photos.map(({ id, item, address }) => (
              <li key={id}>
                <figure className="flex flex-col gap-1.5">
                  <img
                    src={address}
                    alt=""
                    width={480}
                    height={360}
                    loading="lazy"
                    className="aspect-4/3 w-full rounded-md bg-sunk object-cover"
                  />
                  <figcaption className="text-[0.9375rem]">{equipment[item]}</figcaption>
                </figure>
              </li>
            ))}
          </ul>
        )}
      </FoldedSection>
      {rules.length === 0 && rulesText === '' ? null : (
        <FoldedSection title="Reglas de la casa">
          <ul className="grid gap-2.5 sm:grid-cols-2">
            {rules.map(({ rule, label, answer }) => (
              <Included key={rule}>
                {label}: {answer.toLocaleLowerCase('es-MX')}
              </Included>
            ))}
          </ul>
          {rulesText === '' ? null : <p className="measure">{rulesText}</p>}
        </FoldedSection>
      )}
    </>
  )
}

/** A business's amenities, access, and the rules of all its spaces. */
export function BusinessSummary({ of: one }: { of: PublicBusiness }) {
  const rules = readRules(one.rules)
  return (
    <>
      {one.amenities.length === 0 ? null : (
        <FoldedSection title="Qué hay" value={one.amenities.map((amenity) => amenities[amenity]).join(', ')}>
          <ul className="grid gap-2.5 sm:grid-cols-2">
            {one.amenities.map((amenity) => (
              <Included key={amenity}>{amenities[amenity]}</Included>
            ))}
          </ul>
        </FoldedSection>
      )}
      {one.accessibility.length === 0 ? null : (
        <FoldedSection title="Accesibilidad">
          <ul className="grid gap-2.5 sm:grid-cols-2">
            {one.accessibility.map(({ way, everywhere }) => (
              <Included key={way}>
                {accessibility[way]}
                {everywhere ? '' : ' (en algunos espacios)'}
              </Included>
            ))}
          </ul>
        </FoldedSection>
      )}
      {rules.length === 0 ? null : (
        <FoldedSection title="Reglas de la casa">
          <ul className="grid gap-2.5 sm:grid-cols-2">
            {rules.map(({ rule, label, answer }) => (
              <Included key={rule}>
                {label}: {answer.toLocaleLowerCase('es-MX')}
              </Included>
            ))}
          </ul>
          {one.spaces.length === 1 ? null : (
            <p className="text-[0.9375rem] text-muted">
              Valen en todos sus espacios; lo demás lo dice cada uno en su página.
            </p>
          )}
        </FoldedSection>
      )}
    </>
  )
}
