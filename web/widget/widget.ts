/**
 * `<kalli-reservar>` and `<kalli-boton>`, for pages of others: one classic script, no cookies, nothing of a third party. Whatever goes
 * wrong here stays here; what a page has between the tags, a plain link, then remains (docs/decisions/widget.md).
 */
import { make, type Panel, panelOf } from '#web/widget/panel.ts'
import type { Subject } from '#web/widget/shop.ts'
import { colourOf, styled } from '#web/widget/style.ts'

const names = ['profesional', 'negocio', 'espacio', 'servicio'] as const

/** Known only while the script runs for the first time; site builders that run it as text name Kalli in an attribute. */
const script = document.currentScript
const ownOrigin = script instanceof HTMLScriptElement && script.src !== '' ? new URL(script.src).origin : ''

const originOf = (element: HTMLElement) => {
  const given = element.getAttribute('kalli') ?? ''
  return /^https?:\/\/[^/?#\s]+/.exec(given)?.[0] ?? ownOrigin
}

const subjectOf = (element: HTMLElement): Subject => {
  const subject: Subject = {}
  for (const name of names) {
    const value = element.getAttribute(name)
    if (value !== null && value.trim() !== '') subject[name] = value
  }
  return subject
}

abstract class Widget extends HTMLElement {
  static observedAttributes = [...names, 'kalli', 'color', 'texto']
  protected panel: Panel | undefined
  private isPlanned = false

  connectedCallback() {
    this.plan()
  }

  disconnectedCallback() {
    this.panel?.stop()
    this.panel = undefined
  }

  attributeChangedCallback() {
    this.plan()
  }

  /** Once for all attributes that change together. */
  private plan() {
    if (this.isPlanned) return
    this.isPlanned = true
    queueMicrotask(() => {
      this.isPlanned = false
      if (!this.isConnected) return
      try {
        this.open()
      } catch (error) {
        // Who made the page reads it.
        // oxlint-disable-next-line no-console
        console.warn('Kalli:', error)
      }
    })
  }

  private open() {
    const [origin, subject] = [originOf(this), subjectOf(this)]
    // Without an origin or a subject the plain link between the tags is all that can work.
    if (origin === '' || (subject.profesional ?? subject.negocio ?? subject.espacio) === undefined) {
      // oxlint-disable-next-line no-console
      console.warn('Kalli: falta profesional, negocio o espacio.')
      return
    }
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    styled(root)
    const colour = colourOf(this.getAttribute('color'))
    if (colour !== null) {
      this.style.setProperty('--kalli-color', colour.colour)
      this.style.setProperty('--kalli-color-texto', colour.on)
    }
    this.panel?.stop()
    this.panel = panelOf(origin, subject)
    this.draw(root, this.panel)
  }

  protected abstract draw(root: ShadowRoot, panel: Panel): void
}

/** In place: the hours are read as soon as it is near the window. */
class Reservar extends Widget {
  protected draw(root: ShadowRoot, panel: Panel) {
    root.replaceChildren(panel.element)
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        watch.disconnect()
        panel.load()
      },
      { rootMargin: '400px' },
    )
    watch.observe(this)
  }
}

/** A button that floats; its dialog has the same content, read when it is opened for the first time. */
class Boton extends Widget {
  protected draw(root: ShadowRoot, panel: Panel) {
    const label = this.getAttribute('texto')?.trim() || 'Reservar'
    const button = make(
      'button',
      { class: 'x', part: 'boton', type: 'button', 'aria-haspopup': 'dialog' },
      label,
    )
    const close = make('button', { type: 'button' }, 'Cerrar')
    const dialog = make(
      'dialog',
      { 'aria-label': label, part: 'dialogo' },
      make('div', { class: 't' }, close),
      panel.element,
    )
    let isLoaded = false
    button.addEventListener('click', () => {
      dialog.showModal()
      if (!isLoaded) panel.load()
      isLoaded = true
    })
    close.addEventListener('click', () => dialog.close())
    // A press beside it, on what it covers.
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close())
    root.replaceChildren(button, dialog)
  }
}

const define = (name: string, element: CustomElementConstructor) => {
  if (customElements.get(name) === undefined) customElements.define(name, element)
}

// An older browser keeps the plain link.
if ('adoptedStyleSheets' in Document.prototype && 'replaceSync' in CSSStyleSheet.prototype) {
  define('kalli-reservar', Reservar)
  define('kalli-boton', Boton)
}
