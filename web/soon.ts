/**
 * Addresses of the specification whose screens come later. Each says honestly what will stand there.
 * `session`: whether the address belongs to the public or to the signed-in set (spec §2).
 * A `$name` part stands for any one value.
 */
export type Soon = { path: string; session: 'open' | 'needed'; title: string; text: string }

export const soon: readonly Soon[] = [
  // public
  {
    path: '/book',
    session: 'open',
    title: 'Reserva desde tu enlace',
    text: 'La reserva en una sola página, para compartir en redes o con un código QR.',
  },
]

/** The entry that stands at an address, if any. */
export const soonAt = (path: string): Soon | undefined => {
  const parts = path.replace(/\/+$/, '').split('/')
  return soon.find((entry) => {
    const wanted = entry.path.split('/')
    return (
      wanted.length === parts.length &&
      wanted.every((part, index) => part.startsWith('$') || part === parts[index])
    )
  })
}
