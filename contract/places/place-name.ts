/**
 * The name of a place, on every screen and in every email: "Casa Salas · Sillas junto a la ventana". A visitor finds the business name at
 * the entrance and the space inside. A place without a business (a home, online, an own place) has one name.
 */
export const placeName = (place: {
  readonly name: string | null
  readonly businessName?: string | null | undefined
}): string => {
  const [business, space] = [place.businessName?.trim() ?? '', place.name?.trim() ?? '']
  if (business === '' || space === '') return business || space
  const same = (text: string) => text.toLocaleLowerCase('es')
  return same(space).startsWith(same(business)) ? space : `${business} · ${space}`
}
