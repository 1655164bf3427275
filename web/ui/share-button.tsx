import { Share2 } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { toastError } from '#web/ui/toast.ts'

/** Hands the page on: the phone's own sheet where there is one, else its address is copied. */
export const ShareButton = ({ title, path }: { title: string; path: string }) => (
  <button
    type="button"
    onClick={() => void share(title, `${window.location.origin}${path}`)}
    className={buttonClass({ tone: 'secondary', size: 'small' })}
  >
    <Share2 aria-hidden className="size-4.5" />
    Compartir
  </button>
)

const share = async (title: string, url: string) => {
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, url })
    await copyText(url, 'Enlace copiado', 'Pégalo donde quieras.', `Copia esta dirección: ${url}`)
  } catch (problem) {
    // Whoever closes the sheet has changed their mind; that is no failure.
    if (problem instanceof Error && problem.name === 'AbortError') return
    toastError('No se pudo compartir', `Copia esta dirección: ${url}`)
  }
}
