import { pageViewed } from '#contract/professional/professional.ts'
import { call } from '#web/api.ts'

/** Once for each page in a tab, so that going to and fro is one look. A failure is ignored. */
export const countView = (id: number) => {
  const key = `kalli-seen-${id}`
  try {
    if (sessionStorage.getItem(key) !== null) return
    sessionStorage.setItem(key, '1')
  } catch {
    // A browser that keeps nothing looks anew each time.
  }
  void call(pageViewed, { params: { id } }).catch(() => undefined)
}
