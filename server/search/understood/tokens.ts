/** Typed text as words that the rules compare. */
import type { Token } from '#server/search/understood/chips.ts'
import { fold } from '#server/search/rules.ts'

const maxTokens = 40

/** Words folded one by one; "6:30", "$1,500", "19/12" and "6 p.m." stay one word each. */
export const tokensOf = (text: string): Token[] =>
  text
    .replace(/(\d),(\d{3})\b/g, '$1$2')
    .replace(/\b([ap])\.\s?m\.?(?=\s|,|$)/gi, '$1m')
    .replace(/\$\s+(?=\d)/g, '$')
    .replace(/(\d)\s?(am|pm|hrs|hr)\b\.?/gi, '$1$2')
    .replace(/(\d)\s?[-–]\s?(?=\d)/g, '$1 - ')
    .split(/\s+/)
    .flatMap((part) => part.split(/(?<=,)/))
    .slice(0, maxTokens)
    .flatMap((part) => {
      const written = part.replace(/^[¿¡"'«“(]+|[?!"'»”).,;]+$/g, '')
      const word = written === '-' ? written : /^\$?\d/.test(written) ? written.toLowerCase() : fold(written)
      return word === '' ? [] : [{ written, word, comma: /[,;]$/.test(part) }]
    })

/** The word at a position, empty past either end. */
export const wordAt = (tokens: readonly Token[], index: number) => tokens[index]?.word ?? ''

/** The first phrase found at a position, as its number of words; 0 for none. The longest come first. */
export const lengthOf = (tokens: readonly Token[], index: number, phrases: readonly (readonly string[])[]) =>
  phrases.find((words) => words.every((word, step) => wordAt(tokens, index + step) === word))?.length ?? 0

/** Phrases for `lengthOf`, one a line or separated by a comma. */
export const phrasesOf = (text: string): readonly (readonly string[])[] =>
  text
    .split(/[,\n]/)
    .map((phrase) => phrase.trim().split(/\s+/))
    .filter(([first]) => first !== '')
    .toSorted((a, b) => b.length - a.length)
