import { pageViewed } from '#contract/professional/professional.ts'
import { call } from '#web/api.ts'

/** Once per page and tab, so that going back and forth counts as one view. Failures are ignored. */
export const countView = (id: number) => {
  const key = `kalli-seen-${id}`
  try {
    if (sessionStorage.getItem(key) !== null) return
    sessionStorage.setItem(key, '1')
  } catch {
    // Without storage every visit counts as a view.
  }
  void call(pageViewed, { params: { id } }).catch(() => undefined)
}
