/** The permissions of a key or an app, collapsed. */
export const Permissions = ({ items }: { items: readonly string[] }) => (
  <details className="mt-1 text-sm">
    <summary className="flex min-h-11 cursor-pointer items-center font-medium text-jacaranda-deep">
      {items.length === 1 ? '1 permiso' : `${items.length} permisos`}
    </summary>
    <ul className="flex list-disc flex-col gap-1 pl-5 marker:text-muted">
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </details>
)
