/** An approximate map of the neighbourhood: the exact address is only for clients with a confirmed booking. */
export const AreaMap = ({ of: place }: { of: { neighbourhood: string | null; city: string } }) => (
  <figure className="overflow-hidden rounded-lg border border-line bg-surface">
    <svg viewBox="0 0 600 220" aria-hidden className="block w-full bg-sunk">
      <g stroke="var(--color-line)" strokeWidth="10" fill="none">
        <path d="M-10 60 L620 30 M-10 130 L620 110 M-10 200 L620 190 M80 -10 L110 240 M220 -10 L235 240 M360 -10 L350 240 M500 -10 L470 240" />
        <path d="M-10 250 C160 160 380 120 620 -10" strokeWidth="16" />
      </g>
      <circle cx="300" cy="110" r="78" fill="var(--color-jacaranda)" opacity="0.18" />
      <circle cx="300" cy="110" r="78" fill="none" stroke="var(--color-jacaranda)" strokeWidth="2" />
      <circle cx="300" cy="110" r="7" fill="var(--color-jacaranda)" />
    </svg>
    <figcaption className="flex flex-wrap items-baseline justify-between gap-2 px-4 py-3 text-[0.9375rem]">
      <span>Zona de {[...new Set([place.neighbourhood, place.city])].filter(Boolean).join(', ')}</span>
      <span className="text-sm text-muted">La dirección exacta se muestra al confirmar.</span>
    </figcaption>
  </figure>
)
