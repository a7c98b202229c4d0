/** Program and system of a user agent, in plain words. */
export interface BrowserWords {
  /** "Firefox", "Safari", "curl"; `undefined` if unknown. */
  program: string | undefined
  /** "Windows", "iPhone"; `undefined` if not stated. */
  system: string | undefined
}

// The first match wins: most browsers also name the browsers that they are compatible with.
const programs = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chromium', /\bChromium\//],
  ['Chrome', /\b(Headless)?Chrome\/|\bCriOS\//],
  ['Safari', /\bSafari\//],
  ['Gridloom command line', /^gridloom\b/i],
  ['curl', /^curl\//],
  ['Wget', /^Wget\//i],
  ['Python', /^python|\baiohttp\b|\bhttpx\b/i],
  ['Go', /^Go-http-client/],
  ['Node.js', /^(node|undici)\b/i],
] as const

const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
] as const

/** Parses a `User-Agent` header. Source: MDN, "Browser detection using the user agent string". */
export function readBrowser(userAgent: string | null): BrowserWords {
  return {
    program: firstIn(programs, userAgent ?? ''),
    system: firstIn(systems, userAgent ?? ''),
  }
}

/** Returns `Firefox on Linux`, as far as known; else `Unknown browser`. */
export function browserWords(userAgent: string | null): string {
  const { program, system } = readBrowser(userAgent)
  if (program === undefined) return system === undefined ? 'Unknown browser' : `${system} browser`
  return system === undefined ? program : `${program} on ${system}`
}

function firstIn(
  names: readonly (readonly [string, RegExp])[],
  userAgent: string,
): string | undefined {
  return names.find(([, pattern]) => pattern.test(userAgent))?.[0]
}
