import { Plus, Search } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { ToolList } from '#web/shell/work/tool-list.tsx'
import { workRoleOf } from '#web/shell/work/tools.ts'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'

const BeginSheet = lazy(() => import('#web/shell/work/begin-sheet.tsx'))
const FindDialog = lazy(() => import('#web/shell/work/find-dialog.tsx'))

/** On a wide screen beside the work screens of a professional or host: every tool in its group, named as in the bar. */
export default function Rail({ user }: { user: SessionUser }) {
  const [shown, show] = useState<'begin' | 'find'>()
  const role = workRoleOf(user)
  if (role === null) return null
  const close = () => show(undefined)
  return (
    <>
      <nav
        aria-label="Herramientas"
        className="rail hidden w-54 shrink-0 flex-col gap-4 overflow-y-auto border-r border-line px-3 py-5 lg:flex print:hidden"
      >
        <div className="needs-scripts flex gap-2">
          <Button size="small" className="flex-1" aria-haspopup="dialog" onClick={() => show('begin')}>
            <Plus aria-hidden className="size-5" />
            Crear
          </Button>
          <Button
            tone="secondary"
            size="small"
            aria-haspopup="dialog"
            aria-label="Buscar en tu trabajo"
            title="Ctrl K"
            onClick={() => show('find')}
          >
            <Search aria-hidden className="size-5" />
          </Button>
        </div>
        <ToolList role={role} narrow />
      </nav>
      {shown === undefined ? null : (
        <Suspense fallback={<Opening />}>
          {shown === 'begin' ? (
            <BeginSheet role={role} onClose={close} />
          ) : (
            <FindDialog role={role} onClose={close} />
          )}
        </Suspense>
      )}
    </>
  )
}
