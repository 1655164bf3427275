import { plainText } from '#contract/platform/plain-text.ts'
import { type Tool, toolGroups, type WorkRole } from '#web/shell/work/tools.ts'

/** The maximum of screens shown below people and bookings. */
const most = 6

/** The tools of a role whose name or other search words contain every typed word; matches by name first. */
export const screensFor = (role: WorkRole, q: string): readonly Tool[] => {
  const words = plainText(q).split(/\s+/).filter(Boolean)
  const tools = toolGroups[role].flatMap((group) => group.tools)
  if (words.length === 0) return tools.slice(0, most)
  const has = (text: string) => words.every((word) => plainText(text).includes(word))
  const byName = tools.filter(({ label }) => has(label))
  const byOther = tools.filter((tool) => !byName.includes(tool) && has(`${tool.label} ${tool.also ?? ''}`))
  return [...byName, ...byOther].slice(0, most)
}
