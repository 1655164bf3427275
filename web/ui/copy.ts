import { toast, toastError } from '#web/ui/toast.ts'

/** Copies to the clipboard and confirms with a toast. `byHand`: the hint where the browser does not allow it. */
export const copyText = async (text: string, title: string, then: string | undefined, byHand: string) => {
  try {
    await navigator.clipboard.writeText(text)
    toast(title, then, 'good')
  } catch {
    toastError('No se pudo copiar', byHand)
  }
}
