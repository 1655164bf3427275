/** The values of a form by field name; an empty string where there is none. */
export const formText = (form: HTMLFormElement) => {
  const typed = new FormData(form)
  return (name: string): string => {
    const value = typed.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
}
