/** What a listing still needs before it can be submitted. */
import { houseRuleNames, houseRules } from '#contract/space/house-rules.ts'
import { documentCounts } from '#contract/platform/document.ts'
import { documentKinds, requiredDocuments } from '#contract/space/space-document.ts'
import { fewestPhotos } from '#contract/space/space-photo.ts'
import type { Space } from '#contract/space/space.ts'

export const maxUnits = 50

type Whole = Omit<Space, 'missing' | 'unbookable' | 'review'>
type Gap = { step: number; text: string }

/**
 * What a listing needs for its review, in the order of the steps; empty if complete. The ninth step is optional: a
 * space without a payout account can be published, but not booked (`unbookable`).
 */
export const missingOf = (space: Whole): Gap[] => {
  const { steps } = space
  const gaps: (Gap | false)[] = [
    space.businessName === '' && { step: 1, text: 'Escribe el nombre del negocio.' },
    space.business.contactEmail === '' &&
      space.business.contactPhone === '' && { step: 1, text: 'Deja un correo o un teléfono de contacto.' },
    space.municipalityId === 0 && { step: 2, text: 'Elige dónde está.' },
    space.address === '' && { step: 2, text: 'Escribe la dirección exacta.' },
    space.name === '' && { step: 3, text: 'Ponle nombre al espacio.' },
    space.units.every(({ active }) => !active) && { step: 3, text: 'Di cuántas unidades tiene.' },
    space.photos.length < fewestPhotos && {
      step: 3,
      text: `Sube al menos ${fewestPhotos} fotos (llevas ${space.photos.length}).`,
    },
    space.weekly.length === 0 && { step: 4, text: 'Marca a qué horas abre.' },
    space.pricePerHourCents === 0 && { step: 5, text: 'Pon el precio por hora.' },
    ruleGap(space),
    !steps.includes(7) && { step: 7, text: 'Di quién puede trabajar aquí.' },
    steps.includes(7) && space.categories.length === 0 && { step: 7, text: 'Elige al menos una categoría.' },
    ...documentGaps(space),
  ]
  return gaps.filter((gap) => gap !== false)
}

/** A draft must answer all rules; a listing published before that requirement stays valid. */
const ruleGap = ({ steps, status, rules }: Whole): Gap | false => {
  const open = houseRuleNames.filter((rule) => rules[rule] === undefined)
  const isOpen = status === 'draft' ? open.length > 0 : !steps.includes(6)
  if (!isOpen) return false
  const text =
    open.length === 0 || open.length === houseRuleNames.length
      ? 'Responde las reglas de la casa.'
      : `Reglas sin responder: ${open.map((rule) => houseRules[rule].label.toLowerCase()).join(', ')}.`
  return { step: 6, text }
}

const documentGaps = (space: Whole): Gap[] =>
  requiredDocuments(space).flatMap((kind) => {
    const document = space.documents.find((one) => one.kind === kind)
    const { label } = documentKinds[kind]
    if (document === undefined) return [{ step: 8, text: `Sube: ${label}.` }]
    if (documentCounts(document.status)) return []
    const how = document.status === 'expired' ? 'ya venció' : 'no se aceptó'
    return [{ step: 8, text: `${label}: ${how}. Sube otro.` }]
  })
