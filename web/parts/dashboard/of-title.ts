/** "de ingresos"; a title that begins with "De" has its own. */
export const ofTitle = (title: string) => `de ${title.toLowerCase().replace(/^de /, '')}`
