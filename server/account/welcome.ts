/** The first email of an account: the owner's next steps, by the role with which it was opened. */
import { mailLayout, sendMail } from '#server/platform/mail.ts'
import type { Work } from '#server/platform/work.ts'

type Welcome = {
  lead: string
  /** In order. */
  steps: readonly (readonly [name: string, text: string])[]
  action: { label: string; path: string }
}

const professional: Welcome = {
  lead: 'Tu cuenta está lista. Con estos tres pasos te pueden reservar:',
  steps: [
    ['1. Tus servicios', 'Elige una plantilla de tu oficio y ponle tu precio.'],
    ['2. Tu horario y tu lugar', 'Di cuándo y dónde atiendes: de ahí salen tus horas libres.'],
    ['3. Tu enlace', 'Compártelo con quien ya te conoce; te damos el texto, el código QR y un letrero.'],
  ],
  action: { label: 'Seguir con mi perfil', path: '/professional-dashboard?start=next' },
}

const host: Welcome = {
  lead: 'Tu cuenta está lista. Con estos tres pasos rentas tu espacio:',
  steps: [
    ['1. Tu espacio', 'Dirección, unidades y al menos cuatro fotos; se guarda solo.'],
    [
      '2. Horario y precio',
      'Di cuándo abre y cuánto cuesta la hora: te mostramos lo que se cobra en tu zona.',
    ],
    [
      '3. Revisión',
      'Antes de publicarlo lo revisa una persona. Con tu teléfono o tu correo confirmado es más rápido.',
    ],
  ],
  action: { label: 'Publicar mi espacio', path: '/host-registration' },
}

const client: Welcome = {
  lead: 'Tu cuenta está lista. Así reservas tu primera cita:',
  steps: [
    ['1. Busca', 'Di qué quieres, dónde y cuándo: solo ves horas que están libres.'],
    ['2. Reserva', 'Ves el precio completo y las reglas antes de pagar.'],
    ['3. Tus citas', 'Cambiar, cancelar y cómo llegar están en Mis reservas.'],
  ],
  action: { label: 'Buscar una hora', path: '/search-results' },
}

const welcomes = new Map<string, Welcome>([
  ['professional', professional],
  ['host', host],
  ['client', client],
])

/** Once per account; the second account of an address gets another email (`mailRegisteredAgain`). */
export const mailWelcome = async (
  work: Work,
  { accountId, role }: { accountId: number; role: string },
): Promise<void> => {
  const account = await work.db
    .selectFrom('accounts')
    .select(['email', 'first_name'])
    .where('id', '=', accountId)
    .where('is_duplicate', '=', false)
    .executeTakeFirst()
  const welcome = welcomes.get(role)
  if (account === undefined || welcome === undefined) return
  await sendMail(work, {
    to: account.email,
    subject: 'Te damos la bienvenida a Kalli',
    dedupeKey: `welcome:${accountId}`,
    ...mailLayout({
      title: 'Te damos la bienvenida',
      paragraphs: [`Hola, ${account.first_name}:`, welcome.lead],
      facts: welcome.steps,
      action: { label: welcome.action.label, address: work.config.publicUrl + welcome.action.path },
      links: [{ label: 'Ayuda', address: `${work.config.publicUrl}/help` }],
      because: 'Recibes este correo porque abriste una cuenta en Kalli.',
      note: 'Si no abriste esta cuenta, no hagas nada: sin confirmar tu correo nadie la usa en tu nombre.',
    }),
  })
}
