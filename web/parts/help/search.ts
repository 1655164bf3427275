import type { Block } from '#web/parts/article/article.tsx'
import { articles, type Audience, type HelpArticle } from '#web/parts/help/articles.ts'

/** Articles that contain every typed word, title matches first. Accents are ignored. */
export const findArticles = (typed: string, audience?: Audience): readonly HelpArticle[] => {
  const among = articles.filter((one) => audience === undefined || one.audience === audience)
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return among
  return among
    .filter((one) =>
      words.every((word) => plain(`${one.title} ${one.blocks.map(textOf).join(' ')}`).includes(word)),
    )
    .toSorted((a, b) => inTitle(b, words) - inTitle(a, words))
}

const inTitle = (one: HelpArticle, words: readonly string[]) =>
  words.filter((word) => plain(one.title).includes(word)).length

export const textOf = (block: Block): string => {
  const text =
    typeof block === 'string'
      ? block
      : 'list' in block
        ? block.list.join(' ')
        : 'steps' in block
          ? block.steps.join(' ')
          : block.facts.map((fact) => sentence(fact.join(': '))).join(' ')
  return text.replaceAll(/\[([^\]]+)\]\(\w+\)/g, '$1')
}

/** With exactly one full stop. */
const sentence = (text: string) => `${text.replace(/[.\s]+$/, '')}.`

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLocaleLowerCase('es-MX')
    .replaceAll(/[^a-z0-9$%]+/g, ' ')
