/** What `npm run structure` allows. A limit only goes down. */
export const limits = {
  filesInFolder: 40,
  foldersInCycles: 0,
  longFiles: 18,
  longComponents: 0,
  nonStandardWords: 100,
}

/** Tables of data: as long as what they hold. */
export const spanishOrData =
  /tables\.ts$|\/data\/|\.cases\.ts$|refusals\.ts$|catalogue\.ts$|names\.ts$|neighbourhoods\.ts$|windows-zones\.ts$|categories\.ts$|testing\/messages\.ts$/

/** docs/glossary.md says what to write instead. Identifiers by their parts, comments by their words. */
export const nonStandard =
  /\b[wW]ish(?:es)?(?:[A-Z]\w*)?\b|\bmost[A-Z]\w*|\bleast[A-Z]\w*|\b(?!HouseRules?\b|\w*[iI]nHouse)\w*House\w*|\bhouses?\b|\bletters?\b|\btold\b|\btells?\b|\b(?!\w*masked)\w*[aA]sked\w*\b|\bAsking\b|\b\w*[kK]ept\w*|\bstand(?:s|ing)\b|\b[wW]hoever\b|\b[sS]omebody\b|\b[nN]obody\b|\bsaid again\b|\bsayAgain\b|\b\w*[tT]rouble\b|\bluck\b|\b[tT]own\b|\b[bB]orne\b|\bcarryOut\b|\bcarried out\b|\b[bB]egun\b|\beachApart\b|\bgiveBack\b|\bletGo\b|\bsetAside\b|\bputsBack\b|\bhear(?:s|ing)?\b|\bEars?\b|\bStill[A-Z]\w*|\bhandOver\b|\bisUp\b|\brisingMinutes\b|\bwakes\b|\bthrift\b|\bupkeep\b|\brefuge\b|\bwhereabouts\b|\bdossier\b|\bdoomed\b|\braced\b|\bcrowd\b/g
