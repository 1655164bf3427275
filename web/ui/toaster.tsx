import * as Radix from 'radix-ui/toast'
import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { currentToast, dismissToast, onToast, shownMs, swipePixels } from '#web/ui/toast.ts'

/** Shows toasts: one at a time, 5 s, F8 moves the focus here, a swipe of 50 px to the right dismisses (spec §9). */
export default function Toaster() {
  const toast = useSyncExternalStore(onToast, currentToast, () => undefined)
  return (
    <Radix.Provider duration={shownMs} swipeDirection="right" swipeThreshold={swipePixels} label="Aviso">
      {toast ? (
        <Radix.Root
          key={toast.id}
          type={toast.tone === 'bad' ? 'foreground' : 'background'}
          onOpenChange={(open) => {
            if (!open) dismissToast(toast.id)
          }}
          className={classNames(
            'flex animate-rise items-start gap-3 rounded-lg border bg-raised p-4 shadow-high data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
            toast.tone === 'bad' ? 'border-chile' : 'border-line',
          )}
        >
          {toast.tone === 'bad' ? (
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-chile" />
          ) : toast.tone === 'good' ? (
            <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-agave" />
          ) : null}
          <div className="min-w-0 flex-1">
            <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
            {toast.text ? (
              <Radix.Description className="text-[0.9375rem] text-muted">{toast.text}</Radix.Description>
            ) : null}
          </div>
          <Radix.Close
            aria-label="Cerrar aviso"
            className="-m-2 inline-flex size-11 shrink-0 items-center justify-center rounded-md text-muted hover:bg-sunk [&_svg]:size-5"
          >
            <X aria-hidden />
          </Radix.Close>
        </Radix.Root>
      ) : null}
      {/* On a phone dialogs and button bars are at the bottom, so toasts go to the top meanwhile. */}
      <Radix.Viewport
        label="Avisos ({hotkey})"
        hotkey={['F8']}
        className="fixed inset-x-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-60 flex flex-col gap-2 outline-none max-sm:in-[body:has([role=dialog],[data-bar=bottom],[data-bar=tabs])]:top-[calc(0.75rem+env(safe-area-inset-top))] max-sm:in-[body:has([role=dialog],[data-bar=bottom],[data-bar=tabs])]:bottom-auto sm:inset-x-auto sm:right-6 sm:bottom-6 sm:w-[24rem]"
      />
    </Radix.Provider>
  )
}
