/** Another visit with a known professional: who, what, with which add-ons, for how many, and where; then its day (book.ts). */
import { formatCents } from '#contract/platform/money.ts'
import { type AddOn, groupsOf, partsText } from '#contract/service/add-on.ts'
import { type Modality, modalityOf, online, someHome } from '#contract/service/modality.ts'
import { choice, type Chosen, type Said, type Step } from '#server/chat/action.ts'
import { chooseDay, pageOf, pageWith } from '#server/chat/book.ts'
import * as part from '#server/chat/part.ts'
import { formerOf, homesOf } from '#server/chat/person.ts'
import type { Choice } from '#server/messaging/prompt.ts'
import { Refusal } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

export const chooseProfessional = async (work: Work, phone: string): Promise<Said> => {
  const former = await formerOf(work, phone)
  if (former.length === 0)
    return { text: `Busca a quien quieras y reserva aquí: ${work.config.publicUrl}/search-results` }
  return {
    text: '¿Con quién?',
    choices: former.map(({ professionalId, name, service }) =>
      choice(name, { do: 'services', professionalId, from: 0 }, `La última vez: ${service}`),
    ),
  }
}

/** A list has ten lines. */
const most = 10

/** The lines from one on; a long list pages on, and after its end begins again. `more`: the line for it. */
const paged = (
  lines: readonly Choice[],
  { from, more, last = [] }: { from: number; more: (from: number) => Choice; last?: readonly Choice[] },
): Choice[] => {
  const room = most - last.length
  if (lines.length <= room) return [...lines, ...last]
  const next = from + room - 1
  return [...lines.slice(from, next), more(next < lines.length ? next : 0), ...last]
}

export const chooseService = async (work: Work, phone: string, step: Step<'services'>): Promise<Said> => {
  const { do: _, from, ...whom } = step
  const services = await part.servicesOf(work, whom.professionalId)
  const [only] = services
  if (only === undefined) return { text: `Elige tu hora aquí: ${pageWith(work, whom)}` }
  if (services.length === 1) return next(work, phone, { ...whom, serviceId: only.id }, 0)
  return {
    text: '¿Qué servicio?',
    choices: paged(
      services.map((one) => serviceLine(one, { ...whom, serviceId: one.id })),
      { from, more: (from) => choice('Más servicios', { do: 'services', ...whom, from }) },
    ),
  }
}

const serviceLine = ({ name, minutes, priceCents }: part.Service, chosen: Chosen) =>
  choice(name, { do: 'options', ...chosen, from: 0 }, `${minutes} min, ${formatCents(priceCents)}`)

/** An option or extra was chosen, or the rest of a long list is requested. */
export const chooseOption = (work: Work, phone: string, step: Step<'options'>): Promise<Said> => {
  const { do: _, from, ...chosen } = step
  return next(work, phone, chosen, from)
}

/** The next question about the last part: a group without an option, then its extras; then where. */
const next = async (work: Work, phone: string, chosen: Chosen, from: number): Promise<Said> => {
  const services = await part.servicesOf(work, chosen.professionalId)
  const last = part.partsOf(services, chosen)?.at(-1)
  if (last === undefined) return { text: `Elige tu hora aquí: ${pageOf(work, chosen)}` }
  const { addOns } = last.service
  const group = groupsOf(addOns).find(({ options }) => !options.some((one) => last.chosen.includes(one)))
  if (group !== undefined) return optionsOf(group, last, chosen, from)
  const extras = addOns.filter((one) => one.group === undefined && !last.chosen.includes(one))
  if (extras.length > 0 && part.mayAddOn(chosen)) return extrasOf(extras, last, chosen, from)
  return chooseWhere(work, phone, { do: 'whole', ...chosen })
}

const optionsOf = (
  { name, options }: { name: string; options: AddOn[] },
  last: part.Part,
  chosen: Chosen,
  from: number,
): Said => ({
  text: `${name}${whose(last)}: ¿cuál?`,
  choices: paged(
    options.map((one) => addOnLine(one, last, chosen)),
    { from, more: (from) => choice('Más opciones', { do: 'options', ...chosen, from }) },
  ),
})

const extrasOf = (extras: readonly AddOn[], last: part.Part, chosen: Chosen, from: number): Said => ({
  text: `¿Algo más con ${last.service.name}${whose(last)}?`,
  choices: paged(
    extras.map((one) => addOnLine(one, last, chosen)),
    {
      from,
      more: (from) => choice('Más opciones', { do: 'options', ...chosen, from }),
      last: [choice('Nada más', { do: 'whole', ...chosen })],
    },
  ),
})

const whose = ({ person }: part.Part) => (person === 1 ? '' : ` para la persona ${person}`)

const addOnLine = (one: AddOn, last: part.Part, chosen: Chosen) =>
  choice(
    one.name,
    { do: 'options', ...part.withAddOn(chosen, last, one), from: 0 },
    [
      one.priceCents > 0 ? `${formatCents(one.priceCents)} más` : 'Incluido en el precio',
      ...(one.minutes > 0 ? [`${one.minutes} min más`] : []),
    ].join(', '),
  )

