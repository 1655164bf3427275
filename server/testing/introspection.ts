/** The objects of a database: tables with columns, constraints, indexes and triggers; functions; views; sequences. */
import { createHash } from 'node:crypto'
import type pg from 'pg'

const lines = `
  select n.nspname || '.' || relname as object, 'column ' || row_number() over (partition by attrelid order by attnum) || ' ' || attname
    || ' ' || format_type(atttypid, atttypmod) || ' ' || attnotnull::text || ' ' || attidentity::text || ' ' || attgenerated::text
    || ' ' || coalesce(pg_get_expr(adbin, adrelid), '') || ' ' || attcollation::regcollation::text as line
  from pg_attribute a join pg_class c on c.oid = attrelid join pg_namespace n on n.oid = relnamespace
    left join pg_attrdef d on d.adrelid = attrelid and d.adnum = attnum
  where nspname in ('public', 'standin') and relkind in ('r', 'v') and attnum > 0 and not attisdropped
  union all
  select n.nspname || '.' || relname, 'constraint ' || conname || ' ' || pg_get_constraintdef(k.oid) || condeferrable::text || condeferred::text
  from pg_constraint k join pg_class c on c.oid = conrelid join pg_namespace n on n.oid = relnamespace
  where nspname in ('public', 'standin') and contype <> 'n'
  union all
  select schemaname || '.' || tablename, 'index ' || indexdef from pg_indexes where schemaname in ('public', 'standin')
  union all
  select n.nspname || '.' || relname, 'trigger ' || pg_get_triggerdef(t.oid) || tgenabled::text
  from pg_trigger t join pg_class c on c.oid = tgrelid join pg_namespace n on n.oid = relnamespace
  where not tgisinternal and nspname in ('public', 'standin')
  union all
  select schemaname || '.' || viewname, 'view ' || definition from pg_views where schemaname in ('public', 'standin')
  union all
  select schemaname || '.' || sequencename, 'sequence ' || start_value || ' ' || increment_by || ' ' || min_value || ' ' || max_value || ' ' || cycle::text
  from pg_sequences where schemaname in ('public', 'standin')
  union all
  select n.nspname || '.' || proname || '()', 'function ' || pg_get_functiondef(p.oid)
  from pg_proc p join pg_namespace n on n.oid = pronamespace
  where nspname in ('public', 'standin') and prokind <> 'a'
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select 'text search', cfgname || ' ' || maptokentype || ' ' || dictname
  from pg_ts_config_map m join pg_ts_config c on c.oid = mapcfg join pg_ts_dict d on d.oid = mapdict
  where cfgnamespace = 'public'::regnamespace`

/**
 * A digest of each object, without parentheses (PostgreSQL prints `a and (b and c)` with or without them), comments in functions, the names
 * of `not null`, and whether old rows were checked when a constraint was added. The table of migrations is not part of the schema.
 */
export const introspect = async (client: pg.Client): Promise<Record<string, string>> => {
  const { rows } = await client.query<{ object: string; line: string }>(lines)
  const objects = Map.groupBy(
    rows.filter(({ object }) => object !== 'public.migrations'),
    ({ object }) => object,
  )
  return Object.fromEntries(
    [...objects]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([object, own]) => [object, digestOf(own.map(({ line }) => bare(line)).toSorted())]),
  )
}

const bare = (line: string) => line.replaceAll(/--[^\n]*/g, '').replaceAll(/NOT VALID|[()\s]/g, '')

const digestOf = (texts: readonly string[]) =>
  createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 16)
