import { classNames } from '#web/ui/class-names.ts'

/** A spinner; decorative, the text beside it is what is read. */
export const Spinner = ({ className }: { className?: string }) => (
  <span
    aria-hidden
    className={classNames(
      'inline-block size-[1.15em] shrink-0 animate-spin rounded-full border-2 border-current border-r-transparent align-[-0.2em]',
      className,
    )}
  />
)

/** While a whole page loads: this is its heading until it has its own, as every page needs one. */
export const PageLoading = ({ text = 'Cargando...' }: { text?: string }) => (
  <div role="status" className="page flex min-h-[50vh] items-center justify-center gap-3 text-muted">
    <Spinner className="text-barro" />
    <h1 className="font-sans text-base font-normal tracking-normal">{text}</h1>
  </div>
)
