/** Smaller changes are the address bar, not a keyboard. */
const minPx = 120

/**
 * Places bars and dialogs at the bottom above the on-screen keyboard. Chrome and Firefox shrink the page for it
 * (`interactive-widget=resizes-content`); Safari lays the keyboard over the page, and only the visual viewport gives the height left.
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
