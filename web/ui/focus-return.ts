/**
 * Keeps the keyboard focus on the page. When the focused element is removed, browsers move the focus to <body>: the keyboard starts
 * again at the top and a screen reader falls silent. Here the focus goes to the control that replaced it, else to its neighbour in the
 * same group, else to the heading of its section or page. It also scrolls a focused element out from under sticky bars.
 */

type Level = { parent: Element; index: number; heading: string }
/** The position of an element in the document, from its parent outwards. */
export type Place = { says: string; levels: readonly Level[] }

const headings = 'h1, h2, h3, h4, legend, [role="heading"]'
const controls =
  'a[href], button:not([disabled]), input:not([disabled]):not([type="hidden"]), select:not([disabled]), textarea:not([disabled]), summary, [tabindex]'
/** Focusing one of these opens an on-screen keyboard or a list. */
const typedInto = 'textarea, select, [role="combobox"], input:not([type="checkbox"]):not([type="radio"])'
const ownRegion = 'section, form, article, [role="dialog"], [role="tabpanel"], #contenido'
/** Layers over the page; an element that opened one is outside it. */
const layers = '[role="dialog"], [role="menu"], dialog, [data-radix-popper-content-wrapper]'

const textOf = (node: Element | null) => node?.textContent?.trim() ?? ''
const saysOf = (node: Element) =>
  `${node.tagName} ${node.getAttribute('aria-label') ?? textOf(node)} ${node.getAttribute('name') ?? ''}`

export const placeOf = (element: Element): Place => {
  const levels: Level[] = []
  for (let node = element; node.parentElement !== null && node !== document.body; node = node.parentElement)
    levels.push({
      parent: node.parentElement,
      index: [...node.parentElement.children].indexOf(node),
      heading: textOf(node.querySelector(headings)),
    })
  return { says: saysOf(element), levels }
}

const isShown = (node: Element) => node.isConnected && node.checkVisibility({ visibilityProperty: true })

let byKey = false

/** Reachable by Tab, and focusing it opens nothing. */
const mayTake = (node: Element): node is HTMLElement =>
  node instanceof HTMLElement &&
  node.matches(controls) &&
  node.tabIndex >= 0 &&
  isShown(node) &&
  (byKey || !node.matches(typedInto))

const controlsIn = (node: Element): HTMLElement[] =>
  [node, ...node.querySelectorAll(controls)].filter(mayTake)

const headingIn = (node: Element | null): HTMLElement | null => {
  const shown = [...(node?.querySelectorAll<HTMLElement>(headings) ?? [])].find(isShown)
  return shown ?? null
}

const focusOn = (node: HTMLElement) => {
  if (!node.matches(controls)) node.tabIndex = -1
  node.focus({ preventScroll: !byKey })
  return document.activeElement === node
}

/** The page's title, or its content while it has no title yet. */
const pageHeading = () => {
  const main = document.getElementById('contenido')
  const first = [...(main?.querySelectorAll<HTMLElement>('h1') ?? [])].find(isShown)
  return first ?? headingIn(main) ?? main
}

/** The element to focus in place of a removed one. */
const successorOf = ({ says, levels }: Place): HTMLElement | null => {
  const found = levels.findIndex(({ parent }) => isShown(parent))
  const level = levels[found]
  if (level === undefined || level.parent.contains(document.getElementById('contenido'))) return pageHeading()
  const children = [...level.parent.children]
  const replacement = children.slice(level.index).find(isShown)
  const same = controlsIn(level.parent).filter((one) => saysOf(one) === says)
  const title = replacement === undefined ? null : headingIn(replacement)
  // Another step of the same form, or another card: its title comes before its first control.
  if (title !== null && textOf(title) !== level.heading) return title
  if (same.length === 1) return same[0] ?? null
  const order = [...children.slice(level.index), ...children.slice(0, level.index).toReversed()]
  for (const child of order) {
    const [first] = controlsIn(child)
    if (first !== undefined) return first
  }
  const region = level.parent.closest(ownRegion)
  return headingIn(region) ?? pageHeading()
}

/** Focuses the element, or its replacement. */
export const returnFocus = (element: HTMLElement, place: Place) => {
  if (isShown(element) && !element.matches(':disabled')) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
  const next = successorOf(place)
  if (next !== null) focusOn(next)
}

/** Focuses the heading of a page or step. While that loads, the focus waits on the content and moves once. */
export const focusPageHeading = () => {
  const heading = pageHeading()
  if (heading === null) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  if (heading.tagName === 'H1') return
  const watch = new MutationObserver(() => {
    if (document.activeElement !== heading) return watch.disconnect()
    const title = pageHeading()
    if (title === null || title.tagName !== 'H1') return
    watch.disconnect()
    title.tabIndex = -1
    title.focus({ preventScroll: true })
  })
  watch.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => watch.disconnect(), slowMs)
}

