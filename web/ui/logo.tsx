import { classNames } from '#web/ui/class-names.ts'

/** The logo: a stepped roof over an open entrance, as the glyph *calli* is drawn, in one clay-coloured stroke. */
export const LogoMark = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 40 40" aria-hidden className={classNames('size-9', className)}>
    <path fill="currentColor" d="M4 13h5V8h6V3h10v5h6v5h5v24h-9V24a7 7 0 0 0-14 0v13H4V13Z" />
    <path fill="currentColor" opacity=".45" d="M17 37V24a3 3 0 0 1 6 0v13h-6Z" />
  </svg>
)

export const Logo = ({ className }: { className?: string }) => (
  <span className={classNames('inline-flex items-center gap-2.5', className)}>
    <LogoMark className="text-barro" />
    <span className="font-display text-[1.625rem] leading-none font-semibold tracking-[-0.03em]">Kalli</span>
  </span>
)

/** A stepped fret (greca) as a border, drawn as a repeating line. */
export const Greca = ({ className }: { className?: string }) => (
  <div
    aria-hidden
    className={classNames('h-3 w-full bg-current', className)}
    style={{
      maskImage:
        "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='36' height='12'%3E%3Cpath d='M0 10h6V6h6V2h12v4h6v4h6' fill='none' stroke='%23000' stroke-width='2'/%3E%3C/svg%3E\")",
      maskRepeat: 'repeat-x',
      maskPosition: 'center',
    }}
  />
)
