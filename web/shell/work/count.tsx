/** The number beside a tool, with its meaning for screen readers. */
export const Count = ({ of, className = '' }: { of: number; className?: string }) =>
  of === 0 ? null : (
    <span
      className={`figures inline-flex min-w-5 shrink-0 items-center justify-center rounded-full whitespace-nowrap bg-barro px-1.5 py-0.5 text-xs leading-none font-bold text-on-barro ${className}`}
    >
      <span className="sr-only">, </span>
      {of > 99 ? '99+' : of}
      <span className="sr-only"> en espera</span>
    </span>
  )
