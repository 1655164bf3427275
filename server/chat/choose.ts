/** Another visit with a known professional: the professional, the service, an option of each group, and the modality. */
import { sql } from 'kysely'
import { formatCents } from '#contract/platform/money.ts'
import { type AddOn, groupsOf } from '#contract/service/add-on.ts'
import { modalitiesOf, online, someHome } from '#contract/service/modality.ts'
import { choice, type Chosen, type Said, type Step } from '#server/chat/action.ts'
import { chooseDay, pageOf } from '#server/chat/book.ts'
import { formerOf, homesOf } from '#server/chat/person.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export const chooseProfessional = async (work: Work, phone: string): Promise<Said> => {
  const former = await formerOf(work, phone)
  if (former.length === 0)
    return { text: `Busca a quien quieras y reserva aquí: ${work.config.publicUrl}/search-results` }
  return {
    text: '¿Con quién?',
    choices: former.map(({ professionalId, name, service }) =>
      choice(name, { do: 'services', professionalId }, `La última vez: ${service}`),
    ),
  }
}

/** A list has ten lines. */
const shownServices = 10
/** One line pages on, or goes back. */
const shownOptions = 9

type Service = {
  id: number
  name: string
  minutes: number
  priceCents: number
  addOns: AddOn[]
  atPlace: boolean
  atHome: { feeCents: number } | null
  online: boolean
}

/** The services that every client may book; a first-visit service is chosen on its page. */
const servicesOf = async (work: Work, professionalId: number): Promise<Service[]> => {
  const { rows } = await sql<Service>`
    select id, name, duration_minutes as minutes, price_cents as "priceCents", add_ons as "addOns", at_place as "atPlace", online,
      case when home_radius_km is not null then json_build_object('feeCents', home_fee_cents) end as "atHome"
    from services where professional_id = ${professionalId} and visibility = 'visible' and not first_visit_only
    order by "position", id limit ${shownServices}`.execute(work.db)
  return rows
}

export const chooseService = async (
  work: Work,
  phone: string,
  { professionalId }: Step<'services'>,
): Promise<Said> => {
  const services = await servicesOf(work, professionalId)
  const [only] = services
  if (only === undefined) return { text: `Elige tu hora aquí: ${pageOf(work, { professionalId })}` }
  if (services.length === 1) return next(work, phone, only, { professionalId, serviceId: only.id })
  return {
    text: '¿Qué servicio?',
    choices: services.map(({ id, name, minutes, priceCents }) =>
      choice(
        name,
        { do: 'options', professionalId, serviceId: id, from: 0 },
        `${minutes} min, ${formatCents(priceCents)}`,
      ),
    ),
  }
}

/** An option was chosen, or the rest of a long list is requested. */
export const chooseOption = async (work: Work, phone: string, step: Step<'options'>): Promise<Said> => {
  const { do: _, from, ...chosen } = step
  const services = await servicesOf(work, chosen.professionalId)
  const service = services.find(({ id }) => id === chosen.serviceId)
  if (service === undefined) return { text: `Elige tu hora aquí: ${pageOf(work, chosen)}` }
  return next(work, phone, service, chosen, from)
}

/** The next question: a group without an option, then the modality, then the day. */
const next = (
  work: Work,
  phone: string,
  service: Service,
  chosen: Chosen,
  from = 0,
): Promise<Said> | Said => {
  const { addOns = [] } = chosen
  const group = groupsOf(service.addOns).find(({ options }) => !options.some(({ id }) => addOns.includes(id)))
  if (group !== undefined) return optionsOf(group, chosen, from)
  const ways = modalitiesOf(service)
  if (ways.length === 1 && ways[0] === 'place') return chooseDay(work, { do: 'days', ...chosen, from: null })
  if (ways.length === 1 && ways[0] === 'home') return chooseHome(work, phone, { do: 'homes', ...chosen })
  if (ways.length === 1) return chooseDay(work, { do: 'days', ...chosen, place: online, from: null })
  return {
    text: '¿Dónde?',
    choices: ways.map((way) =>
      way === 'place'
        ? choice('En su espacio', { do: 'days', ...chosen, from: null })
        : way === 'online'
          ? choice('En línea', { do: 'days', ...chosen, place: online, from: null })
          : choice('A domicilio', { do: 'homes', ...chosen }, feeText(service.atHome?.feeCents ?? 0)),
    ),
  }
}

const feeText = (cents: number) => (cents === 0 ? 'Sin costo aparte' : `${formatCents(cents)} más`)

const optionsOf = (
  { name, options }: { name: string; options: AddOn[] },
  chosen: Chosen,
  from: number,
): Said => {
  const isLong = options.length > shownOptions + 1
  const shown = isLong ? options.slice(from, from + shownOptions) : options
  const rest = from + shownOptions < options.length ? from + shownOptions : 0
  return {
    text: `${name}: ¿cuál?`,
    choices: [
      ...shown.map(({ id, name, priceCents, minutes }) =>
        choice(
          name,
          { do: 'options', ...chosen, addOns: [...(chosen.addOns ?? []), id], from: 0 },
          [
            priceCents > 0 ? `${formatCents(priceCents)} más` : 'Incluido en el precio',
            ...(minutes > 0 ? [`${minutes} min más`] : []),
          ].join(', '),
        ),
      ),
      ...(isLong ? [choice('Más opciones', { do: 'options', ...chosen, from: rest })] : []),
    ],
  }
}

/** A home of an earlier visit; another address has to be typed, on its page. */
export const chooseHome = async (
  work: Work,
  phone: string,
  step: Step<'homes'>,
  before = '',
): Promise<Said> => {
  const { do: _, ...chosen } = step
  const homes = await homesOf(work, phone)
  const page = pageOf(work, { ...chosen, place: someHome })
  if (homes.length === 0) return { text: `${before}Escribe tu dirección y elige tu hora aquí: ${page}` }
  return {
    text: `${before}¿A qué dirección va? Otra se escribe aquí: ${page}`,
    choices: homes.map(({ place, line, area }) =>
      choice(line, { do: 'days', ...chosen, place, from: null }, [line, area].filter(Boolean).join(', ')),
    ),
  }
}

const isElsewhere: ReadonlySet<string> = new Set(['outside_home_radius', 'home_needed'])

/** Their days there. If they do not travel there, another address is needed. */
export const daysThere = async (work: Work, phone: string, step: Step<'days'>): Promise<Said> => {
  try {
    return await chooseDay(work, step)
  } catch (problem) {
    if (!(problem instanceof Refusal) || !isElsewhere.has(problem.code)) throw problem
    const { from: _, ...chosen } = step
    return chooseHome(work, phone, { ...chosen, do: 'homes' }, `${problem.message} `)
  }
}
