/** docs/constraints.md, written from a migrated database: `npm run tables`. */
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { testDatabase } from '#server/testing/database.ts'

type Rule = {
  kind: string
  name: string
  /** The codes that a trigger refuses with, where they differ from its name. */
  codes: string[]
  table: string
  condition: string
  comment: string | null
}

/** Checks, unique keys, exclusions, generated columns, and triggers whose function refuses something; of others only what has a comment. */
const rulesOf = `
  select case contype when 'c' then 'check' when 'u' then 'unique' when 'x' then 'exclusion' when 'p' then 'key' else 'reference' end as kind,
    conname::text as name, '{}'::text[] as codes, conrelid::regclass::text as table, pg_get_constraintdef(k.oid) as condition,
    obj_description(k.oid, 'pg_constraint') as comment
  from pg_constraint k
  where connamespace = 'public'::regnamespace and conrelid <> 0 and contype not in ('t', 'n')
    and (contype in ('c', 'u', 'x') or obj_description(k.oid, 'pg_constraint') is not null)
  union all
  select 'unique index', c.relname, '{}', indrelid::regclass::text, regexp_replace(pg_get_indexdef(c.oid), '^.* USING \\w+ ', ''),
    obj_description(c.oid, 'pg_class')
  from pg_index i join pg_class c on c.oid = indexrelid
  where relnamespace = 'public'::regnamespace and indisunique
    and not exists (select from pg_constraint k where k.conindid = c.oid and contype in ('p', 'u', 'x'))
  union all
  select case when tginitdeferred then 'deferred trigger' else 'trigger' end, tgname, array(
      select distinct code[1] from regexp_matches(prosrc, 'constraint = ''(\\w+)''', 'g') code where code[1] <> tgname
      union select code[1] from regexp_matches(prosrc, '''(\\w+_\\w+)''\\);', 'g') code where code[1] <> tgname
      union select split_part(encode(tgargs, 'escape'), '\\000', 1)
      where proname = 'only_listed_moves' and split_part(encode(tgargs, 'escape'), '\\000', 1) <> tgname
      order by 1),
    tgrelid::regclass::text, regexp_replace(pg_get_triggerdef(g.oid), '^.* TRIGGER \\S+ (.*) EXECUTE FUNCTION .*$', '\\1'),
    obj_description(g.oid, 'pg_trigger')
  from pg_trigger g join pg_class c on c.oid = tgrelid join pg_proc p on p.oid = tgfoid
  where not tgisinternal and c.relnamespace = 'public'::regnamespace
    and (prosrc ~ 'raise exception|perform must\\(' or obj_description(g.oid, 'pg_trigger') is not null)
  union all
  select 'generated column', relname || '.' || attname, '{}', attrelid::regclass::text, pg_get_expr(adbin, adrelid), col_description(attrelid, attnum)
  from pg_attribute a join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum join pg_class c on c.oid = attrelid
  where relnamespace = 'public'::regnamespace and attgenerated <> '' and col_description(attrelid, attnum) is not null`

const readRules = async (): Promise<Rule[]> => {
  const { url, drop } = await testDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Rule>(rulesOf)
    return rows.filter(({ table }) => table !== 'migrations').toSorted(byTableAndName)
  } finally {
    await client.end()
    await drop()
  }
}

const byTableAndName = (one: Rule, other: Rule) => (keyOf(one) < keyOf(other) ? -1 : 1)
const keyOf = ({ table, name, kind }: Rule) => `${table} ${name} ${kind}`

const server = join(import.meta.dirname, '..')

/** The files with tables: those of the schema in their order, then the dated migrations. */
const tableFiles = () => {
  const schema = readFileSync(join(server, 'schema', 'order.txt'), 'utf8')
    .trim()
    .split('\n')
  const folder = join(server, 'migrations')
  const dated = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
  const files = [
    ...schema.map((file) => ({ title: file.replace('.sql', ''), path: join('schema', file) })),
    ...dated.map((file) => ({ title: file.replace('.sql', ''), path: join('migrations', file) })),
  ].map((file) => ({ ...file, sql: readFileSync(join(server, file.path), 'utf8') }))
  const renamed = new Map(
    files.flatMap(({ sql }) =>
      [...sql.matchAll(/^alter table (\w+) rename to (\w+);/gm)].map(
        ([, from = '', to = '']) => [from, to] as const,
      ),
    ),
  )
  return files.map(({ title, path, sql }) => {
    const tables = [...sql.matchAll(/^create table (\w+)/gm)]
    return { title, path, tables: tables.map(([, table = '']) => renamed.get(table) ?? table) }
  })
}

