import type { Section } from '#web/parts/settings/sections.ts'

/** What each is called, in the page's title too. */
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
