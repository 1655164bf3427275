/** The HTML that an external site embeds, by the chosen options. */
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

export type WidgetChoice = {
  /** The professional, the business or one space of it. */
  of: { profesional: number } | { negocio: number } | { espacio: number }
  servicio: number | undefined
  forma: 'lugar' | 'boton'
  tema: 'auto' | 'claro' | 'oscuro'
  /** Null: Kalli's colour. */
  color: string | null
  texto: string
}

export type WidgetVersion = { file: string; integrity: string }

export const buttonTexts = ['Reservar', 'Agendar cita', 'Ver horarios'] as const

/** In order; empty attributes are left out. */
const attributesOf = ({ of, servicio, forma, tema, color, texto }: WidgetChoice) =>
  Object.entries({
    ...of,
    servicio,
    color: color ?? undefined,
    tema: tema === 'auto' ? undefined : tema,
    texto: forma === 'boton' && texto !== buttonTexts[0] ? texto : undefined,
  }).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as const]))

/** `pinned`: the script tag has an integrity hash, and a browser runs no other content. */
export const scriptLine = (origin: string, pinned: WidgetVersion | undefined) =>
  pinned === undefined
    ? `<script src="${origin}/widget.js" async></script>`
    : `<script src="${origin}${pinned.file}" integrity="${pinned.integrity}" crossorigin="anonymous" async></script>`

/** The link between the tags is shown until the script has loaded, and where it cannot. */
export const widgetLines = (
  origin: string,
  link: string,
  choice: WidgetChoice,
  pinned: WidgetVersion | undefined,
) => {
  const tag = choice.forma === 'boton' ? 'kalli-boton' : 'kalli-reservar'
  const attributes = attributesOf(choice).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `${scriptLine(origin, pinned)}\n<${tag}${attributes.join('')}><a href="${escaped(link)}">Reservar en línea</a></${tag}>`
}

export const previewAddress = (choice: WidgetChoice) =>
  `/widget/preview?${new URLSearchParams(Object.fromEntries([...attributesOf(choice), ['forma', choice.forma]])).toString()}`

/** For site builders that allow no scripts. */
export const frameLine = (link: string, name: string) =>
  `<iframe src="${escaped(link)}" title="${escaped(name)}" width="100%" height="760" style="border:0" loading="lazy"></iframe>`
