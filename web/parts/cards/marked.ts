/** Highlights the matches in a label: the beginning of each word that starts with a typed word. */

import { plainText } from '#contract/platform/plain-text.ts'

export type Part = { text: string; from: number; isMarked: boolean }

export const markedIn = (label: string, typed: string): Part[] => {
  const words = plainText(typed)
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
  const parts: Part[] = []
  for (const { 0: piece, index } of label.normalize('NFC').matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu)) {
    const own = plainText(piece)
    const length = Math.max(0, ...words.filter((word) => own.startsWith(word)).map((word) => word.length))
    if (length > 0) parts.push({ text: piece.slice(0, length), from: index, isMarked: true })
    if (length < piece.length)
      parts.push({ text: piece.slice(length), from: index + length, isMarked: false })
  }
  return parts
}
