import { notFound, redirect } from '@tanstack/react-router'
import { ApiError } from '#web/api.ts'

/** What a page loads first; a missing record becomes the not-found page. */
export const orNotFound = async <T>(answer: Promise<T>): Promise<T> => {
  try {
    return await answer
  } catch (problem) {
    if (problem instanceof ApiError && (problem.status === 404 || problem.status === 400)) throw notFound()
    throw problem
  }
}

/**
 * The number finds a page; the words after it are for readers, and wrong ones redirect permanently to the right ones. The bare number
 * stays: links inside the product use it.
 */
export const requireAddress = (
  given: string,
  address: string,
  to: '/p/$id' | '/b/$id' | '/space/$id',
): void => {
  const right = address.split('/').at(-1) ?? ''
  if (given !== right && !/^\d+$/.test(given))
    throw redirect({ to, params: { id: right }, search: true, statusCode: 301 })
}
