/** "de ingresos"; a title that begins with "De" is not prefixed again. */
export const ofTitle = (title: string) => `de ${title.toLowerCase().replace(/^de /, '')}`
