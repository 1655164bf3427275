import { shortOf } from '#web/parts/time/wall-clock.ts'

/** Past changes with time and author, latest first. */
export const PriceHistory = ({
  history,
  zone,
}: {
  history: readonly { version: number; at: string; author: string; changes: readonly string[] }[]
  zone: string
}) => (
  <ol className="flex flex-col gap-4">
    {history.map(({ version, at, author, changes }) => (
      <li key={version} className="border-l-2 border-line pl-4">
        <p className="text-sm text-muted">
          {shortOf(at, zone)} · {author}
        </p>
        <ul className="mt-1 flex flex-col gap-0.5 text-[0.9375rem]">
          {changes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </li>
    ))}
  </ol>
)
