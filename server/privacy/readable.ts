/** A copy of a person's data as a page to read, print and keep; it loads no other resources. */
import { escaped } from '#server/platform/mail.ts'

export const readable = (json: string): string => {
  const parsed: unknown = JSON.parse(json)
  const parts = Object.entries(isRecord(parsed) ? parsed : {})
  const heads = parts.filter(([, value]) => typeof value === 'string')
  const lists = parts.filter(([, value]) => Array.isArray(value))
  return `<!doctype html>
<html lang="es-MX">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mis datos en Kalli</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0 auto; max-width: 56rem; padding: 2rem 1rem 4rem; font: 16px/1.5 system-ui, sans-serif; }
  h1, h2 { font-family: Georgia, serif; }
  dl { display: grid; grid-template-columns: minmax(9rem, 14rem) 1fr; gap: 0.25rem 1rem; margin: 0 0 1rem; padding: 0 0 1rem; border-bottom: 1px solid #ccc; }
  dt { opacity: 0.7; }
  dd { margin: 0; overflow-wrap: anywhere; }
</style>
</head>
<body>
<h1>Mis datos en Kalli</h1>
${heads.map(([, value]) => `<p>${escaped(String(value))}</p>`).join('\n')}
${lists.map(([name, rows]) => `<h2>${escaped(titleOf(name))}</h2>\n${rowsOf(rows)}`).join('\n')}
</body>
</html>
`
}

const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

const rowsOf = (rows: unknown) =>
  (Array.isArray(rows) ? rows : [])
    .map(
      (row: unknown) =>
        `<dl>${Object.entries(isRecord(row) ? row : {})
          .map(lineOf)
          .join('')}</dl>`,
    )
    .join('\n')

const lineOf = ([name, value]: [string, unknown]) =>
  `<dt>${escaped(name.replaceAll('_', ' '))}</dt><dd>${escaped(textOf(value))}</dd>`

const textOf = (value: unknown): string => {
  if (value === null) return '—'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
