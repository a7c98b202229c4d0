/** Where the address of this server stands in the scripts, quotes included. */
const place = "'@SERVER_URL@'"

/** A shell word that is exactly this text. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** A PowerShell string that is exactly this text. It knows four more signs as single quotes. */
export function powershellWord(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`
}

/** The script with the address of the server that serves it. @throws Error when it has no place for one */
export function fillScript(script: string, quotedUrl: string): string {
  if (!script.includes(place)) throw new Error(`the install script has no ${place}`)
  return script.replaceAll(place, () => quotedUrl)
}
