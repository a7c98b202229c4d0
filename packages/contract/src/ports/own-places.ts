/** The paths of ours at each port address; everything else belongs to the app. */
export const ownPlaces = '/.gridloom/'

/** Where the console sends a visitor back to, with a one-time code. */
export const signInPlace = `${ownPlaces}sign-in`

/** Where a link leads to, with its key. */
export const linkPlace = `${ownPlaces}link`
