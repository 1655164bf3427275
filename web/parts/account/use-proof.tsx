import { lazy, Suspense, useState } from 'react'
import { ApiError } from '#web/api.ts'
import { Opening } from '#web/ui/page/opening.tsx'

const ProofDialog = lazy(() => import('#web/parts/account/proof-dialog.tsx'))

/**
 * For actions that need a proof of identity (`confirm_identity`): `run` tries, asks for the proof if required, and retries. Render `dialog`
 * somewhere. Other errors are thrown as usual.
 */
export const useProof = () => {
  const [opened, setOpened] = useState<{ go: () => void; stop: () => void }>()
  const proven = () =>
    new Promise<boolean>((resolve) => {
      setOpened({ go: () => resolve(true), stop: () => resolve(false) })
    }).finally(() => setOpened(undefined))
  const run = async <T,>(attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt()
    } catch (problem) {
      if (!(problem instanceof ApiError && problem.code === 'confirm_identity')) throw problem
      if (!(await proven())) throw new NotProven(problem.message)
      return attempt()
    }
  }
  const dialog = opened ? (
    <Suspense fallback={<Opening />}>
      <ProofDialog onDone={opened.go} onClose={opened.stop} />
    </Suspense>
  ) : null
  return { run, dialog }
}

/** The user closed the dialog: nothing failed and nothing happened. */
export class NotProven extends Error {}
