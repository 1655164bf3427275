// Short forms and other names of places, folded. Prefixes of a name ("guada", "yuc") need no row.

/** A word, or several, and what they stand for. */
const alsoCalled: ReadonlyMap<string, string> = new Map([
  // Cities.
  ['ags', 'aguascalientes'],
  ['cdmx', 'ciudad de mexico'],
  ['cd mx', 'ciudad de mexico'],
  ['df', 'ciudad de mexico'],
  ['d f', 'ciudad de mexico'],
  ['gdl', 'guadalajara'],
  ['guanatos', 'guadalajara'],
  ['mty', 'monterrey'],
  ['mexico df', 'ciudad de mexico'],
  ['oaxaca capital', 'oaxaca de juarez'],
  ['pdc', 'playa del carmen'],
  ['pvr', 'puerto vallarta'],
  ['qro', 'queretaro'],
  ['san miguel allende', 'san miguel de allende'],
  ['san cris', 'san cristobal de las casas'],
  ['satelite', 'ciudad satelite'],
  ['slp', 'san luis potosi'],
  ['s l p', 'san luis potosi'],
  ['tuxtla', 'tuxtla gutierrez'],
  ['tuxtla gtz', 'tuxtla gutierrez'],
  ['tij', 'tijuana'],
  ['tj', 'tijuana'],
  ['vallarta', 'puerto vallarta'],
  // States.
  ['bc', 'baja california'],
  ['bcs', 'baja california sur'],
  ['chis', 'chiapas'],
  ['dgo', 'durango'],
  ['edomex', 'mexico'],
  ['edo mex', 'mexico'],
  ['gro', 'guerrero'],
  ['gto', 'guanajuato'],
  ['hgo', 'hidalgo'],
  ['nl', 'nuevo leon'],
  ['n l', 'nuevo leon'],
  ['qroo', 'quintana roo'],
  ['q roo', 'quintana roo'],
  ['tamps', 'tamaulipas'],
  // Words inside names.
  ['cd', 'ciudad'],
  ['fco', 'francisco'],
  ['gpe', 'guadalupe'],
  ['gral', 'general'],
  ['nva', 'nueva'],
  ['nvo', 'nuevo'],
  ['pto', 'puerto'],
  ['pta', 'punta'],
  ['sn', 'san'],
  ['sta', 'santa'],
  ['sto', 'santo'],
  ['tlaq', 'tlaquepaque'],
  ['vta', 'vallarta'],
])
const longest = Math.max(...[...alsoCalled.keys()].map((name) => name.split(' ').length))

/** Folded words with short forms written out, the longest first: "pto vallarta" is "puerto vallarta", "q roo" is "quintana roo". */
export const writtenOut = (words: readonly string[]): string[] => {
  const all = words.join(' ')
  const out: string[] = []
  for (let at = 0; at < words.length;) {
    let length = Math.min(longest, words.length - at)
    while (length > 0 && !alsoCalled.has(words.slice(at, at + length).join(' '))) length -= 1
    const name = alsoCalled.get(words.slice(at, at + Math.max(1, length)).join(' '))
    // "puerto vallarta" already contains its first word.
    const isSaid = name !== undefined && words.length > 1 && all.includes(name)
    out.push(...(name === undefined || isSaid ? words.slice(at, at + Math.max(1, length)) : name.split(' ')))
    at += Math.max(1, length)
  }
  return out
}

/** Words before a name that say only the kind of place: "col. Roma", "la Condesa", "por Polanco", "zona de". */
const leading = new Set(
  'a al alrededor cerca col colonia de del delegacion el en fracc fraccionamiento la las los municipio mpio por zona barrio'.split(
    ' ',
  ),
)

/** Drops the words before the name; null where there are none, or nothing else. */
export const withoutLeading = (words: readonly string[]): string[] | null => {
  const first = words.findIndex((word) => !leading.has(word))
  return first < 1 ? null : words.slice(first)
}
