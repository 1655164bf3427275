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

## Asistentes

Un asistente se conecta por MCP (streamable HTTP) a \`${origin}/mcp\`: buscar y ver horas libres no pide cuenta; apartar, ver y cambiar citas pide el permiso de la persona por OAuth 2.1 (código con PKCE). El asistente se registra solo y nunca paga ni cancela sin un enlace que confirma la persona, o un permiso con monto y fecha que dio antes.

- [Dónde pedir el permiso](${origin}/.well-known/oauth-authorization-server): los datos del servidor de OAuth (RFC 8414)
- [Para qué vale el permiso](${origin}/.well-known/oauth-protected-resource/mcp): los datos del recurso (RFC 9728)

## API

- [OpenAPI 3.1 en inglés](${origin}/api/openapi.json) y [en español](${origin}/api/openapi.es.json): búsqueda, horas libres y apartado sin cuenta; lo demás, con una llave o con una app
- [La misma, para leer](${origin}/api/docs)
- [Mapa del sitio](${origin}/sitemap.xml)
`
