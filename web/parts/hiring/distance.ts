/** A distance as text, with one decimal below 10 km. */
export const kmText = (km: number): string =>
  km < 1 ? 'menos de 1 km' : `${km < 10 ? Math.round(km * 10) / 10 : Math.round(km)} km`
