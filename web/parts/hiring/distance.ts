/** How far something is, as people say it: one decimal is of use nearby only. */
export const kmText = (km: number): string =>
  km < 1 ? 'menos de 1 km' : `${km < 10 ? Math.round(km * 10) / 10 : Math.round(km)} km`
