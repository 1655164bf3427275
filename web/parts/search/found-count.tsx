/** "1,204 resultados encontrados". Undefined: not counted yet. */
export const FoundCount = ({ all }: { all: { count: number; more: boolean } | undefined }) =>
  all === undefined ? (
    <>Contando los resultados…</>
  ) : (
    <>
      {all.more ? 'Más de ' : ''}
      <span className="figures font-semibold text-ink">{all.count.toLocaleString('es-MX')}</span>{' '}
      {all.count === 1 ? 'resultado encontrado' : 'resultados encontrados'}
    </>
  )
