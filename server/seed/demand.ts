/** Unsuccessful searches of the last weeks around the demo data's spaces: mostly evenings and Saturdays, as in reality. */
import type pg from 'pg'

export const writeUnmetDemand = async (client: pg.Client, now: Date) => {
  await client.query(
    `insert into unmet_demand (day, sought, category, municipality_id, state, weekday, hour, searches)
     select day, sought, category, municipality_id, state, weekday, hour, sum(searches)
     from (
       select (($1::timestamptz at time zone 'America/Mexico_City')::date - dice % 28) as day,
         case when dice % 5 = 0 then 'spaces' else 'professionals' end as sought,
         case when dice % 5 = 0 then (array['cabin', 'chair', 'room', 'hall'])[1 + dice / 7 % 4]
           else (array['hair', 'nails', 'massage', 'hair', 'yoga', 'therapy', 'beauty', 'nutrition'])[1 + dice / 11 % 8] end as category,
         place.municipality_id, place.state,
         case when dice % 3 > 0 then (array[6, 4, 5, 6, 2, 7, 3])[1 + dice / 13 % 7] end as weekday,
         case when dice % 3 > 0 then (array[19, 18, 20, 11, 9, 13, 19, 12])[1 + dice / 17 % 8] end as hour,
         1 + dice / 19 % 3 as searches
       from (select municipality_id, min(state) as state, count(*) as spaces from spaces
             where municipality_id > 0 group by municipality_id) place
       cross join lateral generate_series(1, least(90, 18 + place.spaces::integer * 6)) n
       cross join lateral (
         select ('x' || substr(md5(place.municipality_id || '-' || n), 1, 7))::bit(28)::integer as dice) chance
     ) drawn
     group by 1, 2, 3, 4, 5, 6, 7`,
    [now],
  )
}
