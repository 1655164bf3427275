/** Without accents and capitals, for comparison: "Peluquería" and "peluqueria" are equal. */
export const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
