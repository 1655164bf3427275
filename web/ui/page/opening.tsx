import { Spinner } from '#web/ui/spinner.tsx'

/**
 * Shown while the code of a dialog or sheet loads on first use. Announced at once; visible after a tenth of a second, as on most
 * connections it loads faster.
 */
export const Opening = () => (
  <div
    role="status"
    className="pointer-events-none fixed inset-x-0 bottom-[calc(1.5rem+env(safe-area-inset-bottom))] z-60 flex justify-center px-4"
  >
    <span className="flex animate-fade items-center gap-2.5 rounded-full bg-noche px-5 py-3 text-[0.9375rem] font-medium text-on-noche shadow-high [animation-delay:100ms]">
      <Spinner />
      Abriendo…
    </span>
  </div>
)
