import { ScanLine } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { useHydrating } from '#web/ui/page/still.tsx'

const ScanDialog = lazy(() => import('#web/parts/booking/visit/scan-dialog.tsx'))

/** Scanning instead of typing, where there is a camera; elsewhere nothing. */
export const ScanButton = ({ onCode }: { onCode: (code: string) => void }) => {
  const [scans, scan] = useState(false)
  const hydrating = useHydrating()
  if (hydrating || !('mediaDevices' in navigator)) return null
  return (
    <>
      <Button tone="secondary" aria-haspopup="dialog" onClick={() => scan(true)}>
        <ScanLine aria-hidden className="size-5" />
        Escanear código
      </Button>
      {scans ? (
        <Suspense fallback={<Opening />}>
          <ScanDialog
            onCode={(code) => {
              scan(false)
              onCode(code)
            }}
            onClose={() => scan(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
