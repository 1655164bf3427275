import { ownOrigin } from '#web/origin.ts'

/** Where search engines send a reader to reserve (schema.org). */
export const reserveAction = (urlTemplate: string, name: string) => ({
  '@type': 'ReserveAction',
  target: {
    '@type': 'EntryPoint',
    urlTemplate,
    inLanguage: 'es-MX',
    actionPlatform: ['https://schema.org/DesktopWebPlatform', 'https://schema.org/MobileWebPlatform'],
  },
  result: { '@type': 'Reservation', name },
})

/** Of a professional or a business; `robots.txt` lets crawlers follow it. */
export const bookingAddress = (query: Readonly<Record<string, number>>) =>
  `${ownOrigin()}/booking?${Object.entries(query)
    .map(([name, value]) => `${name}=${value}`)
    .join('&')}`