const slowMs = 8_000
/** A screen that places the focus itself does so within this time. */
const settleMs = 60
/** React hides a part by its style while it loads, and a button is disabled while its call runs: both come back. */
const suspended = '[style*="display: none"]'
const backMs = 3_000

type Last = { element: HTMLElement; place: Place }

/** Watches the whole document; returns a function that stops it. */
export const keepFocus = (): (() => void) => {
  let last: Last | undefined
  /** Last focus outside of dialogs and menus. */
  let onPage: Last | undefined
  /** The tooltip that Escape has closed. */
  let putAway: Element | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const isLost = () => {
    const { activeElement } = document
    if (last === undefined) return false
    if (activeElement === null || activeElement === document.body) return true
    if (activeElement === last.element) return !isShown(activeElement)
    // Radix moves the focus from a removed element to its dialog, where only the dialog's name is announced.
    return (
      activeElement.matches('[role="dialog"]') &&
      last.place.levels.some(({ parent }) => parent === activeElement)
    )
  }
  let frame: number | undefined
  const check = () => {
    frame = undefined
    if (last === undefined || timer !== undefined || !isLost()) return
    if (isShown(last.element) && !last.element.matches(':disabled')) return
    timer = setTimeout(recover, settleMs, performance.now())
  }
  /** At most once a frame. */
  const checkSoon = () => (frame ??= requestAnimationFrame(check))
  const recover = (since: number) => {
    timer = undefined
    if (last === undefined || !isLost()) return
    const { element, place } = last
    if (isShown(element) && !element.matches(':disabled')) return element.focus({ preventScroll: true })
    const isComingBack = element.closest(suspended) !== null || element.matches(':disabled')
    if (element.isConnected && isComingBack && performance.now() - since < backMs) {
      timer = setTimeout(recover, settleMs, since)
      return
    }
    const layer = [...document.querySelectorAll(layers)].findLast(isShown)
    const isInside = layer === undefined || place.levels.some(({ parent }) => parent === layer)
    // An open dialog traps the focus.
    if (!isInside) return
    const wasLayer = place.levels.some(({ parent }) => !parent.isConnected && parent.matches(layers))
    if (wasLayer && onPage !== undefined) returnFocus(onPage.element, onPage.place)
    else returnFocus(element, place)
  }

  const come = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    if (target.matches('[role="dialog"]')) return
    last = { element: target, place: placeOf(target) }
    if (target.closest(layers) === null) onPage = last
    // Keys can be faster than frames: uncovering an element that was already left would scroll the focused one away.
    if (byKey)
      requestAnimationFrame(() => {
        if (document.activeElement === target) uncover(target)
      })
  }
  /** Left on purpose: the user pressed elsewhere. */
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null) return
    setTimeout(() => {
      if (last?.element !== target || !document.hasFocus()) return
      if (
        isShown(last.element) &&
        document.activeElement !== last.element &&
        !last.element.matches(':disabled')
      )
        last = undefined
    })
  }
  const press = () => (byKey = false)
  const key = ({ key }: KeyboardEvent) => {
    byKey = true
    if (key !== 'Escape') return
    putAway = document.querySelector('.hint:hover, .hint:focus-within')
    if (putAway !== null) document.documentElement.dataset['hints'] = 'away'
  }
  /** Another tooltip may show again. */
  const point = ({ target }: Event) => {
    if (putAway === null || !(target instanceof Element) || target.closest('.hint') === putAway) return
    putAway = null
    delete document.documentElement.dataset['hints']
  }
  const watch = new MutationObserver(checkSoon)
  watch.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['class', 'disabled', 'hidden', 'style'],
  })
  addEventListener('focusin', come)
  addEventListener('focusin', point)
  addEventListener('pointerover', point)
  addEventListener('focusout', leave)
  addEventListener('pointerdown', press, true)
  addEventListener('keydown', key, true)
  return () => {
    watch.disconnect()
    removeEventListener('focusin', come)
    removeEventListener('focusin', point)
    removeEventListener('pointerover', point)
    removeEventListener('focusout', leave)
    removeEventListener('pointerdown', press, true)
    removeEventListener('keydown', key, true)
  }
}

/** Scrolls so that no sticky bar covers the element; scroll-padding cannot know a bar's height with large text. */
const uncover = (element: HTMLElement) => {
  if (element.closest('[data-bar], [role="dialog"], header') !== null) return
  const box = element.getBoundingClientRect()
  for (const bar of document.querySelectorAll<HTMLElement>('[data-bar]')) {
    if (!isShown(bar) || !/fixed|sticky/.test(getComputedStyle(bar).position)) continue
    const over = bar.getBoundingClientRect()
    if (box.right <= over.left || box.left >= over.right) continue
    const isTop = over.top + over.height / 2 < innerHeight / 2
    const covered = isTop ? over.bottom - box.top : box.bottom - over.top
    if (covered <= 0 || covered > innerHeight || box.height > innerHeight - over.height * 2) continue
    scrollBy({ top: isTop ? -covered - 8 : covered + 8, behavior: 'instant' })
    return
  }
}