/** A comment has a line for each impossible state; `With <name>.` marks rules that enforce it together. */
const linesOf = ({ comment }: Rule) =>
  (comment ?? '')
    .replace(/^Cannot happen: /, '')
    .split('\n')
    .filter((line) => line !== '')
const partnerOf = (line: string) => /^With (\w+)\.$/.exec(line)?.[1]

const explained = (rule: Rule, all: readonly Rule[]) =>
  linesOf(rule)
    .filter((line) => partnerOf(line) === undefined)
    .map((line) => {
      const partners = all.filter((other) => linesOf(other).some((their) => partnerOf(their) === rule.name))
      return `| ${line} | ${[rule, ...partners].map((one) => nameOf(one)).join(', ')} |`
    })

const nameOf = ({ name, kind, codes, table }: Rule) =>
  `\`${name}\` (${kind} of \`${table}\`${codesOf(codes)})`

const codesOf = (codes: readonly string[]) =>
  codes.length === 0 ? '' : `, as ${codes.map((code) => `\`${code}\``).join(', ')}`

const longest = 160
const plain = (rule: Rule) => {
  const condition = rule.condition
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/::(text|bigint|integer|numeric|interval)(\[\])?/g, '')
    .replaceAll(/= ANY \(ARRAY\[(.*?)\]\)/g, 'in ($1)')
    .replace(/^CHECK \(\(?(.*?)\)?\)$/, '$1')
  const short = condition.length > longest ? `${condition.slice(0, longest)} …` : condition
  return `- \`${rule.table}\`: \`${rule.name}\` (${rule.kind}${codesOf(rule.codes)}): \`${short}\``
}

type TableFile = ReturnType<typeof tableFiles>[number]

const rulesIn = (files: readonly TableFile[], all: readonly Rule[]) =>
  files.flatMap(({ tables }) => tables.flatMap((table) => all.filter((rule) => rule.table === table)))

const explainedPart = (module: string, files: readonly TableFile[], all: readonly Rule[]): string[] => {
  const rows = rulesIn(files, all).flatMap((rule) => explained(rule, all))
  return rows.length === 0
    ? []
    : [`### ${module}`, '', '| Cannot happen | Refused by |', '| --- | --- |', ...rows, '']
}

const otherPart = (file: TableFile, all: readonly Rule[]): string[] => {
  const rules = rulesIn([file], all).filter(({ comment }) => comment === null)
  return rules.length === 0 ? [] : [`### ${file.title}`, '', ...rules.map(plain), '']
}

const heading = `# What the database refuses

What cannot happen, whatever the code does, and what refuses it. Generated by \`npm run tables\` from a migrated database; the words are
comments of constraints, indexes and triggers (\`comment on constraint … is '…'\`): change them in a new migration. A trigger's code, after
"as", is the name that the server sees when it refuses.
`

const aboutOthers =
  'The other checks, unique keys, exclusions and refusing triggers, by the file of server/schema that has them. References are in the files.'

/** The expected document. A rule of no listed table is an error: the document would miss it. */
export const generateConstraints = async (): Promise<string> => {
  const all = await readRules()
  const files = tableFiles()
  const known = new Set(files.flatMap(({ tables }) => tables))
  const lost = all.filter(({ table }) => !known.has(table))
  if (lost.length > 0) throw new Error(`no file of the schema creates ${lost[0]?.table}`)
  const names = new Set(all.map(({ name }) => name))
  const partners = all.flatMap(linesOf).flatMap((line) => partnerOf(line) ?? [])
  const alone = partners.filter((name) => !names.has(name))
  if (alone.length > 0) throw new Error(`a comment names no rule: ${alone[0]}`)
  const modules = Map.groupBy(files, ({ title }) => title.split('/')[0] ?? title)
  const words = [...modules].flatMap(([module, own]) => explainedPart(module, own, all))
  const others = files.flatMap((file) => otherPart(file, all))
  const body = ['## In words', '', ...words, '## Without words', '', aboutOthers, '', ...others]
  return `${heading}\n${body.join('\n').trimEnd()}\n`
}
