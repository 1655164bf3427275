import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { beginnings, type WorkRole } from '#web/shell/work/tools.ts'
import { Dialog } from '#web/ui/dialog.tsx'

/** What ＋ can create, each with the screen where it is done. */
export default function BeginSheet({ role, onClose }: { role: WorkRole; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={onClose} title="¿Qué quieres hacer?">
      <ul className="flex flex-col divide-y divide-line">
        {beginnings[role].map(({ label, link }) => (
          <li key={label}>
            <Link
              {...link}
              onClick={onClose}
              className="flex min-h-14 items-center justify-between gap-3 text-lg font-semibold hover:text-barro"
            >
              {label}
              <ChevronRight aria-hidden className="size-5 text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
