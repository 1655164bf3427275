import { sectionLabels } from '#web/parts/settings/section-labels.ts'
import type { Section } from '#web/parts/settings/sections.ts'
import {
  Bell,
  CalendarSync,
  CircleUserRound,
  Clock3,
  CodeXml,
  CreditCard,
  Landmark,
  Lock,
  PanelsTopLeft,
  ShieldCheck,
  UserRoundCheck,
  Users,
} from 'lucide-react'

/** The label of `payouts` for a user who only pays. */
export const ofClients = { label: 'Pagos', text: 'Las tarjetas que guardas', icon: CreditCard }

/** The sections of the settings, in order. The value is in the URL (`?section=`). */
export const sections = [
  {
    value: 'profile',
    label: sectionLabels.profile,
    text: 'Tu nombre, tu foto y lo que otros ven',
    icon: CircleUserRound,
  },
  {
    value: 'security',
    label: sectionLabels.security,
    text: 'Contraseña, segundo paso y dispositivos',
    icon: Lock,
  },
  {
    value: 'verification',
    label: sectionLabels.verification,
    text: 'Correo, teléfono e identidad',
    icon: UserRoundCheck,
  },
  {
    value: 'payouts',
    label: sectionLabels.payouts,
    text: 'La cuenta en la que recibes tu dinero y tus tarjetas',
    icon: Landmark,
  },
  {
    value: 'connections',
    label: sectionLabels.connections,
    text: 'Google, Outlook, iCloud y tus otros calendarios',
    icon: CalendarSync,
  },
  {
    value: 'widget',
    label: sectionLabels.widget,
    text: 'Que reserven contigo en tu sitio web',
    icon: PanelsTopLeft,
  },
  {
    value: 'notifications',
    label: sectionLabels.notifications,
    text: 'Qué te avisamos y por dónde',
    icon: Bell,
  },
  {
    value: 'companions',
    label: sectionLabels.companions,
    text: 'Quién viene contigo a tus citas',
    icon: Users,
  },
  {
    value: 'privacy',
    label: sectionLabels.privacy,
    text: 'A quién bloqueaste; descarga o borra tus datos',
    icon: ShieldCheck,
  },
  {
    value: 'developers',
    label: sectionLabels.developers,
    text: 'Llaves, apps y webhooks que trabajan en tu nombre',
    icon: CodeXml,
  },
  { value: 'zone', label: sectionLabels.zone, text: 'La hora de tus listas', icon: Clock3 },
] as const satisfies readonly { value: Section; label: string; text: string; icon: unknown }[]
