import type { Section } from '#web/parts/settings/sections.ts'

/** The labels of the sections, also used in the page's title. */
export const sectionLabels: Readonly<Record<Section, string>> = {
  profile: 'Perfil',
  security: 'Seguridad',
  verification: 'Verificación',
  payouts: 'Pagos y cobros',
  connections: 'Conexiones',
  widget: 'Widget para tu página',
  notifications: 'Notificaciones',
  companions: 'Familia y acompañantes',
  privacy: 'Privacidad',
  developers: 'Desarrolladores',
  zone: 'Zona horaria',
}
