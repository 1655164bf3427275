/** For browsers without scripts, where a feature needs them. */
export const NeedsScripts = ({ what }: { what: string }) => (
  <noscript>
    <p className="rounded-md border border-maiz bg-maiz-soft px-4 py-3 font-medium text-maiz-ink">
      Para {what}, activa JavaScript en tu navegador y vuelve a cargar esta página.
    </p>
  </noscript>
)
