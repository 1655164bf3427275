/** The line at now, over today's entries; the time is beside the grid. Null: it is not today. */
export const NowLine = ({ minute, topOf }: { minute: number | null; topOf: (minute: number) => number }) =>
  minute === null ? null : (
    <span
      aria-hidden
      data-now
      className="drawn no-print pointer-events-none absolute inset-x-0 z-[25] h-0.5 bg-chile before:absolute before:-top-1 before:left-0 before:size-2.5 before:rounded-full before:bg-chile"
      style={{ top: topOf(minute) - 1 }}
    />
  )

/** The current time, beside the hours. */
export const NowTime = ({ minute, topOf }: { minute: number; topOf: (minute: number) => number }) => (
  <span
    className="figures no-print absolute right-0 z-10 -translate-y-1/2 rounded-xs bg-chile px-1 text-xs leading-5 font-bold text-surface"
    style={{ top: topOf(minute) }}
  >
    {`${Math.floor(minute / 60)}:${String(minute % 60).padStart(2, '0')}`}
  </span>
)
