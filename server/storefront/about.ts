/** Two short texts about Kalli for machines: where to report a vulnerability (RFC 9116), and what a language model may read (llms.txt). */
import { dayMs } from '#contract/platform/duration.ts'

/** Within the year that RFC 9116 allows. The text is generated at each request. */
const validDays = 180

export const securityText = (origin: string, contactMail: string, now: Date): string => {
  const expires = new Date(now.getTime() + validDays * dayMs).toISOString()
  return `Contact: mailto:${contactMail}
Contact: ${origin}/contact
Expires: ${expires}
Preferred-Languages: es, en
Canonical: ${origin}/.well-known/security.txt
`
}

export const llmsText = (origin: string): string => `# Kalli

> Marketplace de México: profesionales de belleza, bienestar, terapia, salud y ejercicio encuentran un espacio para trabajar por hora o por uso; clientes reservan con ellos. Una reserva toma a la profesional, el lugar y la hora en una sola operación.

Todo precio incluye IVA y está en pesos mexicanos. Quien reserva paga el precio del servicio y nada más. Las horas van con la zona del lugar.

## Páginas

- [Buscar profesionales](${origin}/search-results): con q, city, state, category y day en la dirección
- [Buscar espacios](${origin}/search-results?type=spaces)
- [Comisiones](${origin}/pricing)
- [Ayuda para clientes](${origin}/help)
- [Ayuda para profesionales](${origin}/help/professionals)
- [Ayuda para espacios](${origin}/help/hosts)
- [Privacidad](${origin}/privacy)
- [Términos](${origin}/terms)

## API

- [OpenAPI 3.1](${origin}/api/openapi.json): búsqueda, horas libres y apartado sin cuenta
- [La misma, para leer](${origin}/api/docs)
- [Mapa del sitio](${origin}/sitemap.xml)
`
