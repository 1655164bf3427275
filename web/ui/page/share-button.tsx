import { Share2 } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { toastError } from '#web/ui/toast.ts'

type Shared = { url: string } | { text: string }

/** Shares the page or a text with the phone's share sheet, or copies it where there is none. */
export const ShareButton = ({
  title,
  ...what
}: { title: string } & ({ path: string } | { text: string })) => (
  <button
    type="button"
    onClick={() =>
      void share(title, 'path' in what ? { url: `${window.location.origin}${what.path}` } : what)
    }
    className={buttonClass({ tone: 'secondary', size: 'small' })}
  >
    <Share2 aria-hidden className="size-4.5" />
    Compartir
  </button>
)

const share = async (title: string, what: Shared) => {
  const byHand = 'url' in what ? `Copia esta dirección: ${what.url}` : what.text
  try {
    if (typeof navigator.share === 'function') return await navigator.share({ title, ...what })
    await ('url' in what
      ? copyText(what.url, 'Enlace copiado', 'Pégalo donde quieras.', byHand)
      : copyText(what.text, 'Copiado', 'Pégalo donde quieras.', byHand))
  } catch (problem) {
    // Closing the sheet is no failure.
    if (problem instanceof Error && problem.name === 'AbortError') return
    toastError('No se pudo compartir', byHand)
  }
}
