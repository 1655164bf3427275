/** A brief message. At most one at a time: a new one replaces the last (spec §9). */
export type Toast = { id: number; title: string; text?: string; tone: 'plain' | 'good' | 'bad' }

/** Spec §9: how long a toast stays, and the distance of a dismissing swipe. */
export const shownMs = 5000
export const swipePixels = 50

let current: Toast | undefined
let count = 0
const listeners = new Set<() => void>()

/** Shows a toast for five seconds. */
export const toast = (title: string, text?: string, tone: Toast['tone'] = 'plain') => {
  count += 1
  change({ id: count, title, text, tone })
}

/** For errors; `tone` bad is announced at once. */
export const toastError = (title: string, text?: string) => toast(title, text, 'bad')

export const dismissToast = (id: number) => {
  if (current?.id === id) change(undefined)
}

export const currentToast = () => current
export const onToast = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const change = (next: Toast | undefined) => {
  current = next
  for (const listener of listeners) listener()
}
