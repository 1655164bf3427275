/** The limits of `npm run structure`. A limit only goes down. */
export const limits = {
  filesInFolder: 40,
  foldersInCycles: 0,
  longFiles: 18,
  longComponents: 0,
  nonStandardWords: 100,
}

/** Tables of data may be long. */
export const spanishOrData =
  /tables\.ts$|\/data\/|\.cases\.ts$|refusals\.ts$|catalogue\.ts$|names\.ts$|neighbourhoods\.ts$|windows-zones\.ts$|categories\.ts$|testing\/messages\.ts$/

/** docs/glossary.md says what to write instead of these. Identifiers count by their parts: `moveWish` has a wish. */
export const nonStandard = new Set(
  (
    'wish wishes letter letters told tell tells asked kept stand stands standing whoever somebody nobody trouble luck town borne ' +
    'begun hear hears heard hearing ear ears refuge upkeep thrift whereabouts dossier doomed raced crowd wakes manners house houses'
  ).split(' '),
)
/** Ordinary words in a comment, but not in names. */
export const nonStandardName = new Set('asking paper papers'.split(' '))
/** `mostFiles`, `leastCents`: max and min. */
export const extreme = /^(?:most|least)[A-Z]/

/** Terms of the product, of libraries and of published interfaces; letters of the alphabet. */
export const standardTerm =
  /^(?:stand|House|houseRule\w*|HouseRules?|\w*house_rules\w*|house_number|\w*[iI]nHouse\w*|letterSpacing|deadLetter|plainLetters|minLetters|fewestLetters|[sS]tandIn\w*)$/
