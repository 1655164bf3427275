/** Text for the actor who registers an arrival at a unit without a code; used by the screen and the server. */
export const noCodeText = (kind: 'visit' | 'rent'): string =>
  kind === 'rent'
    ? 'Escribe el código que está en la unidad, o di dónde estás.'
    : 'Escribe el código de tu cliente o el de la unidad, o di dónde estás.'
