/** While the demo data is loaded, the database's work for each row is done once for all rows, and verified at the end. */
import type pg from 'pg'

/**
 * The rows are made by rules that the constraints check one by one; they are loaded without triggers and foreign keys, and `verify`
 * (seed.ts) checks the same for the whole at the end. A superuser disables them for the session; the owner of the tables disables their
 * triggers until the end of the transaction, and has foreign keys checked there. Answers the function that ends it.
 */
export const loadFast = async (client: pg.Client): Promise<() => Promise<unknown>> => {
  // Statistics from six thousand rows suffice for demo data; the usual thirty thousand take eight times as long.
  await client.query(
    `set local synchronous_commit = off; set local work_mem = '128MB'; set default_statistics_target = 20`,
  )
  const { rows } = await client.query<{ super: boolean }>(
    `select rolsuper as super from pg_roles where rolname = current_user`,
  )
  if (rows[0]?.super === true) {
    // Pages are written once, as a whole: compressing them in the log costs more than it saves.
    await client.query(`set local session_replication_role = replica; set local wal_compression = off`)
    return () => requireReferences(client)
  }
  const { rows: found } = await client.query<{ before: string; after: string }>(`
    select format('alter table %s disable trigger %I', tgrelid::regclass, tgname) as before,
      format('alter table %s enable trigger %I', tgrelid::regclass, tgname) as after
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where not tgisinternal and tgenabled = 'O' and relnamespace in ('public'::regnamespace, 'standin'::regnamespace)
    union all
    select format('alter table %s alter constraint %I deferrable initially deferred', conrelid::regclass, conname),
      format('alter table %s alter constraint %I not deferrable', conrelid::regclass, conname)
    from pg_constraint
    where contype = 'f' and not condeferrable and connamespace in ('public'::regnamespace, 'standin'::regnamespace)`)
  await client.query(found.map(({ before }) => before).join(';'))
  return async () => {
    await client.query('set constraints all immediate')
    await client.query(found.map(({ after }) => after).join(';'))
  }
}

/** Checks every foreign key in one query: a dangling reference stops the seeding. */
const requireReferences = async (client: pg.Client) => {
  const { rows: checks } = await client.query<{ query: string }>(`
    select format('(select %L as broken from %s child where %s and not exists (select from %s parent where %s) limit 1)',
      conrelid::regclass || '.' || conname, conrelid::regclass,
      string_agg(format('child.%I is not null', own.attname), ' and '), confrelid::regclass,
      string_agg(format('parent.%I = child.%I', other.attname, own.attname), ' and ')) as query
    from pg_constraint
    cross join lateral unnest(conkey, confkey) as pair(own, other)
    join pg_attribute own on own.attrelid = conrelid and own.attnum = pair.own
    join pg_attribute other on other.attrelid = confrelid and other.attnum = pair.other
    where contype = 'f' and connamespace in ('public'::regnamespace, 'standin'::regnamespace)
    group by pg_constraint.oid`)
  const { rows } = await client.query<{ broken: string }>(
    checks.map(({ query }) => query).join(' union all '),
  )
  if (rows.length > 0)
    throw new Error(`the demo data breaks foreign keys: ${rows.map(({ broken }) => broken).join(', ')}`)
}

/**
 * Fills tables without their indexes and builds these afterwards, which is cheaper than extending each of them row by row. Indexes that
 * foreign keys refer to stay. Not for an ordinary role, whose rows still wait for their foreign keys to be checked.
 */
export const withoutIndexes = async <Result>(
  client: pg.Client,
  tables: readonly string[],
  fill: () => Promise<Result>,
): Promise<Result> => {
  const { rows: indexes } = await client.query<{ drop: string; build: string; comment: string | null }>(
    `select case when own.oid is null then format('drop index %s', indexrelid::regclass)
         else format('alter table %s drop constraint %I', indrelid::regclass, own.conname) end as drop,
       case when own.oid is null then pg_get_indexdef(indexrelid)
         else format('alter table %s add constraint %I %s', indrelid::regclass, own.conname, pg_get_constraintdef(own.oid)) end as build,
       case when own.oid is null then 'comment on index ' || indexrelid::regclass
         else format('comment on constraint %I on %s', own.conname, indrelid::regclass) end
         || ' is ' || quote_literal(coalesce(obj_description(own.oid, 'pg_constraint'), obj_description(indexrelid, 'pg_class'))) as comment
     from pg_index left join pg_constraint own on own.conindid = indexrelid and own.contype in ('p', 'u', 'x')
     where indrelid = any($1::regclass[]) and current_setting('session_replication_role') = 'replica'
       and not exists (select from pg_constraint other where other.conindid = indexrelid and other.contype = 'f')
     order by indexrelid`,
    [tables],
  )
  for (const { drop } of indexes) await client.query(drop)
  const result = await fill()
  for (const { build, comment } of indexes) {
    await client.query(build)
    if (comment !== null) await client.query(comment)
  }
  return result
}
