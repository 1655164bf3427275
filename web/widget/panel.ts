/** The services and the hours of a widget, drawn into its shadow. */
import { longDate, partsOfDate } from '#web/parts/time/wall-clock.ts'
import {
  type Day,
  type Hour,
  type Offered,
  openShop,
  Problem,
  readDays,
  type Shop,
  type Subject,
} from '#web/widget/shop.ts'

type Content = Node | string | null | false
/** An element with attributes and content; everything of others enters as text. */
export const make = <K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...content: readonly Content[]
): HTMLElementTagNameMap[K] => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  for (const one of content) if (one !== null && one !== false) element.append(one)
  return element
}

const press = (button: HTMLButtonElement, act: () => void) => {
  button.type = 'button'
  button.addEventListener('click', act)
  return button
}

const elsewhere = ' (se abre Kalli en otra pestaña)'

/** A link of Kalli: booking and paying is on its own page. */
const away = (link: string, className: string, ...content: readonly Content[]) =>
  make(
    'a',
    { href: link, target: '_blank', rel: 'noopener', class: className },
    ...content,
    make('span', { class: 's' }, elsewhere),
  )

const texts = {
  offline: 'No hay conexión. Cuando vuelva, lo intentamos otra vez.',
  gone: 'Por aquí ya no se reserva.',
  busy: 'Hay mucha gente en este momento. Inténtalo de nuevo en un minuto.',
  failed: 'No pudimos traer los horarios.',
} as const

const daysShown = 5
const hoursShown = 9

export type Panel = { element: HTMLElement; load: () => void; stop: () => void }

let panels = 0

