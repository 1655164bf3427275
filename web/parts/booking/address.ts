/** What an address of /booking or /book says: with whom or where, what, and the start that was chosen elsewhere. */
export type Asked = {
  professional?: number | undefined
  business?: number | undefined
  space?: number | undefined
  service?: number | undefined
  /** Services that follow it in the same visit: "2,3". */
  more?: string | undefined
  /** What is added to them: "3-1,3-2". */
  add?: string | undefined
  at?: string | undefined
}

/** "2,3" as numbers; none for what is no such list. */
export const listIn = (value: unknown): number[] =>
  /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,3}$/.test(String(value))
    ? [...new Set(String(value).split(',').map(Number))]
    : []

/** "3-1,3-2" one by one; none for what is no such list. */
export const addOnsIn = (value: unknown): string[] =>
  /^[1-9]\d{0,14}-[1-9]\d{0,8}(,[1-9]\d{0,14}-[1-9]\d{0,8}){0,11}$/.test(String(value))
    ? [...new Set(String(value).split(','))]
    : []
