/** An address bar that comes and goes is no keyboard. */
const minPx = 120

/**
 * Bars and dialogs at the bottom are placed above the on-screen keyboard. Chrome and Firefox shrink the page for it
 * (`interactive-widget=resizes-content`); Safari lays the keyboard over the page, and only the visual viewport says how much is left.
 */
export const keepKeyboardRoom = (): (() => void) => {
  const view = window.visualViewport
  if (view === null) return () => {}
  const measure = () => {
    const covered = view.scale > 1.01 ? 0 : window.innerHeight - view.height - view.offsetTop
    document.documentElement.style.setProperty('--keyboard', `${covered < minPx ? 0 : Math.round(covered)}px`)
  }
  view.addEventListener('resize', measure)
  view.addEventListener('scroll', measure)
  return () => {
    view.removeEventListener('resize', measure)
    view.removeEventListener('scroll', measure)
  }
}
