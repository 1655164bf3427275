/** The parts of the settings, in their order; the value is in the address (`?section=`). Their words: section-list.ts. */
const values = [
  'profile',
  'security',
  'verification',
  'payouts',
  'connections',
  'widget',
  'notifications',
  'companions',
  'privacy',
  'developers',
  'zone',
] as const

export type Section = (typeof values)[number]

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

/** The section that an address names; none for what is not one. */
export const sectionIn = (value: unknown): Section | undefined => values.find((one) => one === value)