export const panelOf = (origin: string, subject: Subject): Panel => {
  panels += 1
  const id = `k${panels}`
  const title = make('h2', { id, part: 'titulo' }, 'Reserva en línea')
  const body = make('div', { class: 'l' })
  const status = make('p', { class: 's', role: 'status' })
  const element = make(
    'section',
    { class: 'k', part: 'caja', 'aria-labelledby': id },
    title,
    body,
    status,
    make(
      'p',
      { class: 'f' },
      'Precios con IVA incluido.',
      make('a', { href: origin, target: '_blank', rel: 'noopener' }, 'Reservas con Kalli'),
    ),
  )
  let run = new AbortController()

  /** Shows bars until the work is done, and what went wrong with a way to try again. */
  const attempt = async <T>(
    place: HTMLElement,
    link: string,
    work: (signal: AbortSignal) => Promise<T>,
    show: (value: T) => void,
  ) => {
    const { signal } = run
    place.replaceChildren(...[0, 1, 2].map(() => make('span', { class: 'w' })))
    place.setAttribute('aria-busy', 'true')
    status.textContent = 'Cargando…'
    try {
      const value = await work(signal)
      if (signal.aborted) return
      place.removeAttribute('aria-busy')
      show(value)
    } catch (error) {
      if (signal.aborted) return
      place.removeAttribute('aria-busy')
      status.textContent = ''
      const kind = error instanceof Problem ? error.kind : 'failed'
      const again = () => void attempt(place, link, work, show)
      if (kind === 'offline') window.addEventListener('online', again, { once: true, signal })
      place.replaceChildren(
        make('p', { class: 'e', role: 'alert' }, texts[kind]),
        kind === 'gone'
          ? away(origin, 'b', 'Buscar en Kalli')
          : press(make('button', {}, 'Intentar de nuevo'), again),
        kind === 'gone' || kind === 'offline' ? '' : away(link, '', 'Ver los horarios en Kalli'),
      )
    }
  }

  const showShop = (shop: Shop) => {
    title.textContent = `Reserva con ${shop.name}`
    if (!shop.isOpen || shop.services.length === 0) {
      status.textContent = 'Por ahora no hay reservas en línea.'
      body.replaceChildren(
        make('p', {}, 'Por ahora no hay reservas en línea.'),
        away(shop.link, '', 'Ver en Kalli'),
      )
      return
    }
    status.textContent = ''
    const rows = shop.services.map((service) => serviceRow(shop, service))
    body.replaceChildren(make('ul', { class: 'l' }, ...rows.map(({ row }) => row)))
    if (rows.length === 1) rows[0]?.open()
  }

  const serviceRow = (shop: Shop, service: Offered) => {
    const hoursId = `${id}-${service.id}`
    const hours = make('div', { class: 'p', id: hoursId, hidden: '' })
    const button = make(
      'button',
      { class: 'v', part: 'servicio', 'aria-expanded': 'false', 'aria-controls': hoursId },
      make('span', {}, make('b', {}, service.name), make('small', {}, service.note)),
      make('span', { class: 'n', part: 'precio' }, service.price),
    )
    const open = () => {
      const isOpening = hours.hidden
      hours.hidden = !isOpening
      button.setAttribute('aria-expanded', String(isOpening))
      if (!isOpening || hours.hasChildNodes()) return
      if (service.query === null) {
        hours.append(away(service.link, 'b', 'Elegir opciones y horario'))
        return
      }
      void attempt(
        hours,
        service.link,
        (signal) => readDays(origin, shop, service, signal),
        (days) => showDays(hours, service, days),
      )
    }
    return { row: make('li', {}, press(button, open), hours), open }
  }

  const showDays = (place: HTMLElement, service: Offered, days: readonly Day[]) => {
    const more = away(service.link, '', 'Ver más fechas')
    const [first] = days
    if (first === undefined) {
      status.textContent = 'No hay horas libres en las próximas dos semanas.'
      place.replaceChildren(make('p', {}, 'No hay horas libres en las próximas dos semanas.'), more)
      return
    }
    const list = make('div', { class: 'l' })
    const strip = make('div', { class: 'd', role: 'group', 'aria-label': 'Día' })
    const choose = (day: Day) => {
      for (const button of strip.querySelectorAll('[aria-pressed]'))
        button.setAttribute('aria-pressed', String(button.getAttribute('data-date') === day.date))
      showHours(list, service, day)
    }
    const buttons = days.map((day) => {
      const { weekday, day: number, month } = partsOfDate(day.date)
      return press(
        make(
          'button',
          { part: 'dia', 'aria-pressed': 'false', 'data-date': day.date },
          `${weekday} ${number} ${month}`,
        ),
        () => choose(day),
      )
    })
    strip.append(...buttons.slice(0, daysShown))
    if (buttons.length > daysShown) strip.append(moreOf('Más días', buttons.slice(daysShown)))
    place.replaceChildren(strip, list, more)
    choose(first)
  }

  const showHours = (list: HTMLElement, service: Offered, day: Day) => {
    const date = longDate(day.date)
    status.textContent = `${day.hours.length} ${day.hours.length === 1 ? 'hora libre' : 'horas libres'} el ${date}.`
    const links = day.hours.map((hour) => make('li', {}, hourLink(service, date, hour)))
    const hours = make(
      'ul',
      { class: 'h-l', 'aria-label': `Horas del ${date}` },
      ...links.slice(0, hoursShown),
    )
    if (links.length > hoursShown) {
      const item = make('li')
      item.append(moreOf('Más horas', links.slice(hoursShown), item))
      hours.append(item)
    }
    list.replaceChildren(make('p', { class: 'm' }, date), hours)
  }

  return {
    element,
    load: () => {
      run.abort()
      run = new AbortController()
      void attempt(body, origin, (signal) => openShop(origin, subject, signal), showShop)
    },
    stop: () => run.abort(),
  }
}

/** Puts the rest in its own place, and the focus on the first of it. */
const moreOf = (label: string, rest: readonly HTMLElement[], item?: HTMLElement) => {
  const button = press(make('button', {}, label), () => {
    ;(item ?? button).replaceWith(...rest)
    const [first] = rest
    ;(first?.querySelector('a') ?? first)?.focus()
  })
  return button
}

const hourLink = (service: Offered, date: string, hour: Hour) => {
  const price = hour.isOwn ? '' : `, ${hour.price}`
  return make(
    'a',
    { class: 'h', part: 'hora', href: hour.link, target: '_blank', rel: 'noopener' },
    make('b', {}, hour.time),
    hour.isOwn && make('small', {}, hour.price),
    hour.note !== '' && make('small', {}, hour.note),
    make('span', { class: 's' }, ` ${date}, ${service.name}${price}${elsewhere}`),
  )
}
