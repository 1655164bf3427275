import type * as z from 'zod/mini'
import { Refusal } from '#server/platform/refuse.ts'

/** A filter value that is not on its list is named, so that the author of the address sees which one. */
export const refuseUnknownFilter = (issues: readonly z.core.$ZodIssue[], query: unknown) => {
  for (const issue of issues) {
    if (issue.code !== 'invalid_value') continue
    const [parameter, index] = issue.path.map(String)
    const given = valueOf(query, parameter ?? '')
    const value = index === undefined ? given : given.split(',')[Number(index)]
    const allowed = issue.values.map(String)
    throw new Refusal(
      'unknown_filter',
      { parameter, value, allowed },
      `El filtro «${parameter}» no conoce el valor «${value}». Los valores son: ${allowed.join(', ')}.`,
    )
  }
}

const valueOf = (query: unknown, parameter: string) =>
  typeof query === 'object' && query !== null
    ? String(Object.entries(query).find(([name]) => name === parameter)?.[1] ?? '')
    : ''
