/** The placeholders in the scripts, quotes included. */
const places = { serverUrl: "'@SERVER_URL@'", publicKey: "'@PUBLIC_KEY@'" } as const

/** A shell word that is exactly this text. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A PowerShell string that is exactly this text. It knows four more signs as single quotes. */
export function powershellWord(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`
}

/**
 * The script with the address of the server that serves it, and the key that it checks the agent with: both quoted.
 * @throws RangeError when it has no placeholder for one
 */
export function fillScript(script: string, quoted: Readonly<Record<keyof typeof places, string>>) {
  return Object.entries(quoted).reduce((filled, [name, words]) => {
    const place = placeOf(name)
    if (!filled.includes(place)) throw new RangeError(`the install script has no ${place}`)
    return filled.replaceAll(place, () => words)
  }, script)
}

/** Named cast: only names of places are asked for. */
function placeOf(name: string): string {
  return places[name as keyof typeof places]
}
