/** Photos of a place: one large and some beside it; on a phone a scrolling strip. */
export const Gallery = ({ photos, name }: { photos: readonly string[]; name: string }) => {
  const [first, ...rest] = photos
  if (first === undefined) return <div className="h-8" />
  const beside = rest.slice(0, rest.length >= 4 ? 4 : 3)
  return (
    <div className="page pt-6">
      <div
        className="no-scrollbar relative flex snap-x snap-mandatory gap-2.5 overflow-x-auto rounded-xl md:grid md:h-[26rem] md:grid-cols-4 md:grid-rows-2 md:overflow-hidden"
        // What scrolls must be reachable by keyboard (WCAG 2.1.1).
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="group"
        aria-label={`Fotos de ${name}`}
      >
        <img
          src={first}
          alt={`${name}: vista general`}
          width={1200}
          height={800}
          fetchPriority="high"
          className="aspect-3/2 w-full shrink-0 snap-start rounded-lg bg-sunk object-cover md:col-span-2 md:row-span-2 md:h-full"
        />
        {beside.map((photo, place) => (
          <img
            key={photo}
            src={photo}
            alt={`${name}: detalle ${place + 1}`}
            width={600}
            height={400}
            loading="lazy"
            decoding="async"
            className={`aspect-3/2 w-[85%] shrink-0 snap-start rounded-lg bg-sunk object-cover md:h-full md:w-full ${place === 0 && beside.length < 4 ? 'md:col-span-2' : ''}`}
          />
        ))}
      </div>
    </div>
  )
}