/** A further service for the last person, in the same visit. */
export const chooseAnother = async (work: Work, step: Step<'another'>): Promise<Said> => {
  const { do: _, from, ...chosen } = step
  const services = await part.servicesOf(work, chosen.professionalId)
  const others = part.othersOf(services, part.partsOf(services, chosen) ?? [], chosen)
  return {
    text: '¿Qué más?',
    choices: paged(
      others.map((one) => serviceLine(one, part.withService(chosen, one.id))),
      {
        from,
        more: (from) => choice('Más servicios', { do: 'another', ...chosen, from }),
        last: [choice('Nada más', { do: 'whole', ...chosen })],
      },
    ),
  }
}

/** One more person, with the same as the first or a service of their own; names are given at payment. */
export const chooseCompanion = async (work: Work, step: Step<'companion'>): Promise<Said> => {
  const { do: _, from, ...chosen } = step
  const services = await part.servicesOf(work, chosen.professionalId)
  const parts = part.partsOf(services, chosen) ?? []
  const offered = part.forAnother(services, parts, chosen)
  const same = parts.filter(({ person }) => person === 1).map(({ service }) => service.name)
  return {
    text: `¿Qué se hace la persona ${part.personsIn(chosen) + 1}?`,
    choices: paged(
      [
        ...(part.maySame(chosen)
          ? [choice('Lo mismo que yo', { do: 'whole', ...part.withSame(chosen) }, partsText(same))]
          : []),
        ...offered.map((one) => serviceLine(one, part.withPerson(chosen, one.id))),
      ],
      {
        from,
        more: (from) => choice('Más servicios', { do: 'companion', ...chosen, from }),
        last: [choice('Nadie más', { do: 'whole', ...chosen })],
      },
    ),
  }
}

/** Where, if the services are given in several ways and it was not said yet; then the day. */
export const chooseWhere = async (work: Work, phone: string, step: Step<'whole'>): Promise<Said> => {
  const { do: _, ...chosen } = step
  const services = await part.servicesOf(work, chosen.professionalId)
  const parts = part.partsOf(services, chosen)
  if (parts === null) return { text: `Elige tu hora aquí: ${pageOf(work, chosen)}` }
  const ways = part.waysOf(parts)
  const [only = 'place'] = ways
  if (chosen.place !== undefined && ways.includes(modalityOf(chosen.place)))
    return daysThere(work, phone, { do: 'days', ...chosen, from: null })
  if (ways.length < 2)
    return only === 'home'
      ? chooseHome(work, phone, { do: 'homes', ...chosen })
      : daysThere(work, phone, {
          do: 'days',
          ...chosen,
          place: only === 'online' ? online : null,
          from: null,
        })
  const feeCents = Math.max(...parts.map(({ service }) => service.atHome?.feeCents ?? 0))
  return { text: '¿Dónde?', choices: ways.map((way) => whereLine(way, chosen, feeCents)) }
}

const whereLine = (way: Modality, chosen: Chosen, feeCents: number) =>
  way === 'home'
    ? choice(
        'A domicilio',
        { do: 'homes', ...chosen },
        feeCents === 0 ? 'Sin costo aparte' : `${formatCents(feeCents)} más`,
      )
    : choice(way === 'place' ? 'En su espacio' : 'En línea', {
        do: 'days',
        ...chosen,
        place: way === 'place' ? null : online,
        from: null,
      })

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

/** Their days there. If they do not travel there, another address is needed; where not all fit, the last person is left out. */
export const daysThere = async (
  work: Work,
  phone: string,
  step: Step<'days'>,
  before = '',
): Promise<Said> => {
  const { do: _, from, ...chosen } = step
  try {
    const { named, add } = await additionsTo(work, chosen)
    return await chooseDay(work, step, { before: before + named, add: from === null ? add : [] })
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem
    if (isElsewhere.has(problem.code))
      return chooseHome(work, phone, { ...chosen, do: 'homes' }, `${problem.message} `)
    if (problem.code !== 'place_too_small' || part.personsIn(chosen) === 1) throw problem
    return daysThere(work, phone, { ...part.withoutLast(chosen), do: 'days', from }, `${problem.message} `)
  }
}

/** What else can be in the same visit, and the names of its parts where there are several. */
const additionsTo = async (work: Work, chosen: Chosen): Promise<{ named: string; add: Choice[] }> => {
  const services = await part.servicesOf(work, chosen.professionalId)
  const parts = part.partsOf(services, chosen) ?? []
  const persons = part.personsIn(chosen)
  const names = partsText(parts.map(({ service }) => service.name))
  const many = persons === 1 ? '' : `, ${persons} personas`
  return {
    named: parts.length < 2 ? '' : `${names}${many}. `,
    add: [
      ...(part.othersOf(services, parts, chosen).length === 0
        ? []
        : [choice('Agregar otro servicio', { do: 'another', ...chosen, from: 0 })]),
      ...(part.forAnother(services, parts, chosen).length === 0
        ? []
        : [choice('Somos más personas', { do: 'companion', ...chosen, from: 0 })]),
    ],
  }
}
