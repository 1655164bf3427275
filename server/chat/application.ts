/** Applications to a host's spaces: accepted on the current terms, or declined. Naming a chair requires the screen. */
import type { Application } from '#contract/hiring/application.ts'
import { termLines } from '#contract/hiring/terms-words.ts'
import { applicationsToMine } from '#server/hiring/application/applicant-profile.ts'
import { approve, reject } from '#server/hiring/application/application.ts'
import { choice, type Said, type Step } from '#server/chat/action.ts'
import { workerOf } from '#server/chat/person.ts'
import { refuse } from '#server/platform/refuse.ts'
import type { Work } from '#server/platform/work.ts'

const shownApplications = 9

const waitingFor = async (host: Work): Promise<Application[]> =>
  (await applicationsToMine(host, { params: undefined, query: { show: 'open' }, body: undefined })).filter(
    ({ waitingFor }) => waitingFor === 'host',
  )

export const applicationsOf = async (work: Work, phone: string): Promise<Said> => {
  const host = await workerOf(work, phone)
  if (host === null || host.viewer.hostId === null)
    return { text: 'Con este número no hay una cuenta de anfitrión.' }
  const waiting = await waitingFor(host)
  const [only] = waiting
  if (only === undefined) return { text: 'Ninguna postulación espera tu respuesta.' }
  if (waiting.length === 1) return question(work, only)
  return {
    text: `${waiting.length} postulaciones esperan tu respuesta.`,
    choices: waiting
      .slice(0, shownApplications)
      .map(({ id, version, professional, space }) =>
        choice(
          `${professional.firstName} ${professional.lastName}`,
          { do: 'application', id, version, answer: 'ask' },
          space.name,
        ),
      ),
  }
}

const question = (work: Work, { id, version, professional, space, terms, moves }: Application): Said => {
  const facts = [
    `${professional.firstName} ${professional.lastName} quiere trabajar en ${space.name}.`,
    professional.reviewCount === 0
      ? ''
      : `Calificación ${professional.rating} (${professional.reviewCount} reseñas).`,
    `Tiene ${professional.fitPercent} % de lo que pides.`,
    termLines(terms)
      .map(({ label, text }) => `${label}: ${text}`)
      .join('\n'),
  ]
  const text = facts.filter(Boolean).join('\n')
  const page = `${work.config.publicUrl}/host-applications?application=${id}`
  const may = moves.some(({ move, allowed }) => move === 'approve' && allowed)
  if (!may || terms.rent.kind === 'fixed') return { text: `${text}\nRespóndele aquí: ${page}` }
  return {
    text: `${text}\n¿La aceptas? Con más calma: ${page}`,
    choices: [
      choice('Aceptar', { do: 'application', id, version, answer: 'accept' }),
      choice('No por ahora', { do: 'application', id, version, answer: 'decline' }),
    ],
  }
}

export const applicationAnswered = async (
  work: Work,
  phone: string,
  { id, version, answer }: Step<'application'>,
): Promise<Said> => {
  const host = (await workerOf(work, phone)) ?? refuse('not_found')
  if (answer === 'ask') {
    const found = (await waitingFor(host)).find((one) => one.id === id)
    return found === undefined ? { text: 'Esa postulación ya tiene respuesta.' } : question(work, found)
  }
  const params = { id }
  if (answer === 'accept') {
    const { professional } = await approve(host, {
      params,
      query: undefined,
      body: { version, unitId: null },
    })
    return { text: `Listo: ${professional.firstName} ya tiene convenio contigo.` }
  }
  const body = { version, reason: 'no_place', note: '', shareNote: false } as const
  const { professional } = await reject(host, { params, query: undefined, body })
  return { text: `Le decimos a ${professional.firstName} que por ahora no tienes lugar.` }
}
