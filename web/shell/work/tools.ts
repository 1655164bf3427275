import type { LinkProps } from '@tanstack/react-router'
import type { SessionUser } from '#contract/account/account.ts'
import { paths } from '#web/paths.ts'

/** What a tool counts as pending; the number is shown beside the tool (contract/workday/waiting.ts). */
export type WaitsAt =
  | 'answers'
  | 'tasks'
  | 'messages'
  | 'close'
  | 'waitlist'
  | 'invitations'
  | 'hiring'
  | 'problems'

/** A screen of the product as named in the bar, the rail, "Más" and the search. `also`: other words that find it. */
export type Tool = { label: string; link: LinkProps; waits?: WaitsAt; also?: string }
export type ToolGroup = { title: string; tools: readonly Tool[] }

export type WorkRole = 'professional' | 'host'

const account = (settings: LinkProps, payouts: LinkProps): readonly Tool[] => [
  { label: 'Configuración', link: settings, also: 'perfil cuenta contraseña avisos' },
  { label: 'Cuenta de cobro', link: payouts, also: 'banco clabe depósitos' },
  { label: 'Todos los avisos', link: paths.notifications(), also: 'notificaciones' },
  { label: 'Ayuda', link: paths.help(), also: 'preguntas' },
]

/** Every tool of a role in its group: the same names in the rail, in "Más" and in the search. */
export const toolGroups: Readonly<Record<WorkRole, readonly ToolGroup[]>> = {
  professional: [
    {
      title: 'Tu día',
      tools: [
        { label: 'Hoy', link: paths.appointments(), also: 'mis citas' },
        { label: 'Agenda', link: paths.calendar(), also: 'calendario horarios semana' },
        { label: 'Por responder', link: paths.requests(), waits: 'answers', also: 'solicitudes' },
        { label: 'Próximas', link: paths.appointments({ tab: 'upcoming' }), also: 'citas por venir' },
        {
          label: 'Por cerrar',
          link: paths.appointments({ tab: 'close' }),
          waits: 'close',
          also: 'cobrar terminar',
        },
        { label: 'Historial', link: paths.appointments({ tab: 'past' }), also: 'citas pasadas recibos' },
        { label: 'Lista de espera', link: paths.waitlist(), waits: 'waitlist' },
      ],
    },
    {
      title: 'Personas',
      tools: [
        { label: 'Clientas', link: paths.ownClients(), also: 'clientes' },
        { label: 'Mensajes', link: paths.messages(), waits: 'messages', also: 'conversaciones' },
      ],
    },
    {
      title: 'Lo que ofreces',
      tools: [
        { label: 'Mis servicios', link: paths.services(), also: 'precios enlace cupones' },
        { label: 'Precios por demanda', link: paths.demandRules() },
      ],
    },
    {
      title: 'Espacios',
      tools: [
        { label: 'Dónde y cómo trabajo', link: paths.spaceRules(), also: 'domicilio lugar' },
        { label: 'Espacios rentados', link: paths.rents(), also: 'horas paquetes' },
        {
          label: 'Postulaciones y convenios',
          link: paths.spaceApplications(),
          waits: 'hiring',
          also: 'documentos',
        },
        { label: 'Mis invitaciones', link: paths.invitations(), waits: 'invitations' },
        { label: 'Vacantes cerca de mí', link: paths.vacancies({ as: 'professional' }) },
        { label: 'Mi lugar en un equipo', link: paths.team({ as: 'member' }) },
      ],
    },
    {
      title: 'Dinero',
      tools: [
        {
          label: 'Resumen y pendientes',
          link: paths.professionalDashboard(),
          waits: 'tasks',
          also: 'dashboard por hacer',
        },
        {
          label: 'Números',
          link: paths.professionalDashboard({ tab: 'numbers' }),
          also: 'ingresos ocupación estadísticas',
        },
        {
          label: 'Depósitos',
          link: paths.bankDeposits({ as: 'professional' }),
          also: 'banco transferencias estado de cuenta',
        },
      ],
    },
    {
      title: 'Tu cuenta',
      tools: account(
        paths.professionalDashboard({ tab: 'profile' }),
        paths.professionalDashboard({ tab: 'profile', section: 'payouts' }),
      ),
    },
  ],
  host: [
    {
      title: 'Tu día',
      tools: [
        { label: 'Hoy', link: paths.hostDashboard(), waits: 'tasks', also: 'dashboard por hacer' },
        { label: 'Calendario', link: paths.hostAvailability(), also: 'disponibilidad reservas' },
        { label: 'Reservas', link: paths.hostAvailability({ view: 'bookings' }), also: 'rentas citas lista' },
        { label: 'Uso e ingresos del día', link: paths.hostAvailability({ view: 'day' }) },
        { label: 'Códigos de llegada', link: paths.hostAvailability({ view: 'codes' }), also: 'qr unidad' },
        {
          label: 'Problemas reportados',
          link: paths.hostAvailability({ view: 'problems' }),
          waits: 'problems',
        },
      ],
    },
    {
      title: 'Espacios',
      tools: [
        { label: 'Espacios', link: paths.hostRegistration(), also: 'mis espacios unidades fotos' },
        { label: 'Reglas de precio', link: paths.spacePricingRules(), also: 'tarifas descuentos' },
      ],
    },
    {
      title: 'Personas',
      tools: [
        {
          label: 'Solicitudes y convenios',
          link: paths.hostApplications(),
          waits: 'hiring',
          also: 'postulaciones contratos',
        },
        { label: 'Buscar profesionales', link: paths.searchProfessionals(), also: 'invitar' },
        { label: 'Equipo de casa', link: paths.team({ as: 'host' }) },
        { label: 'Mis vacantes', link: paths.vacancies({ as: 'host' }) },
        { label: 'Mensajes', link: paths.messages(), waits: 'messages', also: 'conversaciones' },
      ],
    },
    {
      title: 'Dinero',
      tools: [
        {
          label: 'Números',
          link: paths.hostDashboard({ tab: 'numbers' }),
          also: 'ingresos ocupación demanda estadísticas',
        },
        {
          label: 'Depósitos',
          link: paths.bankDeposits({ as: 'host' }),
          also: 'banco transferencias estado de cuenta',
        },
      ],
    },
    {
      title: 'Tu cuenta',
      tools: account(
        paths.hostDashboard({ tab: 'profile' }),
        paths.hostDashboard({ tab: 'profile', section: 'payouts' }),
      ),
    },
  ],
}

/** What ＋ creates. */
export const beginnings: Readonly<Record<WorkRole, readonly Tool[]>> = {
  professional: [
    { label: 'Nueva cita', link: paths.newAppointment() },
    { label: 'Bloquear hora', link: paths.calendar({ open: 'block' }) },
    { label: 'Apartar espacio', link: paths.search({ type: 'spaces' }) },
  ],
  host: [
    { label: 'Reserva en mostrador', link: paths.hostAvailability({ open: 'desk' }) },
    { label: 'Bloquear una hora', link: paths.hostAvailability({ open: 'block' }) },
    { label: 'Cerrar horas', link: paths.hostAvailability({ open: 'closure' }) },
    { label: 'Nuevo espacio', link: paths.hostRegistration() },
  ],
}

/** The role whose tools are shown; null for a client or an administrator. */
export const workRoleOf = ({ activeRole }: SessionUser): WorkRole | null =>
  activeRole === 'professional' || activeRole === 'host' ? activeRole : null
