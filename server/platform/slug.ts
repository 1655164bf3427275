/** "María José Núñez", 31 → "maria-jose-nunez-31": readable in an address, and unique by its id. */
export const slugOf = (name: string, id: number): string => {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '')
  return plain === '' ? String(id) : `${plain}-${id}`
}
