/** The placeholders in the scripts, quotes included. */
const places = { serverUrl: "'@SERVER_URL@'", publicKey: "'@PUBLIC_KEY@'" } as const

/** Quotes a text as a PowerShell string. PowerShell also accepts four typographic characters as single quotes. */
export function powershellWord(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`
}

/**
 * Fills the server's address and the public key that verifies the agent into the script. Both are already quoted.
 * @throws RangeError when the script has no placeholder for one
 */
export function fillScript(script: string, quoted: Readonly<Record<keyof typeof places, string>>) {
  return Object.entries(quoted).reduce((filled, [name, words]) => {
    const place = placeOf(name)
    if (!filled.includes(place)) throw new RangeError(`the install script has no ${place}`)
    return filled.replaceAll(place, () => words)
  }, script)
}

/** Named cast: the names are keys of `places`. */
function placeOf(name: string): string {
  return places[name as keyof typeof places]
}
