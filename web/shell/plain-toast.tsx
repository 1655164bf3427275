import { useEffect, useSyncExternalStore } from 'react'
import { currentToast, dismissToast, onToast, shownMs } from '#web/ui/toast.ts'

/** Replaces the toaster when its code cannot be loaded: toasts matter most while offline. */
export const PlainToast = () => {
  const toast = useSyncExternalStore(onToast, currentToast, () => undefined)
  useEffect(() => {
    if (toast === undefined) return
    const timer = setTimeout(() => dismissToast(toast.id), shownMs)
    return () => clearTimeout(timer)
  }, [toast])
  return toast === undefined ? null : (
    <div
      role="alert"
      className="fixed inset-x-3 bottom-[calc(5rem+env(safe-area-inset-bottom))] z-60 rounded-lg border border-line bg-raised p-4 shadow-high sm:inset-x-auto sm:right-6 sm:w-[24rem]"
    >
      <p className="font-semibold">{toast.title}</p>
      <p className="text-[0.9375rem] text-muted">{toast.text}</p>
    </div>
  )
}
