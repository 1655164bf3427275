/** The agreement of business and member, to print; both see the same. */
import { FileText } from 'lucide-react'
import { buttonClass } from '#web/ui/button.tsx'

export const DocumentLink = ({ id, of }: { id: number; of: string }) => (
  <a
    href={`/api/team/${id}/document`}
    target="_blank"
    rel="noreferrer"
    className={buttonClass({ tone: 'secondary', size: 'small' })}
  >
    <FileText aria-hidden className="size-4.5" />
    Acuerdo en PDF<span className="sr-only">: {of}</span>
  </a>
)
