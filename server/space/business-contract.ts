/** The rental contract as a PDF: the host's terms from the wizard, for both to sign. Generated on each request. */
import type { FastifyInstance } from 'fastify'
import { amenities, categories, spaceTypes } from '#contract/professional/categories.ts'
import { accessibility, equipment, sharedText } from '#contract/space/fittings.ts'
import { readRules } from '#contract/space/house-rules.ts'
import { formatCents } from '#contract/platform/money.ts'
import { lengthText } from '#contract/pricing/rent-explained.ts'
import { professionalDocuments, rentPolicies, type Space, welcomes } from '#contract/space/space.ts'
import { personOfFile } from '#server/developer/file-caller.ts'
import { refuse } from '#server/platform/refuse.ts'
import { drawSheet } from '#server/platform/files/sheet.ts'
import { type AppContext, workFor } from '#server/platform/work.ts'
import { space } from '#server/space/space.ts'

/** `GET /api/spaces/<id>/house-contract.pdf`, for its host. */
export const mountBusinessContract = (app: FastifyInstance, context: AppContext) => {
  app.get<{ Params: { id: string } }>('/api/spaces/:id/house-contract.pdf', async (request, reply) => {
    const who = await personOfFile(context, request, reply)
    if (!/^\d{1,15}$/.test(request.params.id)) refuse('not_found')
    const listing = await space(workFor(context, who), Number(request.params.id))
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="contrato-de-la-casa-${listing.id}.pdf"`)
      .header('cache-control', 'private, no-store')
      .header('x-content-type-options', 'nosniff')
      .send(await printed(listing, context.clock()))
  })
}

type Clause = { title: string; lines: string[] }

/** The printed clauses. */
export const clausesOf = (listing: Space): Clause[] => [
  {
    title: '1. Quiénes',
    lines: [
      `La casa: ${listing.businessName} (${listing.business.legalKind === 'company' ? 'persona moral' : 'persona física'})${listing.business.rfc === null ? '' : `, RFC ${listing.business.rfc}`}.`,
      'La persona profesional: ______________________________________________, RFC ____________________.',
    ],
  },
  {
    title: '2. Qué se renta',
    lines: [
      `${listing.name}: ${spaceTypes[listing.spaceType].toLowerCase()}, ${unitsText(listing)}, en ${placeText(listing)}.`,
      `${listing.areaM2 === null ? '' : `Superficie: ${listing.areaM2} m². `}Aforo: ${listing.capacity === 1 ? '1 persona' : `${listing.capacity} personas`}.`,
      ...listed(
        'Equipo',
        listing.equipment.map((thing) => `${equipment[thing.item].toLowerCase()}${sharedText(thing)}`),
      ),
      ...listed(
        'Servicios',
        listing.amenities.map((one) => amenities[one].toLowerCase()),
      ),
      ...listed(
        'Accesibilidad',
        listing.accessibility.map((one) => accessibility[one].toLowerCase()),
      ),
    ],
  },
  {
    title: '3. Cuánto y cuándo se paga',
    lines: [
      `${formatCents(listing.pricePerHourCents)} por hora, impuestos incluidos${listing.minimumMinutes > 0 ? `; se cobran al menos ${lengthText(listing.minimumMinutes)}` : ''}${listing.roundingMinutes > 1 ? `, en tramos de ${lengthText(listing.roundingMinutes)}` : ''}.`,
      `Se renta desde ${lengthText(listing.blockMinutes)} de una vez${listing.noticeMinutes > 0 ? `, con al menos ${lengthText(listing.noticeMinutes)} de aviso` : ''}.`,
      ...(listing.dayCapCents === null ? [] : [`Tope por día: ${formatCents(listing.dayCapCents)}.`]),
      ...listing.packs.map(
        ({ hours, priceCents }) => `Paquete de ${hours} horas: ${formatCents(priceCents)}.`,
      ),
      `Cancelación ${rentPolicies[listing.rentPolicy].label.toLowerCase()}: ${cancellationText(listing.rentPolicy)}.`,
      `El pago se hace por Kalli; no se piden depósitos fuera de la plataforma.`,
    ],
  },
  {
    title: '4. Reglas de la casa',
    lines: [
      ...readRules(listing.rules).map(({ label, answer }) => `${label}: ${answer.toLowerCase()}.`),
      listing.cleaningMinutes === 0
        ? 'Sin tiempo de limpieza entre usos.'
        : `Limpieza entre usos: ${lengthText(listing.cleaningMinutes)}, que no se cobran.`,
      ...(listing.rulesText === '' ? [] : [listing.rulesText]),
    ],
  },
  {
    title: '5. Quién puede usarlo',
    lines: [
      ...listed(
        'Categorías',
        listing.categories.map((one) => categories[one].toLowerCase()),
      ),
      ...(listing.minimumLevel === 0
        ? []
        : [`Identidad verificada: nivel ${listing.minimumLevel} o más en Kalli.`]),
      ...listed(
        'Documentos',
        listing.requiredDocuments.map((one) => professionalDocuments[one].toLowerCase()),
      ),
      `Forma de entrar: ${welcomes[listing.welcome].label.toLowerCase()}.`,
      ...(listing.needles ? ['El material punzocortante se desecha en contenedores RPBI de la casa.'] : []),
      ...(listing.insured ? ['La casa cuenta con seguro del local.'] : []),
    ],
  },
  {
    title: '6. Cada quien su trabajo',
    lines: [
      'La persona profesional trabaja por su cuenta: decide sus horas dentro del horario del espacio, sus precios, sus técnicas y a quién atiende. La casa gobierna el lugar, no el trabajo. Este contrato no crea relación laboral (artículo 20 de la Ley Federal del Trabajo, a contrario).',
    ],
  },
]

const cancellationText = (policy: Space['rentPolicy']) =>
  rentPolicies[policy].steps
    .map(({ beforeMinutes, keepBp }) => {
      const share = keepBp === 0 ? 'sin costo' : `${keepBp / 100} % de la renta`
      return beforeMinutes === 0 ? `después, ${share}` : `${share} hasta ${lengthText(beforeMinutes)} antes`
    })
    .join('; ')

const unitsText = ({ units }: Space) => {
  const open = units.filter(({ active }) => active)
  return open.length === 1
    ? '1 unidad'
    : `${open.length} unidades (${open.map(({ name }) => name).join(', ')})`
}
const placeText = (one: Space) =>
  [one.address, one.neighbourhood, one.postalCode && `C. P. ${one.postalCode}`, one.city, one.state]
    .filter(Boolean)
    .join(', ')
const listed = (label: string, words: readonly string[]) =>
  words.length === 0 ? [] : [`${label}: ${words.join(', ')}.`]

const printed = (listing: Space, now: Date): Promise<Buffer> =>
  drawSheet(
    {
      title: 'Contrato de la casa',
      under: `${listing.businessName} · ${listing.name}`,
      parts: clausesOf(listing).map(({ title, lines }) => ({ heading: title, lines })),
      signatures: ['La casa', 'La persona profesional'],
      foot: `Generado en Kalli el ${date(now, listing.zone)}. Espacio ${listing.id}, versión ${listing.version}.`,
    },
    now,
  )

const date = (now: Date, zone: string) =>
  new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: zone }).format(now)
