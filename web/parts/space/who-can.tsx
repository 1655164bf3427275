import { categories } from '#contract/professional/categories.ts'
import type { PublicSpace } from '#contract/search/public-page.ts'
import { professionalDocuments, type Welcome } from '#contract/space/space.ts'
import { Included } from '#web/parts/space/included.tsx'

const comeIn: Readonly<Record<Welcome, string>> = {
  instant:
    'Quien cumple los requisitos renta horas sin esperar respuesta; con convenio, también atiende clientes.',
  agreement: 'Profesionales a quienes el anfitrión invita: tarifa y días se acuerdan en un convenio.',
  application: 'Profesionales con convenio: se postulan, y tarifa y días se acuerdan con el anfitrión.',
}

/** Who can work here: what the agreement decides, and who does today. */
export const WhoCan = ({
  space,
}: {
  space: Pick<PublicSpace, 'professionals'> & {
    facts: Pick<PublicSpace['facts'], 'welcome' | 'categories' | 'minimumLevel' | 'requiredDocuments'>
  }
}) => {
  const trades = [...new Set(space.professionals.flatMap((one) => one.categories))]
  return (
    <ul className="grid gap-2.5">
      <Included>{comeIn[space.facts.welcome]}</Included>
      {space.facts.categories.length === 0 ? null : (
        <Included>
          Para {space.facts.categories.map((one) => categories[one].toLocaleLowerCase('es-MX')).join(', ')}.
        </Included>
      )}
      {space.facts.minimumLevel === 0 ? null : (
        <Included>Nivel de verificación {space.facts.minimumLevel} o más.</Included>
      )}
      {space.facts.requiredDocuments.length === 0 ? null : (
        <Included>
          Con{' '}
          {space.facts.requiredDocuments
            .map((one) => professionalDocuments[one].toLocaleLowerCase('es-MX'))
            .join(', ')}
          .
        </Included>
      )}
      {trades.length === 0 ? null : (
        <Included>
          Hoy trabajan aquí: {trades.map((trade) => categories[trade].toLocaleLowerCase('es-MX')).join(', ')}.
        </Included>
      )}
      <Included>Quien atiende salud, nutrición o terapia responde por su cédula vigente.</Included>
    </ul>
  )
}
